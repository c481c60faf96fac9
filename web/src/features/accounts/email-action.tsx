import type { User } from '@almas/contract/accounts';
import { Email } from '@almas/contract/forms';
import { personName } from '@almas/contract/person-name';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { useState } from 'react';
import * as z from 'zod';
import { ApiError, api, useAction, useFeature } from '../../platform/network/index.ts';
import { useKeptValue } from '../../platform/network/use-shown-figure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useForm } from '../../ui/use-form.ts';

const words = adminUsers.email;

/** Gives a reseller another email, as when the shop changes hands; the dialog says what ends with it. */
export function EmailAction({ user }: { readonly user: User }) {
  // As it was shown when the dialog was opened.
  const [shown, setShown] = useState<User | null>(null);
  const close = () => setShown(null);
  return (
    <>
      <Button variant="secondary" onClick={() => setShown(user)}>
        {words.action}
      </Button>
      {shown && (
        <Dialog onClose={close} title={words.title(personName(shown))} size="sm">
          <EmailForm user={user} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

function EmailForm({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  // The address that was shown is replaced: it follows the account after a refusal alone, until the next press.
  const [follows, setFollows] = useState(false);
  const expectedEmail = useKeptValue(!follows, user.email);
  const { run, busy } = useAction(
    (email: string) => api.users.changeEmail({ params: { id: user.id }, body: { email, expectedEmail } }),
    {
      success: [words.done],
      failure: words.failed,
      lost: words.lost,
      refreshes: ['users', 'auditTrail'],
      onDone: onClose,
      onFailed: (error) => setFollows(error instanceof ApiError && error.code === 'EMAIL_CHANGED'),
    },
  );
  const hasApi = useFeature('reseller-api');
  const form = useForm({
    initial: { email: '' },
    rules: z.object({ email: Email }),
    onSubmit: ({ email }) => {
      setFollows(false);
      return run(email);
    },
    unsaved: { draft: `email-${user.id}` },
  });
  return (
    <Form form={form}>
      <p dir="auto">{words.current(expectedEmail)}</p>
      <TextField
        label={words.label}
        type="email"
        autoComplete="off"
        required
        data-autofocus
        {...form.field('email')}
      />
      <p>{words.ends}</p>
      <p>{words.passwordStays}</p>
      {hasApi && <p>{words.keysStay}</p>}
      <FormButtons submit={words.submit} variant="danger" busy={busy} deciding onCancel={onClose} />
    </Form>
  );
}
