import { limits } from '@almas/contract/limits';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  /** Title and message on one line (AMB-56). */
  readonly text: string;
  /** Milliseconds on screen. */
  readonly duration: number;
}
export interface NewToast {
  readonly kind: ToastKind;
  readonly title: string;
  readonly message?: string | undefined;
  readonly duration?: number | undefined;
}

/** More than this at once hides the screen behind them. */
const atOnce = 4;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export const currentToasts = () => toasts;
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Two sentences say the same when one holds the other. */
const saysSame = (toast: Toast, text: string, message: string) =>
  toast.text === text || (message !== '' && toast.text.includes(message)) || text.includes(toast.text);

/** One failure shows one toast: a toast that is already there only stays longer. */
export function showToast({
  kind,
  title,
  message = '',
  duration = limits.toastMilliseconds,
}: NewToast): void {
  const text = message ? `${title} – ${message}` : title;
  const same = toasts.find((toast) => toast.kind === kind && saysSame(toast, text, message));
  if (same && (kind === 'error' || kind === 'warning')) {
    const longer = Math.max(same.duration, duration);
    set(toasts.map((toast) => (toast === same ? { ...toast, duration: longer } : toast)));
    return;
  }
  lastId += 1;
  set([...toasts, { id: lastId, kind, text, duration }].slice(-atOnce));
}

export const dismissToast = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** `toast.success('Statut mis à jour', 'Produit activé')` → « Statut mis à jour – Produit activé ». */
export const toast = {
  success: (title: string, message?: string) => showToast({ kind: 'success', title, message }),
  info: (title: string, message?: string) => showToast({ kind: 'info', title, message }),
  warning: (title: string, message?: string) => showToast({ kind: 'warning', title, message }),
  error: (title: string, message?: string) => showToast({ kind: 'error', title, message }),
};
