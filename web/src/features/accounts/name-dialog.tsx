import type { accounts, User } from '@almas/contract/accounts';
import { ProfileUpdate } from '@almas/contract/forms';
import type { Input } from '@almas/contract/route';
import { profile as words } from '@almas/locale/screens/profile';
import { api, refresh, useAction } from '../../platform/network/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useForm } from '../../ui/use-form.ts';
import { fieldHelp } from './profile-fields.ts';

type OwnName = Input<typeof accounts.updateMe>['body'];

interface NameDialogProps {
  readonly me: User;
  readonly onClose: () => void;
}

/** An administrator's own name, which decisions show. The page /profile is for resellers alone (NAV-15). */
export default function NameDialog({ me, onClose }: NameDialogProps) {
  const { run, busy } = useAction(
    async (body: OwnName) => {
      await api.accounts.updateMe({ body });
      await refresh('accounts', 'users', 'auditTrail');
    },
    { success: [words.success], failure: words.failed, onDone: onClose },
  );
  return (
    <Dialog onClose={onClose} title={words.name.title} locked={busy}>
      <NameForm me={me} busy={busy} onSave={run} onCancel={onClose} />
    </Dialog>
  );
}

interface NameFormProps {
  readonly me: User;
  readonly busy: boolean;
  readonly onSave: (name: OwnName) => unknown;
  readonly onCancel: () => void;
}

function NameForm({ me, busy, onSave, onCancel }: NameFormProps) {
  const form = useForm({
    initial: { firstName: me.firstName, lastName: me.lastName },
    rules: ProfileUpdate.pick({ firstName: true, lastName: true }),
    onSubmit: onSave,
    unsaved: { draft: 'own-name' },
  });
  return (
    <Form form={form}>
      <p>{words.name.text}</p>
      <TextField
        label={words.fields.firstName}
        data-autofocus
        {...fieldHelp.firstName}
        {...form.field('firstName')}
      />
      <TextField label={words.fields.lastName} {...fieldHelp.lastName} {...form.field('lastName')} />
      <FormButtons submit={words.save} busy={busy} onCancel={onCancel} />
    </Form>
  );
}
