import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';
import { formatAmount, formatCount } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './recharge-stats.module.css';

const words = adminRecharges.manage.stats;

interface RechargeStatsProps {
  /** Exact totals over all requests, independent of the filters (AMB-54, AMB-77). */
  readonly figures: Output<typeof statistics.summary>['recharges'] | undefined;
}

/** One strip: the requests come first. */
export const RechargeStats = ({ figures }: RechargeStatsProps) => (
  <Card flush>
    <div className={styles.strip}>
      {(['total', 'pending', 'approved', 'rejected'] as const).map((name) => (
        <div key={name} data-waiting={name === 'pending' && figures && figures.pending > 0 ? '' : undefined}>
          <p>{words[name]}</p>
          <p>{figures ? formatCount(figures[name]) : <Skeleton height={20} width={40} />}</p>
        </div>
      ))}
      <div>
        <p>{words.totalAmount}</p>
        <p>{figures ? formatAmount(figures.totalAmount) : <Skeleton height={20} width={90} />}</p>
      </div>
    </div>
  </Card>
);
