import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createNamedReseller, uniqueWord } from './support/accounts.ts';
import { boxesOf, boxOf } from './support/boxes.ts';
import { administrator, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectNoSideScroll } from './support/screen-checks.ts';
import { openAllDay, requestTopUp } from './support/top-up.ts';

/*
 * The layout of long names and large amounts. Turned red by: a name in two lines, because the columns beside it squeeze it; an amount
 * in two lines; two labels that overlap; a button whose label wraps; a field as high as the error beside it.
 */
const narrow = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 800 };

/** How many lines the text of an element takes. */
const lines = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    const bottoms = new Set<number>();
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { bottom } of range.getClientRects()) bottoms.add(Math.round(bottom));
    }
    return bottoms.size;
  });

const expectOneLine = (element: Locator) => expect.poll(() => lines(element)).toBe(1);

async function openTile(page: Page, label: string): Promise<Locator> {
  const tile = page.getByText(label, { exact: true }).locator('..').locator('p').nth(1);
  await expect(tile).toContainText('DA');
  return tile;
}

test('names, e-mails and companies in the list of accounts take one line at 1280 px, however large the balances are', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const company = `Établissements Boukhalfa ${uniqueWord('Télécommunications')}`;
  const long = await createNamedReseller(almas, admin, {
    firstName: uniqueWord('Karim'),
    lastName: 'Administrateur',
    company,
    balance: 999_999.99,
  });
  const short = await createNamedReseller(almas, admin, {
    firstName: 'Mohamed Amine',
    lastName: 'Belkacem',
    company,
  });
  await enterAs(page, almas, admin);
  await page.setViewportSize(desk);
  await page.goto(`/admin/users?search=${encodeURIComponent(company)}`);
  for (const { name, email } of [long, short]) {
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row).toBeVisible();
    for (const text of [name, email, company]) await expectOneLine(row.getByText(text, { exact: true }));
    // Only a name that is longer than its column may be cut off.
    const isCut = (shown: Locator) => shown.evaluate((node) => node.scrollWidth > node.clientWidth);
    if (name === short.name)
      await expect.poll(() => isCut(row.getByTitle(name, { exact: true }))).toBe(false);
  }
});

// Turned red by: names that leave the buttons of their row three letters.
test('a recharge request with a long name and company is three lines high at 1280 px, and its buttons keep their label in one', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const company = `Établissements Multimédia et Télécommunications ${uniqueWord('Bahdja')} Centre-Ville`;
  const long = await createNamedReseller(almas, admin, {
    firstName: 'Abderrahmane-Noureddine',
    lastName: 'Benyoucef-Boumédiène El Hadj',
    company,
  });
  await long.call('POST', '/recharge-requests', { amount: 9_999.99, method: 'bank_transfer' });
  await enterAs(page, almas, admin);
  await page.setViewportSize(desk);
  await page.goto('/admin/recharge');
  const row = page.getByRole('row').filter({ hasText: company });
  for (const name of ['Approuver', 'Rejeter', 'Détails'])
    await expectOneLine(row.getByRole('button', { name, exact: true }));
  // The row is three lines high, and the whole texts are within reach.
  expect((await boxOf(row)).height).toBeLessThan(70);
  for (const text of [long.name, company]) await expect(row.getByTitle(text, { exact: true })).toBeVisible();
});

test('the amounts of the administrator’s dashboard and their labels stay in one line inside their tile, on a phone and on a desk', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  await createNamedReseller(almas, admin, { balance: 999_999.99 });
  await enterAs(page, almas, admin);
  for (const size of [phone, desk]) {
    await page.setViewportSize(size);
    await page.goto('/admin');
    const tile = await openTile(page, 'Soldes revendeurs');
    await expectOneLine(tile);
    await expect.poll(() => tile.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
  }
  for (const size of [narrow, phone]) {
    await page.setViewportSize(size);
    for (const label of ['Ventes du jour', 'Recharges du jour', 'Free Fire du jour', 'Soldes revendeurs'])
      await expectOneLine(page.getByText(label, { exact: true }));
  }
});

// Turned red by: the buttons below the last code.
test('the buttons for 30 codes of a purchase are seen without scrolling, with their label in one line, on a phone', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 5_000 });
  const product = await createProductWithCodes(admin, {
    offers: [{ name: '100 + 10', price: 150, stock: 30 }],
  });
  await purchase(buyer, product, { quantity: 30 });
  await enterAs(page, almas, buyer);
  for (const size of [phone, narrow]) {
    await page.setViewportSize(size);
    await page.goto('/card-history');
    await page.getByRole('button', { name: 'Voir les codes' }).click();
    for (const name of ['Copier tous les codes', 'Plein écran']) {
      const button = page.getByRole('dialog').getByRole('button', { name });
      await expect(button).toBeInViewport({ ratio: 1 });
      await expectOneLine(button);
    }
  }
});

