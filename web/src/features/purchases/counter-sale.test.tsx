import type { Offer } from '@almas/contract/products';
import { expect, onTestFinished, test } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { expectAccessible } from '../../../tests/accessible.ts';
import { lost, refusal } from '../../../tests/api.ts';
import {
  bought,
  buttonToBuy,
  offerNamed,
  openGame,
  openQuickSales,
  packed,
  quickSales,
  saleAnswers,
} from '../../../tests/counter.ts';
import { exactly, press, pressAfter, takesPresses } from '../../../tests/expectations.ts';
import { middleOf } from '../../../tests/render.tsx';
import { emptyList, listOf, offer, product, purchase, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';

const dialog = page.getByRole('dialog', { name: 'Acheter des codes' });
const number = dialog.getByLabelText('Nombre de codes');
/** The button that buys; it is enabled once it has not moved for 800 ms. */
const buyButton = dialog.getByRole('button', { name: /^Acheter( \d|$)/ });
const packButton = page.getByRole('button', { name: 'Qté, plusieurs codes : Pack' });

async function openQuantity({ balance = 10_000, ...fields }: Partial<Offer> & { balance?: number } = {}) {
  const screen = await openGame([packed({ stock: 12, ...fields })], balance);
  await packButton.click();
  await expect.element(dialog).toBeVisible();
  return screen;
}

test('a reseller chooses how many codes one purchase buys; the button says the number and the total [CNT-01]', async () => {
  const screen = await openQuantity({ price: 150.25 });
  await expect.element(number).toHaveValue('1');
  await expect.element(buyButton).toHaveTextContent(exactly('Acheter 1 code'));
  await dialog.getByRole('button', { name: 'Un code de plus' }).click();
  await expect.element(buyButton).toHaveTextContent(exactly('Acheter 2 codes : 300,50 DA'));
  await press(number, '{ArrowUp}');
  await expect.element(buyButton).toHaveTextContent(exactly('Acheter 3 codes : 450,75 DA'));
  await dialog.getByRole('button', { name: 'Un code de moins' }).click();
  await number.fill('3');
  await expect.element(dialog).toHaveTextContent('9 549,25 DA');
  await expectAccessible();
  await takesPresses(buyButton);
  await buyButton.click();
  const codes = page.getByRole('dialog', { name: 'Vos 3 codes' });
  await expect.element(dialog).toHaveLength(0);
  // Turned red by: the buttons for all codes below the last one.
  await expect.element(codes.getByTestId('code').first()).toBeVisible();
  const top = (found: Locator) => found.element().getBoundingClientRect().y;
  const copyAll = codes.getByRole('button', { name: 'Copier tous les codes' });
  expect(top(copyAll)).toBeLessThan(top(codes.getByTestId('code').first()));
  expect(screen.sent('purchases.create')).toMatchObject([{ body: { offerId: 'o1', quantity: 3 } }]);
});

test('a quantity that is no number from 1 to 100, above the stock or above the balance buys nothing and says why [CNT-02]', async () => {
  await openQuantity({ stock: 12, balance: 600 });
  for (const wrong of ['', '0', '13', '101']) {
    await number.fill(wrong);
    await expect.element(buyButton).toBeDisabled();
    await expect.element(number).toHaveAccessibleDescription('Choisissez de 1 à 12. En stock : 12 codes.');
    await expect.element(number).toHaveAttribute('aria-invalid', 'true');
  }
  // The stock is the reason, not the balance, and the button names no sale.
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/^$/);
  await expect.element(buyButton).toHaveTextContent(exactly('Acheter'));
  await number.fill('5');
  await expect.element(buyButton).toBeDisabled();
  await expect.element(dialog.getByRole('status')).toHaveTextContent(exactly('Solde insuffisant'));
  await number.fill('4');
  await expect.element(buyButton).toBeEnabled();
  await expect.element(dialog.getByRole('button', { name: 'Un code de moins' })).toBeEnabled();
  await number.fill('12');
  await expect.element(dialog.getByRole('button', { name: 'Un code de plus' })).toBeDisabled();
});

