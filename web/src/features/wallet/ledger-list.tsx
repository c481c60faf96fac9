import type { LedgerEntry } from '@almas/contract/wallet';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { useInfiniteQuery } from '@tanstack/react-query';
import { linkTo } from '../../platform/navigation/index.ts';
import { ScopedLink } from '../../platform/navigation/scoped-link.tsx';
import { apiPages } from '../../platform/network/index.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { BalanceStep } from './balance-step.tsx';

const words = adminWallet.ledger;
const { heads } = adminWallet;

/** A link to the transaction of an entry, in the list of all transactions. */
const Cause = ({ id }: { readonly id: string }) => (
  <ScopedLink className="reach" {...linkTo('transaction', id)} aria-label={words.openCause(id)}>
    #{id}
  </ScopedLink>
);

const columns: readonly Column<LedgerEntry>[] = [
  { head: heads.date, cell: (entry) => <When at={entry.createdAt} />, main: true, tight: true },
  { head: words.movement, cell: (entry) => entry.description },
  {
    head: heads.amount,
    cell: (entry) => <Money amount={entry.amount} sign={entry.type === 'credit' ? '+' : '-'} />,
    end: true,
  },
  {
    head: words.balance,
    cell: (entry) => <BalanceStep before={entry.balanceBefore} after={entry.balanceAfter} />,
    end: true,
    tight: true,
  },
  {
    head: words.cause,
    cell: (entry) => (entry.transactionId ? <Cause id={entry.transactionId} /> : adminWallet.noDetails),
  },
];

interface LedgerListProps {
  readonly id: string;
  readonly name: string;
}

/** All ledger entries of one account, newest first, with the balance before and after each. */
export function LedgerList({ id, name }: LedgerListProps) {
  const list = useInfiniteQuery(apiPages('wallet', 'ledger', { query: { userId: id } }));
  return (
    <PagedList list={list} empty={{ title: words.empty }} failed={words.failed}>
      {(items) => (
        <>
          <div>
            <ExportButton list="ledger" filters={{ userId: id }} />
          </div>
          <DataTable
            caption={words.caption(name)}
            columns={columns}
            rows={items}
            rowKey={(entry) => entry.id}
            dense
          />
        </>
      )}
    </PagedList>
  );
}
