import { common } from '@almas/locale/screens/common';
import { useEffect } from 'react';
import { messageOf } from '../../lib/api-errors.ts';
import { moneyCalls } from '../../lib/money-call.ts';
import type { MoneyCall } from '../../lib/money-calls.ts';
import { refresh } from '../../lib/queries.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../lib/toast-store.ts';

/** What to say when a call of before a reload is known to have worked. */
const successes: Readonly<Record<MoneyCall['name'], string>> = {
  'purchases.create': common.moneyCall.purchased,
  'freeFire.createRequest': common.moneyCall.requested,
  'rechargeRequests.create': common.moneyCall.requested,
};

async function tell(call: MoneyCall, answer: Promise<unknown>) {
  toast.info(common.moneyCall.verifying);
  try {
    await answer;
    toast.success(successes[call.name]);
  } catch (error) {
    toast.error(messageOf(error, common.moneyCall.unresolved));
  }
  await refresh('accounts', 'purchases', 'wallet', 'freeFire', 'rechargeRequests', 'products');
}

/** Resolves, with their keys, the money calls whose answer a reload or a closed page has lost. */
export function ResumedMoneyCalls() {
  const { id } = useMe();
  useEffect(() => {
    for (const { call, answer } of moneyCalls.resume(id)) void tell(call, answer);
  }, [id]);
  return null;
}