test('a mistyped or pasted quantity is read as a whole or marked as invalid; no character of it is left out [CNT-02]', async () => {
  await openQuantity({ stock: 30 });
  for (const wrong of ['2,5', '1.2', '1e1', '-3', '1 2']) {
    await number.fill('');
    await commands.insertText(wrong);
    await expect.element(number).toHaveValue(wrong);
    await expect.element(buyButton).toBeDisabled();
    await expect.element(number).toHaveAttribute('aria-invalid', 'true');
  }
  // Spaces, the digits of Arabic and Persian keyboards, and the invisible direction marks of a messenger.
  for (const blank of ['  12', '12\u00a0', '\t12 ', '\u0661\u0662', '\u06f1\u06f2', '\u200e12\u202c']) {
    await number.fill('');
    await commands.insertText(blank);
    await expect.element(buyButton).toHaveTextContent(exactly('Acheter 12 codes : 1 800 DA'));
  }
});

test('with the shop’s own price of an offer the sheet of a purchase and its full screen say what the customer pays, not what the shop paid [WRK-68]', async () => {
  const screen = await openGame([packed({ price: 150, stock: 5 })], 10_000, {
    'shop.retailPrice': { price: 180.5 },
  });
  const buy = page.getByTestId('offer').getByRole('button', { name: /Acheter 1 code/ });
  await takesPresses(buy);
  await buy.click();
  await expect.element(bought).toHaveTextContent('Prix pour le client180,50 DA');
  // Turned red by: both prices on the screen that the customer sees.
  expect(bought.element().textContent).not.toContain('Payé');
  expect(screen.sent('shop.retailPrice')).toMatchObject([{ params: { offerId: 'o1' } }]);
  await bought.getByRole('button', { name: 'Plein écran' }).click();
  const sheet = page.getByRole('dialog', { name: 'Codes à montrer au client' });
  await expect.element(sheet).toHaveTextContent('Prix pour le client : 180,50 DA');
  await expectAccessible();
});

// Turned red by: groups of a code that stand in the order of the screen.
test('on a screen that reads from right to left the groups of a code and of a serial keep their order, and the arrow to the left is the next code', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => {
    document.documentElement.dir = 'ltr';
  });
  const codes = ['X7K29QPL', 'B2C3D4E5'].map((code, index) => ({
    id: `c${index}`,
    code,
    value: '',
    serial: '1234-5678',
  }));
  await openGame([packed()], 10_000, { 'purchases.create': purchase({ id: '40', quantity: 2, codes }) });
  const buy = page.getByTestId('offer').getByRole('button', { name: /Acheter 1 code/ });
  await takesPresses(buy);
  await buy.click();
  await page.getByRole('button', { name: 'Plein écran' }).click();
  const code = page.getByTestId('sheet-code');
  await expect.element(code).toHaveAttribute('data-code', 'X7K29QPL');
  const [first, second] = [...code.element().children].map((group) => group.getBoundingClientRect().left);
  expect(first).toBeLessThan(second ?? 0);
  const serial = page.getByText('1234-5678').last().element();
  expect(getComputedStyle(serial).direction).toBe('ltr');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(code).toHaveAttribute('data-code', 'B2C3D4E5');
});

