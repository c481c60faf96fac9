import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { newKey } from '../../lib/money-call.ts';
import { toast } from '../../lib/toast-store.ts';
import { useAction } from '../../lib/use-action.ts';
import type { readAmount } from './read-amount.ts';

const words = adminRecharges.recharge;

/**
 * Credits a reseller. Refuses on the spot what SPEC §5 asks of the two screens (`Données manquantes`, `Montant
 * invalide`); everything else is the server's answer. The key lives as long as the form: a second try after a lost
 * answer is the same call (AMB-88); another reseller is another call.
 */
export function useRecharge(onDone: () => void) {
  const key = useRef({ of: '', value: '' });
  const { run, busy } = useAction(
    (id: string, amount: number, note: string) => {
      if (key.current.of !== id) key.current = { of: id, value: newKey() };
      return api.wallet.recharge({ params: { id }, body: { amount, note }, key: key.current.value });
    },
    {
      success: [words.done],
      failure: words.failed,
      refreshes: ['users', 'wallet', 'statistics', 'auditTrail'],
      onDone: () => {
        key.current = { of: '', value: '' };
        onDone();
      },
    },
  );
  const submit = (userId: string | null, amount: ReturnType<typeof readAmount>, note: string) => {
    if (userId === null || amount === 'missing') return toast.error(words.missing);
    if (amount === 'invalid') return toast.error(words.invalid);
    return run(userId, amount, note);
  };
  return { submit, busy };
}
