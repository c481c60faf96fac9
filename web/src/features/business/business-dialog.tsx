import { business as words } from '@almas/locale/screens/business';
import { useState } from 'react';
import { useMay } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogTabs } from '../../ui/dialog-tabs.tsx';
import { AccountsPanel } from './accounts-panel.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { ReasonsPanel } from './reasons-panel.tsx';

const views = ['accounts', 'contact', 'reasons'] as const;
type BusinessView = (typeof views)[number];

interface BusinessDialogProps {
  readonly onClose: () => void;
}

/** What the owner sets, and an employee who may: where resellers pay, whom they call, the reasons of refusals. */
export default function BusinessDialog({ onClose }: BusinessDialogProps) {
  const may = useMay();
  const allowed = {
    accounts: may('owner'),
    contact: may('settings'),
    reasons: may('settings') && may('requests'),
  };
  const shown = views.filter((value) => allowed[value]);
  const [view, setView] = useState<BusinessView>(shown[0] ?? 'contact');
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Stack>
        <DialogTabs
          label={words.views.label}
          value={view}
          options={shown.map((value) => ({ value, label: words.views[value] }))}
          onChange={setView}
        />
        {view === 'accounts' && <AccountsPanel />}
        {view === 'contact' && <ContactPanel />}
        {view === 'reasons' && <ReasonsPanel />}
      </Stack>
    </Dialog>
  );
}