test('further presses on the quantity button buy nothing, and an offer with one code has no quantity button [CNT-03]', async () => {
  const screen = await openGame([packed({ stock: 5 }, [offer({ name: 'Seule', price: 100, stock: 1 })])]);
  await expect.element(packButton).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Qté, plusieurs codes : Seule' })).toHaveLength(0);
  await takesPresses(packButton);
  packButton.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  // The button has not been in its position for long enough.
  await expect.poll(() => buyButton.length).toBe(1);
  expect(getComputedStyle(buyButton.element()).pointerEvents).toBe('none');
  for (let times = 0; times < 3; times += 1) (buyButton.element() as HTMLElement).click();
  await takesPresses(buyButton);
  expect(screen.sent('purchases.create')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toHaveLength(0);
});

// Turned red by: a button that stays enabled and does nothing.
test('while the purchase of another offer waits for its answer, the quantity dialog says so and its button is disabled [CNT-03]', async () => {
  const held = deferred();
  const other = offer({ id: 'o2', name: 'Autre', price: 100, stock: 5 });
  const screen = await openGame([packed({ stock: 5 }, [other])], 10_000, {
    'purchases.create': async (call) => {
      await held.promise;
      return saleAnswers['purchases.create'](call);
    },
  });
  await buttonToBuy('Autre').click();
  await packButton.click();
  await expect.element(dialog).toHaveTextContent('Vérification en cours…');
  await expect.element(buyButton).toBeDisabled();
  held.resolve();
  await expect.element(bought).toBeVisible();
  expect(screen.sent('purchases.create')).toMatchObject([{ body: { offerId: 'o2' } }]);
});

/** A purchase of « Pack » whose answer waits for `held`, on a screen of the offer that was left and opened again. */
async function openAgainWhileBuying(
  held: Promise<void>,
  answer: (typeof saleAnswers)['purchases.create'] | typeof lost,
) {
  const screen = await openGame([packed({ stock: 5 })], 10_000, {
    'purchases.create': async (call) => {
      await held;
      return typeof answer === 'function' ? answer(call) : answer;
    },
    'outcomes.settle': lost,
  });
  await buttonToBuy('Pack').click();
  await page.getByRole('link', { name: 'Retour aux jeux' }).click();
  await page.getByRole('link', { name: /Roblox/ }).click();
  return screen;
}

// Turned red by: a screen that knows its own presses alone.
test('a purchase whose answer is awaited keeps its offer busy on a screen that was left and opened again', async () => {
  const held = deferred();
  const screen = await openAgainWhileBuying(held.promise, saleAnswers['purchases.create']);
  const again = offerNamed('Pack').getByRole('button').first();
  await expect.element(again).toHaveAttribute('aria-busy', 'true');
  (again.element() as HTMLElement).click();
  held.resolve();
  await expect.element(bought).toBeVisible();
  expect(screen.sent('purchases.create')).toHaveLength(1);
});

// Turned red by: a dialog that offers a second code once the answer to the first purchase is lost.
test('while a purchase whose answer was lost is verified, the quantity dialog of its offer says so and buys nothing', async () => {
  const held = deferred();
  const screen = await openAgainWhileBuying(held.promise, lost);
  await packButton.click();
  await expect.element(dialog).toBeVisible();
  held.resolve();
  await expect.poll(() => screen.sent('outcomes.settle')).toHaveLength(1);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Vérification en cours…');
  await expect.element(buyButton).toBeDisabled();
  (buyButton.element() as HTMLElement).click();
  screen.answer({
    'outcomes.settle': {
      outcome: 'executed',
      purchase: purchase(),
      freeFireRequest: null,
      rechargeRequest: null,
      advance: null,
    },
  });
  window.dispatchEvent(new Event('online'));
  await expect.element(bought).toBeVisible();
  expect(screen.sent('purchases.create')).toHaveLength(1);
});

// Turned red by: an order with the name that the product had when the dialog was opened.
test('the order of an open quantity dialog names the product as it is called now [CNT-84]', async () => {
  const screen = await openQuantity({ price: 100, stock: 5 });
  const renamed = { ...packed({ price: 100, stock: 5 }), name: 'Robux (compte)' };
  screen.answer({ 'products.list': listOf(renamed), 'products.get': renamed });
  await screen.emit({ type: 'catalogue' });
  await expect.element(dialog).toHaveTextContent('Robux (compte)');
  await takesPresses(buyButton);
  await buyButton.click();
  await expect.element(bought).toBeVisible();
  expect(screen.sent('purchases.create')).toMatchObject([
    { body: { expectedOffer: { productName: 'Robux (compte)' } } },
  ]);
});

// Turned red by: a tile that takes no press at the stock of when the quick sales were read.
test('a quick sale that was sold out opens its quantity, which sells as soon as codes of it arrive', async () => {
  const screen = await openQuickSales(packed({ stock: 0 }));
  await quickSales().first().click();
  await expect.element(dialog).toHaveTextContent('Rupture de stock');
  await expect.element(buyButton).toBeDisabled();
  screen.answer({ 'products.list': listOf(packed({ stock: 4 })) });
  await screen.emit({ type: 'stock', productId: 'p1' });
  await expect.element(buyButton).toBeEnabled();
  await expectAccessible();
});

// Turned red by: a dialog that keeps the stock it was opened with.
test('the stock of an open quantity dialog of the catalogue follows the sales of others, down to none [CNT-02]', async () => {
  const screen = await openQuantity({ stock: 3 });
  const left = async (stock: number) => {
    const shown = packed({ stock });
    screen.answer({ 'products.list': listOf(shown), 'products.get': shown });
    await screen.emit({ type: 'stock', productId: 'p1' });
  };
  await number.fill('3');
  await expect.element(dialog).toHaveTextContent('Choisissez de 1 à 3. En stock : 3 codes.');
  await left(2);
  await expect.element(dialog).toHaveTextContent('Choisissez de 1 à 2. En stock : 2 codes.');
  await expect.element(number).toHaveValue('3');
  await expect.element(number).toHaveAttribute('aria-invalid', 'true');
  await expect.element(buyButton).toBeDisabled();
  await left(0);
  await expect.element(dialog).toHaveTextContent('Rupture de stock');
  await number.fill('1');
  await expect.element(buyButton).toBeDisabled();
  await expectAccessible();
  expect(screen.sent('purchases.create')).toEqual([]);
});

test('a price that changed while the quantity was chosen sells nothing; the dialog shows the new total [CNT-02]', async () => {
  const screen = await openQuantity({ price: 100, stock: 5 });
  screen.answer({ 'purchases.create': refusal(409, 'PRICE_CHANGED', '', { price: 120 }) });
  await number.fill('2');
  await takesPresses(buyButton);
  await buyButton.click();
  await expect
    .element(dialog.getByRole('status'))
    .toHaveTextContent(exactly('Le prix a changé : vérifiez le total.'));
  await expect.element(buyButton).toHaveTextContent(exactly('Acheter 2 codes : 240 DA'));
  await expect.element(bought).toHaveLength(0);
  expect(screen.sent('purchases.create')).toMatchObject([{ body: { expectedUnitPrice: 100 } }]);
});

test('an open quantity dialog follows a new price, and says when its offer leaves the sale [CNT-84]', async () => {
  const screen = await openQuantity({ price: 100, stock: 5 });
  await number.fill('2');
  const dearer = packed({ price: 120, stock: 5 });
  screen.answer({ 'products.list': listOf(dearer), 'products.get': dearer });
  await screen.emit({ type: 'catalogue' });
  await expect.element(buyButton).toHaveTextContent(exactly('Acheter 2 codes : 240 DA'));
  const status = dialog.getByRole('status');
  await expect.element(status).toHaveTextContent(exactly('Le prix a changé : vérifiez le total.'));
  screen.answer({
    'products.list': emptyList,
    'products.get': refusal(404, 'PRODUCT_NOT_FOUND', 'Produit introuvable'),
  });
  await screen.emit({ type: 'catalogue' });
  await expect.element(status).toHaveTextContent(exactly('Cette offre n’est plus en vente.'));
  await expect.element(buyButton).toBeDisabled();
  await expectAccessible();
});

test('Enter that is held down on an offer of the dashboard only opens the quantity; another press buys', async () => {
  const screen = await openQuickSales(packed({ stock: 5 }));
  const tile = page.getByTestId('quick-sales').getByRole('button');
  await expect.element(tile).toBeVisible();
  await takesPresses(tile);
  (tile.element() as HTMLElement).focus();
  await commands.holdKey('Enter', 2);
  await expect.element(buyButton).toHaveFocus();
  await takesPresses(buyButton);
  expect(screen.sent('purchases.create')).toEqual([]);
  await press(buyButton, '{Enter}');
  await expect.element(bought).toBeVisible();
  expect(screen.sent('purchases.create')).toHaveLength(1);
});

test('a reseller who bought nothing lately has no quick sales, and the dashboard does not request them [CNT-05]', async () => {
  const screen = await openScreen('/dashboard', reseller());
  await expect.element(page.getByText('Aucune transaction récente')).toBeVisible();
  await expect.element(page.getByText('Ventes rapides')).toHaveLength(0);
  expect(screen.sent('purchases.quickSales')).toEqual([]);
  // From another page too, whose data has none of the dashboard's.
  const other = await openScreen('/operations', reseller());
  await page.getByRole('link', { name: 'Almas' }).first().click();
  await expect.element(page.getByText('Aucune transaction récente')).toBeVisible();
  expect(other.sent('purchases.quickSales')).toEqual([]);
});

/** Chromium offers an installation only after a while: the test dispatches its event, with the user's choice. */
function letInstall(outcome: 'accepted' | 'dismissed') {
  const asked = { prompts: 0 };
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => {
      asked.prompts += 1;
      return Promise.resolve();
    },
    userChoice: Promise.resolve({ outcome }),
  });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  return asked;
}
const installation = page
  .getByRole('region', { name: 'Messages' })
  .getByText('Installez Almas sur cet appareil');

