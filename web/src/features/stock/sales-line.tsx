import { formatChartDay } from '@almas/locale/formats';
import { stock as words } from '@almas/locale/screens/stock';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Unloaded } from '../../ui/unloaded.tsx';
import styles from './sales-line.module.css';

const [width, height] = [300, 64];

/** The sales of an offer over thirty days as a line; days without stock are marked on its floor. */
export function SalesLine({ offerId }: { readonly offerId: string }) {
  const found = useQuery(apiQuery('stock', 'days', { params: { offerId } }));
  if (!found.data) return <Unloaded query={found} text={words.failed} count={1} height={height} />;
  const { items } = found.data;
  const most = Math.max(1, ...items.map(({ codes }) => codes));
  const step = width / Math.max(1, items.length - 1);
  const points = items.map(({ codes }, index) => [index * step, height - 8 - (codes / most) * (height - 16)]);
  const total = items.reduce((sum, { codes }) => sum + codes, 0);
  const empty = items.filter(({ withoutStock }) => withoutStock).length;
  const [first, last] = [items[0], items.at(-1)];
  return (
    <figure className={styles.figure}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.line(total, empty)}
        className={styles.line}
      >
        {items.map(
          ({ day, withoutStock }, index) =>
            withoutStock && (
              <rect key={day} x={index * step - step / 2} y={height - 5} width={step} height={5} />
            ),
        )}
        <polyline points={points.map((point) => point.join(',')).join(' ')} />
      </svg>
      <figcaption className={`spread ${styles.caption}`}>
        <span>{first && formatChartDay(first.day)}</span>
        <span>{words.line(total, empty)}</span>
        <span>{last && formatChartDay(last.day)}</span>
      </figcaption>
    </figure>
  );
}
