import type { PriceChange } from '@almas/contract/prices';
import { arrow } from '@almas/locale/formats';
import { prices } from '@almas/locale/screens/prices';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './prices.module.css';

const words = prices.history;

interface PriceHistoryProps {
  /** Of an offer, a level, a reseller or a list; none: all changes. */
  readonly of?: Readonly<Partial<Record<'offerId' | 'levelId' | 'userId' | 'listId', string>>>;
}

/** Who changed which price when, from what to what. */
export function PriceHistory({ of = {} }: PriceHistoryProps) {
  const list = useInfiniteQuery({ ...apiPages('prices', 'changes', { query: of }), staleTime: 0 });
  return (
    <Stack>
      <ExportButton list="priceChanges" filters={of} />
      <PagedList list={list} empty={{ title: words.empty }} failed={words.failed}>
        {(items) => (
          <ul className="column gap-12" aria-label={words.title}>
            {items.map((change) => (
              <Change key={change.id} change={change} />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}

const Price = ({ amount }: { readonly amount: number | null }) =>
  amount === null ? <span className="dim">{words.none}</span> : <Money amount={amount} />;

const Change = ({ change }: { readonly change: PriceChange }) => (
  <li className={`box column gap-6 anywhere ${styles.item}`} data-testid="price-change">
    <p className={styles.name}>
      <Dotted parts={[change.productName, change.offerName]} />
    </p>
    <p className={styles.change}>
      <Price amount={change.from} />
      <span aria-hidden="true">{arrow}</span>
      <span className="visually-hidden">{words.to}</span>
      <Price amount={change.to} />
      {change.belowCost && <StatusBadge tone="failed">{prices.belowCost}</StatusBadge>}
    </p>
    <p className="dim">
      <Dotted
        parts={[
          change.scopeName ?? words.base,
          change.minQuantity > 1 && prices.from(change.minQuantity),
          <When key="at" at={change.createdAt} />,
          words.by(change.authorName),
          change.listId !== null && words.list(change.listId),
        ]}
      />
    </p>
  </li>
);
