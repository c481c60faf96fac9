import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element overflows: it is then focusable, so that it can be scrolled with the keyboard. */
export function useScrolls(element: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return;
    const measure = () =>
      setScrolls(target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    for (const child of target.children) observer.observe(child);
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
}
