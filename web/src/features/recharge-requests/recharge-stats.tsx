import type { Output } from '@almas/contract/route';
import type { statistics } from '@almas/contract/statistics';
import { formatCount } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { Grid, StatCard } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { Skeleton } from '../../ui/states.tsx';

const words = adminRecharges.manage.stats;

interface RechargeStatsProps {
  /** Exact totals over all requests, whatever the filters say (AMB-54, AMB-77). */
  readonly figures: Output<typeof statistics.summary>['recharges'] | undefined;
}

export const RechargeStats = ({ figures }: RechargeStatsProps) => (
  <Grid min={150}>
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
      value={
        figures ? <Money amount={figures.totalAmount} size="lg" /> : <Skeleton height={34} width={110} />
      }
    />
  </Grid>
);
