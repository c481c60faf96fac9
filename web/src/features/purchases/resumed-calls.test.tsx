import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { deferred } from '../../../../tests/support/deferred.ts';
import { bought, buttonToBuy, openGame, packed } from '../../../tests/counter.ts';
import { expectToast } from '../../../tests/expectations.ts';
import { purchase, rechargeRequest, reseller } from '../../../tests/samples.ts';
import { openScreen } from '../../../tests/screen.tsx';
import { writeJson } from '../../lib/storage.ts';
import { type MoneyCall, moneyCalls, storedCallPrefix } from '../../platform/session/money-calls.ts';

const nothing = { purchase: null, freeFireRequest: null, rechargeRequest: null, advance: null };
const advance = { transactionId: '9', amount: 500, newBalance: 5_500, debt: 500, dueOn: '2026-03-09' };

// Turned red by: an advance that is said to wait for an administrator.
test.each([
  ['credit.advance', { advance }, 'Avance accordée'],
  [
    'rechargeRequests.create',
    { rechargeRequest: rechargeRequest() },
    'Demande envoyée avec succès! Elle sera traitée par un administrateur.',
  ],
] as const)(
  'what became of %s, whose answer a reload has lost, is said once it is known',
  async (name, result, said) => {
    const call: MoneyCall = {
      key: 'k1',
      name,
      userId: 'r1',
      subject: { what: 'Avance', amount: 500 },
      startedAt: Date.now(),
      state: 'lost',
    };
    writeJson(storedCallPrefix + call.key, call);
    moneyCalls.reload();
    const screen = await openScreen('/profile', reseller(), {
      'outcomes.settle': { outcome: 'executed', ...nothing, ...result },
    });
    await expectToast(said);
    expect(screen.sent('outcomes.settle').map(({ params }) => params.key)).toEqual(['k1']);
    expect(moneyCalls.current()).toEqual([]);
  },
);

/** Another window of the browser stores a call of the reseller, and this one hears of it. */
function storeElsewhere(state: MoneyCall['state']) {
  onTestFinished(() => moneyCalls.forget('k2'));
  const key = `${storedCallPrefix}k2`;
  const call: MoneyCall = {
    key: 'k2',
    name: 'purchases.create',
    userId: 'r1',
    subject: { id: 'o1', what: 'Pack', amount: 150 },
    startedAt: Date.now(),
    state,
  };
  writeJson(key, call);
  window.dispatchEvent(new StorageEvent('storage', { key }));
}

// Turned red by: a window that asks for the calls alone that were there when it was opened.
test('a purchase whose window was closed before its answer came is shown by a window that was already open', async () => {
  const first = deferred();
  void navigator.locks.request(`${storedCallPrefix}k2`, () => first.promise);
  const screen = await openGame([packed()], 10_000, {
    'outcomes.settle': { outcome: 'executed', ...nothing, purchase: purchase() },
  });
  storeElsewhere('sent');
  const waiting = async () => (await navigator.locks.query()).pending?.map(({ name }) => name);
  await expect.poll(waiting).toContain(`${storedCallPrefix}k2`);
  expect(screen.sent('outcomes.settle')).toEqual([]);
  first.resolve();
  await expect.element(bought).toBeVisible();
  expect(screen.sent('outcomes.settle').map(({ params }) => params.key)).toEqual(['k2']);
  await page.getByRole('button', { name: 'Fermer', exact: true }).first().click();
});

// Turned red by: a window that is not looked at and takes the code of one which is only loaded again.
test('a window that is not on screen asks for no purchase of another one until it is shown', async () => {
  const screen = await openGame([packed()], 10_000, {
    'outcomes.settle': { outcome: 'executed', ...nothing, purchase: purchase() },
  });
  const show = (visibilityState: DocumentVisibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  show('hidden');
  storeElsewhere('sent');
  const { held = [], pending = [] } = await navigator.locks.query();
  expect([...held, ...pending].map(({ name }) => name)).not.toContain(`${storedCallPrefix}k2`);
  expect(screen.sent('outcomes.settle')).toEqual([]);
  show('visible');
  await expect.element(bought).toBeVisible();
  expect(screen.sent('outcomes.settle').map(({ params }) => params.key)).toEqual(['k2']);
  await page.getByRole('button', { name: 'Fermer', exact: true }).first().click();
});

// Turned red by: every window shows a code that one of them shows.
test('a code that is shown is not asked for again when another window buys', async () => {
  const screen = await openGame([packed()], 10_000);
  await buttonToBuy('Pack').click();
  await expect.element(bought).toBeVisible();
  storeElsewhere('executed');
  storeElsewhere('closed');
  await expect.element(bought).toBeVisible();
  expect(screen.sent('outcomes.settle')).toEqual([]);
  await page.getByRole('button', { name: 'Fermer', exact: true }).first().click();
});
