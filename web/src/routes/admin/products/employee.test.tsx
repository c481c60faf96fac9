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
test.each<[Held, readonly string[]]>([
  [['stock'], ['Importer']],
  [['prices'], [names[0], names[2]]],
  [['stock', 'prices'], names],
])('an employee with %s sees of the offers what the scopes may do [TEA-14]', async (scopes, allowed) => {
  await openOffers(scopes);
  expect(await seen()).toEqual(allowed);
  await expect
    .element(page.getByRole('table'))
    .toHaveTextContent(scopes.includes('prices') ? 'Pack' : '150 DA');
});

// Turned red by: a form that offers to import codes and to delete them whatever the person may do.
test.each<[Held, readonly string[]]>([
  [['prices'], ['Supprimer']],
  [
    ['stock', 'prices'],
    ['Importer des codes', 'Importer des codes', 'Supprimer', 'Supprimer'],
  ],
])(
  'an employee with %s is offered in the form of a product, of which one offer holds codes, %j [TEA-14]',
  async (scopes, offered) => {
    const shown = product({ offers: [offer({ stock: 3 }), offer({ stock: 0 })] });
    await openScreen(`/admin/products/${shown.id}/edit`, administrator({ scopes }), {
      'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
      'products.list': listOf(shown),
      'products.get': shown,
      'codes.releaseReservations': { released: 0 },
      'codes.withheld': emptyList,
      'stock.sales': { items: [] },
    });
    await expect.element(page.getByTestId('offer').first()).toBeVisible();
    const buttons = page.getByRole('button', { name: /^(Importer|Supprimer)/ });
    await expect
      .poll(() =>
        buttons
          .elements()
          .map(({ textContent }) => textContent)
          .toSorted(),
      )
      .toEqual(offered);
  },
);
