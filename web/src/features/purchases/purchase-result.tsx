import type { Purchase } from '@almas/contract/purchases';
import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { partLoader } from '../../platform/release/index.ts';
import { moneyCalls } from '../../platform/session/money-calls.ts';
import { onDisclosed } from './disclosed.ts';

/** A purchase whose code is to be shown; `key` is its idempotency key. */
interface ShownResult {
  readonly key: string;
  readonly purchase: Purchase;
  /** Bought before this page was loaded: the sheet then says when. */
  readonly isResumed?: boolean;
}

interface State {
  /** The last purchase shown, kept while its dialog closes. */
  readonly shown: ShownResult | null;
  readonly opened: boolean;
  readonly waiting: readonly ShownResult[];
}

const nothing: State = { shown: null, opened: false, waiting: [] };
let state = nothing;
const { subscribe, notify } = createListeners();

function set(next: State) {
  state = next;
  notify();
}

/** Shows the code of a purchase over any screen; a second one waits until the first is closed. */
export function showPurchaseResult(bought: ShownResult): void {
  if (state.opened) set({ ...state, waiting: [...state.waiting, bought] });
  else set({ ...state, shown: bought, opened: true });
}

/** Closes the shown code. */
function closePurchaseResult(): void {
  const [next, ...waiting] = state.waiting;
  if (next) set({ shown: next, opened: true, waiting });
  else set({ ...state, opened: false });
}

/** Clears the state at sign-out, so that the next user sees nothing of it. */
const forgetPurchaseResults = () => set(nothing);

export const usePurchaseResult = (): State =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => nothing,
  );
/** Whether a code is on screen or about to be. */
export const isPurchaseResultOpen = () => state.opened;

const dialog = partLoader(() => import('./purchase-result-dialog.tsx'));
/** Preloads the dialog, so that a bought code is shown without another load. */
export const preloadPurchaseResult = () => void dialog.load();

/**
 * Shows the code just bought over whichever screen is open when the response arrives. The call is removed from the list of money calls
 * once the code was copied, shared or printed, or its dialog closed: until then a reload shows it again. When the dialog cannot be
 * loaded the call stays in that list, with a link to the code.
 */
export function PurchaseResult() {
  const { shown, opened } = usePurchaseResult();
  useSyncExternalStore(dialog.subscribe, dialog.state, dialog.state);
  const Dialog = dialog.component();
  const key = opened ? shown?.key : undefined;
  useEffect(() => forgetPurchaseResults, []);
  useEffect(() => {
    if (key !== undefined)
      void dialog.load().then(() => dialog.state() === 'failed' && closePurchaseResult());
  }, [key]);
  const purchaseId = shown?.purchase.id;
  useEffect(() => {
    if (key === undefined) return;
    return onDisclosed((id) => {
      if (id === purchaseId) moneyCalls.forget(key);
    });
  }, [key, purchaseId]);
  const close = () => {
    if (key !== undefined) moneyCalls.forget(key);
    closePurchaseResult();
  };
  if (!shown || !Dialog) return null;
  return opened ? (
    <Dialog
      // The next code is a dialog of its own: a second press on the cross does not close it.
      key={shown.key}
      purchase={shown.purchase}
      isResumed={shown.isResumed ?? false}
      onClose={close}
    />
  ) : null;
}
