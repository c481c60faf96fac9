import { type RefObject, useLayoutEffect, useRef } from 'react';

/** For a row that can leave its list: it gives its focus to the list, which is focusable, and not to the button of another row. */
export function useLeavingFocus(list: RefObject<HTMLElement | null>): RefObject<HTMLLIElement | null> {
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const { current } = row;
    return () => {
      if (current?.contains(document.activeElement)) list.current?.focus({ preventScroll: true });
    };
  }, [list]);
  return row;
}
