import { team as words } from '@almas/locale/screens/team';
import { useState } from 'react';
import { Lead, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AdministratorList } from './administrator-list.tsx';
import { ProposalList } from './proposal-list.tsx';
import { TeamDay } from './team-day.tsx';

const tabs = (['rights', 'day', 'proposals'] as const).map((value) => ({ value, label: words.tabs[value] }));

/** For the owner: who of the administrators may do what, what each did on a day, and the credits that wait for a second person. */
export default function TeamDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('rights');
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Stack>
        <Segmented label={words.tabs.label} value={tab} options={tabs} onChange={setTab} />
        {tab === 'rights' && (
          <>
            <Lead>{words.text}</Lead>
            <AdministratorList />
          </>
        )}
        {tab === 'day' && <TeamDay />}
        {tab === 'proposals' && <ProposalList />}
      </Stack>
    </Dialog>
  );
}
