import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../../tests/accessible.ts';
import type { Answers } from '../../../tests/api.ts';
import { administrator, emptyList, listOf, offer, product } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const open = (path: string, answers: Answers) =>
  openScreen(path, administrator(), {
    'codes.releaseReservations': { released: 0 },
    'codes.withheld': emptyList,
    'stock.sales': { items: [] },
    'prices.levels': emptyList,
    'prices.changes': emptyList,
    ...answers,
  });

test('games and products are sorted by their stock of codes, and the address keeps the order', async () => {
  const products = (
    [
      ['Beaucoup', 9],
      ['Rien', 0],
      ['Peu', 2],
    ] as const
  ).map(([name, stock]) => product({ name, game: `Jeu ${name}`, offers: [offer({ stock })] }));
  const list = { 'products.list': listOf(...products) };
  const screen = await open('/admin/products?search=jeu', list);
  const named = (texts: Element[]) =>
    texts.map(({ textContent }) => /Beaucoup|Rien|Peu/.exec(textContent ?? '')?.[0]);
  const cards = () => named(page.getByRole('article').elements());
  const tiles = page.getByRole('main').getByRole('link').filter({ hasText: '1 produit' });
  const games = () => named(tiles.elements());
  const [most, least] = [
    ['Beaucoup', 'Peu', 'Rien'],
    ['Rien', 'Peu', 'Beaucoup'],
  ];
  await expect.poll(cards).toEqual(most);
  await page.getByLabelText('Trier par').selectOptions('Stock, croissant');
  await expect.poll(cards).toEqual(least);
  expect(games()).toEqual(least);
  await page.getByLabelText('Trier par').selectOptions('Stock, décroissant');
  await expect.poll(cards).toEqual(most);
  await open(screen.address(), list);
  await expect.poll(games).toEqual(most);
  const again = await open(screen.address(), list);
  await tiles.first().click();
  await expect.poll(again.address).toMatch(/sort=stock&order=desc/);
  await expectNoSideScroll();
});

test('the details of a product with many offers can be scrolled with the keyboard, on a phone too', async () => {
  const offers = Array.from({ length: 12 }, (_, n) => offer({ name: `Offre numéro ${n + 1}` }));
  const sold = product({ id: 'p', offers });
  await open('/admin/products?product=p', { 'products.list': listOf(sold), 'products.get': sold });
  const dialog = page.getByRole('dialog');
  for (const [width, height] of [
    [390, 844],
    [1280, 600],
  ] as const) {
    await page.viewport(width, height);
    await expect.element(dialog).toHaveTextContent('Offre numéro 12');
    await expectAccessible();
    await expect.element(dialog.getByRole('group', { name: sold.name })).toHaveAttribute('tabindex', '0');
    await expect.element(dialog.getByRole('banner')).toHaveLength(0);
  }
});

test('the details of another product begin anew, with the prices of its own offers', async () => {
  const one = product({
    id: 'p1',
    name: 'Un',
    offers: [offer({ id: 'a' }), offer({ id: 'b', name: 'Grand' })],
  });
  const other = product({ id: 'p2', name: 'Deux', offers: [offer({ id: 'c' })] });
  const screen = await open('/admin/products?product=p2', {
    'products.list': listOf(one, other),
    'products.get': ({ params }) => (params.id === 'p1' ? one : other),
  });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  // Both are known then.
  await expect.element(dialog('Deux')).toBeVisible();
  screen.go('/admin/products?product=p1');
  const history = dialog('Un').getByLabelText('Offre');
  await history.selectOptions('Grand');
  await expect.poll(() => screen.sent('prices.changes').at(-1)?.query.offerId).toBe('b');
  screen.go('/admin/products?product=p2');
  await expect.element(dialog('Deux')).toBeVisible();
  await expect.poll(() => screen.sent('prices.changes').at(-1)?.query.offerId).toBe('c');
});
