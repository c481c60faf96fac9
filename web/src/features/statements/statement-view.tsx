import '../../platform/network/later-calls.ts';
import { algiersClock } from '@almas/contract/algiers';
import type { Statement, StatementEntry } from '@almas/contract/statements';
import { formatAmount, formatDateTime } from '@almas/locale/formats';
import { statements as words } from '@almas/locale/screens/statements';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Printer } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { serverNow } from '../../lib/server-clock.ts';
import { download } from '../../platform/network/api-download.ts';
import { allItems, apiPages } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, StatCard } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { icon } from '../../ui/icons.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ExportFormats } from '../exports/export-button.tsx';
import styles from './statement.module.css';
import { StatementSheet } from './statement-sheet.tsx';

const PrintIcon = icon(Printer);
/** Entries shown at first; the sheet that is printed has all of them. */
const shownFirst = 100;

const monthOf = (moment: number) => algiersClock(moment).toISOString().slice(0, 7);

/** The months from `first` to this one, the latest first. */
function monthsSince(first: string, now: number): string[] {
  const last = monthOf(now);
  const months: string[] = [];
  const [year = 0, month = 0] = last.split('-').map(Number);
  for (let back = 0; ; back += 1) {
    const name = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
    if (name < first && back > 0) return months;
    months.push(name);
  }
}

interface StatementViewProps {
  /** For an administrator; without it the own account. */
  readonly userId?: string;
}

/** The statement of an account: a month is chosen, shown, printed on A4 and saved as a file. */
export function StatementView({ userId }: StatementViewProps) {
  const [month, setMonth] = useState(() => monthOf(serverNow()));
  const list = useInfiniteQuery({
    ...apiPages('statements', 'read', { query: { month, ...(userId && { userId }) } }),
    staleTime: 0,
  });
  // Of the last page: the figures of a page count the movements up to its end.
  const statement = list.data?.pages.at(-1);
  const [first, setFirst] = useState(month);
  if (statement?.firstMonth && statement.firstMonth < first) setFirst(statement.firstMonth);
  return (
    <Stack>
      <div className={`row wrap gap-12 ${styles.bar}`}>
        <SelectField
          label={words.month}
          value={month}
          options={monthsSince(first, serverNow()).map((value) => ({ value, label: words.monthName(value) }))}
          onChange={(event) => setMonth(event.target.value)}
        />
        <ExportFormats
          save={(format) =>
            download(
              `/api/statements/${month}/export?format=${format}${userId ? `&userId=${userId}` : ''}`,
              `releve_${month}.${format}`,
            )
          }
        />
        <Button
          variant="secondary"
          disabled={!statement || list.hasNextPage}
          title={words.printHint}
          onClick={() => window.print()}
        >
          <PrintIcon size={18} />
          {words.print}
        </Button>
      </div>
      {statement && list.data ? (
        <>
          <Shown statement={statement} items={allItems(list.data)} />
          <ShowMore list={list} />
          <OnPaper>
            {list.hasNextPage ? (
              <p>{words.printPart}</p>
            ) : (
              <StatementSheet statement={statement} items={allItems(list.data)} />
            )}
          </OnPaper>
        </>
      ) : (
        <Unloaded query={list} text={words.failed} count={6} height={56} />
      )}
    </Stack>
  );
}

export interface StatementProps {
  readonly statement: Statement;
  readonly items: readonly StatementEntry[];
}

/** On paper and in the PDF of the browser, also when its own menu prints: the sheet alone, of the whole month. */
function OnPaper({ children }: { readonly children: ReactNode }) {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  if (!printing) return null;
  return createPortal(
    <div className={styles.paper} data-testid="paper">
      {children}
    </div>,
    document.body,
  );
}

const columns: readonly Column<StatementEntry>[] = [
  {
    head: words.heads.date,
    cell: ({ createdAt }) => <When at={createdAt} form="absolute" />,
    main: true,
    tight: true,
  },
  { head: words.heads.kind, cell: ({ kind }) => words.kind(kind), tight: true },
  { head: words.heads.description, cell: ({ description }) => description },
  {
    head: `${words.heads.debit} / ${words.heads.credit}`,
    cell: ({ type, amount }) => <Money amount={amount} sign={type === 'credit' ? '+' : '-'} />,
    end: true,
  },
  { head: words.heads.balance, cell: ({ balanceAfter }) => <Money amount={balanceAfter} />, end: true },
];

function Shown({ statement, items }: StatementProps) {
  const [all, setAll] = useState(false);
  const { month, mark, opening, closing, credits, debits, chain, readAt, totals, entries } = statement;
  return (
    <Stack>
      {mark && (
        <p className="row wrap gap-8">
          <StatusBadge tone="waiting">{words.monthOpen}</StatusBadge>
          <span className="dim">{words.monthOpenText(readAt)}</span>
        </p>
      )}
      <div className={styles.figures}>
        <StatCard label={words.opening} value={formatAmount(opening)} />
        <StatCard label={words.credits} value={formatAmount(credits)} />
        <StatCard label={words.debits} value={formatAmount(debits)} />
        <StatCard label={words.closing} value={formatAmount(closing)} />
      </div>
      <p className="row wrap gap-8">
        <StatusBadge tone={chain.isWhole ? 'done' : 'failed'}>{words.chainTitle}</StatusBadge>
        <span>
          {chain.isWhole ? words.chainWhole(entries, closing) : words.chainBroken(chain.firstBreak)}
        </span>
      </p>
      {totals.length > 0 && (
        <ul className={`lines ${styles.totalsList}`} aria-label={words.totalsCaption}>
          {totals.map((total) => (
            <li key={total.kind} className="row spread gap-12">
              <span>
                {words.kind(total.kind)} <span className="dim">{words.entries(total.entries)}</span>
              </span>
              <span>
                {total.credits > 0 && <Money amount={total.credits} sign="+" />}{' '}
                {total.debits > 0 && <Money amount={total.debits} sign="-" />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {items.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <DataTable
          caption={words.caption(month)}
          columns={columns}
          rows={all ? items : items.slice(0, shownFirst)}
          rowKey={({ id }) => id}
          dense
        />
      )}
      {!all && items.length > shownFirst && (
        <Button variant="secondary" onClick={() => setAll(true)}>
          {words.showAll(items.length)}
        </Button>
      )}
      <p className="note">{formatDateTime(readAt)}</p>
    </Stack>
  );
}
