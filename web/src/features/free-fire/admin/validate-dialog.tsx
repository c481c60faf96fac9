import { FreeFireProof } from '@almas/contract/forms';
import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { useState } from 'react';
import { api } from '../../../platform/network/index.ts';
import { useKeyedAction } from '../../../platform/network/use-call-keys.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { DecidedDialog, type RequestDecisionProps } from './decided-dialog.tsx';
import { ProofField } from './proof-field.tsx';
import { RequestCard } from './request-card.tsx';

const words = adminFreeFire.validation;
const formId = 'validate-request';

/** A second attempt after a lost response validates once. */
export default function ValidateDialog({ request, decided, onClose }: RequestDecisionProps) {
  const [isSending, setSending] = useState(false);
  const { run, busy } = useKeyedAction(
    'freeFire.validate',
    (key, imageUrl: string, note: string) =>
      api.freeFire.validate({ params: { id: request.id }, body: { imageUrl, note }, key }),
    {
      subject: request.id,
      done: words.done,
      failure: adminFreeFire.failed,
      lost: common.network.decisionLost,
      refreshes: ['freeFire', 'statistics', 'auditTrail'],
      onDone: onClose,
    },
  );
  if (decided && !busy) return <DecidedDialog request={request} title={words.title} onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      locked={busy}
      footer={
        <FormButtons
          form={formId}
          submit={words.submit}
          busy={busy}
          disabled={isSending}
          deciding
          onCancel={onClose}
        />
      }
    >
      <ValidateForm request={request} onValidate={run} onSending={setSending} />
    </Dialog>
  );
}

interface ValidateFormProps {
  readonly request: FreeFireRequest;
  readonly onValidate: (imageUrl: string, note: string) => unknown;
  readonly onSending: (isSending: boolean) => void;
}

/** The proof is required, the note is optional. */
function ValidateForm({ request, onValidate, onSending }: ValidateFormProps) {
  const form = useForm({
    initial: { imageUrl: '', note: '' },
    rules: FreeFireProof,
    onSubmit: ({ imageUrl, note }) => onValidate(imageUrl, note),
    unsaved: { draft: `validate-${request.id}` },
  });
  const setAddress = (imageUrl: string) => form.set({ imageUrl });
  return (
    <Form form={form} id={formId}>
      <RequestCard request={request} />
      <FormError text={form.mistake('imageUrl')} />
      <ProofField
        requestId={request.id}
        address={form.values.imageUrl}
        onAddress={setAddress}
        onSending={onSending}
      >
        <TextField
          label={words.proof}
          hint={words.proofHint}
          type="url"
          inputMode="url"
          required
          data-autofocus
          {...form.field('imageUrl')}
          error={undefined}
        />
      </ProofField>
      <TextAreaField
        label={words.note}
        hint={words.noteHint}
        rows={2}
        maxLength={1000}
        {...form.field('note')}
      />
    </Form>
  );
}
