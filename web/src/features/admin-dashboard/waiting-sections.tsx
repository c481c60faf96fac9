import { screens } from '@almas/contract/limits';
import { adminDashboard as words } from '@almas/locale/screens/admin-dashboard';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { PendingAccounts } from '../accounts/pending-accounts.tsx';
import { PendingRechargeRequests } from '../recharge-requests/pending-list.tsx';
import styles from './layout.module.css';

/** The longest waiting item is first. */
const requestsQuery = apiQuery('rechargeRequests', 'list', {
  query: { status: 'pending', order: 'asc', limit: screens.pendingRecharges },
});
/** Pending resellers. */
const accountsQuery = apiQuery('users', 'list', {
  query: { status: 'pending', role: 'reseller', order: 'asc', limit: screens.pendingUsers },
});

interface WaitingProps<Item> {
  readonly title: string;
  readonly more: ReactNode;
  readonly list: UseQueryResult<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>;
  readonly empty: string;
  readonly failed: string;
  /** Also called for an empty list: decided rows and an open dialog stay when the last item leaves it. */
  readonly children: (items: readonly Item[], complete: boolean, empty: ReactNode) => ReactNode;
}

function Waiting<Item>({ title, more, list, empty, failed, children }: WaitingProps<Item>) {
  const items = list.data?.items;
  return (
    <Section title={title} action={more}>
      <Card flush>
        {items ? (
          children(
            items,
            list.data?.nextCursor === null,
            <p className={`row dim ${styles.nothing}`}>
              <CheckIcon size={18} />
              {empty}
            </p>,
          )
        ) : (
          <Unloaded query={list} text={failed} count={3} height={44} />
        )}
      </Card>
    </Section>
  );
}

/** Up to five pending recharge requests; `Voir tout` leads to all of them (NAV-35). */
export const WaitingRequests = () => (
  <Waiting
    title={words.requests.title}
    list={useQuery(requestsQuery)}
    empty={words.requests.empty}
    failed={adminRecharges.failed}
    more={
      <Link to="/admin/recharges" className={buttonClass('quiet')}>
        {common.seeAll}
        <span className="visually-hidden">{` : ${adminRecharges.pending.title}`}</span>
      </Link>
    }
  >
    {(items, complete, empty) => (
      <PendingRechargeRequests
        items={items}
        complete={complete}
        max={screens.pendingRecharges}
        empty={empty}
      />
    )}
  </Waiting>
);

/** Up to five resellers who wait for their activation. */
export const WaitingAccounts = () => (
  <Waiting
    title={words.accounts.title}
    list={useQuery(accountsQuery)}
    empty={words.accounts.empty}
    failed={words.accounts.failed}
    more={
      <Link to="/admin/users" search={{ status: 'pending' }} className={buttonClass('quiet')}>
        {common.seeAll}
        <span className="visually-hidden">{` : ${words.accounts.title}`}</span>
      </Link>
    }
  >
    {(items, complete, empty) => (
      <PendingAccounts items={items} complete={complete} max={screens.pendingUsers} empty={empty} />
    )}
  </Waiting>
);
