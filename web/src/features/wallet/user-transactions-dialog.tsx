import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import type { Transaction } from '@almas/contract/wallet';
import { formatAmount } from '@almas/locale/formats';
import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { common } from '@almas/locale/screens/common';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogTabs } from '../../ui/dialog-tabs.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useAskToReplace } from '../../ui/use-ask-to-leave.tsx';
import { StatementView } from '../statements/statement-view.tsx';
import { LedgerList } from './ledger-list.tsx';
import { TransactionDetail } from './transaction-dialog.tsx';
import { Description, signOfTransaction, TransactionStatus, typeOf } from './transaction-words.tsx';

/** Values that only one type has: the player and pack, the product, the reason. */
const detailsOf = ({ freeFire, productName, reason }: Transaction): string =>
  freeFire
    ? [freeFire.offerName, freeFire.playerId].filter(Boolean).join(' · ')
    : (productName ?? reason ?? words.noDetails);

const columns: readonly Column<Transaction>[] = [
  { head: words.heads.date, cell: (entry) => <When at={entry.createdAt} />, main: true, tight: true },
  { head: words.heads.type, cell: typeOf, tight: true },
  { head: words.heads.description, cell: (entry) => <Description entry={entry} /> },
  {
    head: words.heads.amount,
    cell: (entry) => <Money amount={entry.amount} sign={signOfTransaction(entry)} />,
    end: true,
  },
  { head: words.heads.status, cell: (entry) => <TransactionStatus entry={entry} /> },
  { head: words.heads.details, cell: detailsOf },
];

interface UserTransactionsDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** One account's transactions, and its ledger (PRM-31). */
export default function UserTransactionsDialog({ user, onClose }: UserTransactionsDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.ofUser(personName(user))} size="lg">
      <Tabs key={user.id} id={user.id} name={personName(user)} />
    </Dialog>
  );
}

interface ListProps {
  readonly id: string;
  readonly name: string;
}

type Tab = 'transactions' | 'ledger' | 'statement';
const tabs = (['transactions', 'ledger', 'statement'] as const).map((value) => ({
  value,
  label: words.ledger[value],
}));

function Tabs(props: ListProps) {
  const [tab, setTab] = useState<Tab>('transactions');
  return (
    <Stack>
      <DialogTabs label={words.ledger.tabs} value={tab} onChange={setTab} options={tabs} />
      {tab === 'transactions' && <List {...props} />}
      {tab === 'ledger' && <LedgerList {...props} />}
      {tab === 'statement' && <StatementView userId={props.id} />}
    </Stack>
  );
}

function List({ id, name }: ListProps) {
  const [opened, setOpened] = useState<Transaction | null>(null);
  const { leave, question } = useAskToReplace();
  const list = useInfiniteQuery(apiPages('wallet', 'userTransactions', { params: { id }, query: {} }));
  // The details follow the list: a recharge may be corrected while they are open.
  const current = list.data?.pages.flatMap(({ items }) => items).find((entry) => entry.id === opened?.id);
  if (opened)
    return (
      <Stack>
        <div>
          <Button variant="quiet" onClick={() => leave(() => setOpened(null))}>
            {common.back}
          </Button>
          {question}
        </div>
        <TransactionDetail entry={current ?? opened} onDone={() => setOpened(null)} />
      </Stack>
    );
  return (
    <PagedList list={list} empty={{ title: words.recentEmpty }} failed={words.failed}>
      {(items) => (
        <DataTable
          caption={words.ofUser(name)}
          columns={columns}
          rows={items}
          rowKey={(entry) => entry.id}
          onOpen={setOpened}
          openLabel={(entry) => words.open(typeOf(entry), name, formatAmount(entry.amount))}
          dense
        />
      )}
    </PagedList>
  );
}
