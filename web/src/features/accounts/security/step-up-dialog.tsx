import { errors } from '@almas/locale/errors';
import { security } from '@almas/locale/screens/security';
import { type FormEvent, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { finishStepUp } from '../../../lib/step-up.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/field.tsx';
import { CodeField, codeOf } from './code-field.tsx';
import styles from './security.module.css';

const words = security.stepUp;

interface StepUpDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a code of the second factor; the action that needed it then goes on. */
export default function StepUpDialog({ opened, onClose }: StepUpDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} size="sm">
      {opened && <StepUpForm />}
    </Dialog>
  );
}

function StepUpForm() {
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useCall((code: string) => api.security.stepUp({ body: { code } }), {
    onDone: () => finishStepUp(true),
    onFailed: (error) => setProblem(messageOf(error, words.failed)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = codeOf(event.currentTarget);
    setProblem(code === '' ? errors.REQUIRED_FIELDS : null);
    if (code !== '') void run(code);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{words.text}</p>
      <CodeField label={words.code} hint={security.signIn.codeHint} />
      <FormError text={problem} />
      <Button type="submit" full busy={busy}>
        {words.confirm}
      </Button>
    </form>
  );
}
