import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

/** One `primary` per screen; `soft` is the first button of each row of a list. */
export type ButtonVariant = 'primary' | 'soft' | 'secondary' | 'quiet' | 'danger';

/** For links that look like buttons: `<Link className={buttonClass('secondary')}>`. */
export const buttonClass = (variant: ButtonVariant = 'primary', full = false) =>
  `${styles.button} ${styles[variant]} ${full ? styles.full : ''}`;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly variant?: ButtonVariant;
  readonly full?: boolean;
  readonly 'data-deciding'?: string;
  /** Waiting for a response: keeps its width and its name, ignores presses. */
  readonly busy?: boolean;
}

const nothing = (event: MouseEvent) => event.preventDefault();

export function Button({ variant = 'primary', full = false, busy = false, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`${buttonClass(variant, full)} ${busy ? styles.busy : ''} ${rest.className ?? ''}`}
      // Not `disabled`: a disabled element loses the keyboard focus.
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? nothing : rest.onClick}
    >
      <span className={styles.words}>{children}</span>
      {busy && (
        <span className={styles.wheel}>
          <Spinner />
        </span>
      )}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Its accessible name. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A square button that shows only an icon. */
export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} {...rest} className={`${styles.icon} ${rest.className ?? ''}`}>
      {children}
    </button>
  );
}
