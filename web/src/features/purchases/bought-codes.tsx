import type { Purchase } from '@almas/contract/purchases';
import { useEffect, useSyncExternalStore } from 'react';
import { partLoader } from '../../lib/load-part.ts';
import { moneyCalls } from '../../lib/money-calls.ts';

/** A purchase whose code is to be shown; `key` is its tap's. */
interface Bought {
  readonly key: string;
  readonly purchase: Purchase;
}

interface State {
  /** The last one shown: kept while its dialog closes. */
  readonly shown: Bought | null;
  readonly opened: boolean;
  readonly waiting: readonly Bought[];
}

const nothing: State = { shown: null, opened: false, waiting: [] };
let state = nothing;
const listeners = new Set<() => void>();

function set(next: State) {
  state = next;
  for (const listener of listeners) listener();
}

/** Shows the code of a purchase on whatever screen the user is; a second one waits until the first is put away. */
export function showBought(bought: Bought): void {
  if (state.opened) set({ ...state, waiting: [...state.waiting, bought] });
  else set({ ...state, shown: bought, opened: true });
}

/** Puts the shown code away. */
function closeBought(): void {
  const [next, ...waiting] = state.waiting;
  if (next) set({ shown: next, opened: true, waiting });
  else set({ ...state, opened: false });
}

/** Nothing of a user stays for the next one. */
const forgetBought = () => set(nothing);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useBought = (): State =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  );
/** Is a code on screen, or about to be? */
export const isBoughtOpen = () => state.opened;

const dialog = partLoader(() => import('./bought-dialog.tsx'));
/** Fetches the dialog ahead, so that a code just bought shows without waiting for more. */
export const preloadBoughtDialog = () => void dialog.load();

/** After this time on screen the code counts as seen. */
const seenAfterMilliseconds = 1_500;
/** On a slow network a page that is being reloaded lives on for seconds, and may still open the dialog: its code is not counted as seen. */
let isLeaving = false;
if (!import.meta.env.SSR)
  window.addEventListener('beforeunload', () => {
    isLeaving = true;
  });

/**
 * The code just bought, whatever screen its answer finds. Its tap is forgotten once the code has been on screen for a
 * moment or is put away, so that a reload before that shows it again. When the dialog cannot be loaded the tap stays in
 * the list of money calls, with the way to the code.
 */
export function BoughtCodes() {
  const { shown, opened } = useBought();
  useSyncExternalStore(dialog.subscribe, dialog.state);
  const Dialog = dialog.component();
  const key = opened ? shown?.key : undefined;
  useEffect(() => forgetBought, []);
  useEffect(() => {
    if (key !== undefined) void dialog.load().then(() => dialog.state() === 'failed' && closeBought());
  }, [key]);
  useEffect(() => {
    if (key === undefined || !Dialog) return;
    const timer = setTimeout(() => isLeaving || moneyCalls.forget(key), seenAfterMilliseconds);
    return () => clearTimeout(timer);
  }, [key, Dialog]);
  const putAway = () => {
    if (key !== undefined) moneyCalls.forget(key);
    closeBought();
  };
  if (!shown || !Dialog) return null;
  return <Dialog purchase={shown.purchase} opened={opened} onClose={putAway} />;
}
