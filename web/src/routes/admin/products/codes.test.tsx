import { algiersDay } from '@almas/contract/algiers';
import type { Product } from '@almas/contract/products';
import { formatDate } from '@almas/locale/formats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../../tests/support/deferred.ts';
import { expectAccessibleAtBothWidths, expectNoSideScroll } from '../../../../tests/accessible.ts';
import { type Answers, lost, refusal, type Sent } from '../../../../tests/api.ts';
import {
  exactly,
  expectToast,
  press,
  takesPresses,
  textsOf,
  toasts,
} from '../../../../tests/expectations.ts';
import { productsOf } from '../../../../tests/products.ts';
import { administrator, offer, product } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const shown: Product = product({ id: 'p', offers: [offer({ id: 'o', stock: 0 })] });
const nothingKnown = { repeated: 0, inOffer: 0, inOtherOffers: [], sold: [] };

/** Opens the edit page of a product with one offer, which holds these codes. */
async function openPage(known: readonly string[] = [], answers: Answers = {}) {
  const api = productsOf({ ...shown, offers: [offer({ id: 'o', stock: known.length })] });
  const codesIn = ({ body }: Sent): string[] => body.codes.split('\n');
  const counted = (sent: Sent) => {
    const codes = codesIn(sent);
    const fresh = new Set(codes.filter((code) => !known.includes(code.toUpperCase())));
    const inOffer = codes.filter((code) => known.includes(code.toUpperCase())).length;
    const repeated = codes.length - inOffer - fresh.size;
    const duplicates = inOffer + repeated;
    return { fresh: fresh.size, duplicates, invalid: 0, ...nothingKnown, inOffer, repeated };
  };
  const screen = await openScreen('/admin/products/p/edit', administrator(), {
    ...api.answers,
    'codes.preview': (sent) => {
      const { fresh, ...others } = counted(sent);
      return { importable: fresh, ...others };
    },
    'codes.import': (sent) => {
      const { fresh, ...others } = counted(sent);
      const { stock = 0 } = api.stock('p', 'o', fresh).offers[0] ?? {};
      return { batchId: '1', imported: fresh, stock, ...others };
    },
    ...answers,
  });
  await expect.element(importButton()).toBeVisible();
  return { ...screen, imported: () => screen.sent('codes.import').map(codesIn) };
}
async function open(known: readonly string[] = [], answers: Answers = {}) {
  const screen = await openPage(known, answers);
  await importButton().click();
  await expect.element(text()).toHaveFocus();
  return screen;
}

const importButton = () => page.getByRole('button', { name: 'Importer des codes' }).first();
const dialog = () => page.getByRole('dialog', { name: /Importer des codes/ });
const text = () => dialog().getByRole('textbox', { name: 'Codes' });
const submit = () => dialog().getByRole('button', { name: /^Importer/ });
const cancel = () => dialog().getByRole('button', { name: 'Annuler' });
const stock = () => page.getByTestId('stock');
const alert = (words: string) => toasts().getByRole('alert').filter({ hasText: words });
const preview = () => dialog().getByTestId('code-preview');
const done = (count: number) => expectToast(`Codes importés – ${count} code(s) importé(s) avec succès`);

/** Lines, to import, duplicates, left out. */
const expectCounts = (...counts: readonly string[]) =>
  expect.poll(() => textsOf(dialog().getByTestId('import-counts').css('dd'))).toEqual(counts);

const fixture = (name: string) => `tests/fixtures/imports/${name}`;
const choose = (file: string | File) => dialog().getByLabelText('Choisir un fichier').upload(file);
/** The select above the column with this heading. */
const column = (name: string) => preview().getByRole('combobox', { name: new RegExp(`« ${name} »`) });

/** Drops a file on the field, as from the desktop. */
function drop(name: string, content: string) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name));
  const field = dialog().getByText('Choisir un fichier').element();
  field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
}

