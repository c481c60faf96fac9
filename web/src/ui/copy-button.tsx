import { common } from '@almas/locale/screens/common';
import { Copy } from 'lucide';
import { toastsOf } from '../lib/toast-store.ts';
import { messageOf, useCall } from '../platform/network/index.ts';
import { Button, type ButtonVariant } from './button.tsx';
import { CheckIcon, icon } from './icons.tsx';

const CopyIcon = icon(Copy);

/** Shared by all copy buttons: the clipboard has only the last copy. */
export const copyToasts = toastsOf('copy');

/** Copies a text to the clipboard; plain http pages have no clipboard API, so a selected field is copied there. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  // Inside an open dialog only its own fields can take the focus that copying needs.
  const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  parent.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('copy refused');
}

interface CopyButtonProps {
  readonly text: string;
  /** The toast shown after the copy. */
  readonly done: string;
  readonly failed: string;
  readonly label?: string;
  /** Distinguishes several copy buttons for a screen reader. */
  readonly describedBy?: string;
  readonly variant?: ButtonVariant;
  /** Replaces the immediate copy, where the copy is recorded first. */
  readonly copy?: (text: string) => Promise<unknown>;
  /** The initial focus of its dialog. */
  readonly focused?: boolean;
}

export function CopyButton({
  text,
  done,
  failed,
  label = common.copy,
  describedBy,
  variant = 'secondary',
  copy = copyText,
  focused = false,
}: CopyButtonProps) {
  const call = useCall(copy, {
    onDone: () => copyToasts.success(done),
    onFailed: (error) => copyToasts.error(messageOf(error, failed)),
  });
  return (
    <Button
      variant={variant}
      busy={call.busy}
      onClick={() => void call.run(text)}
      aria-describedby={describedBy}
      {...(focused && { 'data-autofocus': true })}
    >
      {call.done ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      {label}
    </Button>
  );
}
