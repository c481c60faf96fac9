import { forms as words } from '@almas/locale/screens/forms';
import { type ClipboardEvent, type FormHTMLAttributes, useEffect, useRef } from 'react';
import { fieldMessagesOf } from '../lib/toast-store.ts';
import styles from './form.module.css';
import type { SubmittedForm } from './use-form.ts';

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  readonly form: SubmittedForm;
}

const say = fieldMessagesOf('pasted-text');

/** A browser silently truncates a paste that exceeds the maximum length; this shows a message. */
function noteCutText({ target, clipboardData }: ClipboardEvent) {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const { maxLength } = target;
  const text = clipboardData.getData('text').trim();
  // The field's content after the paste.
  requestAnimationFrame(() => {
    const isCut = target.value.length === maxLength && !target.value.includes(text);
    if (maxLength > 0 && (isCut || text.length > maxLength)) say.warning(words.cut(maxLength));
  });
}

/** The one form element of the screens. Its state comes from useForm. */
export function Form({ form: { submit, focusWrong }, className = styles.form, ...rest }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!focusWrong?.current) return;
    const wrong = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    focusWrong.current = false;
    (wrong.matches('fieldset') ? wrong.querySelector<HTMLElement>('input:enabled') : wrong)?.focus();
  });
  return (
    <form
      ref={ref}
      noValidate
      // The browser suggests no earlier input, unless a field enables it.
      autoComplete="off"
      onPaste={noteCutText}
      {...rest}
      className={className}
      onSubmit={(event) => {
        // React events bubble through portals: this also receives the submit of a form in a dialog opened from this one.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        submit(event.currentTarget);
      }}
    />
  );
}
