import { readFile } from 'node:fs/promises';
import { formatDate } from '@almas/locale/formats';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import {
  type ApiProduct,
  createProduct,
  importCodes,
  newCodes,
  readProduct,
  uniqueName,
} from './support/products.ts';
import {
  expectAccessible,
  expectAccessibleAtBothWidths,
  expectNoSideScroll,
} from './support/screen-checks.ts';

let admin: Caller;
let product: ApiProduct;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  product = await createProduct(admin, { name: uniqueName('Été/Hiver') });
  await enterAs(page, almas, admin);
});

const stock = async () => (await readProduct(admin, product.id)).offers[0]?.stock;
const dialog = (page: Page) => page.getByRole('dialog', { name: /Importer des codes/ });
const text = (page: Page) => dialog(page).getByRole('textbox', { name: 'Codes' });
const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Importer', exact: true });
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });
const codesCall = '**/api/products/*/offers/*/codes';

async function open(page: Page) {
  await page.goto(`/admin/products/${product.id}/edit`);
  await page.getByRole('button', { name: 'Importer des codes' }).click();
  await expect(text(page)).toBeFocused();
}

/** Lines, to import, duplicates, invalid. */
const expectCounts = (page: Page, counts: readonly string[]) =>
  expect(page.getByTestId('import-counts').getByRole('definition')).toHaveText([...counts]);

const file = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Drops a file on the field, as from the desktop. */
async function drop(page: Page, name: string, content: string) {
  const transfer = await page.evaluateHandle(
    ([fileName, body]) => {
      const data = new DataTransfer();
      data.items.add(new File([body ?? ''], fileName ?? ''));
      return data;
    },
    [name, content],
  );
  await dialog(page).getByText('Choisir un fichier').dispatchEvent('drop', { dataTransfer: transfer });
}

test('an import refuses an empty text, then texts without a new valid code [PRD-51][COD-02][COD-05]', async ({
  page,
}) => {
  await open(page);
  await submit(page).click();
  await expect(alert(page, 'Codes manquants – Veuillez saisir les codes à importer')).toBeVisible();
  for (const nothing of [' \n \n\t', '\u200b', 'x'.repeat(201)]) {
    await text(page).fill(nothing);
    await submit(page).click();
    await expect(alert(page, 'Codes invalides – Aucun code valide trouvé')).toBeVisible();
    await page
      .getByRole('region', { name: 'Messages' })
      .getByRole('button', { name: 'Fermer' })
      .last()
      .click();
    await expect(alert(page, 'Codes invalides')).toHaveCount(0);
  }
  const [known = ''] = await importCodes(admin, product, 1);
  await text(page).fill(known.toLowerCase());
  await expect(dialog(page).getByTestId('known-codes')).toHaveText('1 déjà dans cette offre');
  await submit(page).click();
  await expect(alert(page, 'Aucun nouveau code : 1 déjà dans cette offre')).toBeVisible();
  await expect(text(page)).toHaveValue(known.toLowerCase());
  expect(await stock()).toBe(1);
});

