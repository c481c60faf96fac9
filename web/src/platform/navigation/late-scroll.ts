import type { AnyRouter } from '@tanstack/react-router';
import { getElementScrollRestorationEntry } from '@tanstack/router-core';
import { lastTouchAt } from '../network/user-activity.ts';

/** How long a page may take to get its content, in milliseconds. */
const longest = 10_000;

/**
 * The router restores the scroll position when a page is rendered, which may be before its list is loaded: goes on until the page is
 * high enough, unless the user acts or leaves.
 */
export function keepScrollWhileLoading(router: AnyRouter): void {
  let stop = () => undefined as unknown;
  router.subscribe('onRendered', () => {
    stop();
    const wanted = getElementScrollRestorationEntry(router, { getElement: () => window })?.scrollY;
    const touch = lastTouchAt();
    if (!wanted || window.scrollY >= wanted - 1) return;
    const watch = new ResizeObserver(() => {
      if (lastTouchAt() !== touch) return stop();
      window.scrollTo(window.scrollX, wanted);
      if (window.scrollY >= wanted - 1) stop();
    });
    const timer = setTimeout(() => stop(), longest);
    stop = () => {
      clearTimeout(timer);
      watch.disconnect();
    };
    watch.observe(document.body);
  });
}
