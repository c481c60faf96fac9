import { formatAmount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { useRef } from 'react';
import { useWidth } from '../../ui/use-width.ts';
import { nameEvery, scaleLines } from './chart-scale.ts';
import styles from './day-chart.module.css';

const words = adminDashboard.charts;
const compact = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 });

export interface ChartDay {
  readonly name: string;
  /** DA, like the two others. */
  readonly sales: number;
  readonly freeFire: number;
  readonly recharges: number;
}

const height = 220;
const edge = { top: 8, right: 4, bottom: 24, left: 46 };
const floor = height - edge.bottom;
const plotHeight = floor - edge.top;

/** Stacked bars for spending (codes, Free Fire on top), a line for credits. */
export function DayChart({ days, label }: { readonly days: readonly ChartDay[]; readonly label: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const lines = scaleLines(Math.max(...days.map((day) => Math.max(day.sales + day.freeFire, day.recharges))));
  const top = lines.at(-1) ?? 1;
  const slot = Math.max(0, width - edge.left - edge.right) / days.length;
  const x = (index: number) => edge.left + (index + 0.5) * slot;
  const y = (amount: number) => floor - (amount / top) * plotHeight;
  return (
    <div ref={frame} className={styles.chart}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={label}>
          {lines.map((amount) => (
            <g key={amount}>
              <line
                x1={edge.left}
                x2={width - edge.right}
                y1={y(amount)}
                y2={y(amount)}
                className={styles.grid}
              />
              <text x={edge.left - 8} y={y(amount) + 4} textAnchor="end">
                {compact.format(amount)}
              </text>
            </g>
          ))}
          <Bars {...{ days, x, y, slot }} />
          <polyline
            points={days.map((day, index) => `${x(index)},${y(day.recharges)}`).join(' ')}
            className={styles.line}
          />
          <Names days={days} x={x} every={nameEvery(days.length, width - edge.left)} />
        </svg>
      )}
      <Legend />
    </div>
  );
}

interface PartProps {
  readonly days: readonly ChartDay[];
  readonly x: (index: number) => number;
}

interface BarsProps extends PartProps {
  readonly y: (amount: number) => number;
  readonly slot: number;
}

/** Each day reacts to the pointer over its whole height. */
const Bars = ({ days, x, y, slot }: BarsProps) => {
  const wide = Math.min(28, Math.max(2, slot * 0.64));
  return days.map(({ name, sales, freeFire, recharges }, index) => {
    const left = x(index) - wide / 2;
    return (
      <g key={name} className={styles.day}>
        <title>
          {words.dayLabel(name, formatAmount(sales), formatAmount(recharges), formatAmount(freeFire))}
        </title>
        <rect x={x(index) - slot / 2} y={edge.top} width={slot} height={plotHeight} className={styles.slot} />
        <rect x={left} y={y(sales)} width={wide} height={floor - y(sales)} className={styles.sales} />
        <rect
          x={left}
          y={y(sales + freeFire)}
          width={wide}
          height={y(sales) - y(sales + freeFire)}
          className={styles.freeFire}
        />
      </g>
    );
  });
};

const Names = ({ days, x, every }: PartProps & { readonly every: number }) =>
  days.map(({ name }, index) =>
    (days.length - 1 - index) % every === 0 ? (
      <text
        key={name}
        x={x(index)}
        y={height - 6}
        textAnchor={index === days.length - 1 && days.length > 14 ? 'end' : 'middle'}
      >
        {name}
      </text>
    ) : null,
  );

const Legend = () => (
  <ul className={styles.legend}>
    {(['sales', 'freeFire', 'recharges'] as const).map((name) => (
      <li key={name}>
        <span className={`${styles.mark} ${styles[name]}`} />
        {words.series[name]}
      </li>
    ))}
  </ul>
);
