import type { HistoryLocation } from '@tanstack/history';
import { lastTouchAt } from './user-activity.ts';

/*
 * The scroll position of each history entry, restored by Back, also after a reload. The browser's own restoration happens before a
 * screen has its content.
 */
const storageKey = 'almas.scroll';
/** Interval in milliseconds at which scrolling is retried while the page is too short. */
const retryInterval = 100;
const maxRetries = 100;

type Position = readonly [x: number, y: number];

let positions: Record<string, Position> | undefined;

function known(): Record<string, Position> {
  try {
    positions ??= JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, Position>;
  } catch {
    positions = {};
  }
  return positions;
}

const keyOf = ({ state, href }: HistoryLocation) => state.__TSR_key ?? href;

/** The position to restore once the content is loaded. */
let awaited: Position | undefined;
let timer: ReturnType<typeof setInterval>;

/** Stores the scroll position; call it before the content changes. */
export function keepScroll(location: HistoryLocation): void {
  known()[keyOf(location)] = awaited ?? [window.scrollX, window.scrollY];
}

/** Restores the position of a known entry; scrolls a new one to its anchor or to the top. */
export function restoreScroll(location: HistoryLocation): void {
  const position = known()[keyOf(location)];
  const anchor = location.hash && document.getElementById(location.hash.slice(1));
  clearInterval(timer);
  awaited = position;
  if (position) returnTo(position);
  else if (anchor) anchor.scrollIntoView();
  else if (!location.hash) window.scrollTo(0, 0);
}

/** Retries while the content is loading, until the user acts. */
function returnTo(position: Position): void {
  const touch = lastTouchAt();
  let retries = 0;
  const look = () => {
    const isUntouched = lastTouchAt() === touch;
    if (isUntouched) window.scrollTo(...position);
    retries += 1;
    if (isUntouched && retries < maxRetries && window.scrollY < position[1] - 1) return;
    awaited = undefined;
    clearInterval(timer);
  };
  timer = setInterval(look, retryInterval);
  look();
}

/** Replaces the browser's scroll restoration while the page is open. */
export function ownScroll(current: () => HistoryLocation): void {
  const own = () => {
    window.history.scrollRestoration = 'manual';
  };
  own();
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto';
    keepScroll(current());
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(known()));
    } catch {
      // Storage is full or blocked: the next page starts at its top.
    }
  });
  window.addEventListener('pageshow', own);
}
