import { limits } from '@almas/contract/limits';
import { createListeners } from './listeners.ts';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface ToastParts {
  readonly kind: ToastKind;
  /** The form, dialog or load that shows it: its new toast replaces its old one. A source belongs to one file. */
  readonly source: string;
  /** A validation error found before sending: it is removed with its form. */
  readonly isRemark?: boolean | undefined;
  /** A toast with an action stays until it is closed. */
  readonly action?: ToastAction | undefined;
  /** Called when the user closes it. */
  readonly onClose?: (() => void) | undefined;
  /** Kept at a navigation, because it is about the next screen. */
  readonly survivesNavigation?: boolean | undefined;
}
export interface Toast extends ToastParts {
  readonly id: number;
  /** Title and message on one line (AMB-56). */
  readonly text: string;
  /** Milliseconds on screen. */
  readonly duration: number;
}
export interface NewToast extends ToastParts {
  readonly title: string;
  readonly message?: string | undefined;
  readonly duration?: number | undefined;
}

/** Maximum number of toasts on the screen. */
const mostShown = 3;
let toasts: readonly Toast[] = [];
let lastId = 0;
const { subscribe, notify } = createListeners();

function set(next: readonly Toast[]) {
  toasts = next;
  notify();
}

export const currentToasts = () => toasts;
export const subscribeToasts = subscribe;

/** Whether one of the two texts contains the other. */
const isSameMessage = (toast: Toast, text: string, message: string) =>
  toast.text === text || (message !== '' && toast.text.includes(message)) || text.includes(toast.text);

const isFailure = (kind: ToastKind) => kind === 'error' || kind === 'warning';

/** Shows a toast. A failure that is already shown only stays longer; an outcome is shown again. */
export function showToast({ title, message = '', duration, ...parts }: NewToast): void {
  const { kind, action, source } = parts;
  const text = message ? `${title} – ${message}` : title;
  const shown = duration ?? (action ? Number.POSITIVE_INFINITY : limits.toastMilliseconds);
  const same = toasts.find((toast) => toast.kind === kind && isSameMessage(toast, text, message));
  if (same && isFailure(kind) && !action) {
    const longer = Math.max(same.duration, shown);
    const kept = { ...same, duration: longer, source };
    set(toasts.flatMap((toast) => (toast === same ? [kept] : isFrom(source)(toast) ? [] : [toast])));
    return;
  }
  lastId += 1;
  const others = toasts.filter((toast) => toast !== same && !isFrom(source)(toast));
  set(bounded([...others, { ...parts, id: lastId, text, duration: shown }]));
}

/** Keeps every toast with an action, and the newest of the others. */
function bounded(all: readonly Toast[]): readonly Toast[] {
  const passing = all.filter(({ action }) => !action);
  return all.filter((toast) => toast.action || passing.indexOf(toast) >= passing.length - mostShown);
}

const isFrom = (source: string) => (toast: Toast) => toast.source === source;

export const dismissToast = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Removes the toasts of a source. */
export function dismissSource(source: string): void {
  if (toasts.some(isFrom(source))) set(toasts.filter((toast) => !isFrom(source)(toast)));
}

/** Removes the validation errors of a form that is closed; its outcomes stay for their time. */
export function dismissRemarks(source: string): void {
  const isOver = (toast: Toast) => toast.isRemark === true && toast.source === source;
  if (toasts.some(isOver)) set(toasts.filter((toast) => !isOver(toast)));
}

/** Removes the toasts of the last screen at a navigation, except successes. */
export const dismissForNavigation = () =>
  set(toasts.filter(({ kind, survivesNavigation }) => kind === 'success' || survivesNavigation));

const toastFunctions = (parts: Pick<ToastParts, 'source' | 'isRemark'>) => ({
  success: (title: string, message?: string) => showToast({ ...parts, kind: 'success', title, message }),
  info: (title: string, message?: string) => showToast({ ...parts, kind: 'info', title, message }),
  warning: (title: string, message?: string) => showToast({ ...parts, kind: 'warning', title, message }),
  error: (title: string, message?: string) => showToast({ ...parts, kind: 'error', title, message }),
});
export type ToastFunctions = ReturnType<typeof toastFunctions>;

/**
 * The toasts of one form or one screen: each replaces the one before.
 * `success('Statut mis à jour', 'Produit activé')` → « Statut mis à jour – Produit activé ».
 */
export const toastsOf = (source: string): ToastFunctions => toastFunctions({ source });

/** The same for validation errors (`dismissRemarks`). */
export const fieldMessagesOf = (source: string): ToastFunctions => toastFunctions({ source, isRemark: true });
