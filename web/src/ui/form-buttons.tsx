import { common } from '@almas/locale/screens/common';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { DecidingButton } from './deciding-button.tsx';
import styles from './form-buttons.module.css';

interface FormButtonsProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  readonly submit: string;
  readonly busy: boolean;
  /** Submitting decides about money, an account or a request. */
  readonly deciding?: boolean;
  readonly onCancel?: (() => void) | undefined;
  readonly cancelLabel?: string;
  /** The id of the form, when the buttons are in the footer of its dialog. */
  readonly form?: string;
  /** Before the buttons. */
  readonly children?: ReactNode;
}

/** The buttons of a form: cancel and submit. */
export function FormButtons({
  submit,
  busy,
  deciding = false,
  onCancel,
  cancelLabel = common.cancel,
  children,
  ...rest
}: FormButtonsProps) {
  const Submit = deciding ? DecidingButton : Button;
  const buttons = (
    <>
      {children}
      {onCancel && (
        <Button variant="secondary" onClick={onCancel} disabled={busy}>
          {cancelLabel}
        </Button>
      )}
      <Submit type="submit" busy={busy} {...rest}>
        {submit}
      </Submit>
    </>
  );
  return rest.form === undefined ? <div className={`row wrap ${styles.buttons}`}>{buttons}</div> : buttons;
}
