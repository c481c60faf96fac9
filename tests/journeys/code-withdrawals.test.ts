import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { type ApiProduct, createProduct, newCodes, readProduct, uniqueName } from './support/products.ts';
import { expectAccessibleAtBothWidths } from './support/screen-checks.ts';

/*
 * Imports that are taken back, single codes that are withdrawn, and the search for a code. Turned red by: a list that is not read again
 * after a withdrawal; an answer that stays below the search for another code.
 */
let admin: Caller;
let product: ApiProduct;
test.beforeEach(async ({ almas }) => {
  admin = await administrator(almas);
  product = await createProduct(admin, { name: uniqueName('Retours') });
});

const send = (codes: readonly string[], others: object = {}) =>
  admin.call('POST', `/products/${product.id}/offers/${product.offers[0]?.id}/codes`, { codes, ...others });
const buy = (buyer: Caller) =>
  buyer.call('POST', '/purchases', {
    productId: product.id,
    offerId: product.offers[0]?.id,
    quantity: 1,
  });
const stock = async () => (await readProduct(admin, product.id)).offers[0]?.stock;
const masked = (code: string) => `${code.slice(0, 2)}••••${code.slice(-2)}`;
const toast = (page: Page, words: string) => page.getByText(words);

async function openImports(page: Page) {
  await page.goto(`/admin/products/${product.id}/edit`);
  await page.getByRole('button', { name: 'Importations' }).click();
  return page.getByRole('dialog', { name: /^Importations : / });
}

test('an administrator sees the imports of an offer with file and counts and takes one back with a reason; the sold code stays sold [STK-40][STK-42]', async ({
  page,
  almas,
}) => {
  const codes = newCodes(3);
  await send(codes, { source: 'lot-octobre.csv' });
  const buyer = await reseller(almas, admin, { balance: 500 });
  const bought = await buy(buyer);
  await send(newCodes(2));
  await enterAs(page, almas, admin);
  const dialog = await openImports(page);
  const imports = dialog.getByTestId('import');
  await expect(imports).toHaveCount(2);
  await expect(imports.first()).toContainText('Liste collée');
  const wrong = imports.filter({ hasText: 'lot-octobre.csv' });
  await expect(wrong).toContainText('3 codes importés · 1 vendu · 2 à vendre');
  await expectAccessibleAtBothWidths(page);

  await wrong.getByRole('button', { name: 'Annuler cet import' }).click();
  const question = page.getByRole('dialog', { name: 'Retirer 2 codes de la vente ?' });
  await question.getByRole('button', { name: 'Retirer 2 codes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'aison' }).first()).toBeVisible();
  expect(await stock()).toBe(4);
  await question.getByLabel('Raison').fill('Codes refusés par le jeu');
  await question.getByRole('button', { name: 'Retirer 2 codes' }).click();
  await expect(toast(page, '2 codes retirés de la vente')).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(wrong).toContainText('3 codes importés · 1 vendu · 0 à vendre · 2 retirés');
  await expect(wrong).toContainText(/Annulée par .+ : Codes refusés par le jeu/);
  await expect(wrong.getByRole('button')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('stock')).toHaveText('Stock : 2 codes');
  expect((await buyer.call('GET', `/purchases/${bought.id}`)).codes).toMatchObject([{ code: codes[0] }]);
});

test('the unsold codes of an import show two characters at each end; one is withdrawn with a reason and the rest stays for sale [STK-44][STK-46]', async ({
  page,
  almas,
}) => {
  const [first = '', second = ''] = newCodes(2);
  await send([first, second], { source: 'lot.txt' });
  await enterAs(page, almas, admin);
  await openImports(page);
  await page.getByTestId('import').getByRole('button', { name: 'Codes non vendus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Codes non vendus : lot.txt' });
  await expect(dialog.getByText(masked(first))).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);
  await expectAccessibleAtBothWidths(page);
  await dialog
    .getByRole('button', { name: /^Retirer / })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: /^Retirer le code .+ de la vente \?$/ });
  await question.getByLabel('Raison').fill('Signalé par un client');
  await question.getByRole('button', { name: 'Retirer' }).click();
  await expect(toast(page, 'Code retiré de la vente')).toBeVisible();
  await expect(dialog.getByText(masked(first))).toHaveCount(0);
  await expect(dialog.getByText(masked(second))).toBeVisible();
  expect(await stock()).toBe(1);
  await dialog.getByRole('button', { name: 'Toutes les importations' }).click();
  await expect(page.getByTestId('import')).toContainText('1 à vendre · 1 retiré');
});

