import { security } from '@almas/locale/screens/security';
import { useMemo } from 'react';
import { renderSVG } from 'uqr';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { CodeField, useCodeForm } from './code-field.tsx';
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

/** The secret for an authenticator application, as QR code, text and link, and a field for its first code. */
export default function EnrolmentForm({ enrolment, busy, onCode }: EnrolmentFormProps) {
  const form = useCodeForm(onCode);
  const picture = useMemo(
    () => `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(enrolment.uri, { border: 1 }))}`,
    [enrolment.uri],
  );
  return (
    <Form form={form}>
      <p>{words.scan}</p>
      <div className={styles.qr}>
        <img src={picture} alt={words.qr} width={184} height={184} />
      </div>
      <div>
        <p className="dim">{words.secret}</p>
        <output className={styles.secret} aria-label={words.secret}>
          {enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </output>
      </div>
      <a href={enrolment.uri} className={buttonClass('secondary')}>
        {words.open}
      </a>
      <CodeField form={form} label={words.code} />
      <FormError text={form.mistake('form')} />
      <Button type="submit" full busy={busy}>
        {words.confirm}
      </Button>
    </Form>
  );
}
