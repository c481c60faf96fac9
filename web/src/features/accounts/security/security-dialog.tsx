import { security as words } from '@almas/locale/screens/security';
import { useState } from 'react';
import { useFeature } from '../../../platform/network/index.ts';
import { useMe } from '../../../platform/session/index.ts';
import { Stack } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogTabs } from '../../../ui/dialog-tabs.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionList } from './session-list.tsx';

type Tab = 'sessions' | 'factor' | 'password';

interface SecurityDialogProps {
  readonly onClose: () => void;
}

/** Devices, second factor and password of the own account. */
export default function SecurityDialog({ onClose }: SecurityDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Tabs />
    </Dialog>
  );
}

function Tabs() {
  const me = useMe();
  const extension = useFeature('self-service-security') ?? false;
  const [tab, setTab] = useState<Tab>('sessions');
  // Support manages a reseller's password and second factor, unless the deployment enables self-service (AMB-24).
  const selfService = me.role === 'admin' ? me.status === 'active' : extension;
  const options: { value: Tab; label: string }[] = [
    { value: 'sessions', label: words.sessions.tab },
    { value: 'factor', label: words.factor.tab },
  ];
  if (selfService) options.push({ value: 'password', label: words.password.tab });
  return (
    <Stack>
      <DialogTabs label={words.tabs} value={tab} onChange={setTab} options={options} />
      {tab === 'sessions' && <SessionList />}
      {tab === 'factor' && <SecondFactorPanel selfService={selfService} />}
      {tab === 'password' && <PasswordPanel />}
    </Stack>
  );
}
