import type { OfferCover } from '@almas/contract/stock';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { queryClient } from '../../platform/network/index.ts';
import { setDraftOwner } from '../../platform/session/unsaved.ts';
import { ThresholdDialog } from './threshold-dialog.tsx';

const offer: OfferCover = {
  productId: 'p',
  offerId: 'o',
  productName: 'Diamants',
  offerName: '110',
  game: 'Free Fire',
  stock: 3,
  perDay: null,
  days: null,
  missed: 0,
  minStock: 5,
  withholdDays: 2,
  reorder: true,
  price: 150,
  unitCost: null,
};

function open() {
  const api = fakeApi({ 'stock.setThreshold': { minStock: 6, withholdDays: 2 } });
  const show = render(null);
  return {
    ...api,
    show: (fields: Partial<OfferCover> = {}) =>
      show(
        <QueryClientProvider client={queryClient}>
          <ThresholdDialog key={JSON.stringify(fields)} offer={{ ...offer, ...fields }} onClose={vi.fn()} />
        </QueryClientProvider>,
      ),
  };
}
const type = (label: string, text: string) => page.getByLabelText(label).fill(text);
async function saved({ sent }: ReturnType<typeof open>) {
  const before = sent('stock.setThreshold').length;
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => sent('stock.setThreshold')).toHaveLength(before + 1);
  return sent('stock.setThreshold')[before]?.body;
}

// Turned red by: a form that sends both: fewer days than a colleague has set meanwhile put expiring codes back on sale.
test('the threshold and the days are sent only when they were changed; an emptied one is 0 [STK-68]', async () => {
  const screen = open();
  screen.show();
  await type('Stock minimal', '6');
  expect(await saved(screen)).toEqual({ minStock: 6 });
  screen.show({ minStock: 6 });
  await type('Retirer de la vente', '');
  expect(await saved(screen)).toEqual({ withholdDays: 0 });
});

// Turned red by: a draft without what its form was opened on.
test('a form that is there again after the end of the session sends what was changed in it alone [STK-68]', async () => {
  onTestFinished(() => setDraftOwner(''));
  setDraftOwner('a1');
  const screen = open();
  screen.show();
  await type('Stock minimal', '6');
  setDraftOwner('');
  setDraftOwner('a1');
  screen.show({ withholdDays: 9 });
  await expect.element(page.getByLabelText('Stock minimal')).toHaveValue('6');
  expect(await saved(screen)).toEqual({ minStock: 6 });
});
