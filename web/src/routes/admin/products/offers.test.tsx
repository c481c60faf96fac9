import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { deferred } from '../../../../../tests/support/deferred.ts';
import { press } from '../../../../tests/expectations.ts';
import { administrator, emptyList, listOf, offer, product } from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

// Turned red by: an answer that drops the edit of its row, whatever was typed since.
test('a price that is corrected while it is being saved stays in its field, over the one that was saved', async () => {
  const sold = (price: number) => product({ id: 'p', offers: [offer({ id: 'o', name: 'Pack', price })] });
  const held = deferred();
  const screen = await openScreen('/admin/products?view=offers', administrator(), {
    'products.list': listOf(sold(150)),
    'codes.releaseReservations': { released: 0 },
    'codes.withheld': emptyList,
    'stock.sales': { items: [] },
    'products.updateOffer': async () => {
      await held.promise;
      return sold(160);
    },
  });
  const price = page.getByRole('textbox', { name: /^Prix/ });
  await price.fill('160');
  await press(price, '{Enter}');
  const bodies = () => screen.sent('products.updateOffer').map(({ body }) => body);
  await expect.poll(bodies).toHaveLength(1);
  await price.fill('165');
  screen.answer({ 'products.list': listOf(sold(160)), 'products.updateOffer': sold(165) });
  held.resolve();
  await expect.element(page.getByText('Prix mis à jour')).toBeVisible();
  await expect.element(price).toHaveValue('165');
  await page.getByRole('button', { name: /^Enregistrer/ }).click();
  await expect.poll(bodies).toEqual([
    { price: 160, expectedPrice: 150 },
    { price: 165, expectedPrice: 160 },
  ]);
});
