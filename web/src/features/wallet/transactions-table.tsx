import type { Transaction } from '@almas/contract/wallet';
import { formatAmount } from '@almas/locale/formats';
import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { EmailText } from '../accounts/email-text.tsx';
import { Description, signOf, TransactionStatus, typeOf } from './transaction-words.tsx';
import styles from './transactions-table.module.css';

const Who = ({ entry }: { readonly entry: Transaction }) => (
  <span className={styles.who}>
    <span>{entry.userName}</span>
    <span className={styles.dim}>
      <EmailText address={entry.userEmail} />
    </span>
  </span>
);

const columns: readonly Column<Transaction>[] = [
  { key: 'user', head: words.heads.user, cell: (entry) => <Who entry={entry} />, main: true },
  { key: 'date', head: words.heads.date, cell: (entry) => <When at={entry.createdAt} />, tight: true },
  { key: 'type', head: words.heads.type, cell: typeOf, tight: true },
  { key: 'description', head: words.heads.description, cell: (entry) => <Description entry={entry} /> },
  {
    key: 'amount',
    head: words.heads.amount,
    cell: (entry) => <Money amount={entry.amount} sign={signOf(entry)} />,
    end: true,
  },
  {
    key: 'after',
    head: words.heads.balanceAfter,
    cell: (entry) => <Money amount={entry.balanceAfter} />,
    end: true,
  },
  { key: 'status', head: words.heads.status, cell: (entry) => <TransactionStatus entry={entry} /> },
];

interface TransactionsTableProps {
  readonly items: readonly Transaction[];
  readonly onOpen: (entry: Transaction) => void;
}

/** Every account's transactions; a row opens its details. */
export const TransactionsTable = ({ items, onOpen }: TransactionsTableProps) => (
  <DataTable
    caption={words.title}
    columns={columns}
    rows={items}
    rowKey={(entry) => entry.id}
    onOpen={onOpen}
    openLabel={(entry) => words.open(typeOf(entry), entry.userName, formatAmount(entry.amount))}
    cardsBelow={760}
    dense
  />
);
