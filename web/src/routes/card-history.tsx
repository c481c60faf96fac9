import { cardHistory as words } from '@almas/locale/screens/card-history';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCodesDialog } from '../features/purchases/codes-opener.tsx';
import { PurchaseCard } from '../features/purchases/purchase-card.tsx';
import { allItems, apiPages } from '../lib/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { Grid, Stack } from '../ui/card.tsx';
import { CardsIcon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { EmptyState, LoadError, SkeletonList } from '../ui/states.tsx';

export default function CardHistoryPage() {
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={words.text} />
      <Cards />
    </Stack>
  );
}

function Cards() {
  const list = useInfiniteQuery(apiPages('purchases', 'list'));
  const { open, dialog } = useCodesDialog();
  if (!list.data) {
    if (list.error) return <LoadError error={list.error} onRetry={() => void list.refetch()} />;
    return <SkeletonList count={3} height={190} />;
  }
  const purchases = allItems(list.data);
  if (purchases.length === 0) return <NoCards />;
  return (
    <>
      <Grid min={290} as="ul">
        {purchases.map((purchase) => (
          <PurchaseCard key={purchase.id} purchase={purchase} onOpen={open} />
        ))}
      </Grid>
      <ShowMore list={list} />
      {dialog}
    </>
  );
}

const NoCards = () => (
  <EmptyState
    icon={<CardsIcon size={26} />}
    title={words.empty}
    text={words.emptyText}
    action={
      <Link to="/catalog" className={buttonClass('primary')}>
        {words.toCatalog}
      </Link>
    }
  />
);
