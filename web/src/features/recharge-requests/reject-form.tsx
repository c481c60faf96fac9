import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import type { KeyboardEvent } from 'react';
import { TextAreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useForm } from '../../ui/use-form.ts';
import { DecidedRequest, type DecisionFormProps } from './approve-form.tsx';
import { useRequestActions } from './use-request-actions.ts';

/**
 * A rejection needs a reason: the button is disabled without one, and submitting by the keyboard without it says why
 * nothing happens (AMB-50). Enter sends, Shift and Enter begins a line.
 */
export function RejectForm({ request, decided, onClose }: DecisionFormProps) {
  const { rejection } = useRequestActions(words.manage, onClose);
  const form = useForm({
    initial: { reason: '' },
    onSubmit: ({ reason }) =>
      reason.trim() === ''
        ? rejection.remark.error(...words.dialog.reasonMissing)
        : rejection.run(request.id, reason.trim()),
    unsaved: true,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  if (decided && !rejection.busy) return <DecidedRequest id={request.id} onClose={onClose} />;
  return (
    <Form form={form}>
      <TextAreaField
        label={words.dialog.reason}
        hint={words.dialog.reasonHint}
        required
        rows={3}
        maxLength={1_000}
        data-autofocus
        onKeyDown={onKeyDown}
        {...form.field('reason')}
      />
      <FormButtons
        submit={words.reject}
        look="danger"
        busy={rejection.busy}
        disabled={form.values.reason.trim() === ''}
        onCancel={onClose}
      />
    </Form>
  );
}
