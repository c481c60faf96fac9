import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
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

/** What is offered there to press, in alphabetical order. */
const offered = (place: Locator) =>
  [...place.element().querySelectorAll('button, a')]
    .map((action) => action.getAttribute('aria-label') ?? action.textContent)
    .toSorted();

// Turned red by: `Supprimer` with the right to the prices, whose call the server refuses; the export of the list for every employee.
test.each<[Held, readonly string[], exports: number]>([
  [['stock'], ['Détails', 'Offres', 'Supprimer'], 2],
  [['prices'], ['Désactiver', 'Détails', 'Modifier'], 0],
  [['stock', 'prices'], ['Désactiver', 'Détails', 'Modifier', 'Supprimer'], 2],
])(
  'an employee with %s is offered %j on the card of a product, and %i buttons that export the list [TEA-14]',
  async (scopes, onCard, exports) => {
    const shown = product();
    await openScreen(`/admin/products?game=${encodeURIComponent(shown.game)}`, administrator({ scopes }), {
      'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
      'products.list': listOf(shown),
      'codes.releaseReservations': { released: 0 },
      'codes.withheld': emptyList,
    });
    await expect.element(page.getByTestId('product')).toBeVisible();
    await expect.poll(() => offered(page.getByTestId('product'))).toEqual(onCard);
    await expect.element(page.getByRole('button', { name: /^Exporter/ })).toHaveLength(exports);
  },
);

test('an employee without the prices reads so at the address of a new product, instead of a form that is not saved [TEA-14]', async () => {
  await openScreen('/admin/products/new', administrator({ scopes: ['stock'] }), {
    'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
  });
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Cette page ne fait pas partie de vos droits');
});

// Turned red by: a form that offers whatever the product has: its fields to whom they are not saved, its batches and the export of its codes.
test.each<[Held | 'owner', readonly string[], string[][]]>([
  [
    ['stock'],
    [],
    [
      ['Importer des codes', 'Lots'],
      ['Importer des codes', 'Lots'],
    ],
  ],
  [['prices'], ['Enregistrer', 'Sauvegarder le produit', 'Sauvegarder tout'], [[], ['Supprimer']]],
  [
    ['stock', 'prices'],
    ['Enregistrer', 'Sauvegarder le produit', 'Sauvegarder tout'],
    [
      ['Importer des codes', 'Lots', 'Supprimer'],
      ['Importer des codes', 'Lots', 'Supprimer'],
    ],
  ],
  [
    'owner',
    ['Enregistrer', 'Sauvegarder le produit', 'Sauvegarder tout'],
    [
      ['Exporter les codes', 'Importer des codes', 'Lots', 'Supprimer'],
      ['Exporter les codes', 'Importer des codes', 'Lots', 'Supprimer'],
    ],
  ],
])(
  'with the right %s an administrator is offered to save with %j on the page of a product, of which one offer holds codes, and %j [TEA-14]',
  async (scopes, saves, ofOffers) => {
    const shown = product({ offers: [offer({ stock: 3 }), offer({ stock: 0 })] });
    await openScreen(
      `/admin/products/${shown.id}/edit`,
      administrator(scopes === 'owner' ? {} : { scopes }),
      {
        'configuration.get': { ...configuration, extensions: ['admin-scopes'] },
        'products.list': listOf(shown),
        'products.get': shown,
        'codes.releaseReservations': { released: 0 },
        'codes.withheld': emptyList,
        'stock.sales': { items: [] },
      },
    );
    const offers = page.getByTestId('offer');
    await expect.element(offers.first()).toHaveTextContent('100 + 10');
    expect(offers.all().map(offered)).toEqual(ofOffers);
    const buttons = page.getByRole('main').getByRole('button', { name: /^(Enregistrer|Sauvegarder)/ });
    expect(
      buttons
        .elements()
        .map(({ textContent }) => textContent)
        .toSorted(),
    ).toEqual(saves);
    expect(page.getByRole('main').getByRole('textbox').elements().length > 0).toBe(saves.length > 0);
    expect(page.getByRole('button', { name: 'Ajouter une offre' }).elements()).toHaveLength(
      saves.length > 0 ? 1 : 0,
    );
  },
);