async function sellOne(): Promise<void> {
  await page.getByRole('button', { name: 'Acheter 1 code' }).click();
  await expect.element(bought.getByTestId('code')).toBeVisible();
  await expect.element(bought.getByRole('status')).toHaveTextContent(exactly('Achat effectué avec succès !'));
  await userEvent.keyboard('{Escape}');
  await expect.element(bought).toHaveLength(0);
}

test('after a sale the application offers its installation, and does not ask again when the reseller declines [CNT-25]', async () => {
  const products = [packed({ stock: 6 })];
  await openGame(products);
  // A browser without installation shows no prompt.
  await sellOne();
  await expect.element(installation).toHaveLength(0);
  const first = letInstall('dismissed');
  await expect.element(installation).toHaveLength(0);
  await sellOne();
  await expect.element(installation).toBeVisible();
  await expectAccessible();
  expect(first.prompts).toBe(0);
  await page.getByRole('button', { name: 'Installer' }).click();
  await expect.poll(() => first.prompts).toBe(1);
  await expect.element(installation).toHaveLength(0);
  await openGame(products);
  const second = letInstall('accepted');
  await sellOne();
  await expect.element(installation).toHaveLength(0);
  // Another device, on which the user closes the offer.
  localStorage.removeItem('almas.installation-declined');
  await sellOne();
  await page
    .getByRole('region', { name: 'Messages' })
    .css('div')
    .filter({ hasText: 'Installez Almas sur cet appareil' })
    .last()
    .getByRole('button', { name: 'Fermer' })
    .click();
  await expect.element(installation).toHaveLength(0);
  await sellOne();
  await expect.element(installation).toHaveLength(0);
  expect(second.prompts).toBe(0);
});

