import { profile as words } from '@almas/locale/screens/profile';
import { useRef, useState } from 'react';
import { AccountInfo } from '../features/accounts/account-info.tsx';
import { ProfileForm, profileDraft } from '../features/accounts/profile-form.tsx';
import styles from '../features/accounts/profile-page.module.css';
import { ProfileView } from '../features/accounts/profile-view.tsx';
import { RequestsPanel } from '../features/recharge-requests/requests-panel.tsx';
import { TicketsSection } from '../features/shop/tickets-section.tsx';
import { isPartial, keptDraft, useMe } from '../platform/session/index.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function ProfilePage() {
  const me = useMe();
  const [editing, setEditing] = useState(() => keptDraft(profileDraft) !== null);
  const header = useRef<HTMLDivElement>(null);
  const close = () => {
    setEditing(false);
    // The form that had the keyboard is gone: it goes back to the button that opened it.
    requestAnimationFrame(() => header.current?.querySelector('button')?.focus());
  };
  return (
    <Stack gap={24}>
      <div ref={header}>
        <PageHeader
          title={words.title}
          text={[me.displayName, me.company].filter(Boolean).join(' · ')}
          actions={
            !editing &&
            !isPartial(me) && (
              <Button variant="secondary" onClick={() => setEditing(true)}>
                {words.edit}
              </Button>
            )
          }
        />
      </div>
      <div className={`column ${styles.columns}`}>
        {isPartial(me) && <Notice tone="waiting" title={words.partial} />}
        {editing ? <ProfileForm me={me} onClose={close} /> : <ProfileView me={me} />}
        <Stack gap={24}>
          <AccountInfo me={me} />
          {me.role === 'reseller' && me.status === 'active' && !isPartial(me) && <TicketsSection />}
          <RequestsPanel />
        </Stack>
      </div>
    </Stack>
  );
}
