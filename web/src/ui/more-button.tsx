import { common } from '@almas/locale/screens/common';
import { Button } from './button.tsx';

interface MoreButtonProps {
  /** An infinite query: nothing is shown when its last page has been read. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
}

/** The next page of a list, asked for by hand: the position on the page stays where it is. */
export const MoreButton = ({ list }: MoreButtonProps) =>
  list.hasNextPage ? (
    <div style={{ display: 'grid', justifyItems: 'center' }}>
      <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {common.showMore}
      </Button>
    </div>
  ) : null;
