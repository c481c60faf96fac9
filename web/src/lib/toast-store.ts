import { limits } from '@almas/contract/limits';

export type ToastKind = 'success' | 'info' | 'warning' | 'error';
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
interface ToastParts {
  readonly kind: ToastKind;
  /** The form, the dialog or the load that speaks: its new toast replaces its old one. One name belongs to one file. */
  readonly source: string;
  /** What a form found wrong before it was sent: it goes with its form. */
  readonly isRemark?: boolean | undefined;
  /** A toast with an action stays until it is closed. */
  readonly action?: ToastAction | undefined;
  /** The user has closed it. */
  readonly onClose?: (() => void) | undefined;
  /** It announces the screen that comes next: changing the screen does not remove it. */
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

/** More toasts than this would hide the screen. */
const mostShown = 3;
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

const isFailure = (kind: ToastKind) => kind === 'error' || kind === 'warning';

/** What is said twice is shown once: a failure that is already there only stays longer, an outcome is shown anew. */
export function showToast({ title, message = '', duration, ...parts }: NewToast): void {
  const { kind, action, source } = parts;
  const text = message ? `${title} – ${message}` : title;
  const shown = duration ?? (action ? Number.POSITIVE_INFINITY : limits.toastMilliseconds);
  const same = toasts.find((toast) => toast.kind === kind && saysSame(toast, text, message));
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

/** What this source said is over. */
export function dismissSource(source: string): void {
  if (toasts.some(isFrom(source))) set(toasts.filter((toast) => !isFrom(source)(toast)));
}

/** The form is gone, and with it what it found wrong; what became of it stays its time. */
export function dismissRemarks(source: string): void {
  const isOver = (toast: Toast) => toast.isRemark === true && toast.source === source;
  if (toasts.some(isOver)) set(toasts.filter((toast) => !isOver(toast)));
}

/** Another screen is shown: what was said about the last one goes, what it achieved stays its time. */
export const dismissForNavigation = () =>
  set(toasts.filter(({ kind, survivesNavigation }) => kind === 'success' || survivesNavigation));

const speaker = (parts: Pick<ToastParts, 'source' | 'isRemark'>) => ({
  success: (title: string, message?: string) => showToast({ ...parts, kind: 'success', title, message }),
  info: (title: string, message?: string) => showToast({ ...parts, kind: 'info', title, message }),
  warning: (title: string, message?: string) => showToast({ ...parts, kind: 'warning', title, message }),
  error: (title: string, message?: string) => showToast({ ...parts, kind: 'error', title, message }),
});
export type Speaker = ReturnType<typeof speaker>;

/**
 * The toasts of one form or one screen: each replaces the one before.
 * `success('Statut mis à jour', 'Produit activé')` → « Statut mis à jour – Produit activé ».
 */
export const toastsOf = (source: string): Speaker => speaker({ source });

/** The same for what a form finds wrong before it is sent (`dismissRemarks`). */
export const remarksOf = (source: string): Speaker => speaker({ source, isRemark: true });
