import { formatDate } from '@almas/locale/formats';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { type Box, boxesOf } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { withoutPageData } from './support/page-data.ts';
import { createProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { openAllDay, serverAtPageTime, serviceAtPageTime } from './support/top-up.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
  await openAllDay(admin);
});

const tiles = (page: Page) => page.getByTestId('shortcut');
const contact = (page: Page) => page.getByRole('button', { name: /Contacter l’admin/ });

async function open(page: Page, almas: Parameters<typeof enterAs>[1], user: Caller) {
  await enterAs(page, almas, user);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('a reseller’s dashboard shows name, company, status, balance and last activity [RDB-01][RDB-02][RDB-03][RDB-04]', async ({
  page,
  almas,
}) => {
  const nadia = await reseller(almas, admin);
  await open(page, almas, nadia);
  await expect(page.getByRole('heading', { level: 1, name: 'Bienvenue, Amine Benali' })).toBeVisible();
  await expect(page.getByText('Cyber Sétif')).toBeVisible();
  await expect(page.getByText('Compte actif')).toBeVisible();
  await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('0 DA'));
  const activity = page.getByText('Dernière activité').locator('..');
  await expect(activity).toContainText('-');
  await admin.call('POST', `/users/${nadia.id}/recharge`, { amount: 12_500.5 });
  await expect(page.getByTestId('dashboard-balance')).toHaveText(spaced('12 500,50 DA'));
  await expect(activity.locator('time')).toBeVisible();
});

test('a reseller sends a recharge request from the balance of the dashboard and from the « + » of the top bar [CNT-81]', async ({
  page,
  almas,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, almas, await reseller(almas, admin));
  const dialog = page.getByRole('dialog', { name: 'Demandes de recharge' });
  await page.getByRole('main').getByRole('button', { name: 'Recharger', exact: true }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const chip = page.getByRole('button', { name: /^Solde/ });
  await expect(chip).toContainText('+');
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await chip.click();
  await expect(dialog).toBeVisible();
});

test('a reseller’s dashboard has exactly four shortcuts and a history tile [RDB-05][RDB-06][RDB-07][RDB-08][RDB-09][RDB-11][RDB-12]', async ({
  page,
  almas,
}) => {
  await open(page, almas, await reseller(almas, admin));
  await expect(tiles(page)).toHaveCount(4);
  await expect(tiles(page).nth(1)).toContainText('Recharge directe');
  for (const [name, path] of [
    [/Acheter des codes/, '/catalog'],
    [/Recharge Free Fire/, '/freefire'],
    [/^Mes cartes Retrouver/, '/card-history'],
    [/Historique/, '/operations'],
  ] as const) {
    await expect(page.getByRole('main').getByRole('link', { name })).toHaveAttribute('href', path);
  }
  await contact(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the Free Fire tile is disabled as soon as an administrator puts the service into maintenance [RDB-10][RDB-11][RDB-16]', async ({
  page,
  almas,
}) => {
  await open(page, almas, await reseller(almas, admin));
  await expect(tiles(page).nth(1)).toContainText('Recharge directe');
  await admin.call('PATCH', '/free-fire/service', { maintenanceMode: true });
  await expect(tiles(page).nth(1)).toContainText('Service hors ligne');
  await expect(tiles(page).nth(1)).toBeDisabled();
  await admin.call('PATCH', '/free-fire/service', { maintenanceMode: false });
  await expect(tiles(page).nth(1)).toContainText('Recharge directe');
});

test('the Free Fire tile follows the service hours, which are checked again every 60 seconds [RDB-16]', async ({
  page,
  almas,
}) => {
  await admin.call('PATCH', '/free-fire/service', { startHour: 8, endHour: 22 });
  await serviceAtPageTime(page);
  await page.clock.install({ time: new Date('2026-11-20T21:59:30+01:00') });
  await open(page, almas, await reseller(almas, admin));
  await expect(tiles(page).nth(1)).toContainText('Recharge directe');
  await page.clock.runFor(61_000);
  await expect(tiles(page).nth(1)).toContainText('Service hors ligne');
});

test('a reseller’s dashboard lists the five newest purchases and requests six products [RDB-13][RDB-14][RDB-15]', async ({
  page,
  almas,
}) => {
  const nadia = await reseller(almas, admin, { balance: 5_000 });
  const product = await createProductWithCodes(admin, {
    name: 'Diamants récents',
    offers: Array.from({ length: 6 }, (_, index) => ({ name: `Offre ${index}`, price: 100, stock: 1 })),
  });
  for (const offer of [0, 1, 2, 3, 4, 5]) await purchase(nadia, product, { offer });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/products')) requested.push(new URL(request.url()).search);
  });
  await withoutPageData(page);
  await open(page, almas, nadia);
  const lines = page.getByTestId('recent-purchase');
  await expect(lines).toHaveCount(5);
  await expect(lines.first()).toContainText('Offre 5');
  await expect(lines.last()).toContainText('Offre 1');
  await expect(page.getByText('7 derniers jours')).toBeVisible();
  // A live event of the purchases may cause a second read.
  expect(new Set(requested)).toEqual(new Set(['?status=active&limit=6']));
  await lines.first().click();
  await expect(page.getByRole('dialog').getByTestId('code')).toHaveAttribute(
    'data-code',
    product.offers[5]?.codes[0] ?? '',
  );
});

