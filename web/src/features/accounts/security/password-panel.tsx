import { login } from '@almas/locale/screens/login';
import { security } from '@almas/locale/screens/security';
import * as z from 'zod';
import { api, useAction } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError, PasswordField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { judgeNewPassword, NewPasswordFields, noPassword } from './new-password-fields.tsx';

const words = security.password;
const rules = z
  .object({ current: z.string(), password: z.string(), confirmation: z.string() })
  .superRefine(({ current, ...next }, context) =>
    current === ''
      ? context.addIssue({ code: 'custom', path: ['form'], message: 'REQUIRED_FIELDS' })
      : judgeNewPassword(next, context),
  );

/** Changes one's own password; the other sessions end. */
export function PasswordPanel() {
  const change = useAction(
    (current: string, password: string) => api.security.changePassword({ body: { current, password } }),
    {
      success: [words.done],
      failure: words.failed,
      lost: security.passwordLost,
      refreshes: ['security'],
      onDone: () => form.reset(),
    },
  );
  const form = useForm({
    initial: { current: '', ...noPassword },
    rules,
    onSubmit: ({ current, password }) => change.run(current, password),
  });
  return (
    <Form form={form}>
      <PasswordField
        label={words.current}
        autoComplete="current-password"
        words={{ show: login.showPassword, hide: login.hidePassword }}
        required
        {...form.field('current')}
      />
      <NewPasswordFields form={form} label={words.next} confirmation={words.confirmation} />
      <FormError text={form.mistake('form')} />
      <Button type="submit" busy={change.busy}>
        {words.submit}
      </Button>
    </Form>
  );
}
