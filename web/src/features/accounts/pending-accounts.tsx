import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { type ReactNode, useState } from 'react';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { DecisionQueue, QueueItem } from '../../ui/decision-queue.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { When } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { useKeptRows } from '../../ui/use-kept-rows.ts';
import { DecisionOutcome } from '../audit-trail/decision-outcome.tsx';
import { AccountLink } from './account-link.tsx';
import { AlikeAccounts } from './alike-accounts.tsx';
import { useActivation } from './use-account-actions.ts';

const DeactivationDialog = lazyDialog(() => import('./deactivation-dialog.tsx'));
const words = adminUsers.actions;

interface PendingAccountsProps {
  readonly items: readonly User[];
  /** The server has no more than these. */
  readonly complete: boolean;
  readonly max: number;
  /** Shown when nothing is pending. */
  readonly empty: ReactNode;
}

/** Pending accounts: activated with a tap, refused with an optional reason. */
export function PendingAccounts({ items, complete, max, empty }: PendingAccountsProps) {
  const [refused, setRefused] = useState<User | null>(null);
  const { rows, pointer } = useKeptRows(items, { complete, max });
  return (
    <>
      {rows.length === 0 ? (
        empty
      ) : (
        <DecisionQueue label={adminDashboard.accounts.title} pointer={pointer}>
          {rows.map(({ item, isRemoved }) => (
            <Item key={item.id} user={item} isRemoved={isRemoved} onRefuse={setRefused} />
          ))}
        </DecisionQueue>
      )}
      {refused && <DeactivationDialog user={refused} onClose={() => setRefused(null)} />}
    </>
  );
}

interface ItemProps {
  readonly user: User;
  readonly isRemoved: boolean;
  readonly onRefuse: (user: User) => void;
}

function Item({ user, isRemoved, onRefuse }: ItemProps) {
  const [done, setDone] = useState(false);
  const { run, busy } = useActivation(() => setDone(true));
  return (
    <QueueItem
      name={<AccountLink id={user.id} name={personName(user)} />}
      about={
        <Dotted parts={[user.company, user.email, <When key="at" at={user.createdAt} form="relative" />]} />
      }
      details={<AlikeAccounts user={user} />}
      outcome={(isRemoved || done) && <DecisionOutcome subject={{ type: 'user', id: user.id }} />}
      buttons={(shared) => (
        <>
          <DecidingButton {...shared} variant="soft" busy={busy} onClick={() => void run(user)}>
            {words.activate}
          </DecidingButton>
          <DecidingButton {...shared} variant="quiet" disabled={busy} onClick={() => onRefuse(user)}>
            {words.refuse}
          </DecidingButton>
        </>
      )}
    />
  );
}
