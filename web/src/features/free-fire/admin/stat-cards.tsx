import { formatAmount, formatCount } from '@almas/locale/formats';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../../platform/network/index.ts';
import { StatCard } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import styles from './layout.module.css';

const words = adminFreeFire.stats;

/** Exact totals of all validated requests, and the number of pending ones (AMB-42). */
export function FreeFireStatCards() {
  const { data } = useQuery(apiQuery('freeFire', 'stats'));
  const figure = (value: number | undefined) =>
    value === undefined ? <Skeleton width={60} height={34} /> : formatCount(value);
  return (
    <div className={styles.stats} data-testid="stats">
      <StatCard label={words.total} value={figure(data?.total)} />
      <StatCard
        label={words.amount}
        value={data ? formatAmount(data.totalAmount) : <Skeleton width={100} height={34} />}
      />
      <StatCard label={words.today} value={figure(data?.today)} />
      <StatCard
        label={words.pending}
        value={figure(data?.pending)}
        tone={data?.pending ? 'waiting' : 'plain'}
      />
    </div>
  );
}
