import { AnnouncementInput, AnnouncementKind } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { announcements as words } from '@almas/locale/screens/announcements';
import { useState } from 'react';
import { api } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ExportButton } from '../exports/export-button.tsx';
import { ShareButton } from './announcement-list.tsx';

/** Publishes an announcement, then offers to share its text. */
export default function AnnouncementDialog({ onClose }: { readonly onClose: () => void }) {
  const [published, setPublished] = useState<AnnouncementInput | null>(null);
  return (
    <Dialog onClose={onClose} title={words.publish} size="sm">
      {published ? (
        <Stack>
          <p>{words.done}</p>
          <div>
            <ShareButton text={words.shared(published.title, published.message)} />
          </div>
        </Stack>
      ) : (
        <Stack>
          <AnnouncementForm onDone={setPublished} onClose={onClose} />
          <div>
            <ExportButton list="announcements" />
          </div>
        </Stack>
      )}
    </Dialog>
  );
}

interface AnnouncementFormProps {
  readonly onDone: (published: AnnouncementInput) => void;
  readonly onClose: () => void;
}

function AnnouncementForm({ onDone, onClose }: AnnouncementFormProps) {
  const { run, busy } = useKeyedAction(
    'announcements.create',
    (key, body: AnnouncementInput) => api.announcements.create({ body, key }),
    {
      subject: 'announcement',
      done: words.done,
      failure: words.publishFailed,
      refreshes: ['announcements', 'auditTrail'],
      onDone,
    },
  );
  const form = useForm<AnnouncementInput>({
    initial: { kind: 'prices', title: '', message: '' },
    rules: AnnouncementInput,
    onSubmit: run,
    unsaved: { draft: 'announcement' },
  });
  return (
    <Form form={form}>
      <p>{words.publishText}</p>
      <SelectField
        label={words.kind}
        options={AnnouncementKind.options.map((value) => ({ value, label: words.kinds[value] }))}
        {...form.field('kind')}
      />
      <TextField
        label={words.titleLabel}
        required
        maxLength={limits.announcementTitleLength}
        data-autofocus
        {...form.field('title')}
      />
      <TextAreaField
        label={words.message}
        required
        rows={4}
        maxLength={limits.announcementLength}
        {...form.field('message')}
      />
      <FormButtons submit={words.submit} busy={busy} onCancel={onClose} />
    </Form>
  );
}
