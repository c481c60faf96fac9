import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { bought, buttonToBuy, openGame, packed, saleAnswers } from '../../../tests/counter.ts';
import { takesPresses } from '../../../tests/expectations.ts';
import { freeFireOffer, listOf, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { writeJson } from '../../lib/storage.ts';
import { noteTillTouch } from '../../platform/session/index.ts';
import { type MoneyCall, moneyCalls, storedCallPrefix } from '../../platform/session/money-calls.ts';

const cashier = {
  ...reseller(),
  cashier: { id: '7', name: 'Amine', dailyCap: 30_000, soldToday: 0, till: 1 },
};
// A cashier's screen that was not touched for two minutes asks who sells.
beforeEach(noteTillTouch);

const refusedToCashiers = [
  'wallet.operations',
  'rechargeRequests.list',
  'shop.balanceThreshold',
  'purchases.today',
  'notifications.list',
] as const;

// Turned red by: first reads of the reseller's screen for a cashier too.
test.each([
  ['/dashboard', 'Vendre'],
  ['/catalog', 'Catalogue'],
  ['/operations', 'Écran réservé au patron'],
  ['/reseller/dashboard', 'Écran réservé au patron'],
])(
  'a cashier who opens %s makes no call that the server refuses to cashiers [TEA-34]',
  async (path, title) => {
    const screen = await openScreen(path, cashier, { 'purchases.quickSales': { items: [] } });
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(refusedToCashiers.filter((name) => screen.sent(name).length > 0)).toEqual([]);
  },
);

// Turned red by: 30 000 - 29 899,9 in binary, which is less than 100,10.
test('a cashier sells what is exactly within the cap of the day [TEA-35]', async () => {
  const nearly = { ...cashier, cashier: { ...cashier.cashier, soldToday: 29_899.9 } };
  const answers = { 'accounts.session': { user: nearly } };
  await openGame([packed({ price: 100.1, stock: 3 })], 10_000, answers);
  await page.getByRole('button', { name: 'Qté, plusieurs codes : Pack' }).click();
  const buy = page.getByRole('dialog').getByRole('button', { name: /^Acheter 1 code/ });
  await expect.element(buy).toBeEnabled();
  await page.getByLabelText('Nombre de codes').fill('2');
  await expect.element(buy).toHaveLength(0);
  await expect.element(page.getByRole('button', { name: /^Acheter 2 codes/ })).toBeDisabled();
});

// Turned red by: what was sold yesterday, which nothing reads again at midnight.
test('the cap of a cashier who is at work at midnight begins anew [TEA-35]', async () => {
  const evening = Date.parse('2026-03-02T22:59:30Z');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: evening });
  noteTillTouch();
  const sold = { ...cashier, cashier: { ...cashier.cashier, soldToday: 30_000 } };
  const screen = await openScreen('/dashboard', sold, { 'purchases.quickSales': { items: [] } });
  const left = page.getByTestId('cashier-left');
  await expect.element(left).toHaveTextContent('Reste 0 DA');
  screen.answer({ 'accounts.session': { user: cashier } });
  vi.advanceTimersByTime(60_000);
  await expect.element(left).toHaveTextContent('Reste 30 000 DA');
});

// Turned red by: the name of the reseller's screen, whose nearest link leads a cashier to the catalogue.
test('a cashier who has sold a code reads that it stays in « Mes ventes » [TEA-38]', async () => {
  await openGame([packed({ stock: 3 })], 10_000, { 'accounts.session': { user: cashier } });
  const buy = buttonToBuy('Pack');
  await takesPresses(buy);
  await buy.click();
  await expect.element(bought).toHaveTextContent('Ce code reste disponible dans « Mes ventes ».');
  await expect.element(bought).not.toHaveTextContent('Mes cartes');
});

// Turned red by: a link to the operations, which are the reseller's alone.
test.each([
  ['purchases.create', 'executed', 'le code est dans « Mes ventes »', 'Voir mes ventes', '/card-history'],
  ['purchases.create', 'expired', 'cherchez-la dans la liste', 'Voir mes ventes', '/card-history'],
  ['freeFire.createRequest', 'expired', 'cherchez-la dans la liste', 'Voir mes demandes', '/freefire'],
] as const)(
  'a cashier whose call %s is %s is led to a list that cashiers have [TEA-38]',
  async (name, state, text, link, path) => {
    const call: MoneyCall = {
      key: 'k1',
      name,
      userId: 'r1.7',
      subject: { what: 'Pack', amount: 150 },
      startedAt: Date.now() - 86_400_000,
      state,
    };
    writeJson(storedCallPrefix + call.key, call);
    moneyCalls.reload();
    const screen = await openScreen('/dashboard', cashier, {
      'purchases.quickSales': { items: [] },
      'freeFire.offers': listOf(freeFireOffer()),
      'freeFire.requests': listOf(),
    });
    const listed = page.getByTestId('unsettled-call');
    await expect.element(listed).toHaveTextContent(text);
    await listed.getByRole('link', { name: link }).click();
    expect(screen.address()).toBe(path);
  },
);

// Turned red by: the advice to send a recharge request, which is the reseller's alone.
test('a cashier of a shop without balance is sent to the reseller, and to no recharge request', async () => {
  await openScreen(
    '/freefire',
    { ...cashier, balance: 0 },
    { ...saleAnswers, 'freeFire.offers': listOf(freeFireOffer()), 'freeFire.requests': listOf() },
  );
  await expect
    .element(page.getByText('Le solde de la boutique est vide : prévenez votre patron.'))
    .toBeVisible();
  await expect.element(page.getByText('demandez d’abord une recharge')).toHaveLength(0);
});
