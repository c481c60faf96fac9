import type { OfferCover } from '@almas/contract/stock';
import { formatCount, formatTenths } from '@almas/locale/formats';
import { stock as words } from '@almas/locale/screens/stock';
import type { Tone } from '../../ui/status-badge.tsx';
import styles from './cover-bar.module.css';

/** What is shown of the cover of an offer. */
type ShownCover = Pick<OfferCover, 'stock' | 'days' | 'reorder'>;

/** A bar is full at this many days. */
const fullDays = 14;

/** Less than three days are red; less than a week, or less than the threshold, amber. */
export function toneOf({ reorder, days, stock }: ShownCover): Tone {
  if (stock === 0 || (days !== null && days < 3)) return 'failed';
  if (reorder || (days !== null && days < 7)) return 'waiting';
  return days === null ? 'quiet' : 'done';
}

/** A long cover needs no tenths. */
const daysText = (days: number) =>
  days >= 10 || Number.isInteger(days) ? formatCount(Math.round(days)) : formatTenths(days);

/** « 3,5 jours », or why there is no such figure. */
export const coverText = ({ days, stock }: ShownCover): string =>
  stock === 0 ? words.empty : days === null ? words.noSales : words.days(daysText(days), days >= 2);

const shareOf = ({ days, stock }: ShownCover): number =>
  stock === 0 ? 0 : days === null ? 1 : Math.min(1, days / fullDays);

/** The days of cover as a bar, which is full at two weeks. Its figure is in the badge. */
export const CoverBar = ({ offer }: { readonly offer: ShownCover }) => (
  <div className={styles.bar} aria-hidden="true">
    <span data-tone={toneOf(offer)} style={{ inlineSize: `${Math.max(1, shareOf(offer) * 100)}%` }} />
  </div>
);
