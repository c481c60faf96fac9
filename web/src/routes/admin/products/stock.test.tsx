import type { CodeBatch, FoundCode, UnsoldCode } from '@almas/contract/code-batches';
import type { OfferCover } from '@almas/contract/stock';
import type { Supplier } from '@almas/contract/suppliers';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, refusal } from '../../../../tests/api.ts';
import { deskOf } from '../../../../tests/desk.ts';
import { exactly, expectToast } from '../../../../tests/expectations.ts';
import { productsOf } from '../../../../tests/products.ts';
import { administrator, emptyList, listOf, offer, product } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

const moment = '2026-03-02T10:00:00.000Z';
const shown = product({ id: 'p', name: 'Retours', offers: [offer({ id: 'o', name: 'Pack', stock: 2 })] });
const batch: CodeBatch = {
  id: '7',
  productId: 'p',
  offerId: 'o',
  productName: 'Retours',
  offerName: 'Pack',
  supplierId: null,
  supplierName: null,
  label: '',
  source: 'lot.txt',
  authorName: 'Nadia Haddad',
  createdAt: moment,
  codes: 2,
  duplicates: 0,
  invalid: 0,
  sold: 0,
  left: 2,
  withdrawn: 0,
  state: 'sellable',
  price: 150,
  unitCost: null,
  currency: null,
  currencyCost: null,
  rate: null,
  expiresOn: null,
  recall: null,
};

const open = (path: string, answers: Answers = {}) =>
  openScreen(`/admin/products${path}`, administrator(), { ...productsOf(shown).answers, ...answers });
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('of the unsold codes of an import one is withdrawn with a reason, and the rest stays for sale [STK-44][STK-46]', async () => {
  let codes: UnsoldCode[] = ['K7••••01', 'K7••••02'].map((masked, index) => ({
    id: String(index + 1),
    masked,
    maskedSerial: null,
    status: 'available',
    batchId: '7',
    createdAt: moment,
  }));
  const screen = await open('/p/edit', {
    'codeBatches.list': () => listOf({ ...batch, left: codes.length, withdrawn: 2 - codes.length }),
    'codeBatches.unsold': () => listOf(...codes),
    'codeBatches.withdrawCode': ({ params }) => {
      codes = codes.filter(({ id }) => id !== params.id);
      return undefined;
    },
  });
  await button('Lots').click();
  await expect.element(page.getByTestId('batch')).toHaveTextContent('lot.txt');
  await page.getByTestId('batch').getByRole('button', { name: 'Codes non vendus' }).click();
  const dialog = page.getByRole('dialog', { name: 'Codes non vendus : lot.txt' });
  await dialog
    .getByRole('button', { name: /^Retirer / })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: /^Retirer le code .+ de la vente \?$/ });
  await question.getByLabelText('Raison').fill('Signalé par un client');
  await question.getByRole('button', { name: 'Retirer' }).click();
  await expectToast('Code retiré de la vente');
  await expect.element(dialog.getByText('K7••••01')).not.toBeInTheDocument();
  await expect.element(dialog.getByText('K7••••02')).toBeVisible();
  expect(screen.sent('codeBatches.withdrawCode')).toMatchObject([
    { params: { id: '1' }, body: { reason: 'Signalé par un client' } },
  ]);
  await dialog.getByRole('button', { name: 'Tous les lots' }).click();
  await expect.element(page.getByTestId('batch')).toHaveTextContent('1 à vendre · 1 retiré');
});

test('what a colleague does with a batch shows in the open list without a reload [STK-42]', async () => {
  let shownBatch = batch;
  const screen = await open('/p/edit', {
    'codeBatches.list': () => listOf(shownBatch),
  });
  await button('Lots').click();
  const entry = page.getByTestId('batch');
  await expect.element(entry).toHaveTextContent('En vente');
  shownBatch = {
    ...batch,
    left: 0,
    withdrawn: 2,
    state: 'recalled',
    recall: { at: moment, byName: 'Karim Saadi', reason: 'Lot refusé' },
  };
  await screen.emit({ type: 'codes' });
  await expect.element(entry).toHaveTextContent('Rappelé par Karim Saadi : Lot refusé');
  const reason = 'Reprise par le fournisseur : codes annulés';
  shownBatch = { ...shownBatch, recall: { at: moment, byName: null, reason } };
  await screen.emit({ type: 'codes' });
  await expect.element(entry).toHaveTextContent(`Rappelé : ${reason}`);
});

test('the rule of case of an offer is chosen before its first import, and stays fixed after everything was withdrawn [STK-36]', async () => {
  for (const caseFixed of [undefined, true]) {
    const empty = offer({ id: 'o', stock: 0, ...(caseFixed && { caseFixed }) });
    await open('/p/edit', { 'products.get': { ...shown, offers: [empty] } });
    await expect.element(page.getByTestId('stock')).toHaveTextContent(exactly('Stock : 0 code'));
    const rule = expect.element(page.getByRole('switch', { name: 'Casse significative' }));
    await (caseFixed ? rule.toBeDisabled() : rule.toBeEnabled());
  }
});

