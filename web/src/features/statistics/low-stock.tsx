import { formatCount } from '@almas/locale/formats';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { offerAnchor } from '../../lib/offer-anchor.ts';
import { ScopedLink } from '../../platform/navigation/scoped-link.tsx';
import { BarList } from '../../ui/bar-list.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './low-stock.module.css';
import type { Trend } from './trend.ts';

type Offer = Trend['lowStock'][number];

const words = adminDashboard.charts;
const drawn = 6;
const fullName = ({ productName, offerName }: Offer) => [productName, offerName].filter(Boolean).join(' · ');
const left = ({ stock }: Offer) =>
  stock === 0 ? words.outOfStock : words.codesLeft(formatCount(stock), stock > 1);

/** Offers with low stock; each links to its card, where codes are imported. */
export function LowStock({ offers }: { readonly offers: readonly Offer[] }) {
  const most = Math.max(1, ...offers.map(({ stock }) => stock));
  return (
    <Picture
      title={words.lowStock}
      text={words.lowStockText}
      tableLabel={words.table}
      heads={[words.offer, words.stock]}
      rows={offers.map((offer) => [fullName(offer), formatCount(offer.stock)])}
    >
      {offers.length === 0 ? (
        <EmptyState icon={<CheckIcon size={26} />} title={words.stockFine} />
      ) : (
        <BarList
          items={offers.slice(0, drawn).map((offer) => ({
            key: offer.offerId,
            name: (
              <ScopedLink
                to="/admin/products/$id/edit"
                params={{ id: offer.productId }}
                hash={offerAnchor(offer.offerId)}
                className={`${styles.link} reach`}
                title={words.restock(fullName(offer))}
              >
                {fullName(offer)}
              </ScopedLink>
            ),
            figure: <StatusBadge tone={offer.stock === 0 ? 'failed' : 'waiting'}>{left(offer)}</StatusBadge>,
            share: offer.stock / most,
          }))}
        />
      )}
    </Picture>
  );
}
