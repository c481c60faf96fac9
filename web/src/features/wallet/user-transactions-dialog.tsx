import type { User } from '@almas/contract/accounts';
import type { Transaction } from '@almas/contract/wallet';
import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { useInfiniteQuery } from '@tanstack/react-query';
import { nameOf } from '../../lib/person-name.ts';
import { apiPages } from '../../lib/queries.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useLast } from '../../ui/use-last.ts';
import { signOf, TransactionStatus, typeOf } from './transaction-words.tsx';

/** What only one of the types has: the player and pack, the product, the reason. */
const detailsOf = ({ freeFire, productName, reason }: Transaction): string =>
  freeFire ? `${freeFire.offerName} · ${freeFire.playerId}` : (productName ?? reason ?? words.noDetails);

const columns: readonly Column<Transaction>[] = [
  {
    key: 'date',
    head: words.heads.date,
    cell: (entry) => <When at={entry.createdAt} />,
    main: true,
    tight: true,
  },
  { key: 'type', head: words.heads.type, cell: typeOf, tight: true },
  { key: 'description', head: words.heads.description, cell: (entry) => entry.description },
  {
    key: 'amount',
    head: words.heads.amount,
    cell: (entry) => <Money amount={entry.amount} sign={signOf(entry)} />,
    end: true,
  },
  { key: 'status', head: words.heads.status, cell: (entry) => <TransactionStatus entry={entry} /> },
  { key: 'details', head: words.heads.details, cell: detailsOf },
];

interface UserTransactionsDialogProps {
  /** null: closed. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** One account's transactions, newest first (SPEC §2 User management). */
export default function UserTransactionsDialog({ user, onClose }: UserTransactionsDialogProps) {
  const shown = useLast(user);
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={shown ? words.ofUser(nameOf(shown)) : ''}
      size="lg"
    >
      {shown && <List id={shown.id} name={nameOf(shown)} />}
    </Dialog>
  );
}

function List({ id, name }: { readonly id: string; readonly name: string }) {
  const list = useInfiniteQuery(apiPages('wallet', 'userTransactions', { params: { id }, query: {} }));
  return (
    <PagedList list={list} empty={{ title: words.recentEmpty }} failed={words.failed}>
      {(items) => (
        <DataTable
          caption={words.ofUser(name)}
          columns={columns}
          rows={items}
          rowKey={(entry) => entry.id}
          dense
        />
      )}
    </PagedList>
  );
}
