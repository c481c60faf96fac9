import type { Page } from '@playwright/test';
import { expect, pauseClock, test } from '../support/browser.ts';
import { boxesOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { withoutLiveEvents, withoutPageData } from './support/page-data.ts';
import { createProductWithCodes, newCode, type ProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectCentred, expectNoSideScroll } from './support/screen-checks.ts';
import { sql } from './support/sql.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

type Server = Parameters<typeof enterAs>[1];
const offer = (page: Page, name: string) => page.getByTestId('offer').filter({ hasText: name });
const buy = (page: Page, name: string) => offer(page, name).getByRole('button', { name: 'Acheter 1 code' });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** Opens the products of a game as a new reseller with `balance` DA. */
async function openGame(
  page: Page,
  almas: Server,
  { game }: ProductWithCodes,
  balance = 1_000,
): Promise<Caller> {
  const buyer = await reseller(almas, admin, { balance });
  await enterAs(page, almas, buyer);
  await page.goto(`/catalog?game=${encodeURIComponent(game)}`);
  await expect(page.getByRole('heading', { level: 1, name: game })).toBeVisible();
  return buyer;
}

test('a game of the catalogue shows the numbers of its products and of the active ones, their stock and the lowest price [CAT-01][CAT-02][CAT-03][CAT-04][CAT-05][CAT-12][GEN-09]', async ({
  page,
  almas,
}) => {
  const game = `Jeu ${newCode().slice(0, 6)}`;
  await createProductWithCodes(admin, {
    game,
    offers: [
      { name: 'a', price: 450, stock: 2 },
      { name: 'b', price: 120.5, stock: 0 },
    ],
  });
  await createProductWithCodes(admin, {
    game,
    name: 'Second',
    offers: [{ name: 'c', price: 900, stock: 3 }],
  });
  await createProductWithCodes(admin, {
    game,
    name: 'Retiré',
    status: 'inactive',
    offers: [{ name: 'd', price: 10, stock: 50 }],
  });
  await createProductWithCodes(admin, {
    game,
    name: 'Brouillon',
    status: 'draft',
    offers: [{ name: 'e', price: 1 }],
  });
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/catalog');
  const card = page.getByRole('link', { name: new RegExp(game) });
  const initials = card.locator('[aria-hidden="true"] > span');
  await expectCentred(initials, initials.locator('..'));
  await expect(card).toContainText('3 produits');
  await expect(card).toContainText('dont 2 actifs');
  await expect(card).toContainText(/Stock total\s*5 codes$/);
  await expect(card).toContainText(spaced('À partir de120,50 DA'));
  await expect(page.getByRole('main').getByRole('link', { name: 'Tableau de bord' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await card.click();
  await expect(page.getByTestId('offer')).toHaveCount(3);
});

test('a game with nothing for sale comes last and says so, on its tile and on its screen [CAT-21]', async ({
  page,
  almas,
}) => {
  const idle = await createProductWithCodes(admin, { game: `AAA ${newCode()}`, status: 'inactive' });
  const sold = await createProductWithCodes(admin, {
    game: `ZZZ ${newCode()}`,
    offers: [{ name: 'a', price: 100, stock: 0 }],
  });
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/catalog');
  const cards = page.getByRole('main').getByRole('link').filter({ hasText: 'Stock total' });
  const names = async () => (await cards.allTextContents()).map((text) => text.trim());
  await expect(cards.filter({ hasText: idle.game })).toBeVisible();
  const order = await names();
  const at = (game: string) => order.findIndex((text) => text.includes(game));
  expect(at(idle.game)).toBeGreaterThan(at(sold.game));
  const card = cards.filter({ hasText: idle.game });
  await expect(card).toContainText('Aucun produit en vente pour ce jeu');
  await expect(card).not.toContainText('À partir de');
  await expectAccessible(page);
  await card.click();
  await expect(page.getByText('Aucun produit trouvé')).toBeVisible();
  await expect(page.getByText('Aucun produit en vente pour ce jeu')).toBeVisible();
  // No filter was set, and there is nothing to filter.
  await expect(page.getByText('Essayez une autre recherche ou élargissez les prix.')).toHaveCount(0);
  await expect(field(page, 'Rechercher')).toHaveCount(0);
});

test('filters of the catalogue that hide every offer are named and cleared in one tap [CAT-21]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 100 }] });
  await openGame(page, almas, product);
  await field(page, 'Prix maximum').fill('50');
  await field(page, 'Rechercher').fill('rien');
  await expect(page.getByText('Aucun produit trouvé')).toBeVisible();
  await expect(page.getByText('Essayez une autre recherche ou élargissez les prix.')).toBeVisible();
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(offer(page, 'Pack')).toBeVisible();
  await expect(field(page, 'Prix maximum')).toHaveValue('');
  await expect(field(page, 'Rechercher')).toHaveValue('');
});

test('on a phone one product folds its filters and shows at least four offers at once', async ({
  page,
  almas,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const offers = ['Un', 'Deux', 'Trois', 'Quatre', 'Cinq'].map((name) => ({ name, price: 100, stock: 1 }));
  const product = await createProductWithCodes(admin, { offers });
  await openGame(page, almas, product);
  await expect(field(page, 'Prix maximum')).toBeHidden();
  const boxes = await boxesOf(...offers.map(({ name }) => offer(page, name)));
  const whole = boxes.filter((box) => box.y + box.height <= 844);
  expect(whole.length).toBeGreaterThanOrEqual(4);
  for (const { height } of await boxesOf(...offers.map(({ name }) => buy(page, name))))
    expect(height).toBeGreaterThanOrEqual(40);
  await page.getByRole('button', { name: 'Filtrer les offres' }).click();
  await field(page, 'Prix maximum').fill('50');
  await expect(page.getByText('Aucun produit trouvé')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('a reseller can request a recharge next to an offer that the balance does not cover', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 500, stock: 1 }] });
  await openGame(page, almas, product, 100);
  await expect(offer(page, 'Pack')).toContainText('Solde insuffisant');
  await offer(page, 'Pack').getByRole('button', { name: 'Demander une recharge' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Demandes de recharge' }).getByLabel('Montant (DA)'),
  ).toBeVisible();
});

test('an empty catalogue says that no game was found [CAT-20]', async ({ page, almas }) => {
  await withoutPageData(page);
  await page.route('**/api/products*', (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/catalog');
  await expect(page.getByText('Aucun jeu trouvé')).toBeVisible();
});

test('a game opens its own active products and leads back [CAT-06][CAT-11][CAT-12][GEN-09]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { name: 'Diamants à moi' });
  await createProductWithCodes(admin, { game: product.game, name: 'Retiré', status: 'inactive' });
  await createProductWithCodes(admin, { name: 'D’un autre jeu' });
  await openGame(page, almas, product);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Diamants à moi']);
  await expect(page.getByRole('main').getByRole('link', { name: 'Tableau de bord' })).toHaveAttribute(
    'href',
    '/dashboard',
  );
  await page.getByRole('link', { name: 'Retour aux jeux' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Catalogue' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: product.game })).toBeVisible();
});

test('the search, the region and the prices narrow the offers of a game [CAT-07][CAT-08][CAT-09][CAT-10][CAT-21]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, {
    name: 'Édition spéciale',
    offers: [
      { name: 'Petite', price: 100 },
      { name: 'Grande', price: 900, region: 'INT' },
    ],
  });
  await createProductWithCodes(admin, {
    game: product.game,
    name: 'Pass',
    offers: [{ name: 'Mensuel', price: 500 }],
  });
  await openGame(page, almas, product);
  const names = page.getByTestId('offer').getByRole('heading');
  await field(page, 'Rechercher').fill('edition');
  await expect(names).toHaveText(['Petite', 'Grande']);
  await field(page, 'Rechercher').fill('');
  await expect(field(page, 'Région').getByRole('option')).toHaveText(['Toutes', 'DZ', 'INT']);
  await field(page, 'Région').selectOption('INT');
  await expect(names).toHaveText(['Grande']);
  await field(page, 'Région').selectOption('');
  await field(page, 'Prix minimum').fill('500');
  await expect(names).toHaveText(['Grande', 'Mensuel']);
  await field(page, 'Prix maximum').fill('899');
  await expect(names).toHaveText(['Mensuel']);
  await field(page, 'Prix maximum').fill('499');
  await expect(page.getByText('Aucun produit trouvé')).toBeVisible();
  await expectAccessible(page);
});

test('an offer shows name, value, region, stock and price [CAT-13][CAT-14][CAT-15][CAT-16][CAT-18][CAT-19][GEN-02][GEN-10][LIM-19]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, {
    offers: [{ name: 'Pack', value: '2398 Diamants', price: 12_500.5, region: 'INT', stock: 2 }],
  });
  await openGame(page, almas, product, 20_000);
  for (const text of ['Pack', '2398 Diamants', 'INT', 'Stock : 2']) {
    await expect(offer(page, 'Pack').getByText(text, { exact: true })).toBeVisible();
  }
  await expect(offer(page, 'Pack')).toContainText(spaced('12 500,50 DA'));
  await expect(buy(page, 'Pack')).toBeEnabled();
  await expectAccessible(page);
  await expectNoSideScroll(page);
});

