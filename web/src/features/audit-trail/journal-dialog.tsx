import { auditTrail as words } from '@almas/locale/screens/audit-trail';
import { useState } from 'react';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import Journal from './journal.tsx';

const choices = [
  { value: '', label: words.all },
  ...Object.entries(words.actions).map(([value, label]) => ({ value, label })),
];

interface JournalDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The audit trail of the whole product, in a dialog: the route table has no page for it (SPEC §2). */
export default function JournalDialog({ opened, onClose }: JournalDialogProps) {
  const [action, setAction] = useState('');
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} size="lg">
      <Stack>
        <p style={{ color: 'var(--dim)' }}>{words.text}</p>
        <SelectField
          label={words.search}
          options={choices}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
        <Journal {...(action !== '' && { action })} />
      </Stack>
    </Dialog>
  );
}
