import type { HistoryLocation } from '@tanstack/history';
import { lastTouchAt } from './user-activity.ts';

/*
 * Where each entry of the history was scrolled to: Back returns there, also after a reload. The browser's own restoration
 * comes before a screen has its content.
 */
const storageKey = 'almas.scroll';
/** Milliseconds after which a page that was too short is scrolled again. */
const lookInterval = 100;
const mostLooks = 100;

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

/** Where a page is to stand once what it shows has come. */
let awaited: Position | undefined;
let timer: ReturnType<typeof setInterval>;

/** Notes where the page stands; to be called before its content changes. */
export function keepScroll(location: HistoryLocation): void {
  known()[keyOf(location)] = awaited ?? [window.scrollX, window.scrollY];
}

/** An entry that was shown before stands where it was left, a new one at its anchor or at its top. */
export function restoreScroll(location: HistoryLocation): void {
  const position = known()[keyOf(location)];
  const anchor = location.hash && document.getElementById(location.hash.slice(1));
  clearInterval(timer);
  awaited = position;
  if (position) returnTo(position);
  else if (anchor) anchor.scrollIntoView();
  else if (!location.hash) window.scrollTo(0, 0);
}

/** Also while the content of the page is still coming, until the user does something. */
function returnTo(position: Position): void {
  const touch = lastTouchAt();
  let looks = 0;
  const look = () => {
    const isUntouched = lastTouchAt() === touch;
    if (isUntouched) window.scrollTo(...position);
    looks += 1;
    if (isUntouched && looks < mostLooks && window.scrollY < position[1] - 1) return;
    awaited = undefined;
    clearInterval(timer);
  };
  timer = setInterval(look, lookInterval);
  look();
}

/** Takes the restoration over from the browser while the page is open. */
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
      // Full or forbidden storage: the next page begins at its top.
    }
  });
  window.addEventListener('pageshow', own);
}
