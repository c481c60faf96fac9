import type { User } from '@almas/contract/accounts';
import { profile as words } from '@almas/locale/screens/profile';
import type { FormEvent } from 'react';
import { api } from '../../lib/api.ts';
import { refresh } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { useDraft, useUnsaved } from '../../ui/use-unsaved.ts';
import {
  addressFields,
  fieldHelp,
  type ProfileDraft,
  type ProfileField,
  personalFields,
  profileDraftOf,
} from './profile-fields.ts';
import styles from './profile-form.module.css';

/** Its name among the drafts that a reload keeps. */
export const profileDraft = 'profile';

interface ProfileFormProps {
  readonly me: User;
  readonly onClose: () => void;
}

/** Saves, then reads the whole profile again: what shows afterwards is what the server holds. */
async function save(body: ProfileDraft) {
  await api.accounts.updateMe({ body });
  await refresh('accounts');
}

/** Edit mode: blanks are accepted, the email stays. An error keeps what was typed. */
export function ProfileForm({ me, onClose }: ProfileFormProps) {
  const [draft, setDraft] = useDraft(profileDraft, () => profileDraftOf(me));
  const before = profileDraftOf(me);
  const changed = Object.entries(before).some(([name, value]) => draft[name as ProfileField] !== value);
  useUnsaved({ changed, draft: { name: profileDraft, value: draft } });
  const { run, busy } = useAction(() => save(draft), {
    success: [words.success],
    failure: words.failed,
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  const field = (name: ProfileField) => (
    <TextField
      key={name}
      label={words.fields[name]}
      name={name}
      value={draft[name]}
      autoFocus={name === personalFields[0]}
      {...fieldHelp[name]}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setDraft((before) => ({ ...before, [name]: value }));
      }}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={words.title}>
      <Section title={words.personal}>
        <Card>
          <div className={styles.fields}>
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
          <div className={styles.fields}>{addressFields.map(field)}</div>
        </Card>
      </Section>
      <div className={styles.buttons}>
        <Button look="secondary" onClick={onClose} disabled={busy}>
          {words.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}
