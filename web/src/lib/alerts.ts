import { common } from '@almas/locale/screens/common';
import { showToast, type ToastKind } from './toast-store.ts';

export interface Alert {
  readonly type: 'system' | 'error' | 'warning' | 'info';
  readonly title: string;
  readonly message: string;
  readonly priority: 'critical' | 'high' | 'medium' | 'low';
  /** The source of its toast, as in lib/toast-store.ts. */
  readonly source: string;
}

/** How long an alert stays on screen, in milliseconds. */
export function alertDuration(priority: Alert['priority']): number {
  if (priority === 'critical') return 10_000;
  return priority === 'high' ? 7_000 : 5_000;
}

export function alertKind(type: Alert['type']): ToastKind {
  return type === 'system' || type === 'error' ? 'error' : type;
}

/** Shows an alert as a toast. When a toast with the same text is shown, that one stays longer instead (AMB-74). */
export function raiseAlert(alert: Alert): void {
  showToast({
    kind: alertKind(alert.type),
    source: alert.source,
    title: alert.title,
    message: alert.message,
    duration: alertDuration(alert.priority),
  });
}

/** Raises the alert of a read that failed because of the database. */
export const raiseDatabaseAlert = () =>
  raiseAlert({ ...common.alerts.database, type: 'system', priority: 'high', source: 'database' });

/** Raises the alert of a failed purchase or Free Fire request. `source`: that of the form's toasts. The server records whose it was. */
export const raisePaymentAlert = (source: string, message: string) =>
  raiseAlert({
    source,
    ...common.alerts.payment,
    ...(message && { message }),
    type: 'error',
    priority: 'high',
  });
