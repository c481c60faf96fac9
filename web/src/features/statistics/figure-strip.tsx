import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';
import { formatAmount, formatCount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from '../../platform/navigation/index.ts';
import { useMayOpen } from '../../platform/navigation/page-scopes.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { Card } from '../../ui/card.tsx';
import { emptyLine, LoadError, Skeleton } from '../../ui/states.tsx';
import { openBell } from '../notifications/open-bell.ts';
import styles from './figure-strip.module.css';

type Today = Output<typeof statistics.today>;
type DayFigure = 'sales' | 'recharges' | 'freeFire';

const words = adminDashboard.stats;
const dayWords = adminDashboard.today;

/** Where the figures of a day (YYYY-MM-DD) are explained. */
const targetsOn = (day: string | undefined) => {
  const dates = day && { from: day, to: day };
  return {
    sales: { to: '/admin/transactions', search: { type: 'purchase', ...dates } },
    recharges: { to: '/admin/transactions', search: { type: 'recharge', ...dates } },
    freeFire: { to: '/admin/freefire' },
  } as const satisfies Record<DayFigure, LinkProps>;
};

type CellProps = LinkProps & {
  readonly to: string;
  readonly children: ReactNode;
  readonly 'data-waiting'?: '' | undefined;
};

/** The figures of the day beside those of yesterday, and what stands (ADM-01..04); each leads to its list, unless that refuses the employee. */
export function FigureStrip() {
  const today = useQuery(apiQuery('statistics', 'today'));
  const summary = useQuery(apiQuery('statistics', 'summary'));
  const failed = [today, summary].find(({ error, data }) => error && !data);
  if (failed) {
    const again = () => Promise.all([today.refetch(), summary.refetch()]);
    return (
      <Card>
        <LoadError error={failed.error} onRetry={() => void again()} />
      </Card>
    );
  }
  const { users, products, recharges, unreadNotifications: unread } = summary.data ?? {};
  const targets = targetsOn(today.data?.days.at(-1)?.day);
  return (
    <Card flush>
      <div className={styles.strip}>
        {(Object.keys(targets) as DayFigure[]).map((name) => (
          <Cell key={name} {...targets[name]}>
            <Figure
              label={dayWords[name]}
              value={today.data && formatAmount(today.data[name])}
              note={today.data && noteOf(today.data, name)}
            />
            {today.data && <Curve days={today.data.days.map((day) => day[name])} />}
          </Cell>
        ))}
        <Cell to="/admin/users" search={{ sort: 'balance' }}>
          <Figure label={dayWords.held} value={today.data && formatAmount(today.data.held)} />
        </Cell>
        <Cell to="/admin/users">
          <Figure
            label={words.users}
            value={users && formatCount(users.total)}
            note={
              users &&
              words.usersNote(formatCount(users.active), users.active > 1, formatCount(users.pending))
            }
          />
        </Cell>
        <Cell to="/admin/products">
          <Figure
            label={words.products}
            value={products && formatCount(products.total)}
            note={products && words.productsNote(formatCount(products.active), products.active > 1)}
          />
        </Cell>
        <Cell to="/admin/recharges" data-waiting={recharges && recharges.pending > 0 ? '' : undefined}>
          <Figure
            label={words.recharges}
            value={recharges && formatCount(recharges.pending)}
            note={recharges && words.rechargesNote(formatAmount(recharges.pendingAmount))}
          />
        </Cell>
        <button
          type="button"
          className={styles.cell}
          aria-haspopup="dialog"
          aria-label={words.openNotifications(unread === undefined ? '' : formatCount(unread))}
          onClick={openBell}
        >
          <Figure
            label={words.notifications}
            value={unread === undefined ? undefined : formatCount(unread)}
          />
        </button>
      </div>
    </Card>
  );
}

function Cell({ children, 'data-waiting': waiting, ...link }: CellProps) {
  const mayOpen = useMayOpen();
  const shared = { className: styles.cell, 'data-waiting': waiting, children };
  return mayOpen(link.to) ? <Link {...link} {...shared} /> : <div {...shared} />;
}

function noteOf({ days, codes }: Today, name: DayFigure): string {
  const yesterday = dayWords.yesterday(formatAmount(days.at(-2)?.[name] ?? 0));
  return name === 'sales' ? `${dayWords.codes(formatCount(codes), codes > 1)} · ${yesterday}` : yesterday;
}

interface FigureProps {
  readonly label: string;
  /** Undefined while it loads. */
  readonly value: ReactNode;
  readonly note?: string | undefined;
  readonly as?: 'p' | 'span';
}

/** A button holds no paragraphs. */
const Figure = ({ label, value, note = emptyLine, as: Line = 'p' }: FigureProps) => (
  <>
    <Line className={styles.label}>{label}</Line>
    <Line className={styles.value}>{value ?? <Skeleton height={20} width={70} />}</Line>
    <Line className={styles.note}>{note}</Line>
  </>
);

const box = { width: 64, height: 24 };

/** The last days as a line, today at its end. Its figures are in the charts below and their table. */
function Curve({ days }: { readonly days: readonly number[] }) {
  const highest = Math.max(...days, 1);
  const points = days.map((amount, index) => ({
    x: 2 + (index * (box.width - 4)) / Math.max(days.length - 1, 1),
    y: box.height - 3 - (amount * (box.height - 6)) / highest,
  }));
  const end = points.at(-1);
  return (
    <svg className={styles.curve} viewBox={`0 0 ${box.width} ${box.height}`} {...box} aria-hidden="true">
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {end && <circle cx={end.x} cy={end.y} r="2.2" />}
    </svg>
  );
}
