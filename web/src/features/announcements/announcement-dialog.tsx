import { AnnouncementInput, AnnouncementKind } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { announcements as words } from '@almas/locale/screens/announcements';
import { useState } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { lostText, successToast, useCallKeys } from '../../platform/network/use-call-keys.ts';
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
  const keys = useCallKeys('announcements.create');
  const { run, busy } = useAction(
    (body: AnnouncementInput) =>
      keys.withKey('announcement', (key) => api.announcements.create({ body, key })),
    {
      success: (executed) => successToast(words.done, executed),
      failure: words.publishFailed,
      lost: lostText,
      refreshes: ['announcements', 'auditTrail'],
      onDone: ({ result }) => onDone(result),
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
