import { formatAmount, formatCount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Card, StatCard } from '../../ui/card.tsx';
import { emptyLine, LoadError, Skeleton } from '../../ui/states.tsx';
import styles from './stat-cards.module.css';

const words = adminDashboard.stats;
const skeleton = <Skeleton height={34} width={70} />;

/** The four figures of the administrator's day (ADM-01..04). */
export function StatCards() {
  const summary = useQuery(apiQuery('statistics', 'summary'));
  const { users, products, recharges, unreadNotifications: unread } = summary.data ?? {};
  if (summary.error && !summary.data) {
    return (
      <Card>
        <LoadError error={summary.error} onRetry={() => void summary.refetch()} />
      </Card>
    );
  }
  return (
    <div className={styles.cards}>
      <StatCard
        label={words.users}
        value={users ? formatCount(users.total) : skeleton}
        note={
          users
            ? words.usersNote(formatCount(users.active), users.active > 1, formatCount(users.pending))
            : emptyLine
        }
      />
      <StatCard
        label={words.products}
        value={products ? formatCount(products.total) : skeleton}
        note={products ? words.productsNote(formatCount(products.active), products.active > 1) : emptyLine}
      />
      <StatCard
        label={words.recharges}
        value={recharges ? formatCount(recharges.pending) : skeleton}
        note={recharges ? words.rechargesNote(formatAmount(recharges.pendingAmount)) : emptyLine}
        tone={recharges && recharges.pending > 0 ? 'waiting' : 'plain'}
      />
      <StatCard label={words.notifications} value={unread === undefined ? skeleton : formatCount(unread)} />
    </div>
  );
}
