import { screens } from '@almas/contract/limits';
import { formatCount } from '@almas/locale/formats';
import { stock as words } from '@almas/locale/screens/stock';
import { useQuery } from '@tanstack/react-query';
import { offerAnchor } from '../../lib/offer-anchor.ts';
import { Link } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { CoverBar, coverText, toneOf } from './cover-bar.tsx';
import styles from './to-order.module.css';

const query = apiQuery('stock', 'cover', { query: { reorder: 'only', limit: screens.toOrder } });

/** The offers to be bought again: below their threshold, or soon empty, with the sales that were missed. */
export function ToOrder() {
  const found = useQuery(query);
  return (
    <Section
      title={words.toOrder}
      action={
        <Link to="/admin/products" search={{ stock: 'cover' }} className={buttonClass('quiet')}>
          {words.allCover}
        </Link>
      }
    >
      <Card>
        {found.data ? (
          found.data.items.length === 0 ? (
            <EmptyState icon={<CheckIcon size={26} />} title={words.nothingToOrder} />
          ) : (
            <ul className="column gap-14" aria-label={words.toOrder}>
              {found.data.items.map((offer) => (
                <li key={offer.offerId} className={styles.item}>
                  <Link
                    to="/admin/products/$id/edit"
                    params={{ id: offer.productId }}
                    hash={offerAnchor(offer.offerId)}
                    className={`${styles.name} reach`}
                    title={words.restock}
                  >
                    {offer.productName} – {offer.offerName}
                  </Link>
                  <StatusBadge tone={toneOf(offer)}>{coverText(offer)}</StatusBadge>
                  <div className={styles.wide}>
                    <CoverBar offer={offer} />
                    <p className="dim">
                      {[
                        words.stock(offer.stock),
                        offer.minStock > 0 && words.threshold(formatCount(offer.minStock)),
                        offer.missed > 0 && words.missed(offer.missed),
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        ) : (
          <Unloaded query={found} text={words.failed} count={2} height={60} />
        )}
      </Card>
    </Section>
  );
}
