import { type FormHTMLAttributes, useEffect, useRef } from 'react';
import styles from './form.module.css';
import type { SubmittedForm } from './use-form.ts';

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  readonly form: SubmittedForm;
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
      // What was typed before is not offered again, unless a field says so itself.
      autoComplete="off"
      {...rest}
      className={className}
      onSubmit={(event) => {
        // React brings here the submission of a form in a dialog that was opened from this one, too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        submit(event.currentTarget);
      }}
    />
  );
}