/** Expects that nothing was bought by mistake, and that the next press buys one code. */
async function expectSaleByNextPress(
  { sent }: Awaited<ReturnType<typeof openGame>>,
  button: Locator,
): Promise<void> {
  await expect.element(button).toBeEnabled();
  await takesPresses(button);
  expect(sent('purchases.create')).toEqual([]);
  await button.click();
  await expect.element(bought).toBeVisible();
  expect(sent('purchases.create')).toHaveLength(1);
}
const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const pressAt = (x: number, y: number) => (document.elementFromPoint(x, y) as HTMLElement | null)?.click();

for (const pause of [50, 160, 300])
  test(`the second press of a double one on a game, ${pause} ms later, buys nothing at the position of the first offer [CNT-35]`, async () => {
    const games = ['Roblox', ...Array.from({ length: 7 }, (_, index) => `Roblox ${index}`)];
    const products = games.map((game) => product({ game }));
    const screen = await openGame(products);
    await page.viewport(390, 844);
    const button = page.getByRole('button', { name: 'Acheter 1 code' }).first();
    await takesPresses(button);
    const [x, y] = middleOf(button.element());
    await page.getByRole('link', { name: 'Retour aux jeux' }).click();
    const game = () => document.elementFromPoint(x, y)?.closest('a[href*="game="]')?.textContent;
    await expect.poll(game, { message: 'a game at the position that the button will have' }).toBeTruthy();
    pressAt(x, y);
    await wait(pause);
    pressAt(x, y);
    await expect.poll(screen.address).toMatch(/game=/);
    await expectSaleByNextPress(screen, button);
  });