test('an offer without stock says so where the stock and the button would be [CAT-17][CAT-26]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Vide', price: 100, stock: 0 }] });
  await openGame(page, almas, product);
  await expect(offer(page, 'Vide').getByText('Rupture de stock', { exact: true })).toBeVisible();
  await expect(offer(page, 'Vide')).not.toContainText('Stock :');
  await expect(buy(page, 'Vide')).toHaveCount(0);
  // The text is next to the region instead of the stock, and at the position of the button.
  await expect(offer(page, 'Vide').locator('p').filter({ hasText: 'Région' })).toContainText(
    'Rupture de stock',
  );
  const inPlaceOfButton = offer(page, 'Vide').locator('[data-text="Rupture de stock"]');
  await expect(inPlaceOfButton).toBeVisible();
  expect(await inPlaceOfButton.evaluate((one) => getComputedStyle(one, '::before').content)).toBe(
    '"Rupture de stock"',
  );
});

test('a balance below the price disables the button with a hint, an equal one does not [CAT-24][CAT-25]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, {
    offers: [
      { name: 'Juste', price: 150, stock: 1 },
      { name: 'Trop', price: 150.01, stock: 1 },
    ],
  });
  await openGame(page, almas, product, 150);
  await expect(buy(page, 'Trop')).toBeDisabled();
  await expect(buy(page, 'Trop')).toHaveAccessibleDescription('Solde insuffisant');
  await expect(buy(page, 'Juste')).toBeEnabled();
  await expect(offer(page, 'Juste')).not.toContainText('Solde insuffisant');
});

