import { common } from '@almas/locale/screens/common';
import { showToast, type ToastKind } from './toast-store.ts';

/** An alert: `data` goes with it into `recentAlerts`, never on screen. */
export interface Alert {
  readonly type: 'system' | 'error' | 'warning' | 'info';
  readonly title: string;
  readonly message: string;
  readonly priority: 'critical' | 'high' | 'medium' | 'low';
  /** The source of its toast, as in lib/toast-store.ts. */
  readonly source: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** How many alerts NTF-17 and NTF-18 record. No screen reads them, only the tests of these rows. */
const kept = 50;
const recent: Alert[] = [];
export const recentAlerts = (): readonly Alert[] => recent;

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
  recent.unshift(alert);
  recent.splice(kept);
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

/** Raises the alert of a failed purchase or Free Fire request. `source`: that of the form's toasts; `amount` in DA. */
export const raisePaymentAlert = (
  source: string,
  message: string,
  data: { userId: string; amount: number },
) =>
  raiseAlert({
    source,
    ...common.alerts.payment,
    ...(message && { message }),
    type: 'error',
    priority: 'high',
    data,
  });
