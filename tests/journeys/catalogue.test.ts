import { expect, test } from '../support/browser.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

test('one tap buys one code, pays it from the balance and shows it; the stock and the balance follow purchases and recharges of other users [CAT-22][ERR-22][GEN-08][GEN-10]', async ({
  page,
  almas,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const admin = await administrator(almas);
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 3 }] });
  const buyer = await reseller(almas, admin, { balance: 100 });
  await enterAs(page, almas, buyer);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  const offer = page.getByTestId('offer').filter({ hasText: 'Pack' });
  const buy = offer.getByRole('button', { name: 'Acheter 1 code' });
  await expect(buy).toBeDisabled();
  await admin.call('POST', `/users/${buyer.id}/recharge`, { amount: 900 });
  await expect(buy).toBeEnabled();
  await buy.click();
  const dialog = page.getByRole('dialog', { name: 'Votre code' });
  const [first = ''] = product.offers[0]?.codes ?? [];
  await expect(dialog.getByTestId('code')).toHaveAttribute('data-code', first);
  await expect(page.getByText('Achat effectué avec succès !')).toBeVisible();
  await expect(dialog).toContainText(spaced('850 DA'));
  await expect(dialog.getByRole('button', { name: 'Copier' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Copier' }).click();
  await expect(page.getByText('Code copié dans le presse-papiers')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(buy).toBeFocused();
  await expect(offer).toContainText('Stock : 2');
  const { items } = await buyer.call('GET', '/purchases');
  expect(items).toMatchObject([{ quantity: 1, totalCost: 150 }]);
  await purchase(await reseller(almas, admin, { balance: 300 }), product, { quantity: 2 });
  await expect(offer.getByText('Rupture de stock')).toBeVisible();
});
