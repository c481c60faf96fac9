import { useEffect, useRef } from 'react';

const items = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-item]')];

/**
 * Work lists: when an item that was dealt with leaves the list, the focus goes to the one that takes its place, so
 * that the next decision is one key away. Each item carries its id on its first button: `data-item={id}`.
 * @returns the ref of the list, and `leaving` to call before acting on an item.
 */
export function useNextInReach<List extends HTMLElement = HTMLDivElement>() {
  const list = useRef<List>(null);
  const left = useRef<{ readonly id: string; readonly index: number } | null>(null);
  useEffect(() => {
    const gone = left.current;
    if (!gone || !list.current) return;
    const present = items(list.current);
    if (present.some((item) => item.dataset.item === gone.id)) return;
    left.current = null;
    const here = document.activeElement;
    // Whoever went elsewhere meanwhile stays there.
    if (here && here !== document.body && !list.current.contains(here)) return;
    (present[Math.min(gone.index, present.length - 1)] ?? list.current).focus();
  });
  const leaving = (id: string) => {
    const index = list.current ? items(list.current).findIndex((item) => item.dataset.item === id) : -1;
    if (index >= 0) left.current = { id, index };
  };
  return { list, leaving };
}
