import type { Purchase } from '@almas/contract/purchases';
import { common } from '@almas/locale/screens/common';
import { useEffect } from 'react';
import { toastsOf } from '../../lib/toast-store.ts';
import { refresh } from '../../platform/network/index.ts';
import { personOf, useMe } from '../../platform/session/index.ts';
import {
  type Executed,
  type MoneyCall,
  moneyCallMessage,
  moneyCalls,
  storedCallPrefix,
} from '../../platform/session/money-calls.ts';
import { showPurchaseResult } from './purchase-result.tsx';

/** Shows the outcome of a call that was sent before a reload, and the code when it was a purchase. */
async function report(call: MoneyCall, outcome: Promise<Executed | undefined>) {
  const say = toastsOf(`money-call-${call.key}`);
  try {
    const executed = await outcome;
    if (!executed) return;
    const isPurchase = call.name === 'purchases.create';
    if (isPurchase)
      showPurchaseResult({ key: executed.key, purchase: executed.result as Purchase, isResumed: true });
    else say.success(common.moneyCall[call.name === 'credit.advance' ? 'advanced' : 'requested']);
  } catch (error) {
    // Without a message the session has ended: the list keeps the call, and its outcome is requested after the next sign-in. Of a purchase that
    // was executed the list says where its codes are.
    const message = call.state !== 'executed' && moneyCallMessage(error);
    if (message) say.error(message);
  }
  await refresh('accounts', 'purchases', 'wallet', 'freeFire', 'rechargeRequests', 'products');
}

/**
 * Requests the outcome of money calls whose response was lost by a reload, a closed page or the end of a session, and again when an
 * account that was denied it is active. Also of the calls of other tabs, once they are closed and this one is on screen: a code that a
 * hidden tab shows is not seen, and a tab that is only loaded again asks itself.
 */
export function ResumedMoneyCalls() {
  const me = useMe();
  const person = personOf(me);
  const isActive = me.status === 'active';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the account becomes active
  useEffect(() => {
    const resume = (unknownOnly: boolean) => {
      for (const { call, outcome } of moneyCalls.resume(person, unknownOnly)) void report(call, outcome);
    };
    resume(false);
    // Without locks the outcome would be asked for, and the call closed, while the other tab sends it.
    if (!('locks' in navigator)) return;
    const onShown = () => document.visibilityState !== 'hidden' && resume(true);
    // moneyCalls has listened before, and knows what the other tab has stored.
    const onStorage = ({ key }: StorageEvent) => key?.startsWith(storedCallPrefix) && onShown();
    window.addEventListener('storage', onStorage);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      window.removeEventListener('storage', onStorage);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [person, isActive]);
  return null;
}