test('the products of a reseller’s dashboard show the game and their lowest price', async ({
  page,
  almas,
}) => {
  const product = {
    id: '1',
    name: 'Robux',
    game: 'Roblox',
    category: '',
    description: '',
    imageUrl: '',
    status: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    lastSale: null,
  };
  const offer = { id: 'o', name: '400', value: '400 Robux', region: 'DZ', stock: 0 };
  const items = [
    {
      ...product,
      offers: [
        { ...offer, price: 900 },
        { ...offer, id: 'p', price: 120.5 },
      ],
    },
    { ...product, id: '2', name: 'Sans prix', offers: [] },
  ];
  await withoutPageData(page);
  await page.route('**/api/products?*', (route) => route.fulfill({ json: { items, nextCursor: null } }));
  await open(page, almas, await reseller(almas, admin));
  await expect(page.getByRole('link', { name: /Robux/ })).toContainText(spaced('Roblox · dès 120,50 DA'));
  await expect(page.getByRole('link', { name: /Sans prix/ })).not.toContainText('dès');
});

test('a reseller’s dashboard says that nothing was bought yet [ERR-37]', async ({ page, almas }) => {
  await open(page, almas, await reseller(almas, admin));
  await expect(page.getByText('Aucune transaction récente')).toBeVisible();
});

test.describe('the message to the administrator', () => {
  test('the message to the administrator has a text box, `Annuler` and `Envoyer`, and cannot be empty [RDB-17][RDB-18][RDB-19][RDB-20]', async ({
    page,
    almas,
  }) => {
    await open(page, almas, await reseller(almas, admin));
    await contact(page).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
    // The extension is off, so no message is delivered and none has to name an order.
    await expect(dialog.getByText(/numéro de la commande/)).toHaveCount(0);
    for (const text of ['', '   ']) {
      await dialog.getByRole('textbox').fill(text);
      await dialog.getByRole('button', { name: 'Envoyer' }).click();
      await expect(dialog.getByText('Veuillez saisir un message')).toBeVisible();
    }
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await expect(dialog).toBeHidden();
    await expect(contact(page)).toBeFocused();
  });

  test('a message to the administrator is reported as sent after a second, without a call to the server [RDB-21][RDB-22]', async ({
    page,
    almas,
  }) => {
    await open(page, almas, await reseller(almas, admin));
    const configuration = page.waitForResponse('**/api/configuration');
    await contact(page).click();
    await (await configuration).finished();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(request.url());
    });
    await page.getByRole('dialog').getByRole('textbox').fill('Versement de 5000 DA ce matin');
    await page.getByRole('dialog').getByRole('button', { name: 'Envoyer' }).click();
    await page.clock.runFor(900);
    const sent = page.getByText("Votre message a été envoyé à l'administrateur");
    await expect(sent).toHaveCount(0);
    await page.clock.runFor(200);
    await expect(sent).toBeVisible();
    await page.clock.resume();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(calls).toEqual([]);
  });
});

