import { formatAmount, formatChartDay, formatCount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { Picture } from '../../ui/picture.tsx';
import { DayChart } from './day-chart.tsx';
import type { Trend } from './trend.ts';

const words = adminDashboard.charts;

const sum = (days: Trend['days'], name: 'sales' | 'recharges' | 'freeFire') =>
  days.reduce((total, day) => total + day[name], 0);

/** Daily amounts: what resellers spent on codes and Free Fire, and what was credited to them. */
export const DayFigure = ({ days }: { readonly days: Trend['days'] }) => (
  <Picture
    title={words.overTime}
    text={words.overTimeText(formatAmount(sum(days, 'sales')), formatAmount(sum(days, 'recharges')))}
    tableLabel={words.table}
    heads={[words.day, words.series.sales, words.codes, words.series.freeFire, words.series.recharges]}
    rows={days
      .toReversed()
      .map((day) => [
        formatChartDay(day.day),
        formatAmount(day.sales),
        formatCount(day.codes),
        formatAmount(day.freeFire),
        formatAmount(day.recharges),
      ])}
  >
    <DayChart
      label={words.overTime}
      days={days.map(({ day, ...figures }) => ({ ...figures, name: formatChartDay(day) }))}
    />
  </Picture>
);
