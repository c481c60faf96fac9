import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
  administrator,
  configuration,
  emptyList,
  listOf,
  offer,
  product,
} from '../../../../tests/samples.ts';
import { openScreen } from '../../../../tests/screen.tsx';

type Held = NonNullable<ReturnType<typeof administrator>['scopes']>;

/** The offers, as an employee of these scopes sees them. */
async function openOffers(scopes: Held) {
  const screen = await openScreen('/admin/products?view=offers', administrator({ scopes }), {
    'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
    'products.list': listOf(product({ offers: [offer({ name: 'Pack', price: 150 })] })),
    ...(scopes.includes('stock') && {
      'codes.releaseReservations': { released: 0 },
      'codes.withheld': emptyList,
      'stock.sales': { items: [] },
    }),
  });
  await expect.element(page.getByRole('table')).toBeVisible();
  return screen;
}
const names = ['Prix de Diamants, Pack', 'Importer', 'Nouveau produit'] as const;
const seen = async () => {
  const [price, more, create] = names;
  return [
    page.getByRole('textbox', { name: /^Prix/ }).length > 0 && price,
    page.getByRole('button', { name: /^Importer/ }).length > 0 && more,
    page.getByRole('link', { name: create }).length > 0 && create,
  ].filter(Boolean);
};

// Turned red by: a column of the table, or a button above it, that asks for no scope. A call that is not answered fails the test too.
test('an employee sees of the offers what the scopes may do: prices are fields, and stock is imported, for those alone who may [TEA-14]', async () => {
  await openOffers(['stock']);
  expect(await seen()).toEqual(['Importer']);
  await expect.element(page.getByRole('table')).toHaveTextContent('150 DA');
  await openOffers(['prices']);
  expect(await seen()).toEqual([names[0], names[2]]);
  await openOffers(['stock', 'prices']);
  expect(await seen()).toEqual(names);
});
