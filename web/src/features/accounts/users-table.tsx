import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { formatDate } from '@almas/locale/formats';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { batch } from '@almas/locale/screens/batch';
import { common } from '@almas/locale/screens/common';
import { SelectBox } from '../../ui/batch.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money, When } from '../../ui/figures.tsx';
import type { ListPointer } from '../../ui/held-list.ts';
import type { Sorting } from '../../ui/sorted-head.tsx';
import type { Selection } from '../../ui/use-selection.ts';
import { ListedAccountLink } from './account-link.tsx';
import { AccountStatus } from './account-status.tsx';
import { lastActivity } from './last-activity.ts';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import styles from './users-table.module.css';

interface UsersTableProps extends Omit<UserActionsProps, 'user'> {
  readonly items: readonly User[];
  /** Pending accounts can be selected. */
  readonly selection?: Selection<User> | undefined;
  readonly sorting: Sorting;
  readonly pointer: ListPointer;
}

const selectColumn = (selection: Selection<User>): Column<User> => ({
  head: batch.accounts.column,
  cell: (user) =>
    user.status === 'pending' && <SelectBox selection={selection} id={user.id} name={personName(user)} />,
});

/** On a phone: the name, the status and, for a pending account, its box. */
const phoneColumn = (selection: Selection<User> | undefined): Column<User> => ({
  head: words.heads.name,
  cell: (user) => (
    <span className={styles.phoneName}>
      {selection && selectColumn(selection).cell(user)}
      <bdi>
        <ListedAccountLink id={user.id} name={personName(user)} />
      </bdi>
      <AccountStatus user={user} />
    </span>
  ),
  main: true,
  phone: 'title',
  phoneOnly: true,
});

/** When the account was registered, and below when it last bought or was recharged. */
function Dates({ user }: { readonly user: User }) {
  const active = lastActivity(user.lastPurchase, user.lastRecharge);
  return (
    <span className={styles.date}>
      {formatDate(user.createdAt)}
      <span className="note">{active ? <When at={active} /> : words.noActivity}</span>
    </span>
  );
}

const columns = (acts: Omit<UserActionsProps, 'user'>): readonly Column<User>[] => [
  {
    head: words.heads.name,
    cell: (user) => (
      <span dir="auto" className={styles.person} title={personName(user)}>
        <ListedAccountLink id={user.id} name={personName(user)} />
      </span>
    ),
    main: true,
    sort: { by: 'name', first: 'asc' },
  },
  { head: words.heads.email, cell: (user) => <span title={user.email}>{user.email}</span>, clip: 'small' },
  {
    head: words.heads.company,
    cell: (user) => <span title={user.company}>{user.company || common.none}</span>,
    clip: 'small',
  },
  {
    head: words.heads.phone,
    cell: (user) => (
      <bdi dir="ltr" className={styles.phone}>
        {user.phone || common.none}
      </bdi>
    ),
  },
  {
    head: words.heads.phone,
    cell: ({ phone, company, email }) => [phone || email, company].filter(Boolean).join(' · '),
    phone: 'note',
    phoneOnly: true,
  },
  {
    head: words.heads.balance,
    cell: (user) => <Money amount={user.balance} />,
    end: true,
    phone: 'figure',
    sort: { by: 'balance', first: 'desc' },
  },
  { head: words.heads.status, cell: (user) => <AccountStatus user={user} /> },
  {
    head: words.heads.createdAt,
    cell: (user) => <Dates user={user} />,
    sort: { by: 'created', first: 'desc' },
    alsoSort: { head: words.lastActivity, sort: { by: 'activity', first: 'desc' } },
  },
  {
    head: words.heads.actions,
    cell: (user) => <UserActions user={user} {...acts} />,
    actions: true,
    phone: 'state',
  },
];

/** All accounts with their actions. */
export const UsersTable = ({ items, selection, sorting, pointer, ...acts }: UsersTableProps) => (
  <DataTable
    caption={words.title}
    columns={[...(selection ? [selectColumn(selection)] : []), phoneColumn(selection), ...columns(acts)]}
    rows={items}
    rowKey={(user) => user.id}
    cardsBelow={860}
    sorting={sorting}
    pointer={pointer}
    dense
  />
);