test('an import counts lines, duplicates and invalid ones before it starts, then imports the rest and sums up [COD-06][ERR-34]', async ({
  page,
}) => {
  const [known = ''] = await importCodes(admin, product, 1);
  const [first = '', second = '', third = ''] = newCodes(3);
  await open(page);
  await text(page).fill([` ${first} `, '', second, first, known, 'x'.repeat(201), third].join('\n'));
  await expectCounts(page, ['6', '3', '2', '1']);
  expect(await stock()).toBe(1);
  await submit(page).click();
  await expect(page.getByText('Codes importés – 3 code(s) importé(s) avec succès')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Importer des codes' })).toBeFocused();
  await expect(page.getByTestId('import-summary')).toContainText(
    'Importés3Doublons ignorés2Lignes invalides1Stock4',
  );
  await expect(page.getByTestId('stock')).toHaveText('Stock : 4 codes');
  expect(await stock()).toBe(4);
});

test('an import says where known codes are: repeated, in this offer, in another one by name, sold with the day', async ({
  page,
  almas,
}) => {
  const other = await createProduct(admin, { name: uniqueName('Autre jeu') });
  const [elsewhere = ''] = await importCodes(admin, other, 1);
  const sold = await importCodes(admin, product, 3);
  const buyer = await reseller(almas, admin, { balance: 500 });
  const order = { productId: product.id, offerId: product.offers[0]?.id, quantity: 2 };
  const { createdAt } = await buyer.call('POST', '/purchases', order);
  const [fresh = ''] = newCodes(1);
  await open(page);
  await text(page).fill([...sold, elsewhere, fresh, fresh].join('\n'));
  await expectCounts(page, ['6', '1', '5', '0']);
  const offer = product.offers[0]?.name;
  const expected = [
    '1 répété dans la liste',
    '1 déjà dans cette offre',
    `1 déjà dans « ${other.name} – ${other.offers[0]?.name} »`,
    `2 déjà vendus dans « ${product.name} – ${offer} », le ${formatDate(createdAt)}`,
  ];
  await expect(dialog(page).getByTestId('known-codes').getByRole('listitem')).toHaveText(expected);
  await submit(page).click();
  await expect(page.getByText('1 code(s) importé(s) avec succès')).toBeVisible();
  await expect(page.getByTestId('import-summary').getByRole('listitem')).toHaveText(expected);
  await expectNoSideScroll(page);
});

test('an import takes a dropped .txt file, with or without pasted lines as well', async ({ page }) => {
  const [pasted = '', ...dropped] = newCodes(4);
  await open(page);
  await text(page).fill(pasted);
  await drop(page, 'codes.TXT', `\uFEFF${dropped.join('\r\n')}\r\n`);
  await expect(dialog(page)).toContainText('codes.TXT');
  await expectCounts(page, ['4', '4', '0', '0']);
  await dialog(page).getByRole('button', { name: 'Retirer le fichier' }).click();
  await expectCounts(page, ['1', '1', '0', '0']);
  await drop(page, 'codes.txt', dropped.join('\n'));
  await expectCounts(page, ['4', '4', '0', '0']);
  await submit(page).click();
  await expect(page.getByText('4 code(s) importé(s) avec succès')).toBeVisible();
  expect(await stock()).toBe(4);
});

test('an import finds the column of codes in a .csv file, and takes another one that is chosen', async ({
  page,
}) => {
  const [first = '', second = ''] = newCodes(2);
  await open(page);
  await page
    .getByLabel('Choisir un fichier')
    .setInputFiles(
      file('liste.csv', `N°;Valeur;Code\n1;"110 Diamants";${first}\n2;"110 Diamants";${second}\n`),
    );
  const column = dialog(page).getByLabel('Colonne des codes');
  await expect(column).toHaveValue('2');
  await expect(dialog(page)).toContainText(`Premiers codes : ${first}, ${second}`);
  await column.selectOption('1. N°');
  await expect(dialog(page)).toContainText('Premiers codes : 1, 2');
  await column.selectOption('3. Code');
  await expectCounts(page, ['2', '2', '0', '0']);
  await submit(page).click();
  await expect(page.getByText('2 code(s) importé(s) avec succès')).toBeVisible();
});

test('an import finds the column of codes in rows pasted from a spreadsheet, and takes another one that is chosen', async ({
  page,
}) => {
  const [first = '', second = ''] = newCodes(2);
  await open(page);
  await text(page).fill(`1\t${first}\t110 Diamants\n2\t${second}\t110 Diamants`);
  await expectCounts(page, ['2', '2', '0', '0']);
  const column = dialog(page).getByLabel('Colonne des codes');
  await expect(column).toHaveValue('1');
  await expect(dialog(page)).toContainText(`Premiers codes : ${first}, ${second}`);
  await column.selectOption('Colonne 3');
  await expectCounts(page, ['2', '1', '1', '0']);
  await column.selectOption('Colonne 2');
  await submit(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await stock()).toBe(2);
});

test('an import leaves out the numbers with which a list copied from a chat begins its lines, unless the whole lines are chosen', async ({
  page,
}) => {
  const [first = '', second = ''] = newCodes(2);
  await open(page);
  await text(page).fill(`1. ${first}\n2. ${second}`);
  await expectCounts(page, ['2', '2', '0', '0']);
  const part = dialog(page).getByLabel('Code de chaque ligne');
  await expect(part.locator('option:checked')).toHaveText('Ce qui suit « 1. »');
  await expect(dialog(page)).toContainText(`Premiers codes : ${first}, ${second}`);
  await part.selectOption('Toute la ligne');
  await expect(dialog(page)).toContainText(`Premiers codes : 1. ${first}, 2. ${second}`);
  await part.selectOption('Ce qui suit « 1. »');
  await submit(page).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await stock()).toBe(2);
  // The same codes under other numbers are known.
  await open(page);
  await text(page).fill(`7) ${first}\n8) ${second}`);
  await expectCounts(page, ['2', '0', '2', '0']);
  await expectAccessibleAtBothWidths(page);
});

test('an import refuses a file that is neither .txt nor .csv', async ({ page }) => {
  await open(page);
  await drop(page, 'codes.xlsx', 'PK');
  await expect(dialog(page).getByRole('alert')).toHaveText('Choisissez un fichier .txt ou .csv');
});

