import { common } from '@almas/locale/screens/common';
import { Button } from './button.tsx';

interface Read {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isError: boolean;
}

export interface ShowMoreProps {
  /** A list read page after page (`useInfiniteQuery`). */
  readonly list: Read & {
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<Read>;
  };
}

/** Loads the next page. A live event may have the list read again instead of it: then the page is requested once more. */
async function showMore({ data, fetchNextPage }: ShowMoreProps['list']): Promise<void> {
  for (let left = 3; left > 0; left -= 1) {
    const read = await fetchNextPage();
    const isLonger = (read.data?.pages.length ?? 0) > (data?.pages.length ?? 0);
    if (isLonger || read.isError || !read.hasNextPage) return;
  }
}

/** Nothing when the end is reached. */
export const ShowMore = ({ list }: ShowMoreProps) =>
  list.hasNextPage ? (
    <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => void showMore(list)}>
      {common.showMore}
    </Button>
  ) : null;
