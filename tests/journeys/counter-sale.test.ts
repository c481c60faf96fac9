import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../support/browser.ts';
import { boxesOf, middleOf, takesPresses } from './support/boxes.ts';
import { administrator, type Caller, enterAs, reseller } from './support/callers.ts';
import { hasStarted } from './support/page-data.ts';
import { createProductWithCodes, type ProductWithCodes, purchase } from './support/products.ts';
import { expectAccessible, expectNoSideScroll } from './support/screen-checks.ts';
import { spaced } from './support/words.ts';

let admin: Caller;
test.beforeEach(async ({ almas }) => {
  admin ??= await administrator(almas);
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Acheter des codes' });
const number = (page: Page) => dialog(page).getByLabel('Nombre de codes');
/** The button that buys; it is enabled once it has not moved for 800 ms. */
const buyButton = (page: Page) => dialog(page).getByRole('button', { name: /^Acheter( \d|$)/ });

async function openQuantity(
  page: Page,
  almas: Parameters<typeof enterAs>[1],
  { balance = 10_000, stock = 12, price = 150 } = {},
): Promise<{ buyer: Caller; product: ProductWithCodes }> {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price, stock }] });
  const buyer = await reseller(almas, admin, { balance });
  await enterAs(page, almas, buyer);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await hasStarted(page);
  await page.getByRole('button', { name: 'Qté, plusieurs codes : Pack' }).click();
  await expect(dialog(page)).toBeVisible();
  return { buyer, product };
}

test('a reseller chooses how many codes one purchase buys; the button says the number and the total [CNT-01]', async ({
  page,
  almas,
}) => {
  const { buyer, product } = await openQuantity(page, almas, { price: 150.25 });
  await expect(number(page)).toHaveValue('1');
  await expect(buyButton(page)).toHaveText('Acheter 1 code');
  await dialog(page).getByRole('button', { name: 'Un code de plus' }).click();
  await expect(buyButton(page)).toHaveText(spaced('Acheter 2 codes : 300,50 DA'));
  await number(page).press('ArrowUp');
  await expect(buyButton(page)).toHaveText(spaced('Acheter 3 codes : 450,75 DA'));
  await dialog(page).getByRole('button', { name: 'Un code de moins' }).click();
  await number(page).fill('3');
  await expect(dialog(page)).toContainText(spaced('9 549,25 DA'));
  await expectAccessible(page);
  await takesPresses(buyButton(page));
  await buyButton(page).click();
  const bought = page.getByRole('dialog', { name: 'Vos 3 codes' });
  await expect(dialog(page)).toHaveCount(0);
  // Turned red by: the buttons for all codes below the last one.
  const [copyAll, first] = await boxesOf(
    bought.getByRole('button', { name: 'Copier tous les codes' }),
    bought.getByTestId('code').first(),
  );
  expect(copyAll?.y).toBeLessThan(first?.y ?? 0);
  const { items } = await buyer.call('GET', '/purchases');
  expect(items).toMatchObject([{ quantity: 3, totalCost: 450.75 }]);
  const { codes } = await buyer.call('GET', `/purchases/${items[0].id}`);
  expect(codes.map(({ code }: { code: string }) => code)).toEqual(product.offers[0]?.codes.slice(0, 3));
});

test('a quantity that is no number from 1 to 100, above the stock or above the balance buys nothing and says why [CNT-02]', async ({
  page,
  almas,
}) => {
  await openQuantity(page, almas, { stock: 12, balance: 600 });
  for (const wrong of ['', '0', '13', '101']) {
    await number(page).fill(wrong);
    await expect(buyButton(page)).toBeDisabled();
    await expect(number(page)).toHaveAccessibleDescription('Choisissez de 1 à 12. En stock : 12 codes.');
    await expect(number(page)).toHaveAttribute('aria-invalid', 'true');
  }
  // The stock is the reason, not the balance, and the button names no sale.
  await expect(dialog(page).getByRole('status')).toHaveText('');
  await expect(buyButton(page)).toHaveText('Acheter');
  await number(page).fill('5');
  await expect(buyButton(page)).toBeDisabled();
  await expect(dialog(page).getByRole('status')).toHaveText('Solde insuffisant');
  await number(page).fill('4');
  await expect(buyButton(page)).toBeEnabled();
  await expect(dialog(page).getByRole('button', { name: 'Un code de moins' })).toBeEnabled();
  await number(page).fill('12');
  await expect(dialog(page).getByRole('button', { name: 'Un code de plus' })).toBeDisabled();
});

