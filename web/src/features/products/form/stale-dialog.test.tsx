import type { Product } from '@almas/contract/products';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../../tests/render.tsx';
import { productDraftOf } from './draft.ts';
import StaleDialog from './stale-dialog.tsx';

const opened: Product = {
  id: 'p',
  name: 'Diamants',
  game: 'Free Fire',
  category: '',
  description: 'Avant',
  imageUrl: '',
  redeemText: '',
  redeemLink: '',
  status: 'active',
  offers: [{ id: 'a', name: 'Petit', value: '110', price: 150, region: 'DZ', stock: 0 }],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  lastSale: null,
};

test('a form that a colleague has overtaken names what changed with both values, and offers the stored version or the way back', async () => {
  const [onReload, onClose] = [vi.fn(), vi.fn()];
  const now = {
    ...opened,
    description: 'Après',
    offers: opened.offers.map((offer) => ({ ...offer, price: 200 })),
  };
  render(<StaleDialog {...{ opened, now, draft: productDraftOf(opened), onReload, onClose }} />);
  await expect
    .element(page.getByRole('dialog', { name: 'Ce produit a été modifié entre-temps' }))
    .toBeVisible();
  const changes = [...document.querySelectorAll('dialog li')].map(({ textContent }) => textContent);
  expect(changes).toHaveLength(2);
  expect(changes[0]).toMatch(/Description.*Avant.*Après/);
  expect(changes[1]).toMatch(/Offre « Petit ».*150.DA.*200.DA/);
  await page.getByRole('button', { name: 'Revenir au formulaire' }).click();
  expect([onClose.mock.calls.length, onReload.mock.calls.length]).toEqual([1, 0]);
  await page.getByRole('button', { name: 'Prendre la version enregistrée' }).click();
  expect(onReload).toHaveBeenCalledTimes(1);
});
