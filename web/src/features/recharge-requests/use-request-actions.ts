import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { useRef } from 'react';
import { api } from '../../lib/api.ts';
import { newKey } from '../../lib/money-calls.ts';
import { useAction } from '../../lib/use-action.ts';

interface Said {
  readonly approved: string;
  readonly rejected: string;
}

const refreshes = ['rechargeRequests', 'statistics', 'users', 'wallet', 'auditTrail'] as const;

/**
 * Approving and rejecting. One key per request for as long as the list is open: a second try after a lost answer is
 * the same credit (AMB-88). The two wordings of success belong to the two kinds of screen (AMB-51).
 */
export function useRequestActions(said: Said, onDone: () => void = () => undefined) {
  const keys = useRef(new Map<string, string>());
  const keyOf = (id: string) => {
    const key = keys.current.get(id) ?? newKey();
    keys.current.set(id, key);
    return key;
  };
  const approval = useAction(
    (id: string, note: string) =>
      api.rechargeRequests.approve({ params: { id }, body: { note }, key: keyOf(id) }),
    { success: [said.approved], failure: words.approveFailed, refreshes, onDone },
  );
  const rejection = useAction(
    (id: string, reason: string) => api.rechargeRequests.reject({ params: { id }, body: { reason } }),
    { success: [said.rejected], failure: words.rejectFailed, alert: words.rejectFailed, refreshes, onDone },
  );
  return { approval, rejection, busy: approval.busy || rejection.busy };
}