test('an import that is closed before its end, or cancelled while it is sent, stores no code', async ({
  page,
}) => {
  const codes = newCodes(20_000).join('\n');
  await open(page);
  await drop(page, 'codes.txt', codes);
  const counted = ['20\u202F000', '20\u202F000', '0', '0'];
  await expectCounts(page, counted);
  await dialog(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await stock()).toBe(0);
  await page.getByRole('button', { name: 'Importer des codes' }).click();
  await drop(page, 'codes.txt', codes);
  await expectCounts(page, counted);
  // The request is never delivered.
  await page.route(codesCall, () => undefined);
  await submit(page).click();
  const bar = dialog(page).getByRole('progressbar');
  await expect(bar).toBeVisible();
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(bar).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByText('Importation annulée – Aucun code n’a été enregistré')).toBeVisible();
  await expect(dialog(page)).toContainText('codes.txt');
  expect(await stock()).toBe(0);
});

test('Escape does not discard typed codes without a confirmation', async ({ page }) => {
  await open(page);
  await text(page).fill(newCodes(2).join('\n'));
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect(question).toHaveCount(0);
  await expect(text(page)).toHaveValue(/-00001$/);
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await stock()).toBe(0);
});

test.describe(() => {
  // The browser's console message for the dropped response.
  test.use({ allowed: [/net::ERR_FAILED/] });

  test('an import whose response was lost counts its codes again and finds them known', async ({ page }) => {
    await open(page);
    await text(page).fill(newCodes(3).join('\n'));
    await dropResponses(page, codesCall);
    await submit(page).click();
    await expect(page.getByRole('status').filter({ hasText: 'La réponse s’est perdue' })).toBeVisible();
    await expectCounts(page, ['3', '0', '3', '0']);
    await expect(alert(page, 'Connexion au serveur impossible')).toBeVisible();
    expect(await stock()).toBe(3);
  });
});

test('a refused import without a message shows the fallback and keeps the list [ERR-14]', async ({
  page,
}) => {
  await open(page);
  await text(page).fill('A-1');
  await page.route(codesCall, (route) =>
    route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: '' } }),
  );
  await submit(page).click();
  await expect(alert(page, "Erreur d'importation")).toBeVisible();
  await expect(text(page)).toHaveValue('A-1');
});

test('an administrator exports the available codes of an offer as a text file named from product and offer [PRD-50][COD-11][COD-12]', async ({
  page,
  almas,
}) => {
  const codes = await importCodes(admin, product, 3);
  const buyer = await reseller(almas, admin, { balance: 500 });
  const offerId = product.offers[0]?.id;
  await buyer.call('POST', '/purchases', { productId: product.id, offerId, quantity: 1 });
  await page.goto(`/admin/products/${product.id}/edit`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les codes' }).click();
  const download = await downloading;
  const series = product.name.slice('Été/Hiver '.length);
  expect(download.suggestedFilename()).toBe(`Été-Hiver-${series}_100-10-Diamants_codes.txt`);
  const content = await readFile(await download.path(), 'utf8');
  expect(content.trimEnd().split('\n')).toEqual(codes.slice(1));
});

test('an export without codes shows a warning, and a failed one an error [COD-10][ERR-13]', async ({
  page,
}) => {
  await page.goto(`/admin/products/${product.id}/edit`);
  const button = page.getByRole('button', { name: 'Exporter les codes' });
  await button.click();
  await expect(alert(page, 'Aucun code disponible pour cette offre')).toBeVisible();
  await page.route(codesCall, (route) =>
    route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: '' } }),
  );
  await button.click();
  await expect(alert(page, "Erreur d'export")).toBeVisible();
});

test('the export of an offer that is not saved yet shows the warning that it has no codes [PRD-50][COD-10]', async ({
  page,
}) => {
  await page.goto(`/admin/products/${product.id}/edit`);
  await page.getByRole('button', { name: 'Ajouter une offre' }).first().click();
  await page.getByTestId('offer').last().getByRole('button', { name: 'Exporter les codes' }).click();
  await expect(alert(page, 'Aucun code disponible pour cette offre')).toBeVisible();
  await expect(alert(page, 'Offre introuvable')).toHaveCount(0);
});

test('an administrator imports and exports codes, a reseller cannot [PRM-24]', async ({ page, almas }) => {
  const visitor = await reseller(almas, admin);
  const path = `/products/${product.id}/offers/${product.offers[0]?.id}/codes`;
  await expect(visitor.call('POST', path, { codes: ['A'] })).rejects.toThrow('403');
  await expect(visitor.call('GET', path)).rejects.toThrow('403');
  await open(page);
  await text(page).fill(newCodes(1).join('\n'));
  await submit(page).click();
  await expect(page.getByText('1 code(s) importé(s) avec succès')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les codes' }).click();
  await downloading;
});

test('the import of codes is accessible and fits a phone', async ({ page }) => {
  await open(page);
  await drop(page, 'liste.csv', 'Code;Valeur\nA-1;110\nA-2;110\nA-1;110');
  await expectCounts(page, ['3', '2', '1', '0']);
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
