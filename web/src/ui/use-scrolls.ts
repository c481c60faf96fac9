import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element has more content than it shows: then it takes the keyboard, so that it can be scrolled with it. */
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
