import type { HistoryLocation } from '@tanstack/history';

/*
 * Where each entry of the history was scrolled to: Back returns there, also after a reload. The browser's own restoration
 * comes before a screen has its content.
 */
const storageKey = 'almas.scroll';

type Position = readonly [x: number, y: number];

function kept(): Record<string, Position> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, Position>;
  } catch {
    return {};
  }
}

let positions: Record<string, Position> | undefined;
const known = () => {
  positions ??= kept();
  return positions;
};

const keyOf = ({ state, href }: HistoryLocation) => state.__TSR_key ?? href;

/** Notes where the page stands; to be called before its content changes. */
export function keepScroll(location: HistoryLocation): void {
  known()[keyOf(location)] = [window.scrollX, window.scrollY];
}

/** An entry that was shown before stands where it was left, a new one at its anchor or at its top. */
export function restoreScroll(location: HistoryLocation): void {
  const position = known()[keyOf(location)];
  const anchor = location.hash && document.getElementById(location.hash.slice(1));
  if (position) window.scrollTo(...position);
  else if (anchor) anchor.scrollIntoView();
  else if (!location.hash) window.scrollTo(0, 0);
}

/** Takes the restoration over from the browser while the page is open. */
export function ownScroll(current: () => HistoryLocation): void {
  window.history.scrollRestoration = 'manual';
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto';
    keepScroll(current());
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(known()));
    } catch {
      // Full or forbidden storage: the next page begins at its top.
    }
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.history.scrollRestoration = 'manual';
  });
}
