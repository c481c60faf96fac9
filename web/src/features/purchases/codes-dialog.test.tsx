import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { configuration, reseller } from '../../../tests/samples.ts';
import { queryClient } from '../../platform/network/index.ts';
import { SignedInUser } from '../../platform/session/index.ts';
import CodesDialog from './codes-dialog.tsx';

// Turned red by: a replaced code that is shown like one that works.
test('a cashier sees which code of a purchase was replaced, and copies the one that was given for it [CLM-19]', async () => {
  queryClient.clear();
  fakeApi({
    'configuration.get': { ...configuration, extensions: ['claims', 'cashiers'] },
    'shop.retailPrice': { price: null },
    'products.redeem': { text: '', link: '' },
    'purchases.get': {
      id: '7',
      userId: 'u1',
      productId: 'p',
      offerId: 'o',
      productName: 'UC',
      offerName: '60 UC',
      game: 'PUBG',
      quantity: 1,
      unitPrice: 250,
      totalCost: 250,
      status: 'completed',
      type: 'purchase',
      createdAt: '2026-03-02T10:00:00.000Z',
      codes: [
        { id: '1', code: 'AAAA-1111', value: '60 UC', replaced: true },
        { id: '2', code: 'BBBB-2222', value: '60 UC' },
      ],
    },
  });
  const cashier = { id: '4', name: 'Amine' } as NonNullable<ReturnType<typeof reseller>['cashier']>;
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={reseller({ cashier })}>
        <CodesDialog purchase={{ id: '7' }} onClose={() => undefined} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Code 1 remplacé, à ne plus donner :')).toHaveTextContent('AAAA-1111');
  await expect.element(page.getByTestId('code')).toHaveTextContent('BBBB');
  await expect.poll(() => page.getByRole('button', { name: /^Copier/ }).elements()).toHaveLength(1);
});