// A slow phone is busy with a new screen for a second. Turned red by: a press that is judged by the time at which the page handles it.
test('a press made before an offer was shown for a moment buys nothing, however late a busy page handles it [CNT-35]', async () => {
  const screen = await openGame([packed()]);
  const button = page.getByRole('button', { name: 'Acheter 1 code' });
  await expect.element(button).toBeEnabled();
  const early = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(early, 'timeStamp', { value: 1 });
  button.element().dispatchEvent(early);
  await expectSaleByNextPress(screen, button);
});

test('a press on an offer that has just moved buys nothing; a moment later it buys [CNT-35]', async () => {
  const second = product({
    game: 'Roblox',
    name: 'B',
    offers: [offer({ id: 'o2', name: 'Second', price: 200 })],
  });
  const screen = await openGame([second]);
  await page.viewport(390, 844);
  const button = page
    .getByTestId('offer')
    .filter({ hasText: 'Second' })
    .getByRole('button', { name: /Acheter/ });
  await takesPresses(button);
  // A tap that begins when the offers move arrives 100 ms later, at a button that is elsewhere now.
  const element = button.element();
  const { top } = element.getBoundingClientRect();
  const pressed = pressAfter(
    document.body,
    () => element.getBoundingClientRect().top !== top,
    () => pressAt(...middleOf(element)),
  );
  const first = product({ game: 'Roblox', name: 'A', offers: [offer({ name: 'First', price: 100 })] });
  screen.answer({ 'products.list': listOf(first, second) });
  await screen.emit({ type: 'catalogue' });
  await pressed;
  await expect.element(page.getByTestId('offer')).toHaveLength(2);
  await expectSaleByNextPress(screen, button);
});

test('a press just after the price of an offer has changed buys nothing; a moment later it buys at the new one [CNT-35]', async () => {
  const screen = await openGame([packed({ price: 200 })]);
  const shown = page.getByTestId('offer');
  const button = shown.getByRole('button', { name: /Acheter 1 code/ });
  await takesPresses(button);
  const element = shown.element();
  const pressed = pressAfter(
    element,
    () => element.textContent?.includes('480') === true,
    () => element.querySelector('button')?.click(),
  );
  screen.answer({ 'products.list': listOf(packed({ price: 480 })) });
  await screen.emit({ type: 'catalogue' });
  await pressed;
  await expectSaleByNextPress(screen, button);
  expect(screen.sent('purchases.create')[0]?.body.expectedUnitPrice).toBe(480);
});
