import { common } from '@almas/locale/screens/common';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DecidingButton } from './deciding-button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { FormButtons } from './form-buttons.tsx';
import { TextAreaField } from './text-area-field.tsx';
import { useForm } from './use-form.ts';

interface QuestionProps {
  readonly onClose: () => void;
  readonly title: string;
  readonly confirmLabel?: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  readonly busy?: boolean;
}

interface ConfirmDialogProps extends QuestionProps {
  readonly children: ReactNode;
  /** What is asked cannot be done now; the text says why. */
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({
  onClose,
  title,
  children,
  onConfirm,
  confirmLabel = common.confirm,
  cancelLabel = common.cancel,
  danger,
  busy = false,
  disabled,
}: ConfirmDialogProps) => (
  <Dialog
    onClose={onClose}
    title={title}
    size="sm"
    locked={busy}
    footer={
      <>
        <Button variant="secondary" onClick={onClose} disabled={busy}>
          {cancelLabel}
        </Button>
        <DecidingButton
          variant={danger ? 'danger' : 'primary'}
          onClick={onConfirm}
          busy={busy}
          disabled={disabled}
        >
          {confirmLabel}
        </DecidingButton>
      </>
    }
  >
    {children}
  </Dialog>
);

interface PromptDialogProps extends QuestionProps {
  /** The name under which the text is kept when the session ends, with its subject. */
  readonly draft: string;
  readonly label: string;
  readonly hint?: string;
  /** Between the text and the buttons. */
  readonly note?: ReactNode;
  /** The longest text that the server takes. */
  readonly maxLength: number;
  /** Receives the trimmed text, which may be empty. */
  readonly onSubmit: (text: string) => void;
}

/** Asks for a text, such as a reason; cancelling sends nothing. Opens empty each time. */
export const PromptDialog = (props: PromptDialogProps) => (
  <Dialog onClose={props.onClose} title={props.title} size="sm" locked={props.busy ?? false}>
    <PromptForm {...props} />
  </Dialog>
);

function PromptForm({
  draft,
  label,
  hint,
  note,
  maxLength,
  onSubmit,
  onClose,
  confirmLabel,
  danger,
  busy = false,
}: PromptDialogProps) {
  const form = useForm({
    initial: { text: '' },
    onSubmit: ({ text }) => onSubmit(text.trim()),
    unsaved: { draft },
  });
  return (
    <Form form={form}>
      <TextAreaField
        label={label}
        hint={hint}
        maxLength={maxLength}
        rows={3}
        data-autofocus
        {...form.field('text')}
      />
      {note}
      <FormButtons
        submit={confirmLabel ?? common.confirm}
        variant={danger ? 'danger' : 'primary'}
        busy={busy}
        deciding
        onCancel={onClose}
      />
    </Form>
  );
}