test('an import refuses an empty text, then texts without a new valid code [PRD-51][COD-02][COD-05]', async () => {
  const screen = await open(['KODE-0001']);
  await submit().click();
  await expectToast('Codes manquants – Veuillez saisir les codes à importer');
  for (const nothing of [' \n \n\t', '\u200b', 'x'.repeat(201)]) {
    await text().fill(nothing);
    await takesPresses(submit());
    await press(submit(), '{Enter}');
    await expectToast('Codes invalides – Aucun code valide trouvé');
    await toasts().getByRole('button', { name: 'Fermer' }).last().click();
    await expect.element(alert('Codes invalides')).not.toBeInTheDocument();
  }
  await text().fill('kode-0001');
  await expect
    .element(dialog().getByTestId('known-codes'))
    .toHaveTextContent(exactly('1 déjà dans cette offre'));
  await takesPresses(submit());
  await press(submit(), '{Enter}');
  await expectToast('Aucun nouveau code – 1 déjà dans cette offre');
  await expect.element(text()).toHaveValue('kode-0001');
  expect(screen.imported()).toEqual([]);
});

test('an import counts lines, duplicates and invalid ones before it starts, then imports the rest and sums up [COD-06][ERR-34]', async () => {
  const screen = await open(['KODE-0001']);
  await text().fill(
    [' KODE-0002 ', '', 'KODE-0003', 'KODE-0002', 'KODE-0001', 'x'.repeat(201), 'KODE-0004'].join('\n'),
  );
  await expectCounts('6', '3', '2', '1');
  expect(screen.imported()).toEqual([]);
  await submit().click();
  await done(3);
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(importButton()).toHaveFocus();
  await expect
    .element(page.getByTestId('import-summary'))
    .toHaveTextContent('Importés3Doublons ignorés2Lignes laissées de côté1Stock4');
  await expect.element(stock()).toHaveTextContent(exactly('Stock : 4 codes'));
  expect(screen.imported()).toHaveLength(1);
});

test('an import says where known codes are: repeated, in this offer, in another one by name, sold with the day', async () => {
  const soldAt = '2026-03-02T10:00:00.000Z';
  const place = { offerId: 'o', productName: 'Diamants', offerName: '100 + 10' };
  const known = {
    repeated: 1,
    inOffer: 1,
    inOtherOffers: [{ ...place, productName: 'Autre jeu', count: 1 }],
    sold: [{ ...place, count: 2, firstSoldAt: soldAt, lastSoldAt: soldAt }],
    duplicates: 5,
    invalid: 0,
  };
  await open([], {
    'codes.preview': { ...known, repeated: 0, duplicates: 4, importable: 1 },
    'codes.import': { ...known, batchId: '1', imported: 1, stock: 2 },
  });
  await text().fill(['1', '2', '3', '4', '5', '5'].map((last) => `KODE-000${last}`).join('\n'));
  await expectCounts('6', '1', '5', '0');
  const expected = [
    '1 répété dans la liste',
    '1 déjà dans cette offre',
    '1 déjà dans « Autre jeu – 100 + 10 »',
    `2 déjà vendus dans « Diamants – 100 + 10 », le ${formatDate(soldAt)}`,
  ];
  await expect
    .poll(() => textsOf(dialog().getByTestId('known-codes').getByRole('listitem')))
    .toEqual(expected);
  await submit().click();
  await done(1);
  await expect
    .poll(() => textsOf(page.getByTestId('import-summary').getByRole('listitem')))
    .toEqual(expected);
  await expectNoSideScroll();
});

test('a dropped file takes the place of the typed text, which comes back when the file is removed', async () => {
  const screen = await open();
  const dropped = ['KODE-0002', 'KODE-0003', 'KODE-0004'];
  await text().fill('KODE-0001');
  await expectCounts('1', '1', '0', '0');
  drop('codes.TXT', `\uFEFF${dropped.join('\r\n')}\r\n`);
  await expect.element(dialog()).toHaveTextContent('codes.TXT');
  await expectCounts('3', '3', '0', '0');
  await dialog().getByRole('button', { name: 'Retirer le fichier' }).click();
  await expect.element(text()).toHaveValue('KODE-0001');
  drop('codes.txt', dropped.join('\n'));
  await expect.element(submit()).toHaveTextContent('Importer 3 codes');
  await submit().click();
  await done(3);
  expect(screen.imported()).toEqual([dropped]);
});