test('an administrator who looks for a code gives a reason and sees who bought it; the answer for another code replaces it [STK-50]', async () => {
  const found: FoundCode = {
    id: '9',
    matched: 'serial',
    status: 'sold',
    productId: 'p',
    offerId: 'o',
    productName: 'Retours',
    offerName: 'Pack',
    batchId: '7',
    importedAt: moment,
    withheldAt: null,
    purchase: {
      id: '40',
      buyerId: 'r1',
      buyerName: 'Amine Benali',
      buyerEmail: 'amine@exemple.dz',
      unitPrice: 150,
      createdAt: moment,
    },
  };
  const screen = await open('', { 'codeBatches.find': { items: [found] } });
  await button('Retrouver un code').click();
  const dialog = page.getByRole('dialog', { name: 'Retrouver un code' });
  const look = () => dialog.getByRole('button', { name: 'Rechercher' }).click();
  await dialog.getByLabelText('Code ou numéro de série').fill('sn-0001');
  await look();
  await expect.element(dialog.getByLabelText('Raison')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabelText('Raison').fill('Réclamation au comptoir');
  await look();
  for (const text of ['Vendu · trouvé par son numéro de série', 'Achat n° 40', 'Retours – Pack'])
    await expect.element(dialog.getByText(text)).toBeVisible();
  screen.answer({ 'codeBatches.find': { items: [] } });
  await dialog.getByLabelText('Code ou numéro de série').fill('INCONNU-0000');
  await look();
  await expect.element(dialog.getByText('Aucun code trouvé')).toBeVisible();
  await expect.element(dialog.getByText('Achat n° 40')).not.toBeInTheDocument();
  expect(screen.address()).not.toContain('INCONNU');
  expect(screen.sent('codeBatches.find').map(({ body }) => body)).toEqual([
    { code: 'sn-0001', reason: 'Réclamation au comptoir' },
    { code: 'INCONNU-0000', reason: 'Réclamation au comptoir' },
  ]);
});

test('an administrator adds a supplier from the product list, archives it, finds it among the archived ones, and sees whose batches are shown [STK-60]', async () => {
  let supplier: Supplier | undefined;
  const added = { contact: '', note: '', archivedAt: null, claimHours: null, batches: 0, codes: 0 };
  const screen = await open('', {
    'codeBatches.list': emptyList,
    'suppliers.list': ({ query }) =>
      supplier && (supplier.archivedAt === null || query.archived === 'with') ? listOf(supplier) : emptyList,
    'suppliers.create': ({ body }) => {
      supplier = { ...added, id: '3', name: body.name, batches: 1 };
      return supplier;
    },
    'suppliers.update': ({ body }) => {
      if (!supplier) return refusal(404, 'SUPPLIER_NOT_FOUND');
      supplier = { ...supplier, archivedAt: body.archived ? moment : null };
      return supplier;
    },
  });
  await button('Lots et couverture').click();
  const dialog = page.getByRole('dialog', { name: 'Stock' });
  await dialog.getByText('Fournisseurs', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Ajouter un fournisseur' }).click();
  const editor = page.getByRole('dialog', { name: 'Ajouter un fournisseur' });
  const save = () => editor.getByRole('button', { name: 'Enregistrer' }).click();
  await save();
  await expect.element(editor.getByLabelText('Nom')).toHaveAttribute('aria-invalid', 'true');
  await editor.getByLabelText('Nom').fill('Grossiste');
  await save();
  await expectToast('Fournisseur ajouté');
  const item = dialog.getByTestId('supplier').filter({ hasText: 'Grossiste' });
  await item.getByRole('button', { name: 'Archiver' }).click();
  await expect.element(item).not.toBeInTheDocument();
  await dialog.getByText('Montrer aussi les fournisseurs archivés').click();
  await expect.element(item.getByText('Archivé', { exact: true })).toBeVisible();
  expect(screen.sent('suppliers.create')).toMatchObject([{ body: { name: 'Grossiste' } }]);
  await item.getByRole('button', { name: 'Voir ses lots' }).click();
  const chosen = dialog.getByRole('combobox', { name: 'Fournisseur' });
  await expect.element(chosen).toHaveDisplayValue('Grossiste');
  await chosen.selectOptions('Tous les fournisseurs');
  await chosen.selectOptions('Grossiste');
  expect(screen.sent('codeBatches.list').at(-1)?.query).toMatchObject({ supplierId: '3' });
});

test('an administrator sees how long the codes of an offer last, sets its threshold and finds it among what is to be ordered [STK-68][STK-71][STK-72]', async () => {
  let cover: OfferCover = {
    productId: 'p',
    offerId: 'o',
    productName: 'Retours',
    offerName: 'Pack',
    game: 'Free Fire',
    stock: 4,
    perDay: 1,
    days: 4,
    missed: 0,
    minStock: 0,
    withholdDays: 0,
    reorder: false,
    price: 150,
    unitCost: null,
  };
  const covers: Answers = {
    'stock.cover': () => listOf(cover),
    'stock.days': { items: [{ day: '2026-03-02', codes: 2, missed: 0, withoutStock: false }] },
    'stock.setThreshold': ({ body }) => {
      cover = { ...cover, ...body, reorder: true };
      return { minStock: cover.minStock, withholdDays: cover.withholdDays };
    },
  };
  const screen = await open('?stock=cover', covers);
  const line = page.getByRole('dialog', { name: 'Stock' }).getByTestId('cover');
  await expect.element(line).toHaveTextContent('4 codes en stock');
  await line.getByRole('button', { name: '30 derniers jours' }).click();
  await expect.element(line.getByRole('img')).toBeVisible();
  await line.getByRole('button', { name: 'Régler le seuil' }).click();
  const editor = page.getByRole('dialog', { name: /^Seuil : / });
  await editor.getByLabelText('Stock minimal').fill('10');
  await editor.getByRole('button', { name: 'Enregistrer' }).click();
  await expectToast('Seuil enregistré');
  await expect.element(line).toHaveTextContent('seuil : 10');
  expect(screen.sent('stock.setThreshold')).toMatchObject([{ body: { minStock: 10 } }]);
  await openScreen('/admin', administrator(), { ...deskOf({}).answers, ...covers });
  const ordered = page.getByRole('list', { name: 'À commander' }).getByRole('listitem');
  await expect.element(ordered.filter({ hasText: 'Retours' })).toHaveTextContent('4 codes en stock');
});
