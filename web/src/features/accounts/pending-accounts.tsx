import type { User } from '@almas/contract/accounts';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { useState } from 'react';
import { nameOf } from '../../lib/person-name.ts';
import { Button } from '../../ui/button.tsx';
import { When } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';
import { WorkItem, WorkList } from '../../ui/work-list.tsx';
import { useActivation } from './use-account-actions.ts';

const DeactivationDialog = lazyDialog(() => import('./deactivation-dialog.tsx'));
const words = adminUsers.actions;

/** Accounts that wait: activated in a tap, refused with an optional reason (SPEC §2 Admin dashboard). */
export function PendingAccounts({ items }: { readonly items: readonly User[] }) {
  const [refused, setRefused] = useState<User | null>(null);
  const openedOnce = useOpenedOnce(refused !== null);
  return (
    <>
      {items.length > 0 && (
        <WorkList label={adminDashboard.accounts.title}>
          {(leaving) =>
            items.map((user) => <Item key={user.id} user={user} leaving={leaving} onRefuse={setRefused} />)
          }
        </WorkList>
      )}
      {openedOnce && <DeactivationDialog user={refused} onClose={() => setRefused(null)} />}
    </>
  );
}

interface ItemProps {
  readonly user: User;
  readonly leaving: (id: string) => void;
  readonly onRefuse: (user: User) => void;
}

function Item({ user, leaving, onRefuse }: ItemProps) {
  const { run, busy } = useActivation();
  return (
    <WorkItem
      name={nameOf(user)}
      about={
        <>
          {[user.company, user.email].filter(Boolean).join(' · ')}
          {' · '}
          <When at={user.createdAt} form="relative" />
        </>
      }
      buttons={(shared) => (
        <>
          <Button
            {...shared}
            data-item={user.id}
            busy={busy}
            onClick={() => {
              leaving(user.id);
              void run(user.id);
            }}
          >
            {words.activate}
          </Button>
          <Button
            {...shared}
            look="secondary"
            disabled={busy}
            onClick={() => {
              leaving(user.id);
              onRefuse(user);
            }}
          >
            {words.refuse}
          </Button>
        </>
      )}
    />
  );
}
