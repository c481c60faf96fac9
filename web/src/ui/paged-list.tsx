import { lists as words } from '@almas/locale/screens/lists';
import type { ReactNode } from 'react';
import { Card, Stack } from './card.tsx';
import { ShowMore, type ShowMoreProps } from './show-more.tsx';
import { EmptyState, LoadError, SkeletonList } from './states.tsx';

interface PagedListProps<Item> {
  /** An infinite query over pages of items. */
  readonly list: Omit<ShowMoreProps['list'], 'data'> & {
    readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
    readonly error: unknown;
    readonly isPlaceholderData: boolean;
    readonly refetch: () => unknown;
  };
  readonly empty: { readonly title: string; readonly text?: string };
  /** A search or a filter is set: an empty list says that nothing passes it, instead of `empty`. */
  readonly filtered?: boolean;
  /** The specification's sentence for a failed load. */
  readonly failed?: string;
  /** `children` renders the empty state itself, because decided rows stay after the last item. */
  readonly drawsEmpty?: boolean;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A paginated list, with its loading, failed and empty states. */
export function PagedList<Item>({
  list,
  empty,
  filtered,
  failed,
  drawsEmpty,
  children,
}: PagedListProps<Item>) {
  if (list.data) {
    const items = list.data.pages.flatMap((page) => page.items);
    if (items.length === 0 && !drawsEmpty) {
      return (
        <Card>
          <EmptyState {...(filtered ? { title: words.nothingFound, text: words.nothingFoundText } : empty)} />
        </Card>
      );
    }
    return (
      <div aria-busy={list.isPlaceholderData} style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}>
        <Stack>
          {children(items)}
          <NextPage list={list} />
        </Stack>
      </div>
    );
  }
  if (list.error) {
    return (
      <Card>
        <LoadError error={list.error} text={failed} onRetry={() => void list.refetch()} />
      </Card>
    );
  }
  return <SkeletonList count={6} height={60} />;
}

/** Loads the next page on request, so that the scroll position stays. */
const NextPage = ({ list }: ShowMoreProps) =>
  list.hasNextPage || (list.data?.pages.length ?? 0) > 1 ? (
    <div style={{ display: 'grid', justifyItems: 'center' }}>
      <ShowMore list={list} />
    </div>
  ) : null;