test('after everything was withdrawn, the rule of case of the offer stays fixed [STK-36]', async ({
  page,
  almas,
}) => {
  const rule = page.getByRole('switch', { name: 'Casse significative' });
  await enterAs(page, almas, admin);
  await page.goto(`/admin/products/${product.id}/edit`);
  await expect(rule).toBeEnabled();
  const { importId } = await send(newCodes(1));
  await admin.call('POST', `/code-imports/${importId}/withdraw`, { reason: 'Mauvais lot' });
  await page.reload();
  await expect(page.getByTestId('stock')).toHaveText('Stock : 0 code');
  await expect(rule).toBeDisabled();
});

test('an administrator finds by code and by serial who bought it, and the search is in the journal without the code [STK-50]', async ({
  page,
  almas,
}) => {
  const [code = ''] = newCodes(1);
  const serial = `SN-${code}`;
  await send([code], { serials: [serial] });
  const buyer = await reseller(almas, admin, { balance: 500 });
  const { id } = await buy(buyer);
  await enterAs(page, almas, admin);
  await page.goto('/admin/products');
  await page.getByRole('button', { name: 'Retrouver un code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retrouver un code' });
  await dialog.getByLabel('Code ou numéro de série').fill(serial.toLowerCase());
  await dialog.getByRole('button', { name: 'Rechercher' }).click();
  await expect(dialog.getByLabel('Raison')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Raison').fill('Réclamation au comptoir');
  await dialog.getByRole('button', { name: 'Rechercher' }).click();
  await expect(dialog.getByText('Vendu · trouvé par son numéro de série')).toBeVisible();
  await expect(dialog.getByText(`Achat n° ${id}`)).toBeVisible();
  await expect(dialog.getByText(`${product.name} – ${product.offers[0]?.name}`)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await dialog.getByLabel('Code ou numéro de série').fill('INCONNU-0000');
  await dialog.getByRole('button', { name: 'Rechercher' }).click();
  await expect(dialog.getByText('Aucun code trouvé')).toBeVisible();
  await expect(dialog.getByText(`Achat n° ${id}`)).toHaveCount(0);
  expect(page.url()).not.toContain('INCONNU');
  const journal = JSON.stringify(await admin.call('GET', '/audit-trail?limit=5'));
  expect(journal).toContain('Réclamation au comptoir');
  expect(journal).not.toContain(code);
});

test('a reseller finds an own purchase by its code, its serial and the number of its ticket, and nothing of another account [STK-51]', async ({
  page,
  almas,
}) => {
  const [own = '', foreign = ''] = newCodes(2);
  await send([own, foreign], { serials: [`SN-${own}`, `SN-${foreign}`] });
  const buyer = await reseller(almas, admin, { balance: 500 });
  const { id } = await buy(buyer);
  await buy(await reseller(almas, admin, { balance: 500 }));
  await enterAs(page, almas, buyer);
  await page.goto('/card-history');
  await page.getByRole('button', { name: 'Retrouver un code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retrouver un code' });
  const look = async (text: string) => {
    await dialog.getByLabel('Code ou numéro de série').fill(text);
    await dialog.getByRole('button', { name: 'Rechercher' }).click();
  };
  for (const text of [own, `SN-${own}`]) {
    await look(text);
    await expect(dialog.getByTestId('purchase')).toContainText(product.name);
    await look(`SN-${foreign}`);
    await expect(dialog.getByText('Aucun code trouvé')).toBeVisible();
    await expect(dialog.getByTestId('purchase')).toHaveCount(0);
  }
  await look(own);
  await expectAccessibleAtBothWidths(page);
  await dialog.getByRole('button', { name: 'Voir les codes' }).click();
  await expect(page.getByTestId('code')).toHaveAttribute('data-code', own);
  await expect(page.getByTestId('serial')).toHaveText(`SN-${own}`);
  await page.goto('/card-history');
  await page.getByRole('searchbox', { name: /Rechercher/ }).fill(String(id));
  await expect(page.getByTestId('purchase')).toHaveCount(1);
  await expect(page.getByTestId('purchase')).toContainText(String(id));
});