test('on a phone each shortcut of the dashboard takes one line, and the rows of the operations are right-aligned', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  await purchase(buyer, await createProductWithCodes(admin));
  await enterAs(page, almas, buyer);
  await page.setViewportSize(phone);
  await page.goto('/dashboard');
  await hasStarted(page);
  const shortcuts = page.getByTestId('shortcut');
  await expect(shortcuts).toHaveCount(4);
  for (const label of ['Acheter des codes', 'Recharge Free Fire', 'Mes cartes', 'Contacter l’admin'])
    await expectOneLine(shortcuts.getByText(label, { exact: true }));
  await page.goto('/operations');
  await hasStarted(page);
  const rows = page.getByTestId('operation');
  await expect(rows).toHaveCount(2);
  const ends = () =>
    rows.evaluateAll((all) =>
      all.map((row) => Math.round(row.lastElementChild?.getBoundingClientRect().right ?? Number.NaN)),
    );
  await expect.poll(async () => new Set(await ends()).size).toBe(1);
});

// Turned red by: words that break to stand beside the figures.
test('on a phone of 320 px no word of an operation breaks in its middle', async ({ page, almas }) => {
  const admin = await administrator(almas);
  const buyer = await reseller(almas, admin, { balance: 999_999.99 });
  await openAllDay(admin);
  await purchase(buyer, await createProductWithCodes(admin, { name: longWord }));
  const request = await requestTopUp(buyer, '123456789');
  await admin.call('POST', `/free-fire/requests/${request}/refuse`, { note: 'ID introuvable' });
  await enterAs(page, almas, buyer);
  await page.setViewportSize(narrow);
  await page.goto('/operations');
  await hasStarted(page);
  const refunded = page.getByTestId('operation').getByText(/^Remboursement Free Fire/);
  const linesOfWord = () =>
    refunded.evaluate((node) => {
      const range = document.createRange();
      range.setStart(node.firstChild as Text, 0);
      range.setEnd(node.firstChild as Text, 'Remboursement'.length);
      return range.getClientRects().length;
    });
  await expect.poll(linesOfWord).toBe(1);
  await expectNoSideScroll(page);
  // A word longer than the row breaks instead of running under the button beside it.
  const rows = page.getByTestId('operation');
  await expect(rows).toHaveCount(4);
  await expect.poll(() => overflowing(rows)).toEqual([]);
});

// Turned red by: an amount whose currency stands in a second line; one that is wider than its card; a word that no line breaks.
test('on a phone of 320 px a balance of seven digits and centimes stays in one line in its card, and long words break', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const company = longWord.repeat(3);
  const rich = await createNamedReseller(almas, admin, { company, balance: 999_999.99 });
  for (const amount of [1_000_000, 1_000_000])
    await admin.call('POST', `/users/${rich.id}/recharge`, { amount });
  await enterAs(page, almas, rich);
  await page.setViewportSize(narrow);
  for (const [path, balance] of [
    ['/dashboard', 'dashboard-balance'],
    ['/profile', 'profile-balance'],
  ] as const) {
    await page.goto(path);
    await hasStarted(page);
    const amount = page.getByTestId(balance);
    await expect(amount).toHaveText(/^2\s999\s999,99\sDA$/);
    await expectOneLine(amount);
    await expect.poll(() => amount.evaluate((node) => node.scrollWidth <= node.clientWidth)).toBe(true);
    const [menu, chip] = await boxesOf(
      page.getByRole('banner').getByRole('link', { name: 'Almas' }),
      page.getByTestId('balance-chip'),
    );
    // In the line of the mark.
    expect(chip?.y).toBeLessThan((menu?.y ?? 0) + (menu?.height ?? 0));
    await expect.poll(() => overflowing(page.getByText(company).first())).toEqual([]);
    await expectNoSideScroll(page);
  }
});

test('a field keeps its height next to one that shows an error', async ({ page }) => {
  await page.setViewportSize(desk);
  await page.goto('/register');
  await page.getByLabel('Email').fill(`${uniqueWord('r')}@exemple.dz`);
  await page.getByLabel('Mot de passe', { exact: true }).fill('motdepasse');
  await page.getByLabel('Confirmer le mot de passe').fill('motdepasse');
  await page.getByRole('button', { name: 'Continuer' }).click();
  const first = page.getByLabel('Prénom');
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  const [one, other] = await boxesOf(first, page.getByLabel('Nom', { exact: true }));
  expect(other).toMatchObject({ y: one?.y, height: one?.height });
});

const longName =
  'Diamants Free Fire abonnement mensuel 2 200 + 220 bonus de fidélité — compte région Moyen-Orient et Afrique du Nord';
const longWord = 'AbonnementMensuelSuperPremiumInternationalSansEspaces2025';

/** The share of a card's width that a name in it may take. */
const shareOf = async (name: Locator, card: Locator): Promise<number> => {
  const [one, all] = await boxesOf(name, card);
  return (one?.width ?? 0) / (all?.width ?? 1);
};

/** Buttons whose label is wider than they are. */
const overflowing = (buttons: Locator): Promise<string[]> =>
  buttons.evaluateAll((all) =>
    all.filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent ?? ''),
  );

