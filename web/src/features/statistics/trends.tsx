import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Card, Section, Stack } from '../../ui/card.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LoadError, SkeletonList } from '../../ui/states.tsx';
import { BestOffers } from './best-offers.tsx';
import { DayFigure } from './day-figure.tsx';
import { LowStock } from './low-stock.tsx';
import type { Trend } from './trend.ts';
import styles from './trends.module.css';

const words = adminDashboard.charts;
type Period = keyof typeof words.days;
const periods = Object.entries(words.days).map(([value, label]) => ({ value: value as Period, label }));

/** Sales and recharges over time, best-selling offers, low stock. */
export default function Trends() {
  const [period, setPeriod] = useState<Period>('30');
  const trend = useQuery({
    ...apiQuery('statistics', 'activity', { query: { days: Number(period) } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section
      title={words.title}
      action={<Segmented label={words.period} value={period} options={periods} onChange={setPeriod} />}
    >
      {trend.data ? (
        <Pictures trend={trend.data} />
      ) : trend.error ? (
        <Card>
          <LoadError error={trend.error} text={words.failed} onRetry={() => void trend.refetch()} />
        </Card>
      ) : (
        <SkeletonList count={1} height={320} />
      )}
    </Section>
  );
}

const Pictures = ({ trend }: { readonly trend: Trend }) => (
  <Stack>
    <DayFigure days={trend.days} />
    <div className={`column gap-16 ${styles.pair}`}>
      <BestOffers offers={trend.bestOffers} />
      <LowStock offers={trend.lowStock} />
    </div>
  </Stack>
);
