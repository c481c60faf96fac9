import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';
import { formatAmount, formatCount } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { StatCard } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './recharge-stats.module.css';

const words = adminRecharges.manage.stats;

interface RechargeStatsProps {
  /** Exact totals over all requests, independent of the filters (AMB-54, AMB-77). */
  readonly figures: Output<typeof statistics.summary>['recharges'] | undefined;
}

export const RechargeStats = ({ figures }: RechargeStatsProps) => (
  <div className={styles.cards}>
    {(['total', 'pending', 'approved', 'rejected'] as const).map((name) => (
      <StatCard
        key={name}
        label={words[name]}
        value={figures ? formatCount(figures[name]) : <Skeleton height={34} width={60} />}
        tone={name === 'pending' && figures && figures.pending > 0 ? 'waiting' : 'plain'}
      />
    ))}
    <StatCard
      label={words.totalAmount}
      value={figures ? formatAmount(figures.totalAmount) : <Skeleton height={34} width={110} />}
    />
  </div>
);