for (const width of [320, 390])
  test(`a long name of an offer is not squeezed by the elements next to it on a phone of ${width} px`, async ({
    page,
    almas,
  }) => {
    const admin = await administrator(almas);
    const buyer = await reseller(almas, admin, { balance: 10_000 });
    const product = await createProductWithCodes(admin, {
      name: `${longName} produit`,
      offers: [
        { name: longName, price: 1_150.5, stock: 2 },
        { name: longWord, price: 150, stock: 3 },
        { name: `${longName} épuisé`, price: 10, stock: 0 },
        { name: 'Court', price: 150, stock: 2 },
      ],
    });
    const names = [longName, longWord, `${longName} épuisé`];
    await purchase(buyer, product, { offer: 1 });
    await purchase(buyer, product);
    await page.setViewportSize({ width, height: 844 });
    const expectWide = async (name: Locator, card: Locator) => {
      expect(await shareOf(name, card), await name.innerText()).toBeGreaterThan(0.55);
      await expectNoSideScroll(page);
    };

    // Waits for the application: it replaces the first view, which could happen while sizes are measured.
    const open = async (address: string) => {
      await page.goto(address);
      await hasStarted(page);
    };

    await enterAs(page, almas, buyer);
    await open(`/catalog?game=${encodeURIComponent(product.game)}`);
    const offers = page.getByTestId('offer');
    await expect(offers).toHaveCount(4);
    for (const name of names) {
      const card = offers.filter({ has: page.getByRole('heading', { name, exact: true }) });
      await expectWide(card.getByRole('heading'), card);
    }
    await expect.poll(() => overflowing(offers.getByRole('button'))).toEqual([]);
    // A short name keeps its price beside it.
    const short = offers.filter({ has: page.getByRole('heading', { name: 'Court', exact: true }) });
    const [title, price] = await boxesOf(short.getByRole('heading'), short.getByText(/^150\sDA$/));
    expect(Math.abs((title?.y ?? 0) - (price?.y ?? 99))).toBeLessThan(12);

    await open('/card-history');
    const cards = page.getByTestId('purchase');
    await expect(cards).toHaveCount(2);
    for (const [index, name] of [longName, longWord].entries())
      await expectWide(cards.nth(index).getByText(name, { exact: true }), cards.nth(index));

    await open('/dashboard');
    const lines = page.getByTestId('recent-purchase');
    await expect(lines).toHaveCount(2);
    for (const [index, name] of [longName, longWord].entries())
      await expectWide(lines.nth(index).getByText(name).last(), lines.nth(index));

    await enterAs(page, almas, admin);
    await open(`/admin/products?game=${encodeURIComponent(product.game)}`);
    const listed = page.getByTestId('product');
    await expect(listed).toHaveCount(1);
    await expectWide(listed.getByRole('heading'), listed);
    await expect.poll(() => overflowing(listed.getByRole('button'))).toEqual([]);

    await open(`/admin/products/${product.id}/edit`);
    await expect(offers).toHaveCount(4);
    for (const name of names) {
      const title = offers.getByRole('heading', { name, exact: true });
      await expectWide(title, offers.first());
    }
    await expect.poll(() => overflowing(offers.getByRole('button'))).toEqual([]);
  });

/** The box of the first `part` in the text of an element. */
const boxOfText = async (element: Locator, part: string) => {
  await expect(element).toContainText(part);
  return element.evaluate((node, part) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const start = text.textContent?.indexOf(part) ?? -1;
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + part.length);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    }
    return { left: Number.NaN, right: Number.NaN };
  }, part);
};

// Turned red by: a note whose last mark stands at its beginning; a name cut off at its beginning; parts of a line in reverse order.
test('Arabic notes, companies and products are written from right to left, and the line around them from left to right', async ({
  page,
  almas,
}) => {
  const admin = await administrator(almas);
  const company = `مكتبة النور للاتصالات والخدمات ${uniqueWord('')}`;
  const named = await createNamedReseller(almas, admin, { firstName: 'محمد', company });
  const notes = 'دفعت 5000 دج عند مكتب البريد!';
  await named.call('POST', '/recharge-requests', { amount: 5_000, method: 'ccp', notes });
  const product = await createProductWithCodes(admin, {
    name: 'شحن جواهر',
    offers: [{ name: '100 جوهرة', price: 150, stock: 2 }],
  });
  await enterAs(page, almas, admin);
  await page.setViewportSize(desk);
  await page.goto('/admin/recharges');
  const note = page.getByText(notes);
  expect((await boxOfText(note, '!')).left).toBeLessThan((await boxOfText(note, 'دفعت')).left);
  await page.goto(`/admin/users?search=${encodeURIComponent(company)}`);
  const cell = page.getByRole('cell').filter({ hasText: company });
  const [{ x, width } = { x: 0, width: 0 }] = await boxesOf(cell);
  const start = await boxOfText(cell, 'مكتبة');
  expect([start.left > x, start.right < x + width]).toEqual([true, true]);

  await enterAs(page, almas, await reseller(almas, admin, { balance: 1_000 }));
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await hasStarted(page);
  await page.getByRole('button', { name: /^Qté/ }).click();
  const line = page.getByRole('dialog').getByText(product.name).first().locator('xpath=ancestor-or-self::p');
  expect((await boxOfText(line, product.name)).right).toBeLessThan((await boxOfText(line, '100')).left);
});
