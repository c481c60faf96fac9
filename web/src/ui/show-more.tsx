import { common } from '@almas/locale/screens/common';
import { useRef } from 'react';
import { Button } from './button.tsx';

interface MoreButtonProps {
  /** Is there more than is shown? */
  readonly more: boolean;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

/** Gives the focus a place after the last rows, unless it is elsewhere. */
const takeLostFocus = (end: HTMLElement | null) => {
  if (document.activeElement === document.body) end?.focus({ preventScroll: true });
};

/** Shows more of a list. After the press that shows the rest, its end stands where the button was: for a screen reader too. */
export function MoreButton({ more, busy = false, onClick }: MoreButtonProps) {
  const pressed = useRef(false);
  const press = () => {
    pressed.current = true;
    onClick();
  };
  if (more)
    return (
      <Button look="secondary" busy={busy} onClick={press}>
        {common.showMore}
      </Button>
    );
  return pressed.current ? (
    <p ref={takeLostFocus} tabIndex={-1} style={{ color: 'var(--dim)', outline: 'none' }}>
      {common.listEnd}
    </p>
  ) : null;
}

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

export const ShowMore = ({ list }: ShowMoreProps) => (
  <MoreButton more={list.hasNextPage} busy={list.isFetchingNextPage} onClick={() => void showMore(list)} />
);