test('a mistyped or pasted quantity is read as a whole or marked as invalid; no character of it is left out [CNT-02]', async ({
  page,
  almas,
}) => {
  await openQuantity(page, almas, { stock: 30 });
  for (const wrong of ['2,5', '1.2', '1e1', '-3', '1 2']) {
    await number(page).fill('');
    await page.keyboard.insertText(wrong);
    await expect(number(page)).toHaveValue(wrong);
    await expect(buyButton(page)).toBeDisabled();
    await expect(number(page)).toHaveAttribute('aria-invalid', 'true');
  }
  // Spaces, the digits of Arabic and Persian keyboards, and the invisible direction marks of a messenger.
  for (const blank of ['  12', '12\u00a0', '\t12 ', '\u0661\u0662', '\u06f1\u06f2', '\u200e12\u202c']) {
    await number(page).fill('');
    await page.keyboard.insertText(blank);
    await expect(buyButton(page)).toHaveText(spaced('Acheter 12 codes : 1 800 DA'));
  }
});

test('further presses on the quantity button buy nothing, and an offer with one code has no quantity button [CNT-03]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, {
    offers: [
      { name: 'Seule', price: 100, stock: 1 },
      { name: 'Pack', price: 150, stock: 5 },
    ],
  });
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await enterAs(page, almas, buyer);
  await page.clock.install();
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await expect(page.getByRole('button', { name: 'Qté, plusieurs codes : Pack' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Qté, plusieurs codes : Seule' })).toHaveCount(0);
  // The clock of the page is stopped: the button has not been in its position for long enough.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Qté, plusieurs codes : Pack' }).click();
  await expect(buyButton(page)).toHaveCSS('pointer-events', 'none');
  for (let press = 0; press < 3; press += 1) await buyButton(page).click({ force: true });
  await page.clock.resume();
  await takesPresses(buyButton(page));
  expect((await buyer.call('GET', '/purchases')).items).toHaveLength(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Qté, plusieurs codes : Pack' })).toBeFocused();
});

// Turned red by: a dialog that keeps the stock it was opened with.
test('the stock of an open quantity dialog of the catalogue follows the sales of others, down to none [CNT-02]', async ({
  page,
  almas,
}) => {
  const { buyer, product } = await openQuantity(page, almas, { stock: 3 });
  const other = await reseller(almas, admin, { balance: 1_000 });
  await number(page).fill('3');
  await expect(dialog(page)).toContainText('Choisissez de 1 à 3. En stock : 3 codes.');
  await purchase(other, product);
  await expect(dialog(page)).toContainText('Choisissez de 1 à 2. En stock : 2 codes.');
  await expect(number(page)).toHaveValue('3');
  await expect(number(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(buyButton(page)).toBeDisabled();
  await purchase(other, product, { quantity: 2 });
  await expect(dialog(page)).toContainText('Rupture de stock');
  await number(page).fill('1');
  await expect(buyButton(page)).toBeDisabled();
  await expectAccessible(page);
  expect((await buyer.call('GET', '/purchases')).items).toHaveLength(0);
});

test('an open quantity dialog follows a new price, and says when its offer leaves the sale [CNT-84]', async ({
  page,
  almas,
}) => {
  const { product } = await openQuantity(page, almas, { price: 100, stock: 5 });
  await number(page).fill('2');
  const shown = await admin.call('GET', `/products/${product.id}`);
  await admin.call('PUT', `/products/${product.id}`, {
    ...shown,
    offers: [{ ...shown.offers[0], price: 120 }],
  });
  await expect(buyButton(page)).toHaveText(spaced('Acheter 2 codes : 240 DA'));
  await expect(dialog(page).getByRole('status')).toHaveText('Le prix a changé : vérifiez le total.');
  await admin.call('PATCH', `/products/${product.id}`, { status: 'inactive' });
  await expect(dialog(page).getByRole('status')).toHaveText('Cette offre n’est plus en vente.');
  await expect(buyButton(page)).toBeDisabled();
  await expectAccessible(page);
});

test('a price that changed while the quantity was chosen sells nothing; the dialog shows the new total [CNT-02]', async ({
  page,
  almas,
}) => {
  // No live event tells this screen of the new price.
  await page.route(/\/api\/events/, (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 3600000\n\n' }),
  );
  const { buyer, product } = await openQuantity(page, almas, { price: 100, stock: 5 });
  await number(page).fill('2');
  const shown = await admin.call('GET', `/products/${product.id}`);
  await admin.call('PUT', `/products/${product.id}`, {
    ...shown,
    offers: [{ ...shown.offers[0], price: 120 }],
  });
  await takesPresses(buyButton(page));
  await buyButton(page).click();
  await expect(dialog(page).getByRole('status')).toHaveText('Le prix a changé : vérifiez le total.');
  await expect(buyButton(page)).toHaveText(spaced('Acheter 2 codes : 240 DA'));
  expect((await buyer.call('GET', '/purchases')).items).toHaveLength(0);
});

test('a reseller sells the most bought offer from the dashboard with a tap and a confirmation, and opens its ticket [CNT-05][CNT-15]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, {
    name: 'Diamants rapides',
    offers: [
      { name: 'Souvent', price: 150, stock: 5 },
      { name: 'Épuisée', price: 100, stock: 1 },
    ],
  });
  const buyer = await reseller(almas, admin, { balance: 2_000 });
  await purchase(buyer, product, { quantity: 2 });
  await purchase(buyer, product, { offer: 1 });
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  const tiles = page.getByTestId('quick-sales').getByRole('button');
  await expect(page.getByRole('heading', { level: 2, name: 'Ventes rapides' })).toBeVisible();
  await expect(tiles).toHaveCount(2);
  await expect(tiles.first()).toContainText('Souvent');
  await expect(tiles.first()).toContainText(spaced('150 DA'));
  await expect(tiles.first()).toContainText('Stock : 3');
  await expect(tiles.last()).toContainText('Rupture de stock');
  await expect(tiles.last()).toBeDisabled();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  await tiles.first().click();
  await takesPresses(buyButton(page));
  await buyButton(page).click();
  const bought = page.getByRole('dialog', { name: 'Votre code' });
  await expect(bought.getByTestId('code')).toHaveAttribute('data-code', product.offers[0]?.codes[2] ?? '');
  await bought.getByRole('button', { name: 'Plein écran' }).click();
  const sheet = page.getByRole('dialog', { name: 'Codes à montrer au client' });
  await sheet.getByRole('button', { name: 'Imprimer' }).click();
  await expect(page.getByTestId('ticket')).toContainText('ORIGINAL');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('ticket')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await bought.getByRole('button', { name: 'Fermer' }).first().click();
  await expect(bought).toHaveCount(0);
  await expect(tiles.first()).toContainText('Stock : 2');
});

test('Enter that is held down on an offer of the dashboard only opens the quantity; another press buys', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 150, stock: 5 }] });
  const buyer = await reseller(almas, admin, { balance: 1_000 });
  await purchase(buyer, product);
  await enterAs(page, almas, buyer);
  await page.goto('/dashboard');
  await page.getByTestId('quick-sales').getByRole('button').focus();
  await page.keyboard.down('Enter');
  await expect(buyButton(page)).toBeFocused();
  await takesPresses(buyButton(page));
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await buyButton(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Votre code' })).toBeVisible();
  await expect(page.getByText('700.0 DA')).toBeVisible();
  expect((await buyer.call('GET', '/purchases')).items).toHaveLength(2);
});

