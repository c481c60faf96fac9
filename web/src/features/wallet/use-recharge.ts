import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { newKey } from '../../lib/money-calls.ts';
import { useAction } from '../../lib/use-action.ts';

const words = adminRecharges.recharge;

/**
 * Credits a reseller. The key lives as long as the form: a second try after a lost answer is the same call (AMB-88);
 * another reseller is another call. After an answer that names
 * another recharge under this key, the next try is one of its own.
 */
export function useRecharge(onDone: () => void) {
  const key = useRef({ of: '', value: '' });
  const forgetKey = () => {
    key.current = { of: '', value: '' };
  };
  return useAction(
    (id: string, amount: number, note: string) => {
      if (key.current.of !== id) key.current = { of: id, value: newKey() };
      return api.wallet.recharge({ params: { id }, body: { amount, note }, key: key.current.value });
    },
    {
      success: [words.done],
      failure: words.failed,
      refreshes: ['users', 'wallet', 'statistics', 'auditTrail'],
      onDone: () => {
        forgetKey();
        onDone();
      },
      onFailed: (error) => {
        if (error instanceof ApiError && error.code === 'KEY_REUSED') forgetKey();
      },
    },
  );
}
