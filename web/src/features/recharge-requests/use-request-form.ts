import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../lib/api-errors.ts';
import { moneyCalls } from '../../lib/money-call.ts';
import { refresh } from '../../lib/queries.ts';
import { useMe } from '../../lib/session.ts';
import { toast } from '../../lib/toast-store.ts';
import { useLostCall } from '../../lib/use-lost-call.ts';
import { readAmount } from './read-amount.ts';

const words = rechargeRequests.form;
const blank = { amount: '', method: 'ccp' as RechargeRequest['method'], phoneNumber: '', notes: '' };
export type RequestDraft = typeof blank;

/** Sends one recharge request. What was typed stays until the server has taken it. */
export function useRequestForm() {
  const me = useMe();
  const [draft, setDraft] = useState(blank);
  const [sending, setSending] = useState(false);
  const started = useRef(false);
  const lost = useLostCall('rechargeRequests.create', me.id);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (started.current || lost) return;
    started.current = true;
    setSending(true);
    try {
      await moneyCalls.start('rechargeRequests.create', me.id, {
        userId: me.id,
        amount: readAmount(draft.amount),
        method: draft.method,
        status: 'pending',
        phoneNumber: draft.phoneNumber.trim() || null,
        notes: draft.notes.trim() || null,
      });
      toast.success(words.success);
      setDraft(blank);
    } catch (error) {
      toast.error(messageOf(error, words.failed));
    }
    started.current = false;
    setSending(false);
    await refresh('rechargeRequests');
  };

  return {
    draft,
    write: (change: Partial<RequestDraft>) => setDraft((before) => ({ ...before, ...change })),
    submit,
    lost,
    busy: sending || lost,
  };
}
