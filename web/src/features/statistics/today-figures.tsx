import { formatAmount, formatCount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Card, StatCard } from '../../ui/card.tsx';
import { emptyLine, LoadError, Skeleton } from '../../ui/states.tsx';
import styles from './stat-cards.module.css';

const words = adminDashboard.today;
const waiting = <Skeleton height={34} width={110} />;

/** Sales and credits of today, and the sum of the resellers' balances. */
export function TodayFigures() {
  const today = useQuery(apiQuery('statistics', 'today'));
  const { data } = today;
  if (today.error && !data)
    return (
      <Card>
        <LoadError error={today.error} onRetry={() => void today.refetch()} />
      </Card>
    );
  const figures = (['sales', 'recharges', 'freeFire', 'held'] as const).map((name) => ({
    name,
    value: data && formatAmount(data[name]),
  }));
  const longest = Math.max(...figures.map(({ value = '' }) => value.length));
  return (
    <div className={styles.cards}>
      {figures.map(({ name, value = waiting }) => (
        <StatCard
          key={name}
          label={words[name]}
          value={value}
          longest={longest}
          note={name === 'sales' && (data ? words.codes(formatCount(data.codes), data.codes > 1) : emptyLine)}
        />
      ))}
    </div>
  );
}
