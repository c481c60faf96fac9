import { algiersDay, dayMilliseconds } from '@almas/contract/algiers';
import type { PaidRequest, ReconciliationDay } from '@almas/contract/bank';
import { limits } from '@almas/contract/limits';
import { formatDate, formatSigned } from '@almas/locale/formats';
import { bank } from '@almas/locale/screens/bank';
import { lists } from '@almas/locale/screens/lists';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isReversed } from '../../lib/day-range.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { apiPages, apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Stack, StatCard } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { type DayPeriod, Period } from '../../ui/period.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './bank.module.css';
import { RequestLine } from './request-line.tsx';

const words = bank.gaps;
/** So many days up to this one. */
const daysUpTo = (to: string, days: number): DayPeriod => ({
  from: algiersDay(Date.parse(to) - (days - 1) * dayMilliseconds),
  to,
});
const today = () => algiersDay(serverNow());

const columns: readonly Column<ReconciliationDay>[] = [
  { head: words.heads.day, cell: ({ day, methodName }) => `${formatDate(day)} · ${methodName}`, main: true },
  { head: words.heads.approved, cell: ({ approvedAmount }) => <Money amount={approvedAmount} />, end: true },
  { head: words.heads.received, cell: (day) => <Received {...day} />, end: true },
  { head: words.heads.gap, cell: ({ gap }) => <Gap gap={gap} />, end: true },
];

const Received = ({ receivedAmount, explainedAmount }: ReconciliationDay) => (
  <>
    <Money amount={receivedAmount} />
    {explainedAmount > 0 && (
      <span className={`dim anywhere ${styles.part}`}>{words.explained(explainedAmount)}</span>
    )}
  </>
);

const Gap = ({ gap }: { readonly gap: number }) =>
  gap === 0 ? (
    <span className="dim anywhere">{words.balanced}</span>
  ) : (
    <span className={gap < 0 ? styles.missing : undefined}>
      <Money amount={Math.abs(gap)} sign={gap < 0 ? '-' : '+'} />
    </span>
  );

interface GapsProps {
  readonly onRequest: (id: string) => void;
  readonly onOrphans: (period: DayPeriod) => void;
}

/** Approved against received by day and method, and what is missing on either side. */
export function Gaps({ onRequest, onOrphans }: GapsProps) {
  const [chosen, setChosen] = useState<DayPeriod>(() => daysUpTo(today(), 30));
  const [shown, setShown] = useState(false);
  const to = chosen.to || today();
  // « Tout » is the longest period that is compared.
  const period = { from: chosen.from || daysUpTo(to, limits.reconciliationDays).from, to };
  const wrong = isReversed(period);
  const found = useQuery({
    ...apiQuery('bank', 'reconciliation', { query: period }),
    staleTime: 0,
    enabled: !wrong,
  });
  return (
    <Stack>
      <Period value={chosen} onChange={(change) => setChosen({ ...chosen, ...change })} />
      {wrong ? (
        <p role="status">{lists.datesReversed}</p>
      ) : found.data ? (
        <>
          <div className={styles.sums}>
            <StatCard
              label={words.withoutMoney}
              value={words.sum(found.data.withoutMoney.count, found.data.withoutMoney.amount)}
              note={words.withoutMoneyNote}
              tone={found.data.withoutMoney.count > 0 ? 'waiting' : 'plain'}
            />
            <StatCard
              label={words.withoutRequest}
              value={words.sum(found.data.withoutRequest.count, found.data.withoutRequest.amount)}
              note={words.withoutRequestNote}
              tone={found.data.withoutRequest.count > 0 ? 'waiting' : 'plain'}
            />
          </div>
          <div className="wrap gap-8">
            {found.data.withoutMoney.count > 0 && (
              <Button variant="secondary" aria-expanded={shown} onClick={() => setShown(!shown)}>
                {words.showMoney}
              </Button>
            )}
            {found.data.withoutRequest.count > 0 && (
              <Button variant="secondary" onClick={() => onOrphans(period)}>
                {words.showOrphans}
              </Button>
            )}
          </div>
          {shown && <WithoutMoney period={period} onRequest={onRequest} />}
          <Days days={found.data.days} />
          {found.data.days.length > 0 && (
            <div>
              <ExportButton list="reconciliation" filters={period} />
            </div>
          )}
        </>
      ) : (
        <Unloaded query={found} text={bank.failed} count={4} height={56} />
      )}
    </Stack>
  );
}

function Days({ days }: { readonly days: readonly ReconciliationDay[] }) {
  if (days.length === 0)
    return (
      <Card>
        <EmptyState title={words.empty} text={words.emptyText} />
      </Card>
    );
  const most = Math.max(...days.map(({ gap }) => Math.abs(gap)));
  return (
    <>
      <GapBars days={days} most={most} />
      <DataTable
        caption={words.caption}
        columns={columns}
        rows={days}
        rowKey={({ day, method }) => day + method}
        cardsBelow={620}
        dense
      />
    </>
  );
}

/** A bar for each day with a gap: missing money to the left, unexpected money to the right. The table says the same in figures. */
function GapBars({ days, most }: { readonly days: readonly ReconciliationDay[]; readonly most: number }) {
  const uneven = days.filter(({ gap }) => gap !== 0).slice(0, 14);
  if (uneven.length === 0) return null;
  return (
    <ul className={styles.bars} aria-hidden="true">
      {uneven.map(({ day, method, methodName, gap }) => (
        <li key={day + method}>
          <span className={styles.barName}>
            {formatDate(day)} · {methodName}
          </span>
          <span className={styles.track}>
            <span
              className={gap < 0 ? styles.less : styles.more}
              style={{ inlineSize: `${Math.max(2, (50 * Math.abs(gap)) / most)}%` }}
            />
          </span>
          <span className={styles.barGap}>{formatSigned(gap < 0 ? '-' : '+', Math.abs(gap))}</span>
        </li>
      ))}
    </ul>
  );
}

interface WithoutMoneyProps {
  readonly period: DayPeriod;
  readonly onRequest: (id: string) => void;
}
function WithoutMoney({ period, onRequest }: WithoutMoneyProps) {
  const list = useInfiniteQuery({ ...apiPages('bank', 'withoutMoney', { query: period }), staleTime: 0 });
  return (
    <>
      <div>
        <ExportButton list="withoutMoney" filters={{ ...period }} />
      </div>
      <PagedList list={list} empty={{ title: words.withoutMoneyNone }} failed={bank.failed}>
        {(items: readonly PaidRequest[]) => (
          <ul className="column gap-12" aria-label={words.withoutMoney}>
            {items.map((request) => (
              <li key={request.id} className={`row wrap spread box ${styles.item}`}>
                <RequestLine request={request} onRequest={onRequest} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
