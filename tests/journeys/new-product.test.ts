import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { administrator, enterAs } from './support/callers.ts';
import { type ApiProduct, createProduct, importCodes, newCodes, uniqueName } from './support/products.ts';

// The browser's console message for the dropped response.
test.use({ allowed: [[/net::ERR_FAILED/], { scope: 'test' }] as never });

const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

test('a new product whose response was lost is created once with the codes that waited for it, and the second press says so and which codes are elsewhere', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const other = await createProduct(admin);
  const [known = ''] = await importCodes(admin, other, 1);
  const [first = '', second = ''] = newCodes(2);
  const name = uniqueName('UC');
  const create = page.getByRole('button', { name: 'Créer le produit' });
  const importInto = async (index: number, codes: readonly string[]) => {
    const offer = page.getByTestId('offer').nth(index);
    await offer.getByRole('button', { name: 'Importer des codes' }).click();
    await page.getByRole('textbox', { name: 'Codes' }).fill(codes.join('\n'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Importer/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await enterAs(page, almas, admin);
  await page.goto('/admin/products/new');
  await page.getByLabel('Nom du produit').fill(name);
  await page.getByRole('combobox', { name: 'Jeu', exact: true }).selectOption('PUBG Mobile');
  await importInto(0, [known]);
  await create.click();
  await expect(alert(page, 'Aucun nouveau code : 1 déjà dans une autre offre')).toBeVisible();
  await importInto(1, [first, second]);
  await dropResponses(page, '**/api/products', { calls: 1 });
  await create.click();
  await expect(alert(page, 'Connexion au serveur impossible')).toBeVisible();
  await create.click();
  await expect(page.getByText(/^Produit créé – une seule fois/)).toBeVisible();
  await expect(
    alert(page, `1 code laissé de côté – 1 déjà dans « ${other.name} – ${other.offers[0]?.name} »`),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/products$/);
  const { items } = await admin.call('GET', '/products');
  const made = items.filter((product: ApiProduct) => product.name === name);
  expect(made).toMatchObject([{ offers: [{ stock: 0 }, { stock: 2 }, {}, {}, {}] }]);
});
