import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { team } from '@almas/locale/screens/team';
import { useRef } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { lostText, successToast, useCallKeys } from '../../platform/network/use-call-keys.ts';

const words = adminRecharges.recharge;

/**
 * Credits a reseller; a recharge after a success is a new call with a new key, and so is one after another reseller's. A success after a
 * lost response says that both attempts are one credit.
 */
export function useRecharge(onDone: () => void, onFailed?: (error: unknown) => void) {
  const keys = useCallKeys('wallet.recharge');
  const last = useRef('');
  const action = useAction(
    async (id: string, amount: number, note: string) => {
      if (last.current !== id) keys.beginAnew();
      last.current = id;
      const executed = await keys.withKey(id, (key) =>
        api.wallet.recharge({ params: { id }, body: { amount, note }, key }),
      );
      keys.forget(id);
      return executed;
    },
    {
      success: (executed) => successToast(words.done, executed),
      failure: words.failed,
      lost: lostText,
      refreshes: ['users', 'wallet', 'statistics', 'auditTrail'],
      onDone,
      ...(onFailed && { onFailed }),
    },
  );
  return { ...action, isUnanswered: keys.isUnanswered };
}

/** Asks a second person to make a credit above the own threshold; the same one after a success is asked anew. */
export function useProposal(onDone: () => void) {
  const keys = useCallKeys('wallet.propose');
  return useAction(
    async (userId: string, amount: number, note: string) => {
      const subject = `${userId} ${amount}`;
      const executed = await keys.withKey(subject, (key) =>
        api.wallet.propose({ body: { userId, amount, note }, key }),
      );
      keys.forget(subject);
      return executed;
    },
    {
      success: (executed) => successToast(team.proposals.asked, executed),
      failure: team.proposals.askFailed,
      lost: lostText,
      refreshes: ['wallet', 'auditTrail'],
      onDone,
    },
  );
}
