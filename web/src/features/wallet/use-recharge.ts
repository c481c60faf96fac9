import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { successToast, useCallKeys } from '../../lib/use-call-keys.ts';

const words = adminRecharges.recharge;

/**
 * Credits a reseller; another reseller, or another recharge after a success, is another call. A success after a lost answer says that
 * both tries are one credit.
 */
export function useRecharge(onDone: () => void) {
  const keys = useCallKeys();
  const last = useRef('');
  return useAction(
    async (id: string, amount: number, note: string) => {
      if (last.current !== id) keys.forget(id);
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
      refreshes: ['users', 'wallet', 'statistics', 'auditTrail'],
      onDone,
    },
  );
}
