import type { Transaction } from '@almas/contract/wallet';
import { formatAmount } from '@almas/locale/formats';
import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { Link, linkTo } from '../../platform/navigation/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { UserIcon } from '../../ui/icons.tsx';
import type { Sorting } from '../../ui/sorted-head.tsx';
import { Description, signOfTransaction, TransactionStatus, typeOf } from './transaction-words.tsx';
import styles from './transactions-table.module.css';

const Who = ({ entry }: { readonly entry: Transaction }) => (
  <span title={`${entry.userName} ${entry.userEmail}`} className={styles.who}>
    <span className={styles.name}>{entry.userName}</span>{' '}
    <span className={`${styles.dim} ${styles.email}`}>{entry.userEmail}</span>
  </span>
);

/** The description and the reason, on one line. */
const InRow = ({ entry }: { readonly entry: Transaction }) => (
  <span title={[entry.description, entry.reason].filter(Boolean).join(' · ')}>
    <Description entry={entry} />
    {entry.reason && <span className={styles.dim}> · {entry.reason}</span>}
  </span>
);

/** The row opens the transaction, this link its account. */
const ToAccount = ({ entry: { userId, userName } }: { readonly entry: Transaction }) =>
  useMayCall('users', 'get') && (
    <Link
      {...linkTo('account', userId)}
      className={styles.account}
      aria-label={words.openAccount(userName)}
      title={words.openAccount(userName)}
      onClick={(event) => event.stopPropagation()}
    >
      <UserIcon size={16} />
    </Link>
  );

const columns: readonly Column<Transaction>[] = [
  {
    head: words.heads.user,
    cell: (entry) => <Who entry={entry} />,
    main: true,
    clip: 'narrow',
    phone: 'title',
    beside: (entry) => <ToAccount entry={entry} />,
  },
  {
    head: words.heads.date,
    cell: (entry) => <When at={entry.createdAt} />,
    tight: true,
    sort: { by: 'date', first: 'desc' },
  },
  { head: words.heads.type, cell: typeOf, tight: true },
  { head: words.heads.description, cell: (entry) => <InRow entry={entry} />, clip: 'wide' },
  {
    head: words.heads.amount,
    cell: (entry) => <Money amount={entry.amount} sign={signOfTransaction(entry)} />,
    end: true,
    phone: 'figure',
    sort: { by: 'amount', first: 'desc' },
  },
  { head: words.heads.balanceAfter, cell: (entry) => <Money amount={entry.balanceAfter} />, end: true },
  {
    head: words.heads.type,
    cell: (entry) => (
      <span>
        {typeOf(entry)} · <When at={entry.createdAt} />
      </span>
    ),
    phone: 'note',
    phoneOnly: true,
  },
  { head: words.heads.status, cell: (entry) => <TransactionStatus entry={entry} />, phone: 'state' },
];

interface TransactionsTableProps {
  readonly items: readonly Transaction[];
  readonly onOpen: (entry: Transaction) => void;
  readonly sorting: Sorting;
}

/** Every account's transactions; a row opens its details. */
export const TransactionsTable = ({ items, onOpen, sorting }: TransactionsTableProps) => (
  <DataTable
    caption={words.title}
    columns={columns}
    rows={items}
    rowKey={(entry) => entry.id}
    onOpen={onOpen}
    openLabel={(entry) => words.open(typeOf(entry), entry.userName, formatAmount(entry.amount))}
    cardsBelow={760}
    sorting={sorting}
    dense
  />
);