test('one tap buys one code, pays it from the balance and shows it [CAT-22][ERR-22][GEN-08][GEN-10]', async ({
  page,
  almas,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 3 }] });
  const buyer = await openGame(page, almas, product, 1_000);
  await buy(page, 'Pack').click();
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
  await expect(buy(page, 'Pack')).toBeFocused();
  await expect(offer(page, 'Pack')).toContainText('Stock : 2');
  const { items } = await buyer.call('GET', '/purchases');
  expect(items).toMatchObject([{ quantity: 1, totalCost: 150 }]);
});

test('a double tap on an offer makes one purchase', async ({ page, almas }) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 5 }] });
  const buyer = await openGame(page, almas, product);
  // Taps every millisecond until the code is shown, however early the first response arrives.
  await buy(page, 'Pack').evaluate((button: HTMLElement) => {
    const taps = setInterval(
      () => (document.querySelector('dialog[open]') ? clearInterval(taps) : button.click()),
      1,
    );
  });
  const dialog = page.getByRole('dialog', { name: 'Votre code' });
  await expect(dialog).toBeVisible();
  expect((await buyer.call('GET', '/purchases')).items).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Fermer' }).first().click();
  await buy(page, 'Pack').click();
  await expect(dialog).toBeVisible();
  expect((await buyer.call('GET', '/purchases')).items).toHaveLength(2);
});

