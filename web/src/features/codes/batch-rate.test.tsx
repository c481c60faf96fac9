import type { CodeBatch } from '@almas/contract/code-batches';
import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { common } from '@almas/locale/screens/common';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { administrator, configuration, emptyList } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import BatchDialog from './batch-dialog.tsx';

const batch: CodeBatch = {
  id: '7',
  productId: '00000000-0000-0000-0000-000000000002',
  productName: 'PUBG',
  offerId: '00000000-0000-0000-0000-000000000001',
  offerName: '660 UC',
  state: 'sellable',
  source: 'lot.csv',
  authorName: 'Nadia Haddad',
  createdAt: '2026-03-02T11:00:00.000Z',
  codes: 3,
  duplicates: 0,
  invalid: 0,
  sold: 0,
  left: 3,
  withdrawn: 0,
  supplierId: null,
  supplierName: null,
  unitCost: 80,
  price: 100,
  currency: 'EUR',
  currencyCost: 0.3319,
  rate: 241.0625,
  expiresOn: null,
  label: '',
  recall: null,
};

function open() {
  const { sent } = fakeApi({
    'configuration.get': configuration,
    'suppliers.list': emptyList,
    'codeBatches.update': batch,
  });
  onTestFinished(() => queryClient.clear());
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={administrator()}>
        <BatchDialog batch={batch} onClose={() => undefined} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  return { sent };
}
const rate = page.getByLabelText(words.fields.rate);
const save = () => page.getByRole('button', { name: common.save, exact: true }).click();

// Turned red by: a rate that is read as an amount in DA, of two decimals.
test('the rate of a batch is shown and typed with up to four decimals; more of them are refused beside the field [STK-63]', async () => {
  const { sent } = open();
  await expect.element(rate).toHaveValue('241,0625');
  for (const [typed, read] of [
    ['0,0085', 0.0085],
    ['145.125', 145.125],
    ['1 450,5 DA', 1450.5],
    ['\u0662\u0664\u0660\u066b\u0665', 240.5],
  ] as const) {
    const before = sent('codeBatches.update').length;
    await rate.fill(typed);
    await save();
    await expect.poll(() => sent('codeBatches.update')).toHaveLength(before + 1);
    expect(sent('codeBatches.update').at(-1)?.body.rate).toBe(read);
  }
  const saved = sent('codeBatches.update').length;
  for (const typed of ['145,12345', '0', '1000000,5', '1.450,5', 'cent']) {
    await rate.fill(typed);
    await save();
    await expect.element(page.getByText(words.fields.rateBounds)).toBeVisible();
  }
  expect(sent('codeBatches.update')).toHaveLength(saved);
});

// Turned red by: the rate that stays in the form when its field leaves with the currency: incomplete, or silent when it is no rate.
test.each(['241,0625', 'cent'])(
  'a batch whose currency is emptied is saved without its rate, which was « %s » [STK-63]',
  async (typed) => {
    const { sent } = open();
    await rate.fill(typed);
    await page.getByLabelText(words.fields.currency).fill('');
    await expect.element(rate).not.toBeInTheDocument();
    await save();
    await expect
      .poll(() => sent('codeBatches.update').map(({ body }) => body))
      .toEqual([{ currency: null, rate: null }]);
  },
);