test('the preview names what each column holds, a total is left out, and the button says how many codes of which column [STK-07][STK-09][STK-10]', async () => {
  const screen = await open();
  await choose(fixture('table-total.csv'));
  await expect.element(preview().getByRole('combobox')).toHaveLength(3);
  for (const [name, meaning] of [
    ['Serial', 'serial'],
    ['Code', 'code'],
    ['Prix', 'price'],
  ] as const)
    await expect.element(column(name)).toHaveValue(meaning);
  const left = preview().getByTestId('left-out');
  expect(textsOf(left.getByRole('row'))).toEqual([
    '1 ligne laissée de côté',
    expect.stringMatching(/^6total.*Total/),
  ]);
  expect(left.getByRole('checkbox').length).toBe(0);
  await expectCounts('5', '4', '0', '1');
  const says = (name: string) =>
    expect.element(submit()).toHaveTextContent(`Importer 4 codes de la colonne ${name}`);
  await says('Code');
  // Another column is chosen, and the former one is ignored.
  await column('Serial').selectOptions('Code');
  await expect.element(column('Code')).toHaveValue('ignored');
  await says('Serial');
  await column('Code').selectOptions('Code');
  await says('Code');
  await submit().click();
  await done(4);
  expect(screen.imported()).toEqual([
    ['SERP-1042-A3K1', 'SERP-1079-B0L4', 'SERP-1116-C7M7', 'SERP-1153-D4N0'],
  ]);
});

test('a file in which two columns could be the code imports nothing before one is chosen [STK-11]', async () => {
  await open();
  const words = 'Quelle colonne contient les codes à vendre ?';
  await choose(fixture('question-code-and-pin.csv'));
  await expect.element(submit()).toHaveTextContent(exactly('Importer 0 code'));
  await expect.element(submit()).toHaveAttribute('aria-disabled', 'true');
  await takesPresses(submit());
  await press(submit(), '{Enter}');
  await expectToast(words);
  const question = preview().getByRole('group', { name: words });
  expect(question.getByRole('radio').length).toBe(2);
  await expectAccessibleAtBothWidths();
  await question.getByRole('radio', { name: /« PIN »/ }).click();
  await expect.element(submit()).toHaveTextContent('Importer 4 codes de la colonne PIN');
  await expect.element(column('Code')).toHaveValue('ignored');
});

test('lines unlike the others are listed first with their reason and are imported only when ticked, numbers that a spreadsheet destroyed never [STK-02][STK-09]', async () => {
  const screen = await open();
  const codes = ['K7QX-AAAA-0001', 'K7QX-AAAA-0002', 'K7QX-AAAA-0003'];
  await text().fill(
    `Bonjour, voici vos codes\n1. ${codes[0]}\n2. ${codes[1]}\n3. 1,23457E+15\n5. ${codes[2]}\nMerci`,
  );
  const left = preview().getByTestId('left-out');
  await expect
    .poll(() => textsOf(left.getByRole('row')))
    .toEqual([
      '3 lignes laissées de côté',
      expect.stringMatching(/texte, pas un code.*Bonjour, voici vos codes/),
      expect.stringMatching(/détruit par un tableur.*1,23457E\+15/),
      expect.stringMatching(/texte, pas un code.*Merci/),
    ]);
  await expect.element(preview().css('tbody').first()).toHaveAttribute('data-testid', 'left-out');
  expect(left.getByRole('checkbox').length).toBe(2);
  await expect.element(preview()).toHaveTextContent('Demandez le fichier d’origine');
  const says = (count: number) => expect.element(submit()).toHaveTextContent(`Importer ${count} codes`);
  await says(3);
  const merci = left.getByRole('checkbox', { name: /« Merci »/ });
  await merci.click();
  await says(4);
  await merci.click();
  await says(3);
  await submit().click();
  await done(3);
  expect(screen.imported()).toEqual([codes]);
});

test('a workbook is read, and a file that is no list is refused with its reason [STK-04][STK-12]', async () => {
  const screen = await open();
  const problem = dialog().getByRole('alert');
  await choose(fixture('page.csv'));
  await expect
    .element(problem)
    .toHaveTextContent(
      '« page.csv » est une page web, pas une liste de codes. Demandez le fichier, ou copiez le tableau seul.',
    );
  await choose(fixture('damaged.xlsx'));
  await expect.element(problem).toHaveTextContent('classeur abîmé');
  await choose(fixture('workbook-renamed.csv'));
  await expect.element(problem).not.toBeInTheDocument();
  await expect.element(submit()).toHaveTextContent('Importer 4 codes de la colonne Code');
  await submit().click();
  await done(4);
  expect(screen.imported()).toMatchObject([{ length: 4 }]);
});

