import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { formatDate } from '@almas/locale/formats';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { dropResponses } from './support/accounts.ts';
import { takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import {
  type ApiProduct,
  createProduct,
  importCodes,
  newCodes,
  readProduct,
  uniqueName,
} from './support/products.ts';
import { expectAccessibleAtBothWidths, expectNoSideScroll } from './support/screen-checks.ts';

let admin: Caller;
let product: ApiProduct;
test.beforeEach(async ({ almas, page }) => {
  admin = await administrator(almas);
  product = await createProduct(admin, { name: uniqueName('Été/Hiver') });
  await enterAs(page, almas, admin);
});

const stock = async () => (await readProduct(admin, product.id)).offers[0]?.stock;
const nothingKnown = { repeated: 0, inOffer: 0, inOtherOffers: [], sold: [] };
const exportedCodes = async (page: Page): Promise<string[]> => {
  const address = `/api/products/${product.id}/offers/${product.offers[0]?.id}/codes`;
  return (await (await page.request.get(address)).text()).trimEnd().split('\n');
};
const dialog = (page: Page) => page.getByRole('dialog', { name: /Importer des codes/ });
const text = (page: Page) => dialog(page).getByRole('textbox', { name: 'Codes' });
const submit = (page: Page) => dialog(page).getByRole('button', { name: /^Importer/ });
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });
const codesCall = '**/api/products/*/offers/*/codes';

async function open(page: Page) {
  await page.goto(`/admin/products/${product.id}/edit`);
  await page.getByRole('button', { name: 'Importer des codes' }).click();
  await expect(text(page)).toBeFocused();
}

/** Lines, to import, duplicates, left out. */
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
    await takesPresses(submit(page));
    await submit(page).press('Enter');
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
  await takesPresses(submit(page));
  await submit(page).press('Enter');
  await expect(alert(page, 'Aucun nouveau code – 1 déjà dans cette offre')).toBeVisible();
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
    'Importés3Doublons ignorés2Lignes laissées de côté1Stock4',
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

test('a dropped file takes the place of the typed text, which comes back when the file is removed', async ({
  page,
}) => {
  const [typed = '', ...dropped] = newCodes(4);
  await open(page);
  await text(page).fill(typed);
  await expectCounts(page, ['1', '1', '0', '0']);
  await drop(page, 'codes.TXT', `\uFEFF${dropped.join('\r\n')}\r\n`);
  await expect(dialog(page)).toContainText('codes.TXT');
  await expectCounts(page, ['3', '3', '0', '0']);
  await dialog(page).getByRole('button', { name: 'Retirer le fichier' }).click();
  await expect(text(page)).toHaveValue(typed);
  await drop(page, 'codes.txt', dropped.join('\n'));
  await expect(submit(page)).toHaveText('Importer 3 codes');
  await submit(page).click();
  await expect(page.getByText('3 code(s) importé(s) avec succès')).toBeVisible();
  expect(await stock()).toBe(3);
});

