import type { RechargeStatementLine } from '@almas/contract/recharge-requests';
import { formatDate } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { useInfiniteQuery } from '@tanstack/react-query';
import { allItems, apiPages } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/figures.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ExportButton } from '../exports/export-button.tsx';

const words = adminRecharges.statement;

interface SumProps {
  readonly count: number;
  readonly amount: number;
}
const Sum = ({ count, amount }: SumProps) =>
  count === 0 ? (
    '-'
  ) : (
    <span>
      <Money amount={amount} /> ({count})
    </span>
  );

const columns: readonly Column<RechargeStatementLine>[] = [
  { head: words.heads.day, cell: ({ day, methodName }) => `${formatDate(day)} · ${methodName}`, main: true },
  {
    head: words.heads.approved,
    cell: ({ approved, approvedAmount }) => <Sum count={approved} amount={approvedAmount} />,
    end: true,
  },
  {
    head: words.heads.pending,
    cell: ({ pending, pendingAmount }) => <Sum count={pending} amount={pendingAmount} />,
    end: true,
  },
  {
    head: words.heads.refused,
    cell: ({ refused, refusedAmount }) => <Sum count={refused} amount={refusedAmount} />,
    end: true,
  },
];

type Summed = 'approved' | 'approvedAmount' | 'pending' | 'pendingAmount' | 'refused' | 'refusedAmount';
/** Rounds a sum to centimes. */
const sumOf = (lines: readonly RechargeStatementLine[], name: Summed) =>
  lines.reduce((sum, line) => sum + Math.round(line[name] * 100), 0) / 100;

interface StatementDialogProps {
  readonly onClose: () => void;
}

/** Recharges by day and method, with the sums of the days on screen, and an export of everything as CSV. */
export default function StatementDialog({ onClose }: StatementDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      size="lg"
      footer={<ExportButton list="rechargeStatement" />}
    >
      <Stack gap={12}>
        <p style={{ color: 'var(--dim)' }}>{words.text}</p>
        <Lines />
      </Stack>
    </Dialog>
  );
}

function Lines() {
  const list = useInfiniteQuery(apiPages('rechargeRequests', 'statement', { query: {} }));
  if (!list.data) return <Unloaded query={list} text={words.failed} count={4} height={48} />;
  const lines = allItems(list.data);
  if (lines.length === 0) return <EmptyState title={words.empty} />;
  const days = new Set(lines.map(({ day }) => day)).size;
  const sum = (count: Summed, amount: Summed) => (
    <Sum count={sumOf(lines, count)} amount={sumOf(lines, amount)} />
  );
  return (
    <>
      <section aria-label={words.total(days)}>
        <p style={{ fontWeight: 600 }}>{words.total(days)}</p>
        <DescriptionList
          items={[
            [words.heads.approved, sum('approved', 'approvedAmount')],
            [words.heads.pending, sum('pending', 'pendingAmount')],
            [words.heads.refused, sum('refused', 'refusedAmount')],
          ]}
        />
      </section>
      <DataTable
        caption={words.title}
        columns={columns}
        rows={lines}
        rowKey={({ day, method }) => day + method}
        cardsBelow={620}
        dense
      />
      <ShowMore list={list} />
    </>
  );
}