test('a list of 150,000 lines is sent in two parts, and one that is stopped between them says what is imported [STK-13]', async () => {
  const parts = [deferred(), deferred()];
  const screen = await open([], {
    'codes.import': async ({ body }) => {
      const part = body.source.includes('(1/2)') ? 0 : 1;
      await parts[part]?.promise;
      const imported = body.codes.split('\n').length;
      return { ...nothingKnown, batchId: '1', imported, duplicates: 0, invalid: 0, stock: imported };
    },
  });
  const lines = Array.from({ length: 150_000 }, (_, index) => `PART-${String(index).padStart(6, '0')}`);
  drop('lot.txt', lines.join('\n'));
  await expect.element(submit()).toHaveTextContent('Importer 150 000 codes');
  await expectCounts('150 000', '150 000', '0', '0');
  await submit().click();
  await expect.element(dialog()).toHaveTextContent('Partie 1 sur 2.');
  parts[0]?.resolve();
  await expect.element(dialog()).toHaveTextContent('Partie 2 sur 2.');
  await expect
    .poll(() => screen.sent('codes.import').map(({ body }) => [body.codes.split('\n').length, body.source]))
    .toEqual([
      [100_000, 'lot.txt (1/2)'],
      [50_000, 'lot.txt (2/2)'],
    ]);
  await cancel().click();
  await expectToast('Importation arrêtée après la partie 1 sur 2 – 100000 code(s) importé(s) avec succès');
  await expect.element(dialog()).toHaveTextContent('lot.txt');
  parts[1]?.resolve();
});

