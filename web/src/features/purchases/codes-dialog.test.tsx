import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeApi } from '../../../tests/api.ts';
import { render } from '../../../tests/render.tsx';
import { configuration, emptyList, purchase, reseller } from '../../../tests/samples.ts';
import { queryClient, refresh } from '../../platform/network/index.ts';
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

// Turned red by: a dialog that leaves with the switch that offers it.
test('a claim that is being written stays when claims are turned off, and is not offered any more once it was closed [CLM-60]', async () => {
  queryClient.clear();
  const api = fakeApi({
    'configuration.get': { ...configuration, extensions: ['claims'] },
    'shop.retailPrice': { price: null },
    'products.redeem': { text: '', link: '' },
    'claims.list': emptyList,
    'purchases.get': purchase({ id: '7', codes: [{ id: '1', code: 'AAAA-1111', value: '60 UC' }] }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <SignedInUser value={reseller()}>
        <CodesDialog purchase={{ id: '7' }} onClose={() => undefined} />
      </SignedInUser>
    </QueryClientProvider>,
  );
  const offered = page.getByRole('button', { name: 'Réclamer', exact: true });
  await offered.click();
  const note = page.getByLabelText('Précision');
  await note.fill('Refusé à la caisse');
  api.answer({ 'configuration.get': configuration });
  await refresh('configuration');
  await expect.element(note).toHaveValue('Refusé à la caisse');
  const claim = page.getByRole('dialog').filter({ has: note });
  await claim.getByRole('button', { name: 'Fermer' }).last().click();
  await page.getByRole('button', { name: 'Quitter sans enregistrer', exact: true }).click();
  await expect.element(note).not.toBeInTheDocument();
  await expect.element(offered).not.toBeInTheDocument();
});
