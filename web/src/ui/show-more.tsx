import { common } from '@almas/locale/screens/common';
import { useRef } from 'react';
import { Button } from './button.tsx';

interface MoreButtonProps {
  /** Whether more rows exist than are shown. */
  readonly more: boolean;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

/** Focuses the end of the list, unless the focus is elsewhere. */
const takeLostFocus = (end: HTMLElement | null) => {
  if (document.activeElement === document.body) end?.focus({ preventScroll: true });
};

/** Shows more of a list. After the last press, an end marker replaces the button, for screen readers too. */
export function MoreButton({ more, busy = false, onClick }: MoreButtonProps) {
  const pressed = useRef(false);
  const press = () => {
    pressed.current = true;
    onClick();
  };
  if (more)
    return (
      <Button variant="secondary" busy={busy} onClick={press}>
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
  /** A paginated list (`useInfiniteQuery`). */
  readonly list: Read & {
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<Read>;
  };
}

/** Loads the next page. A live event may replace this load by a refresh of the list: the page is then requested again. */
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