test('a reseller who bought nothing lately has no quick sales, and the dashboard does not request them [CNT-05]', async ({
  page,
  almas,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('quick-sales')) requested.push(request.url());
  });
  await enterAs(page, almas, await reseller(almas, admin));
  await page.goto('/dashboard');
  await hasStarted(page);
  await expect(page.getByText('Aucune transaction récente')).toBeVisible();
  await expect(page.getByText('Ventes rapides')).toHaveCount(0);
  // From another page too, whose data has none of the dashboard's.
  await page.goto('/operations');
  await hasStarted(page);
  await page.getByRole('link', { name: 'Almas' }).first().click();
  await expect(page.getByText('Aucune transaction récente')).toBeVisible();
  expect(requested).toEqual([]);
});

/** Chromium offers an installation only after a while: the test dispatches its event, with the user's choice. */
async function letInstall(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.evaluate((choice) => {
    const event = new Event('beforeinstallprompt', { cancelable: true });
    const recorded = window as unknown as { prompts: number; prevented: boolean };
    recorded.prompts = 0;
    Object.assign(event, {
      prompt: async () => {
        recorded.prompts += 1;
      },
      userChoice: Promise.resolve({ outcome: choice }),
    });
    window.dispatchEvent(event);
    recorded.prevented = event.defaultPrevented;
  }, outcome);
}
const prompts = (page: Page) => page.evaluate(() => (window as unknown as { prompts: number }).prompts);
const offer = (page: Page) =>
  page.getByRole('region', { name: 'Messages' }).getByText('Installez Almas sur cet appareil');

