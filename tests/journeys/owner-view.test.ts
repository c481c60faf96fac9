import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

/*
 * The owner's page and the reseller's own day (docs/acceptance.md, OWN). Turned red by: a chart that is not drawn; a table without the figures
 * of its chart; a list that shows another group than the picture that opened it.
 */
let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

test('the owner opens the five questions, the figures of a chart as a table, and the list of who sells [OWN-04]', async ({
  page,
  almas,
}) => {
  const shop = await reseller(almas, admin, { balance: 5_000 });
  const product = await createProductWithCodes(admin, {
    name: 'Robux',
    offers: [{ name: '400', price: 600, stock: 3 }],
  });
  await purchase(shop, product);
  await enterAs(page, almas, admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Vue du propriétaire' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vue du propriétaire' });
  for (const question of [
    'Qu’avons-nous gagné ?',
    'Qu’est-ce qui se vend, et quand ?',
    'Qui vend ?',
    'Qu’est-ce qui manque ?',
    'Qui est en retard ?',
  ])
    await expect(dialog.getByRole('heading', { name: question })).toBeVisible();
  for (const chart of ['Marge par jour', 'Ventes et prévision', 'Ventes par jour et heure'])
    await expect(dialog.getByRole('img', { name: chart }).locator('svg')).toBeVisible();
  await expectNoSideScroll(page);
  const figure = dialog.getByRole('figure').filter({ hasText: 'Marge par jour' });
  await figure.getByText('Voir les chiffres').click();
  await expect(figure.getByRole('row')).toHaveCount(31);
  // The job counts the sales of today within two minutes; the list of the day does not wait for it.
  await dialog.getByText('Journée', { exact: true }).click();
  await expect(dialog.getByText('Journée en cours')).toBeVisible();
  await expect(dialog.getByText(/^Codes vendus/)).toBeVisible();
  await dialog.getByText('Vue', { exact: true }).click();
  const sellers = dialog
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Qui vend ?' }) });
  await sellers.getByRole('button', { name: 'Voir la liste' }).click();
  await expect(dialog.getByRole('radio', { name: 'Revendeur' })).toBeChecked();
  await expect(page).toHaveURL(/owner=margin/);
});

test('a reseller sees what it sold today, and at its own prices where it has some [OWN-05]', async ({
  page,
  almas,
}) => {
  const shop = await reseller(almas, admin, { balance: 5_000 });
  const product = await createProductWithCodes(admin, {
    name: 'Roblox',
    offers: [{ name: '400', price: 600, stock: 3 }],
  });
  await enterAs(page, almas, shop);
  await page.goto('/operations');
  await page.getByRole('button', { name: 'Ma journée' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ma journée' });
  await expect(dialog.getByText('Aucune vente aujourd’hui')).toBeVisible();
  await page.keyboard.press('Escape');
  await purchase(shop, product);
  await shop.call('PUT', `/shop/prices/${product.offers[0]?.id}`, { price: 700 });
  await page.getByRole('button', { name: 'Ma journée' }).click();
  await expect(dialog.getByText('Roblox – 400')).toBeVisible();
  await expect(dialog).toContainText(spaced('600 DA'));
  await expect(dialog).toContainText(spaced('700 DA'));
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
