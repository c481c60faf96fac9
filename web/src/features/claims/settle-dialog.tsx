import { SettlementAmount } from '@almas/contract/bank-fields';
import type { SupplierClaim } from '@almas/contract/claims';
import { limits } from '@almas/contract/limits';
import { claims } from '@almas/locale/screens/claims';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { ApiError, api } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { useKeptValue } from '../../platform/network/use-shown-figure.ts';
import { Lead } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';

const words = claims.suppliers;

interface SettleDialogProps {
  /** The row of the batch as the list has it now. */
  readonly claim: SupplierClaim;
  readonly onClose: () => void;
}

/** What the supplier gave for the codes of a batch that were on screen. */
export const SettleDialog = ({ claim, onClose }: SettleDialogProps) => (
  <Dialog onClose={onClose} title={words.settleTitle} size="sm">
    <SettleForm claim={claim} onClose={onClose} />
  </Dialog>
);

function SettleForm({ claim: now, onClose }: SettleDialogProps) {
  // What is settled is what was shown: the row follows the list after a refusal alone, until the next press.
  const [follows, setFollows] = useState(false);
  const claim = useKeptValue(!follows, now);
  const batchId = claim.batchId ?? '';
  const { run, busy, fieldMessage } = useKeyedAction(
    'claims.settle',
    (key, amount: number, note: string) =>
      api.claims.settle({
        params: { batchId },
        body: { upTo: claim.lastClaimId, count: claim.claims, amount, note },
        key,
      }),
    {
      subject: batchId,
      done: words.settled,
      failure: words.settleFailed,
      lost: words.settleLost,
      refreshes: ['claims', 'auditTrail', 'reports'],
      onDone: onClose,
      onFailed: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'SUPPLIER_CLAIMS_CHANGED') return;
        // The toast says that nothing is left to claim.
        if (error.figures.claims === 0) onClose();
        else setFollows(true);
      },
    },
  );
  const form = useForm({
    initial: { amount: '', note: '' },
    rules: z.object({ amount: typedAmount(SettlementAmount), note: z.string().trim() }),
    onInvalid: (sentence) => fieldMessage.error(sentence),
    onSubmit: ({ amount, note }) => {
      setFollows(false);
      return run(amount, note);
    },
    unsaved: { draft: `settle-${batchId}` },
  });
  return (
    <Form form={form}>
      <Lead>{words.settleText(claim.claims, batchId)}</Lead>
      <MoneyField label={words.settleAmount} required data-autofocus {...form.field('amount')} />
      <TextField
        label={claims.note}
        hint={words.settleNoteHint}
        maxLength={limits.claimNoteLength}
        {...form.field('note')}
      />
      <FormButtons submit={words.settle} busy={busy} deciding onCancel={onClose} />
    </Form>
  );
}