async function sellOne(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  const bought = page.getByRole('dialog', { name: 'Votre code' });
  await expect(bought.getByTestId('code')).toBeVisible();
  await expect(bought.getByRole('status')).toHaveText('Achat effectué avec succès !');
  await page.keyboard.press('Escape');
  await expect(bought).toHaveCount(0);
}

test('after a sale the application offers its installation, and does not ask again when the reseller declines [CNT-25]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 100, stock: 6 }] });
  await enterAs(page, almas, await reseller(almas, admin, { balance: 1_000 }));
  const catalogue = `/catalog?game=${encodeURIComponent(product.game)}`;
  await page.goto(catalogue);
  await hasStarted(page);
  // A browser without installation shows no prompt.
  await sellOne(page);
  await expect(offer(page)).toHaveCount(0);
  await letInstall(page, 'dismissed');
  expect(await page.evaluate(() => (window as unknown as { prevented: boolean }).prevented)).toBe(true);
  await expect(offer(page)).toHaveCount(0);
  await sellOne(page);
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page);
  expect(await prompts(page)).toBe(0);
  await page.getByRole('button', { name: 'Installer' }).click();
  await expect.poll(() => prompts(page)).toBe(1);
  await expect(offer(page)).toHaveCount(0);
  await page.goto(catalogue);
  await hasStarted(page);
  await letInstall(page, 'accepted');
  await sellOne(page);
  await expect(offer(page)).toHaveCount(0);
  // Another device, on which the user closes the offer.
  await page.evaluate(() => localStorage.removeItem('almas.installation-declined'));
  await sellOne(page);
  const line = page
    .getByRole('region', { name: 'Messages' })
    .locator('div')
    .filter({ hasText: 'Installez Almas sur cet appareil' });
  await line.getByRole('button', { name: 'Fermer' }).click();
  await expect(offer(page)).toHaveCount(0);
  await sellOne(page);
  await expect(offer(page)).toHaveCount(0);
  expect(await prompts(page)).toBe(0);
});

test('the manifest has an id and screenshots of the sizes that it states [CNT-26]', async ({ page }) => {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  expect(manifest.id).toBe('/');
  const shapes = manifest.screenshots.map((shot: { form_factor: string }) => shot.form_factor);
  expect(shapes.sort()).toEqual(['narrow', 'wide']);
  for (const { src, sizes, type } of manifest.screenshots) {
    const picture = await page.request.get(src);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, type]);
    const { width, height } = await sharp(await picture.body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

const sales = async (buyer: Caller) => (await buyer.call('GET', '/purchases')).items.length;

declare global {
  interface Window {
    /** Settles when the press that the page itself makes, at a change of the screen, is made. */
    pressed: Promise<void>;
  }
}

/** Expects that nothing was bought by mistake, and that the next press buys one code. */
async function expectSaleByNextPress(page: Page, buyer: Caller, button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  expect(await sales(buyer)).toBe(0);
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Votre code' })).toBeVisible();
  expect(await sales(buyer)).toBe(1);
}

for (const pause of [50, 160, 300]) {
  test(`the second press of a double one on a game, ${pause} ms later, buys nothing at the position of the first offer [CNT-35]`, async ({
    page,
    almas,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // The games are sorted by name: all that the screen shows have codes, whatever the other tests have created.
    const games = Array.from({ length: 8 }, (_, index) => `A ${pause} ${index}`);
    const products = await Promise.all(games.map((game) => createProductWithCodes(admin, { game })));
    const buyer = await reseller(almas, admin, { balance: 10_000 });
    await enterAs(page, almas, buyer);
    await page.goto(`/catalog?game=${encodeURIComponent(products[0]?.game ?? '')}`);
    await hasStarted(page);
    const button = page.getByRole('button', { name: 'Acheter 1 code' }).first();
    const { x, y } = await middleOf(button);
    await page.getByRole('link', { name: 'Retour aux jeux' }).click();
    await expect(page.getByRole('link', { name: new RegExp(products[0]?.game ?? '') })).toBeVisible();
    const game = () =>
      page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.closest('a[href*="game="]')?.textContent,
        [x, y] as const,
      );
    await expect.poll(game, { message: 'a game at the position that the button will have' }).toBeTruthy();
    // Both presses are made inside the page: on a busy machine a call from the test takes longer than the pause between them.
    await page.evaluate(
      async ([left, top, wait]) => {
        const press = () => (document.elementFromPoint(left, top) as HTMLElement | null)?.click();
        press();
        await new Promise((done) => setTimeout(done, wait));
        press();
      },
      [x, y, pause] as const,
    );
    await expect(page).toHaveURL(/game=/);
    await expectSaleByNextPress(page, buyer, button);
  });
}

// A slow phone is busy with a new screen for a second. Turned red by: a press that is judged by the time at which the page handles it.
test('a press made before an offer was shown for a moment buys nothing, however late a busy page handles it [CNT-35]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin);
  const buyer = await reseller(almas, admin, { balance: 10_000 });
  await enterAs(page, almas, buyer);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await hasStarted(page);
  const button = page.getByRole('button', { name: 'Acheter 1 code' });
  await expect(button).toBeEnabled();
  await button.evaluate((element, milliseconds) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    Object.defineProperty(press, 'timeStamp', { value: milliseconds });
    element.dispatchEvent(press);
  }, 1);
  await expectSaleByNextPress(page, buyer, button);
});