test('an import that is closed before its end sends nothing, and one that is cancelled while it is sent is stopped', async () => {
  const held = deferred();
  const screen = await open();
  drop('codes.txt', 'KODE-0001\nKODE-0002');
  await expectCounts('2', '2', '0', '0');
  await cancel().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(screen.imported()).toEqual([]);
  await importButton().click();
  drop('codes.txt', 'KODE-0001\nKODE-0002');
  await expectCounts('2', '2', '0', '0');
  screen.answer({
    'codes.import': async () => {
      await held.promise;
      return lost;
    },
  });
  await submit().click();
  const progress = dialog().getByRole('progressbar');
  await expect.element(progress).toBeVisible();
  await expect.element(submit()).toHaveAttribute('aria-busy', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(progress).toBeVisible();
  await cancel().click();
  await expectToast('Importation annulée – Aucun code n’a été enregistré');
  await expect.element(dialog()).toHaveTextContent('codes.txt');
  held.resolve();
});

// Turned red by: a column of products that is ignored, whichever product it names.
test('of a list with codes of two products those of the chosen one are imported, and none before; all of them when it is said so [STK-11]', async () => {
  const screen = await open();
  await choose(fixture('question-several-offers.csv'));
  const words = 'Cette liste a des codes de plusieurs offres. Lesquels sont de celle-ci ?';
  const question = preview().getByRole('group', { name: words });
  await expect.element(question).toBeVisible();
  expect(textsOf(question.css('label'))).toEqual(['PUBG 60 UC (3)', 'PUBG 325 UC (2)', 'Toutes les lignes']);
  await takesPresses(submit());
  await press(submit(), '{Enter}');
  await expectToast(words);
  await question.getByRole('radio', { name: 'Toutes les lignes' }).click();
  await expectCounts('5', '5', '0', '0');
  await question.getByRole('radio', { name: 'PUBG 60 UC' }).click();
  await expectCounts('3', '3', '0', '0');
  await expectAccessibleAtBothWidths();
  await submit().click();
  await done(3);
  expect(screen.imported()).toEqual([['SEVO-1042-A3K1', 'SEVO-1079-B0L4', 'SEVO-1190-E1O3']]);
});

// Turned red by: the first column that names something, as the game, of which the list has several values.
test('of a list with a game and a value in columns of their own, both together are the offer that is chosen [STK-11]', async () => {
  const screen = await open();
  await choose(fixture('question-game-and-value.csv'));
  const question = preview().getByRole('group', { name: /^Cette liste a des codes de plusieurs offres/ });
  await expect.element(question).toBeVisible();
  expect(textsOf(question.css('label'))).toEqual([
    'PUBG · 60 UC (2)',
    'PUBG · 325 UC (1)',
    'Free Fire · 100 (1)',
    'Toutes les lignes',
  ]);
  await question.getByRole('radio', { name: 'PUBG · 60 UC' }).click();
  await submit().click();
  await done(2);
  expect(screen.imported()).toEqual([['KODE-1042-A3K1', 'KODE-1153-D4N0']]);
});

// Turned red by: a choice of an offer that hides what the rest of the list says.
test('of a list with codes of two products, those of the chosen one that it calls sold stay left out, also where they are most of them', async () => {
  const screen = await open();
  const own = (product: string, code: string, state: string) => `${product};${code};${state}`;
  await text().fill(
    [
      'Produit;Code;Statut',
      own('PUBG 60 UC', 'KODE-1042-A3K1', 'Vendu'),
      own('PUBG 60 UC', 'KODE-1079-B0L4', 'Vendu'),
      own('PUBG 60 UC', 'KODE-1116-C7M7', 'Libre'),
      own('PUBG 325 UC', 'KODE-1153-D4N0', 'Libre'),
      own('PUBG 325 UC', 'KODE-1190-E1O3', 'Libre'),
      own('PUBG 325 UC', 'KODE-1227-F8P6', 'Libre'),
    ].join('\n'),
  );
  await preview().getByRole('radio', { name: 'PUBG 60 UC' }).click();
  await expectCounts('3', '1', '0', '2');
  await submit().click();
  await done(1);
  expect(screen.imported()).toEqual([['KODE-1116-C7M7']]);
});

// Turned red by: rows without a name, which are of no offer.
test('of a list that names a product at its first code alone, as merged cells do, the codes below it are of that product', async () => {
  const screen = await open();
  await text().fill(
    [
      'Produit;Code',
      'PUBG 60 UC;KODE-1042-A3K1',
      ';KODE-1079-B0L4',
      ';KODE-1116-C7M7',
      'PUBG 325 UC;KODE-1153-D4N0',
      ';KODE-1190-E1O3',
    ].join('\n'),
  );
  await preview().getByRole('radio', { name: 'PUBG 60 UC (3)' }).click();
  await submit().click();
  await done(3);
  expect(screen.imported()).toEqual([['KODE-1042-A3K1', 'KODE-1079-B0L4', 'KODE-1116-C7M7']]);
});

// Turned red by: the longest sheet, whichever offer it is of.
test('of a workbook with codes in two sheets those of the chosen one are imported, and none before [STK-11]', async () => {
  const screen = await open();
  await choose(fixture('workbook-several-sheets.xlsx'));
  const sheet = dialog().getByRole('combobox', { name: 'Feuille de « workbook-several-sheets.xlsx »' });
  await expect.element(sheet).toBeVisible();
  expect(textsOf(sheet.getByRole('option'))).toEqual(['Choisir une feuille', '60 UC', '325 UC']);
  await submit().click();
  await expectToast('Codes manquants – Veuillez saisir les codes à importer');
  await sheet.selectOptions('60 UC');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(submit()).toHaveTextContent('Importer 3 codes de la colonne Code');
  await submit().click();
  await done(3);
  expect(screen.imported()).toEqual([['XSIX-1042-A3K1', 'XSIX-1079-B0L4', 'XSIX-1116-C7M7']]);
  expect(screen.sent('codes.import')[0]?.body.source).toBe('workbook-several-sheets.xlsx – 60 UC');
});

// Turned red by: a batch without the date that its list names.
test('the first date of a list is the last day of its batch, unless another one is typed or it is emptied [STK-61]', async () => {
  const screen = await open();
  const dated = 'Code;Expire le\nKODE-0001;31/12/2099\nKODE-0002;30/06/2099';
  const importDated = async (change: () => Promise<unknown>) => {
    await text().fill(dated);
    await expect
      .element(dialog())
      .toHaveTextContent(`ces codes expirent à partir du ${formatDate('2099-06-30')}`);
    await change();
    await submit().click();
    await expect.element(dialog()).not.toBeInTheDocument();
  };
  const typeDate = (day: string) => async () => {
    await dialog().getByRole('button', { name: 'Fournisseur, coût et expiration' }).click();
    await dialog().getByLabelText('Expire le', { exact: true }).fill(day);
  };
  await importDated(async () => undefined);
  await importButton().click();
  await importDated(typeDate('2099-01-31'));
  await importButton().click();
  await importDated(typeDate(''));
  expect(screen.sent('codes.import').map(({ body }) => body.batch.expiresOn)).toEqual([
    '2099-06-30',
    '2099-01-31',
    null,
  ]);
});

// Turned red by: a press on « Importer » without any answer, because the cost that cannot be read is in the closed fold.
test('an import with a cost that cannot be read, in its closed fold, says so [STK-61]', async () => {
  const screen = await open();
  await text().fill('KODE-0001');
  const fold = dialog().getByRole('button', { name: 'Fournisseur, coût et expiration' });
  await fold.click();
  await dialog().getByLabelText('Coût unitaire (DA)').fill('1,500');
  await fold.click();
  await submit().click();
  await expect.element(alert('Corrigez le coût ou le taux')).toBeVisible();
  expect(screen.sent('codes.import')).toEqual([]);
});

// Turned red by: a first date of today, for which the list is taken for one without dates.
test('a code of a list that expires today takes the date of the others from no batch [STK-61]', async () => {
  const screen = await open();
  await text().fill(`Code;Expire le\nKODE-0001;${algiersDay(Date.now())}\nKODE-0002;30/06/2099`);
  await expect
    .element(dialog())
    .toHaveTextContent(`ces codes expirent à partir du ${formatDate('2099-06-30')}`);
  await submit().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(screen.sent('codes.import').map(({ body }) => body.batch.expiresOn)).toEqual(['2099-06-30']);
});

test('Escape discards neither typed codes nor a chosen file without a confirmation [STK-14]', async () => {
  await open();
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  const answer = (name: string) => question.getByRole('button', { name }).click();
  const refuseThenLeave = async (kept: () => Promise<unknown>) => {
    await userEvent.keyboard('{Escape}');
    await answer('Continuer la saisie');
    await expect.element(question).not.toBeInTheDocument();
    await kept();
    await userEvent.keyboard('{Escape}');
    await answer('Quitter sans enregistrer');
    await expect.element(dialog()).not.toBeInTheDocument();
  };
  await text().fill('KODE-00001');
  await refuseThenLeave(() => expect.element(text()).toHaveValue('KODE-00001'));
  await importButton().click();
  await choose(fixture('list-plain.txt'));
  await expect.element(dialog()).toHaveTextContent('list-plain.txt');
  await refuseThenLeave(() => expect.element(dialog()).toHaveTextContent('list-plain.txt'));
});

test('an import whose response was lost counts its codes again and finds them known', async () => {
  const screen = await open([], { 'codes.import': lost });
  await text().fill('KODE-0001\nKODE-0002\nKODE-0003');
  await expectCounts('3', '3', '0', '0');
  screen.answer({
    'codes.preview': { ...nothingKnown, importable: 0, duplicates: 3, invalid: 0, inOffer: 3 },
  });
  await submit().click();
  await expect.element(page.getByRole('status').filter({ hasText: 'La réponse s’est perdue' })).toBeVisible();
  await expectCounts('3', '0', '3', '0');
  await expect.element(alert('Connexion au serveur impossible')).toBeVisible();
});

test('a refused import without a message shows the fallback and keeps the list [ERR-14]', async () => {
  await open([], { 'codes.import': refusal(422, 'INVALID_INPUT') });
  await text().fill('A-1');
  await submit().click();
  await expectToast("Erreur d'importation");
  await expect.element(text()).toHaveValue('A-1');
});

test('an export without codes, also of an offer that is not saved yet, shows a warning, and a failed one an error [PRD-50][COD-10][ERR-13]', async () => {
  const screen = await openPage([], { 'codes.export': refusal(404, 'NO_CODES_TO_EXPORT') });
  const exports = page.getByRole('button', { name: 'Exporter les codes' });
  const warning = 'Aucun code disponible pour cette offre';
  await exports.click();
  await expectToast(warning);
  screen.answer({ 'codes.export': refusal(422, 'INVALID_INPUT') });
  await exports.click();
  await expectToast("Erreur d'export");
  expect(alert(warning).length).toBe(0);
  await page.getByRole('button', { name: 'Ajouter une offre' }).first().click();
  await exports.last().click();
  await expectToast(warning);
  expect(screen.sent('codes.export')).toHaveLength(2);
});
