import type { OfferCover } from '@almas/contract/stock';
import { formatCount, formatTenths } from '@almas/locale/formats';
import { stock as words } from '@almas/locale/screens/stock';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { offerAnchor } from '../../lib/offer-anchor.ts';
import { Link } from '../../platform/navigation/index.ts';
import { apiPages } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Lead, Stack } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { CoverBar, coverText, toneOf } from './cover-bar.tsx';
import styles from './cover-list.module.css';
import { SalesLine } from './sales-line.tsx';
import { ThresholdDialog } from './threshold-dialog.tsx';

const choices = (['all', 'only'] as const).map((value) => ({ value, label: words.reorder[value] }));

/** How many days the codes of each offer last, the shortest first. */
export function CoverList() {
  const [reorder, setReorder] = useState<'all' | 'only'>('all');
  const list = useInfiniteQuery({ ...apiPages('stock', 'cover', { query: { reorder } }), staleTime: 0 });
  const [edited, setEdited] = useState<OfferCover | null>(null);
  return (
    <Stack>
      <Lead>{words.coverText}</Lead>
      <div className={`row wrap spread ${styles.filters}`}>
        <Segmented label={words.reorderFilter} value={reorder} options={choices} onChange={setReorder} />
        <ExportButton list="stockCover" filters={{ reorder }} />
      </div>
      <PagedList
        list={list}
        empty={{ title: reorder === 'only' ? words.nothingToOrder : words.noOffer }}
        failed={words.failed}
      >
        {(items) => (
          <ul className="column gap-12">
            {items.map((offer) => (
              <CoverItem key={offer.offerId} offer={offer} onEdit={() => setEdited(offer)} />
            ))}
          </ul>
        )}
      </PagedList>
      {edited && <ThresholdDialog offer={edited} onClose={() => setEdited(null)} />}
    </Stack>
  );
}

function CoverItem({ offer, onEdit }: { readonly offer: OfferCover; readonly onEdit: () => void }) {
  const [withLine, setWithLine] = useState(false);
  const id = `cover-${offer.offerId}`;
  return (
    <li className={`box ${styles.item}`} data-testid="cover">
      <div className={`row wrap spread ${styles.head}`}>
        <h3 id={id} className={styles.name}>
          <Link
            to="/admin/products/$id/edit"
            params={{ id: offer.productId }}
            hash={offerAnchor(offer.offerId)}
            className="reach"
            title={words.restock}
          >
            {offer.productName} – {offer.offerName}
          </Link>
        </h3>
        <StatusBadge tone={toneOf(offer)}>{coverText(offer)}</StatusBadge>
      </div>
      <CoverBar offer={offer} />
      <p className="dim">
        {[
          words.stock(offer.stock),
          offer.perDay !== null && words.perDay(formatTenths(offer.perDay)),
          offer.minStock > 0 && words.threshold(formatCount(offer.minStock)),
          offer.missed > 0 && words.missed(offer.missed),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className="dim">
        {offer.unitCost === null ? (
          words.unknownCost
        ) : (
          <>
            {words.margin} <Money amount={offer.price - offer.unitCost} />
          </>
        )}
      </p>
      <div className="wrap gap-8">
        <Button variant="secondary" aria-describedby={id} onClick={onEdit}>
          {words.setThreshold}
        </Button>
        <Button
          variant="secondary"
          aria-describedby={id}
          aria-expanded={withLine}
          onClick={() => setWithLine(!withLine)}
        >
          {words.lastDays}
        </Button>
      </div>
      {withLine && <SalesLine offerId={offer.offerId} />}
    </li>
  );
}
