import type { Purchase } from '@almas/contract/purchases';
import { useSyncExternalStore } from 'react';

/** A purchase whose code is to be shown; `key` is its tap's. */
export interface Bought {
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
export function closeBought(): void {
  const [next, ...waiting] = state.waiting;
  if (next) set({ shown: next, opened: true, waiting });
  else set({ ...state, opened: false });
}

/** Nothing of a user stays for the next one. */
export const forgetBought = () => set(nothing);

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
