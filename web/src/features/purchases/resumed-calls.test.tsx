import { expect, test } from 'vitest';
import { expectToast } from '../../../tests/expectations.ts';
import { rechargeRequest, reseller } from '../../../tests/samples.ts';
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