test('the stock and the balance on the catalogue follow purchases and recharges of other users', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 1 }] });
  const buyer = await openGame(page, almas, product, 100);
  await expect(buy(page, 'Pack')).toBeDisabled();
  await admin.call('POST', `/users/${buyer.id}/recharge`, { amount: 50 });
  await expect(buy(page, 'Pack')).toBeEnabled();
  await purchase(await reseller(almas, admin, { balance: 150 }), product);
  await expect(offer(page, 'Pack').getByText('Rupture de stock')).toBeVisible();
});

test('an account that is not active any more cannot buy [CAT-23]', async ({ page, almas }) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 1 }] });
  const buyer = await openGame(page, almas, product);
  // Written to the database while the purchase is under way, so that the page cannot learn of it before its response.
  await page.route('**/api/purchases', async (route) => {
    await sql(almas, "UPDATE users SET status = 'inactive' WHERE id = $1", [buyer.id]);
    await route.continue();
  });
  await buy(page, 'Pack').click();
  await expect(page.getByText('Votre compte doit être activé pour effectuer des achats')).toBeVisible();
});

test.describe('a purchase that fails', () => {
  test('a purchase that fails shows the reason of the server once, for 7 seconds [BUY-30][ERR-01][NTF-17][NTF-20]', async ({
    page,
    almas,
  }) => {
    const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 1 }] });
    // Before the page is opened: its buttons measure by the page's clock from when on they react to a press.
    await page.clock.install();
    await openGame(page, almas, product);
    await page.route('**/api/purchases', (route) =>
      route.fulfill({
        status: 409,
        json: { code: 'STOCK_SHORT', message: 'Stock insuffisant (0 disponible(s))' },
      }),
    );
    await expect(buy(page, 'Pack')).toBeEnabled();
    // The clock of the page is stopped from here on, so that the speed of the machine does not matter.
    await pauseClock(page);
    await buy(page, 'Pack').click();
    const reason = page.getByText('Stock insuffisant (0 disponible(s))');
    await expect(reason).toHaveCount(1);
    await page.clock.runFor(5_500);
    await expect(reason).toBeVisible();
    await page.clock.runFor(2_000);
    await expect(reason).toHaveCount(0);
  });

  test('a purchase that fails without a reason shows the fallback until its screen is left [ERR-02]', async ({
    page,
    almas,
  }) => {
    const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 1 }] });
    await openGame(page, almas, product);
    await page.route('**/api/purchases', (route) =>
      route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: '' } }),
    );
    await buy(page, 'Pack').click();
    const message = page.getByText("Erreur lors de l'achat", { exact: true });
    // A message under the pointer does not time out: it disappears with the screen that it concerns.
    await message.hover();
    await page.getByRole('navigation').locator('a[href="/operations"]').press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Toutes les Opérations' })).toBeVisible();
    await expect(message).toHaveCount(0);
  });
});

test('a catalogue that cannot be read says so and can be loaded again [ERR-17][ERR-20][NTF-18]', async ({
  page,
  almas,
  allowed,
}) => {
  allowed.push(/status of 500/);
  await withoutPageData(page);
  await withoutLiveEvents(page);
  await page.route('**/api/products*', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'INTERNAL', message: 'Une erreur est survenue. Veuillez réessayer.' },
    }),
  );
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/catalog');
  await expect(page.getByText('Erreur de chargement', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Erreur de base de données – Erreur lors du chargement des données'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/products*');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText('Erreur de chargement', { exact: true })).toHaveCount(0);
});
