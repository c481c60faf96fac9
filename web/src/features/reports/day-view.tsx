import { dayMilliseconds } from '@almas/contract/algiers';
import { formatAmount } from '@almas/locale/formats';
import { owner as words } from '@almas/locale/screens/owner';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, StatCard } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { DayField, type DayPeriod } from '../../ui/period.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { dayBefore } from './period-lengths.ts';
import styles from './reports.module.css';

type Span = keyof typeof words.day.spans;
const spans = Object.entries(words.day.spans).map(([value, label]) => ({ value: value as Span, label }));
/** The day, its month or its year. */
function daysOf(day: string, span: Span): DayPeriod {
  if (span === 'day') return { from: day, to: day };
  if (span === 'year') return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` };
  const [year, month] = day.split('-').map(Number) as [number, number];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${day.slice(0, 7)}-01`, to: `${day.slice(0, 7)}-${last}` };
}

const shifted = (day: string, by: number) =>
  new Date(Date.parse(day) + by * dayMilliseconds).toISOString().slice(0, 10);

/** A day: all balances when it began, what moved them, all balances at its end. */
export function DayView() {
  const [span, setSpan] = useState<Span>('day');
  const [day, setDay] = useState(() => dayBefore(0));
  const today = dayBefore(0);
  const found = useQuery({ ...apiQuery('reports', 'day', { params: { date: day } }), staleTime: 0 });
  return (
    <Stack>
      <div className="row wrap gap-8" style={{ alignItems: 'end' }}>
        <Button variant="secondary" onClick={() => setDay(shifted(day, -1))}>
          {words.day.previous}
        </Button>
        <DayField
          label={words.day.label}
          value={day}
          max={today}
          onChange={(chosen) => chosen !== '' && setDay(chosen)}
        />
        <Button variant="secondary" disabled={day >= today} onClick={() => setDay(shifted(day, 1))}>
          {words.day.next}
        </Button>
      </div>
      {found.data ? (
        <>
          {found.data.isOpen && (
            <div>
              <StatusBadge tone="waiting">{words.day.open}</StatusBadge>
            </div>
          )}
          <div className={styles.figures}>
            <StatCard label={words.day.opening} value={formatAmount(found.data.opening)} />
            <StatCard
              label={found.data.isOpen ? words.day.closingNow : words.day.closing}
              value={formatAmount(found.data.closing)}
            />
            <StatCard label={words.heads.codes} value={words.codes(found.data.codes)} />
          </div>
          {found.data.lines.length === 0 ? (
            <EmptyState title={words.day.empty} />
          ) : (
            <ul className={`lines ${styles.rows}`} aria-label={words.day.lines}>
              {found.data.lines.map((line) => (
                <li key={`${line.source}/${line.method}`} className="row wrap spread gap-12">
                  <span>
                    {words.day.line(line.source, line.method)}{' '}
                    <span className="dim">{words.day.entries(line.entries)}</span>
                  </span>
                  <span>
                    {line.credits > 0 && <Money amount={line.credits} sign="+" />}{' '}
                    {line.debits > 0 && <Money amount={line.debits} sign="-" />}
                  </span>
                </li>
              ))}
              <li className="row wrap spread gap-12 strong">
                <span>{words.day.total}</span>
                <span>
                  <Money amount={found.data.credits} sign="+" /> <Money amount={found.data.debits} sign="-" />
                </span>
              </li>
            </ul>
          )}
        </>
      ) : (
        <Unloaded query={found} text={words.failed} count={4} height={64} />
      )}
      <div className="row wrap spread gap-12" style={{ alignItems: 'end' }}>
        <Segmented labelled label={words.day.movements} value={span} options={spans} onChange={setSpan} />
        <ExportButton list="movements" filters={{ ...daysOf(day, span) }} />
      </div>
    </Stack>
  );
}
