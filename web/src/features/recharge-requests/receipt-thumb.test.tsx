import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../tests/render.tsx';
import { rechargeRequest } from '../../../tests/samples.ts';
import { ReceiptThumb } from './receipt-thumb.tsx';

// Turned red by: a second question mark in the address of a replaced photo.
test('the small picture of a receipt is asked for small, also when another photo has replaced the first', async () => {
  const proof = { width: 600, height: 900, removed: false };
  const address = '/api/recharge-requests/300/proof';
  const show = render(
    <ReceiptThumb request={rechargeRequest({ proof, paymentProof: address })} onOpen={() => undefined} />,
  );
  const picture = page.getByRole('presentation');
  await expect.element(picture).toHaveAttribute('src', `${address}?size=small`);
  show(
    <ReceiptThumb
      request={rechargeRequest({ proof, paymentProof: `${address}?photo=2` })}
      onOpen={() => undefined}
    />,
  );
  await expect.element(picture).toHaveAttribute('src', `${address}?photo=2&size=small`);
});
