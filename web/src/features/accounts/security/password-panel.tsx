import { errors } from '@almas/locale/errors';
import { login } from '@almas/locale/screens/login';
import { security } from '@almas/locale/screens/security';
import { type FormEvent, useState } from 'react';
import { api } from '../../../lib/api.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError, PasswordField } from '../../../ui/field.tsx';
import { NewPasswordFields, readNewPassword } from './new-password-fields.tsx';
import styles from './security.module.css';

const words = security.password;

/** Changes one's own password; the other sessions end. */
export function PasswordPanel() {
  const [problem, setProblem] = useState<string | null>(null);
  const [version, setVersion] = useState(0);
  const change = useAction(
    (current: string, password: string) => api.security.changePassword({ body: { current, password } }),
    {
      success: [words.done],
      failure: words.failed,
      refreshes: ['security'],
      onDone: () => setVersion((before) => before + 1),
    },
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const current = String(new FormData(event.currentTarget).get('current') ?? '');
    const read = readNewPassword(event);
    const found = current === '' ? errors.REQUIRED_FIELDS : read.problem;
    setProblem(found);
    if (!found) void change.run(current, read.password);
  };
  return (
    <form key={version} className={styles.form} onSubmit={submit} noValidate>
      <PasswordField
        label={words.current}
        name="current"
        autoComplete="current-password"
        words={{ show: login.showPassword, hide: login.hidePassword }}
        required
      />
      <NewPasswordFields label={words.next} confirmation={words.confirmation} />
      <FormError text={problem} />
      <Button type="submit" busy={change.busy}>
        {words.submit}
      </Button>
    </form>
  );
}
