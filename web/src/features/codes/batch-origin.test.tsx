import type { CodeBatch, FoundCode } from '@almas/contract/code-batches';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import '../../../tests/expectations.ts';
import { administrator, emptyList } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const moment = '2026-03-02T10:00:00.000Z';
const found = (id: string, batch: FoundCode['batch']): FoundCode => ({
  id,
  matched: 'code',
  status: 'available',
  productId: 'p',
  offerId: 'o',
  productName: 'PUBG',
  offerName: '660 UC',
  batchId: batch?.id ?? null,
  batch,
  importedAt: moment,
  withheldAt: null,
  purchase: null,
});
const lot: CodeBatch = {
  id: '13',
  productId: 'p',
  offerId: 'o',
  productName: 'PUBG',
  offerName: '660 UC',
  supplierId: '2',
  supplierName: 'Grossiste',
  label: 'Matin',
  source: '',
  authorName: 'Nadia Haddad',
  createdAt: moment,
  codes: 3,
  duplicates: 0,
  invalid: 0,
  sold: 1,
  left: 2,
  withdrawn: 0,
  state: 'sellable',
  price: 480,
  unitCost: 430.5,
  currency: null,
  currencyCost: null,
  rate: null,
  expiresOn: null,
  recall: null,
};

// Turned red by: a code that says only when it was imported.
test('codes of two batches of one minute name their batch, supplier and cost, and the batch opens to be recalled [STK-74]', async () => {
  const screen = await openScreen('/admin/products', administrator(), {
    'products.list': emptyList,
    'codes.releaseReservations': { released: 0 },
    'codes.withheld': emptyList,
    'suppliers.list': emptyList,
    'codeBatches.find': {
      items: [
        found('9', { id: '13', label: 'Matin', source: '', supplierName: 'Grossiste', unitCost: 430.5 }),
        found('8', { id: '12', label: '', source: 'codes.csv', supplierName: null, unitCost: null }),
      ],
    },
    'codeBatches.get': lot,
    'codeBatches.buyers': emptyList,
  });
  await page.getByRole('button', { name: 'Retrouver un code' }).click();
  const search = page.getByRole('dialog', { name: 'Retrouver un code' });
  await search.getByLabelText('Code ou numéro de série').fill('ABCD-1');
  await search.getByLabelText('Raison').fill('Client');
  await search.getByRole('button', { name: 'Rechercher' }).click();
  const first = page.getByRole('button', { name: /Lot n° 13, Matin · Grossiste · coût 430,5/ });
  await expect.element(first).toBeVisible();
  const other = page.getByRole('button', {
    name: 'Lot n° 12, codes.csv · fournisseur inconnu · coût inconnu',
  });
  await expect.element(other).toBeVisible();
  await first.click();
  const batch = page.getByRole('dialog', { name: 'Lot n° 13' });
  await expect.element(batch.getByRole('button', { name: 'Rappeler' })).toBeVisible();
  expect(screen.sent('codeBatches.get').at(-1)?.params).toEqual({ id: '13' });
  await batch.getByRole('button', { name: 'Acheteurs' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Acheteurs du lot « Matin »' })).toBeVisible();
});
