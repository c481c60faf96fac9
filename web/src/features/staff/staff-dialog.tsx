import { staff as words } from '@almas/locale/screens/staff';
import { useState } from 'react';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DeviceList } from './device-list.tsx';
import { MemberList } from './member-list.tsx';
import { TillList } from './till-list.tsx';

const tabs = (['members', 'devices', 'tills'] as const).map((value) => ({ value, label: words.tabs[value] }));

/** For a reseller: who sells, on which devices, and the drawers that were counted. */
export default function StaffDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('members');
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Stack>
        <Segmented label={words.tabs.label} value={tab} options={tabs} onChange={setTab} />
        {tab === 'members' && <MemberList />}
        {tab === 'devices' && <DeviceList />}
        {tab === 'tills' && <TillList />}
      </Stack>
    </Dialog>
  );
}
