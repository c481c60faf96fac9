import { errors } from '@almas/locale/errors';
import { security } from '@almas/locale/screens/security';
import { type FormEvent, useMemo, useState } from 'react';
import { renderSVG } from 'uqr';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/field.tsx';
import { CodeField, codeOf } from './code-field.tsx';
import styles from './security.module.css';

const words = security.factor;

export interface Enrolment {
  readonly secret: string;
  readonly uri: string;
}

interface EnrolmentFormProps {
  readonly enrolment: Enrolment;
  readonly busy: boolean;
  readonly onCode: (code: string) => void;
}

/** The secret for an authenticator application, for the camera, the hand and the same phone, and its first code. */
export default function EnrolmentForm({ enrolment, busy, onCode }: EnrolmentFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const picture = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(enrolment.uri, { border: 1 }))}`,
    [enrolment.uri],
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeOf(event.currentTarget);
    setProblem(code === '' ? errors.REQUIRED_FIELDS : null);
    if (code !== '') onCode(code);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{words.scan}</p>
      <div className={styles.qr}>
        <img src={picture} alt={words.qr} width={184} height={184} />
      </div>
      <div>
        <p className={styles.dim}>{words.secret}</p>
        <output className={styles.secret} aria-label={words.secret}>
          {enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </output>
      </div>
      <a href={enrolment.uri} className={buttonClass('secondary')}>
        {words.open}
      </a>
      <CodeField label={words.code} />
      <FormError text={problem} />
      <Button type="submit" full busy={busy}>
        {words.confirm}
      </Button>
    </form>
  );
}
