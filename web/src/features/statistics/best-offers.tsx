import { formatAmount, formatCount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { BarList } from '../../ui/bar-list.tsx';
import { Picture } from '../../ui/picture.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Trend } from './trend.ts';

const words = adminDashboard.charts;
/** Number of offers in the chart; the table has all of them. */
const drawn = 6;

const fullName = ({ productName, offerName }: Trend['bestOffers'][number]) =>
  [productName, offerName].filter(Boolean).join(' · ');

/** @param offers those with the largest amounts, the largest first */
export function BestOffers({ offers }: { readonly offers: Trend['bestOffers'] }) {
  const most = offers[0]?.amount || 1;
  return (
    <Picture
      title={words.bestOffers}
      text={words.bestOffersText}
      tableLabel={words.table}
      heads={[words.offer, words.codes, words.amount]}
      rows={offers.map((offer) => [fullName(offer), formatCount(offer.codes), formatAmount(offer.amount)])}
    >
      {offers.length === 0 ? (
        <EmptyState title={words.noSales} />
      ) : (
        <BarList
          items={offers.slice(0, drawn).map((offer) => ({
            key: offer.offerId,
            name: fullName(offer),
            figure: formatAmount(offer.amount),
            share: offer.amount / most,
          }))}
        />
      )}
    </Picture>
  );
}
