import { common } from '@almas/locale/screens/common';
import { Button } from './button.tsx';

interface ShowMoreProps {
  /** A list read page after page (`useInfiniteQuery`). */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** Nothing when the end is reached. */
export const ShowMore = ({ list }: ShowMoreProps) =>
  list.hasNextPage ? (
    <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {common.showMore}
    </Button>
  ) : null;
