import type { Product } from '@almas/contract/products';
import { QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../../tests/render.tsx';
import { queryClient } from '../../../platform/network/queries.ts';
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

test('a form that a colleague has overtaken names what changed with both values, and who changed it last and when, and offers the stored version or the way back [WRK-52]', async () => {
  const [onReload, onClose] = [vi.fn(), vi.fn()];
  const now = {
    ...opened,
    description: 'Après',
    offers: opened.offers.map((offer) => ({ ...offer, price: 200 })),
  };
  const entry = (actorName: string, createdAt: string) => ({
    items: [{ actorName, createdAt }],
    nextCursor: null,
  });
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(
      Response.json(
        address.includes('subjectId=a&') || address.endsWith('subjectId=a')
          ? entry('Samir Amrani', '2026-01-02T10:00:00.000Z')
          : entry('Nadia Haddad', '2025-12-31T10:00:00.000Z'),
      ),
    ),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <StaleDialog {...{ opened, now, draft: productDraftOf(opened), onReload, onClose }} />
    </QueryClientProvider>,
  );
  await expect
    .element(page.getByRole('dialog', { name: 'Ce produit a été modifié entre-temps' }))
    .toBeVisible();
  await expect.element(page.getByText('Modifié par Samir Amrani')).toBeVisible();
  expect(document.querySelector('dialog')?.textContent).not.toContain('Nadia');
  const changes = [...document.querySelectorAll('dialog li')].map(({ textContent }) => textContent);
  expect(changes).toHaveLength(2);
  expect(changes[0]).toMatch(/Description.*Avant.*Après/);
  expect(changes[1]).toMatch(/Offre « Petit ».*150.DA.*200.DA/);
  await page.getByRole('button', { name: 'Revenir au formulaire' }).click();
  expect([onClose.mock.calls.length, onReload.mock.calls.length]).toEqual([1, 0]);
  await page.getByRole('button', { name: 'Prendre la version enregistrée' }).click();
  expect(onReload).toHaveBeenCalledTimes(1);
});
