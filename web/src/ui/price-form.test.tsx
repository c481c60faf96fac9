import { OfferPrice } from '@almas/contract/forms';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../tests/render.tsx';
import { ApiError } from '../platform/network/api-errors.ts';
import { queryClient } from '../platform/network/queries.ts';
import { Dialog } from './dialog.tsx';
import { PriceForm } from './price-form.tsx';

const { keyboard } = userEvent;
const send = vi.fn<(change: { price: number; expectedPrice: number }) => Promise<unknown>>();
const onClose = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  queryClient.setQueryData(['configuration', 'get', {}], { confirmAmountAbove: 10_000 });
  render(
    <QueryClientProvider client={queryClient}>
      <PriceForm
        name="110 Diamants"
        price={150}
        rule={OfferPrice}
        send={send}
        failure="Échec"
        refreshes={[]}
        draft="price-form-test"
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
});

const field = () => page.getByLabelText('Prix (DA)');

test('Enter sends the new price with the one that the user has seen, and closes the form', async () => {
  await expect.element(field()).toHaveFocus();
  await userEvent.fill(field(), '175,50');
  await keyboard('{Enter}');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(send.mock.calls).toEqual([[{ price: 175.5, expectedPrice: 150 }]]);
});

test('a price that the server would refuse is not sent, and its field says why', async () => {
  await userEvent.fill(field(), '0');
  await keyboard('{Enter}');
  await expect.element(page.getByText('Le prix doit être supérieur à 0')).toBeVisible();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  expect(send).not.toHaveBeenCalled();
});

test('after a colleague’s newer price was shown, the next press sends that one as seen', async () => {
  send.mockRejectedValueOnce(new ApiError('PRICE_CHANGED', 409, 'Le prix a changé : 160 DA', { price: 160 }));
  await userEvent.fill(field(), '170');
  await keyboard('{Enter}');
  await expect.poll(() => send.mock.calls.length).toBe(1);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(send.mock.calls[1]).toEqual([{ price: 170, expectedPrice: 160 }]);
});

test('a price that changes by more than 20 %, or exceeds the limit, is sent after one more press', async () => {
  for (const price of ['100', '20000']) {
    await userEvent.fill(field(), price);
    await keyboard('{Enter}');
    await expect.element(page.getByRole('group', { name: 'Vérifiez le montant' })).toHaveFocus();
    expect(send).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Modifier' }).click();
  }
});

// Turned red by: a form that shows the refusal and has no way to confirm the loss.
test('a price below the known cost is sent again once the loss is confirmed, and Escape in the question keeps the form [PRC-15]', async () => {
  const refusal = 'Vente à perte : « 110 Diamants » à 140 DA pour un coût de 145 DA';
  send.mockRejectedValueOnce(new ApiError('PRICE_BELOW_COST', 409, refusal));
  send.mockRejectedValueOnce(new ApiError('PRICE_BELOW_COST', 409, refusal));
  const question = page.getByRole('dialog', { name: 'Vendre à perte ?' });
  await userEvent.fill(field(), '140');
  await keyboard('{Enter}');
  await expect.element(question.getByText(refusal)).toBeVisible();
  await keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByRole('button', { name: 'Enregistrer quand même' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(send.mock.calls.at(-1)).toEqual([{ price: 140, expectedPrice: 150, confirmBelowCost: true }]);
});

test('Escape leaves the price as it is', async () => {
  await userEvent.fill(field(), '200');
  await keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(send).not.toHaveBeenCalled();
});

// Turned red by: a form that closes its dialog by itself. The dialog behind it is then the last one, and takes the same key.
test('Escape in the price of a dialog over another one asks once before the price is lost, and closes that dialog alone', async () => {
  const closeDetails = vi.fn();
  const Details = () => {
    const [isOpen, setOpen] = useState(false);
    return (
      <Dialog title="Détails" onClose={closeDetails}>
        <button type="button" onClick={() => setOpen(true)}>
          Changer le prix
        </button>
        {isOpen && (
          <Dialog title="Nouveau prix" onClose={() => setOpen(false)}>
            <PriceForm
              name="110 Diamants"
              price={150}
              rule={OfferPrice}
              send={send}
              failure="Échec"
              refreshes={[]}
              draft="price-form-in-dialog"
              onClose={() => setOpen(false)}
            />
          </Dialog>
        )}
      </Dialog>
    );
  };
  render(
    <QueryClientProvider client={queryClient}>
      <Details />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Changer le prix' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouveau prix' });
  await userEvent.fill(dialog.getByLabelText('Prix (DA)'), '200');
  await keyboard('{Escape}');
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await expect.element(question).toBeVisible();
  await expect.element(dialog.getByLabelText('Prix (DA)')).toHaveValue('200');
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Détails' })).toBeVisible();
  expect(closeDetails).not.toHaveBeenCalled();
});
