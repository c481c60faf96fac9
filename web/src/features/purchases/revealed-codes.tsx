import { limits } from '@almas/contract/limits';
import type { Purchase } from '@almas/contract/purchases';
import { errors } from '@almas/locale/errors';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useInvalidFocus } from '../../ui/use-invalid-focus.ts';
import { CodeLine } from './code-line.tsx';

const words = adminWallet.reveal;

/**
 * The codes of a purchase for an administrator who says why: read on request only, recorded in the journal, kept nowhere
 * but here (no cache of queries) and gone with the dialog.
 */
export function RevealedCodes({ purchaseId }: { readonly purchaseId: string }) {
  const [codes, setCodes] = useState<Purchase['codes']>();
  const [reason, setReason] = useState('');
  const [mistake, setMistake] = useState<{ readonly text: string }>();
  const form = useInvalidFocus(mistake);
  const { run, busy } = useAction(
    () => api.purchases.reveal({ params: { id: purchaseId }, body: { reason: reason.trim() } }),
    {
      failure: words.failed,
      refreshes: ['auditTrail'],
      onDone: (purchase) => setCodes(purchase.codes),
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setMistake({ text: errors.REVEAL_REASON_REQUIRED });
    void run();
  };
  if (codes)
    return (
      <Stack gap={12}>
        <Notice title={words.recorded} />
        {codes.map(({ id, code, value }) => (
          <CodeLine key={id} code={code} value={value} />
        ))}
      </Stack>
    );
  return (
    <form ref={form} onSubmit={submit} noValidate aria-label={words.action}>
      <Stack gap={12}>
        <TextField
          label={words.reason}
          hint={words.hint}
          maxLength={limits.revealReasonLength}
          required
          value={reason}
          error={mistake?.text}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setMistake(undefined);
          }}
        />
        <div>
          <Button type="submit" look="secondary" busy={busy}>
            {words.action}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