test('a message to the administrator that cannot be sent shows an error and stays in its box [RDB-23]', async ({
  page,
  almas,
}) => {
  await page.route('**/api/configuration', (route) =>
    route.fulfill({ status: 422, json: { code: 'INVALID_INPUT', message: '' } }),
  );
  // The page brings the switches along.
  await withoutPageData(page);
  await open(page, almas, await reseller(almas, admin));
  await contact(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Bonjour');
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(page.getByText("Erreur lors de l'envoi du message")).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveValue('Bonjour');
});

test('a recent purchase says how long ago it was in minutes, hours and days, then its date [LIM-20][LIM-21][LIM-22][LIM-23]', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const { createdAt } = await purchase(buyer, await createProductWithCodes(admin));
  const minute = 60_000;
  await enterAs(page, almas, buyer);
  await serverAtPageTime(page);
  await page.clock.install();
  for (const [later, text] of [
    [0, "À l'instant"],
    [1, 'Il y a 1 min'],
    [59, 'Il y a 59 min'],
    [60, 'Il y a 1h'],
    [23 * 60, 'Il y a 23h'],
    [24 * 60, 'Il y a 1j'],
    [29 * 24 * 60, 'Il y a 29j'],
    [30 * 24 * 60, formatDate(createdAt)],
  ] as const) {
    await page.clock.setFixedTime(Date.parse(createdAt) + later * minute + 1_000);
    await page.goto('/dashboard');
    await expect(page.getByTestId('recent-purchase').locator('time')).toHaveText(text);
  }
});

test('a recent purchase with a long name has at most three lines on a phone, whatever its age', async ({
  page,
  almas,
}) => {
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  const product = await createProductWithCodes(admin, { name: 'Diamants Mobile Legends' });
  const { createdAt } = await purchase(buyer, product);
  await page.setViewportSize({ width: 390, height: 844 });
  await enterAs(page, almas, buyer);
  await serverAtPageTime(page);
  await page.clock.install();
  for (const minutes of [0, 7, 47, 60]) {
    await page.clock.setFixedTime(Date.parse(createdAt) + minutes * 60_000 + 1_000);
    await page.goto('/dashboard');
    const line = page.getByTestId('recent-purchase');
    await expect(line.getByText('Diamants Mobile Legends')).toBeVisible();
    const [row, name, amount, when] = (await boxesOf(
      line,
      line.getByText('Diamants Mobile Legends'),
      line.getByText(/^150\sDA$/),
      line.locator('time'),
    )) as [Box, Box, Box, Box];
    expect(row.height, `${minutes} min`).toBeLessThan(3 * name.height + 30);
    // Beside the names they are one above the other, at the same edge.
    if (amount.y < name.y + name.height) expect(when.x + when.width).toBeCloseTo(amount.x + amount.width, 0);
  }
});

// Turned red by: an age that is computed from the server's time of the purchase and the device's clock.
for (const source of ['the data of the page', 'the responses of the API'])
  test(`a device whose clock is hours wrong shows how long ago a purchase was by the server’s clock, from ${source}`, async ({
    page,
    almas,
  }) => {
    const buyer = await reseller(almas, admin, { balance: 1_000 });
    const { createdAt } = await purchase(buyer, await createProductWithCodes(admin));
    // The time of a response is in whole seconds: exactly three hours could be shown as two.
    const overThreeHours = 3.5 * 3_600_000;
    const isOfPage = source === 'the data of the page';
    const earlier = new Date(Date.now() - overThreeHours).toISOString();
    await enterAs(page, almas, buyer);
    if (!isOfPage) await withoutPageData(page);
    await page.route(isOfPage ? '**/dashboard' : '**/api/purchases?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(createdAt, earlier) });
    });
    if (isOfPage) await page.route('**/api/**', () => {});
    await page.clock.install();
    for (const hours of [5, -5]) {
      await page.clock.setFixedTime(Date.now() + hours * 3_600_000);
      await page.goto('/dashboard');
      await expect(page.getByTestId('recent-purchase').locator('time'), `${hours} h`).toHaveText('Il y a 3h');
    }
  });

test('a reseller’s dashboard is accessible and fits a phone', async ({ page, almas }) => {
  await open(page, almas, await reseller(almas, admin));
  await expectAccessible(page);
  await expectNoSideScroll(page);
});