test('a press on an offer that has just moved buys nothing; a moment later it buys [CNT-35]', async ({
  page,
  almas,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Second', price: 200, stock: 3 }] });
  const buyer = await reseller(almas, admin, { balance: 10_000 });
  await enterAs(page, almas, buyer);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await hasStarted(page);
  const button = page
    .getByTestId('offer')
    .filter({ hasText: 'Second' })
    .getByRole('button', { name: /Acheter/ });
  await expect(button).toBeEnabled();
  // A tap that begins when the offers move arrives 100 ms later, at a button that is elsewhere now.
  await button.evaluate((element) => {
    window.pressed = new Promise<void>((done) => {
      const { top } = element.getBoundingClientRect();
      const changes = new MutationObserver(() => {
        if (element.getBoundingClientRect().top === top) return;
        changes.disconnect();
        setTimeout(() => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const under = document.elementFromPoint(x + width / 2, y + height / 2);
          (under as HTMLElement | null)?.click();
          done();
        }, 100);
      });
      changes.observe(document.body, { childList: true, subtree: true });
    });
  });
  await createProductWithCodes(admin, {
    game: product.game,
    name: 'A',
    offers: [{ name: 'First', price: 100, stock: 3 }],
  });
  await page.evaluate(() => window.pressed);
  await expect(page.getByTestId('offer')).toHaveCount(2);
  await expectSaleByNextPress(page, buyer, button);
});

test('a press just after the price of an offer has changed buys nothing; a moment later it buys at the new one [CNT-35]', async ({
  page,
  almas,
}) => {
  const product = await createProductWithCodes(admin, { offers: [{ name: 'Pack', price: 200, stock: 3 }] });
  const buyer = await reseller(almas, admin, { balance: 10_000 });
  await enterAs(page, almas, buyer);
  await page.goto(`/catalog?game=${encodeURIComponent(product.game)}`);
  await hasStarted(page);
  const offer = page.getByTestId('offer');
  const button = offer.getByRole('button', { name: /Acheter 1 code/ });
  await expect(button).toBeEnabled();
  await offer.evaluate((element) => {
    window.pressed = new Promise<void>((done) => {
      const changes = new MutationObserver(() => {
        if (!element.textContent?.includes('480')) return;
        changes.disconnect();
        setTimeout(() => {
          element.querySelector('button')?.click();
          done();
        }, 100);
      });
      changes.observe(element, { childList: true, characterData: true, subtree: true });
    });
  });
  const shown = await admin.call('GET', `/products/${product.id}`);
  await admin.call('PUT', `/products/${product.id}`, {
    ...shown,
    offers: [{ ...shown.offers[0], price: 480 }],
  });
  await page.evaluate(() => window.pressed);
  await expectSaleByNextPress(page, buyer, button);
  expect((await buyer.call('GET', '/purchases')).items).toMatchObject([{ totalCost: 480 }]);
});
