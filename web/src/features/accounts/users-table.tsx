import type { User } from '@almas/contract/accounts';
import { formatDate } from '@almas/locale/formats';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { common } from '@almas/locale/screens/common';
import { nameOf } from '../../lib/person-name.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/figures.tsx';
import { ListedAccountLink } from './account-link.tsx';
import { AccountStatus } from './account-status.tsx';
import { EmailText } from './email-text.tsx';
import { UserActions, type UserActionsProps } from './user-actions.tsx';
import styles from './users-table.module.css';

interface UsersTableProps extends Omit<UserActionsProps, 'user'> {
  readonly items: readonly User[];
}

const columns = (acts: Omit<UserActionsProps, 'user'>): readonly Column<User>[] => [
  {
    key: 'name',
    head: words.heads.name,
    cell: (user) => <ListedAccountLink id={user.id} name={nameOf(user)} />,
    main: true,
  },
  { key: 'email', head: words.heads.email, cell: (user) => <EmailText address={user.email} /> },
  { key: 'company', head: words.heads.company, cell: (user) => user.company || common.none },
  {
    key: 'phone',
    head: words.heads.phone,
    cell: (user) => <span className={styles.figures}>{user.phone || common.none}</span>,
  },
  { key: 'balance', head: words.heads.balance, cell: (user) => <Money amount={user.balance} />, end: true },
  { key: 'status', head: words.heads.status, cell: (user) => <AccountStatus status={user.status} /> },
  {
    key: 'created',
    head: words.heads.createdAt,
    cell: (user) => <span className={styles.figures}>{formatDate(user.createdAt)}</span>,
  },
  {
    key: 'actions',
    head: words.heads.actions,
    cell: (user) => <UserActions user={user} {...acts} />,
    actions: true,
  },
];

/** Every account with what can be done to it (SPEC §2 User management). */
export const UsersTable = ({ items, ...acts }: UsersTableProps) => (
  <DataTable
    caption={words.title}
    columns={columns(acts)}
    rows={items}
    rowKey={(user) => user.id}
    cardsBelow={860}
    dense
  />
);
