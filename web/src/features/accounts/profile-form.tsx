import type { User } from '@almas/contract/accounts';
import { ProfileUpdate } from '@almas/contract/forms';
import { profile as words } from '@almas/locale/screens/profile';
import type * as z from 'zod';
import { api, refresh, useAction } from '../../platform/network/index.ts';
import { Card, Section } from '../../ui/card.tsx';
import { changedFields } from '../../ui/changed-fields.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useForm } from '../../ui/use-form.ts';
import {
  addressFields,
  fieldHelp,
  type ProfileField,
  personalFields,
  profileDraftOf,
} from './profile-fields.ts';
import styles from './profile-form.module.css';

type ChangedFields = z.output<typeof ProfileUpdate>;
/** The key of its draft, which is kept over a reload. */
export const profileDraft = 'profile';

interface ProfileFormProps {
  readonly me: User;
  readonly onClose: () => void;
}

/** Saves, then reads the whole profile again, so that it shows what the server has stored. */
async function save(body: ChangedFields) {
  await api.accounts.updateMe({ body });
  await refresh('accounts', 'shop');
}

/** Edit mode: blank values are accepted, the email cannot be changed. After an error the input stays. */
export function ProfileForm({ me, onClose }: ProfileFormProps) {
  const { run, busy } = useAction(save, {
    success: [words.success],
    failure: words.failed,
    onDone: onClose,
  });
  const form = useForm({
    initial: profileDraftOf(me),
    rules: ProfileUpdate,
    onSubmit: (sent): void => void run(changedFields(sent, form.initial)),
    unsaved: { draft: profileDraft },
  });
  const field = (name: ProfileField) => (
    <TextField
      key={name}
      label={words.fields[name]}
      autoFocus={name === personalFields[0]}
      {...fieldHelp[name]}
      {...form.field(name)}
    />
  );
  return (
    <Form form={form} className={styles.form} aria-label={words.title}>
      <Section title={words.personal}>
        <Card>
          <div className={`column gap-16 ${styles.fields}`}>
            {personalFields.map(field)}
            <TextField
              label={words.fields.email}
              hint={words.emailHint}
              type="email"
              value={me.email}
              readOnly
            />
          </div>
        </Card>
      </Section>
      <Section title={words.address}>
        <Card>
          <div className={`column gap-16 ${styles.fields}`}>{addressFields.map(field)}</div>
        </Card>
      </Section>
      <FormButtons submit={words.save} busy={busy} onCancel={onClose} cancelLabel={words.cancel} />
    </Form>
  );
}