const preview = (page: Page) => dialog(page).getByTestId('code-preview');
const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/imports/${name}`, import.meta.url));
/** The select above the column with this heading. */
const column = (page: Page, name: string) =>
  preview(page).getByRole('combobox', { name: new RegExp(`« ${name} »`) });
const choose = (page: Page, name: string) =>
  dialog(page).getByLabel('Choisir un fichier').setInputFiles(fixture(name));

test('the preview names what each column holds, a total is left out, and the button says how many codes of which column [STK-07][STK-09][STK-10]', async ({
  page,
}) => {
  await open(page);
  await choose(page, 'table-total.csv');
  const columns = preview(page).getByRole('combobox');
  await expect(columns).toHaveCount(3);
  for (const [name, meaning] of [
    ['Serial', 'serial'],
    ['Code', 'code'],
    ['Prix', 'price'],
  ])
    await expect(column(page, name ?? '')).toHaveValue(meaning ?? '');
  await expect(preview(page).getByTestId('left-out').getByRole('row')).toHaveText([
    '1 ligne laissée de côté',
    /^6total.*Total/,
  ]);
  await expect(preview(page).getByTestId('left-out').getByRole('checkbox')).toHaveCount(0);
  await expectCounts(page, ['5', '4', '0', '1']);
  await expect(submit(page)).toHaveText('Importer 4 codes de la colonne Code');
  // Another column is chosen, and the former one is ignored.
  await column(page, 'Serial').selectOption('Code');
  await expect(column(page, 'Code')).toHaveValue('ignored');
  await expect(submit(page)).toHaveText('Importer 4 codes de la colonne Serial');
  await column(page, 'Code').selectOption('Code');
  await expect(submit(page)).toHaveText('Importer 4 codes de la colonne Code');
  await submit(page).click();
  await expect(page.getByText('4 code(s) importé(s) avec succès')).toBeVisible();
  const exported = await exportedCodes(page);
  expect(exported).toEqual(['SERP-1042-A3K1', 'SERP-1079-B0L4', 'SERP-1116-C7M7', 'SERP-1153-D4N0']);
});

test('a file in which two columns could be the code imports nothing before one is chosen [STK-11]', async ({
  page,
}) => {
  await open(page);
  await choose(page, 'question-code-and-pin.csv');
  await expect(submit(page)).toHaveText('Importer 0 code');
  await expect(submit(page)).toHaveAttribute('aria-disabled', 'true');
  await takesPresses(submit(page));
  await submit(page).press('Enter');
  await expect(alert(page, 'Quelle colonne contient les codes à vendre ?')).toBeVisible();
  const question = preview(page).getByRole('group', { name: 'Quelle colonne contient les codes à vendre ?' });
  await expect(question.getByRole('radio')).toHaveCount(2);
  await expectAccessibleAtBothWidths(page);
  await question.getByRole('radio', { name: /« PIN »/ }).click();
  await expect(submit(page)).toHaveText('Importer 4 codes de la colonne PIN');
  await expect(column(page, 'Code')).toHaveValue('ignored');
});

test('lines unlike the others are listed first with their reason and are imported only when ticked, numbers that a spreadsheet destroyed never [STK-02][STK-09]', async ({
  page,
}) => {
  const [first = '', second = '', third = ''] = newCodes(3);
  await open(page);
  await text(page).fill(
    `Bonjour, voici vos codes\n1. ${first}\n2. ${second}\n3. 1,23457E+15\n5. ${third}\nMerci`,
  );
  const left = preview(page).getByTestId('left-out');
  await expect(preview(page).locator('tbody').first()).toHaveAttribute('data-testid', 'left-out');
  await expect(left.getByRole('row')).toHaveText([
    '3 lignes laissées de côté',
    /texte, pas un code.*Bonjour, voici vos codes/,
    /détruit par un tableur.*1,23457E\+15/,
    /texte, pas un code.*Merci/,
  ]);
  await expect(left.getByRole('checkbox')).toHaveCount(2);
  await expect(preview(page)).toContainText('Demandez le fichier d’origine');
  await expect(submit(page)).toHaveText('Importer 3 codes');
  const merci = left.getByRole('checkbox', { name: /« Merci »/ });
  await merci.check();
  await expect(submit(page)).toHaveText('Importer 4 codes');
  await merci.uncheck();
  await expect(submit(page)).toHaveText('Importer 3 codes');
  await submit(page).click();
  await expect(page.getByText('3 code(s) importé(s) avec succès')).toBeVisible();
  expect(await exportedCodes(page)).toEqual([first, second, third]);
});

test('a workbook is read, and a file that is no list is refused with its reason [STK-04][STK-12]', async ({
  page,
}) => {
  await open(page);
  await choose(page, 'page.csv');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    '« page.csv » est une page web, pas une liste de codes. Demandez le fichier, ou copiez le tableau seul.',
  );
  await choose(page, 'damaged.xlsx');
  await expect(dialog(page).getByRole('alert')).toContainText('classeur abîmé');
  await choose(page, 'workbook-renamed.csv');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(submit(page)).toHaveText('Importer 4 codes de la colonne Code');
  await submit(page).click();
  await expect(page.getByText('4 code(s) importé(s) avec succès')).toBeVisible();
  expect(await stock()).toBe(4);
});

test('a list of 200,000 lines is sent in two parts, and one that is stopped between them says what is imported [STK-13]', async ({
  page,
}) => {
  await page.route('**/codes/preview', (route) => {
    const importable = route.request().postDataJSON().codes.split('\n').length;
    return route.fulfill({ json: { ...nothingKnown, importable, duplicates: 0, invalid: 0 } });
  });
  const sent: { count: number; source: string }[] = [];
  const waiting: (() => Promise<void>)[] = [];
  await page.route(codesCall, (route) => {
    const body = route.request().postDataJSON();
    const { source } = body;
    const codes = body.codes.split('\n');
    sent.push({ count: codes.length, source });
    const answer = {
      ...nothingKnown,
      imported: codes.length,
      duplicates: 0,
      invalid: 0,
      stock: codes.length,
    };
    if (sent.length === 2) return;
    waiting.push(() => route.fulfill({ json: answer }));
  });
  const lines = Array.from({ length: 150_000 }, (_, index) => `PART-${String(index).padStart(6, '0')}`);
  await open(page);
  await dialog(page)
    .getByLabel('Choisir un fichier')
    .setInputFiles(file('lot.txt', lines.join('\n')));
  await expect(submit(page)).toHaveText('Importer 150\u00A0000 codes');
  await expectCounts(page, ['150\u00A0000', '150\u00A0000', '0', '0']);
  await submit(page).click();
  await expect(dialog(page)).toContainText('Partie 1 sur 2.');
  await expect.poll(() => waiting.length).toBe(1);
  await waiting[0]?.();
  await expect(dialog(page)).toContainText('Partie 2 sur 2.');
  await expect
    .poll(() => sent)
    .toEqual([
      { count: 100_000, source: 'lot.txt (1/2)' },
      { count: 50_000, source: 'lot.txt (2/2)' },
    ]);
  await dialog(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(
    alert(page, 'Importation arrêtée après la partie 1 sur 2 – 100000 code(s) importé(s) avec succès'),
  ).toBeVisible();
  await expect(dialog(page)).toContainText('lot.txt');
});

test('an import that is closed before its end, or cancelled while it is sent, stores no code', async ({
  page,
}) => {
  const codes = newCodes(20_000).join('\n');
  await open(page);
  await drop(page, 'codes.txt', codes);
  const counted = ['20\u00A0000', '20\u00A0000', '0', '0'];
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

test('Escape does not discard a chosen file without a confirmation [STK-14]', async ({ page }) => {
  await open(page);
  await choose(page, 'list-plain.txt');
  await expect(dialog(page)).toContainText('list-plain.txt');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await question.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect(dialog(page)).toContainText('list-plain.txt');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(dialog(page)).toHaveCount(0);
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
