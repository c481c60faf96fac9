import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSideScroll } from '../../tests/accessible.ts';
import type { Answers } from '../../tests/api.ts';
import { keepCopies, saleAnswers } from '../../tests/counter.ts';
import { exactly, expectToast, factOf, textsOf } from '../../tests/expectations.ts';
import { emptyList, listOf, purchase, reseller } from '../../tests/samples.ts';
import { openScreen } from '../../tests/screen.tsx';

const cards = page.getByTestId('purchase');
const dialog = page.getByRole('dialog');
const codes = dialog.getByTestId('code');
const search = page.getByRole('searchbox', { name: 'Rechercher' });
const open = (answers: Answers = {}, path = '/card-history') =>
  openScreen(path, reseller(), { ...saleAnswers, ...answers });

// Turned red by: cards of 200 px; one heading for all days.
test('a reseller’s bought cards are a dense list under their days, each with name, number, quantity, total and date [CRD-01][CRD-02][CRD-03][CRD-04][CRD-05][CRD-06][CRD-07][GEN-03][WRK-69]', async () => {
  const older = purchase({
    id: '201',
    productName: 'Diamants rares',
    offerName: '520 + 52',
    quantity: 2,
    totalCost: 1_500,
  });
  const today = [206, 205, 204, 203, 202].map((id) =>
    purchase({ id: `${id}`, createdAt: new Date().toISOString() }),
  );
  await open({ 'purchases.list': listOf(...today, older) });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Mes cartes' })).toBeVisible();
  await expect.element(cards).toHaveLength(6);
  const card = cards.last();
  await expect.element(card.getByRole('heading')).toHaveTextContent(exactly('Diamants rares'));
  await expect.element(card.getByText('520 + 52')).toBeVisible();
  await expect.element(factOf(card, 'Quantité').first()).toHaveTextContent('2');
  await expect.element(factOf(card, 'Total')).toHaveTextContent('1 500 DA');
  await expect.element(card.css('time')).toHaveTextContent(exactly('2 mars 2026, 11:00'));
  await expect.element(card.getByText('Acheté', { exact: true })).toBeVisible();
  expect(textsOf(page.getByRole('heading', { level: 2 }))).toEqual(['Aujourd’hui', '2 mars 2026']);
  await page.viewport(390, 844);
  for (const [at, { id }] of today.slice(0, 3).entries()) {
    await expect.element(cards.nth(at)).toHaveTextContent(`Achat n° ${id}`);
    const button = cards.nth(at).getByRole('button', { name: 'Voir les codes' });
    await expect.element(button).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible();
  await expectNoSideScroll();
});

/** Opens the codes of the only purchase. @returns the button that has opened them */
async function openCodes(fields: Parameters<typeof purchase>[0] = {}): Promise<Locator> {
  const bought = purchase({ id: '40', ...fields });
  await open({ 'purchases.list': listOf(bought), 'purchases.get': bought });
  const opener = page.getByRole('button', { name: 'Voir les codes' });
  await opener.click();
  return opener;
}

test('`Voir les codes` lists each code with its value; a copy is the code itself [CRD-08][CRD-09][CRD-10][CRD-11][CRD-15]', async () => {
  const copies = keepCopies();
  const createdAt = '2026-03-02T10:00:00.000Z';
  const listed = ['X7K29QPLAB12', 'B2C3D4E5F6A7'].map((code) => ({ id: code, code, value: '341 Diamants' }));
  const opener = await openCodes({ quantity: 2, codes: listed, createdAt });
  await expect.element(codes).toHaveLength(2);
  await expect.element(dialog.getByText('341 Diamants')).toHaveLength(2);
  // Turned red by: buttons of the same name that do not say which code they copy.
  const buttons = dialog.getByRole('button', { name: 'Copier', exact: true });
  for (const [at, { code }] of listed.entries()) {
    await expect.element(codes.nth(at)).toHaveAttribute('data-code', code);
    await expect.element(buttons.nth(at)).toHaveAccessibleDescription(code.replace(/.{4}(?=.)/g, '$& '));
  }
  await buttons.nth(1).click();
  await expectToast('Code copié dans le presse-papiers');
  expect(copies).toEqual(['B2C3D4E5F6A7']);
  await expect.element(dialog.getByText(/Date d’achat/).css('time')).toHaveAttribute('datetime', createdAt);
  await expect.element(dialog.getByText(/N° d’achat/)).toHaveTextContent('40');
  await expectAccessible();
  await expectNoSideScroll();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
});

test('the codes of a game have a link that opens its redeem site in a new tab, where it has one [CRD-12][CRD-13][CRD-14]', async () => {
  const link = dialog.getByRole('link', { name: /Recharger/ });
  for (const [game, site] of [
    ['Free Fire', 'https://reward.ff.garena.com/'],
    ['PUBG Mobile', 'https://www.pubgmobile.com/redeem/'],
    ['Roblox', null],
  ] as const) {
    await openCodes({ game });
    await expect.element(codes).toBeVisible();
    if (!site) {
      await expect.element(link).toHaveLength(0);
      continue;
    }
    await expect.element(link).toHaveAttribute('href', site);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', expect.stringMatching(/noopener/));
  }
});

test('the screen of cards says that nothing was bought yet, and a purchase without codes says so [CRD-16][CRD-17]', async () => {
  await open();
  await expect.element(page.getByText('Aucune carte achetée')).toBeVisible();
  await expectAccessible();
  await openCodes({ codes: [] });
  await expect.element(dialog.getByText('Aucun code disponible')).toBeVisible();
});

test('cards are searched and narrowed to days, which the address keeps, and the filters are cleared in one press', async () => {
  const [robux, diamonds] = [purchase({ productName: 'Robux' }), purchase({ productName: 'Diamants' })];
  const found: Answers = {
    'purchases.list': ({ query }) => {
      if (query.search) return listOf(robux);
      if (query.from === '2026-01-06') return emptyList;
      return query.from === '2026-01-05'
        ? listOf(robux)
        : query.from
          ? listOf(diamonds)
          : listOf(diamonds, robux);
    },
  };
  const names = () => textsOf(cards.getByRole('heading'));
  const screen = await open(found);
  const asked = () => screen.sent('purchases.list').at(-1)?.query;
  await expect.poll(names).toEqual(['Diamants', 'Robux']);
  await search.fill('eclat');
  await expect.poll(names).toEqual(['Robux']);
  expect(asked()).toEqual({ search: 'eclat' });
  await expect.poll(screen.address).toMatch(/search=eclat/);
  await search.fill('');
  await expect.poll(names).toEqual(['Diamants', 'Robux']);
  await page.getByRole('group', { name: 'Période' }).getByText('Aujourd’hui', { exact: true }).click();
  await expect.poll(names).toEqual(['Diamants']);
  await page.getByLabelText('Du', { exact: true }).fill('2026-01-05');
  await page.getByLabelText('Au', { exact: true }).fill('2026-01-05');
  await expect.poll(names).toEqual(['Robux']);
  expect(asked()).toEqual({ from: '2026-01-05', to: '2026-01-05' });
  await expect.element(page.getByText('Le 5 janv. 2026')).toBeVisible();
  await page.getByLabelText('Au', { exact: true }).fill('2026-01-06');
  await page.getByLabelText('Du', { exact: true }).fill('2026-01-06');
  await expect.element(page.getByText('Aucune carte trouvée')).toBeVisible();
  await expectAccessible();
  await expectNoSideScroll();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect.poll(names).toEqual(['Diamants', 'Robux']);
  await open(found, '/card-history?search=eclat');
  await expect.poll(names).toEqual(['Robux']);
  await expect.element(search).toHaveValue('eclat');
});

test('a search of the cards that finds nothing leads to the search for a code, which is in no address', async () => {
  const screen = await open({
    'purchases.list': ({ query }) => (query.search ? emptyList : listOf(purchase())),
    'purchases.find': { items: [purchase({ id: '40' })] },
  });
  await search.fill('rien de tel');
  await expect.element(page.getByText('Aucune carte trouvée')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Retrouver un code' }).last().click();
  const find = page.getByRole('dialog', { name: 'Retrouver un code' });
  await find.getByLabelText('Code ou numéro de série').fill('ABCD-EFGH-1234');
  await find.getByRole('button', { name: 'Rechercher' }).click();
  await expect.element(find.getByTestId('purchase')).toHaveTextContent('Achat n° 40');
  expect(screen.sent('purchases.find').map(({ body }) => body)).toEqual([{ code: 'ABCD-EFGH-1234' }]);
  expect(screen.address()).not.toContain('ABCD');
});

test('a reseller reaches more purchases than one page holds with `Afficher plus`', async () => {
  const screen = await open({
    'purchases.list': ({ query }) =>
      query.cursor ? listOf(purchase()) : { ...listOf(purchase()), nextCursor: 'suite' },
  });
  const more = page.getByRole('button', { name: 'Afficher plus' });
  await more.click();
  await expect.element(cards).toHaveLength(2);
  await expect.element(more).toHaveLength(0);
  expect(screen.sent('purchases.list').at(-1)?.query).toEqual({ cursor: 'suite' });
});
