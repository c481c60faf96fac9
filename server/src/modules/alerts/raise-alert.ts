import type { EmployeeScope } from '@almas/contract/route';
import { stored } from '@almas/locale';
import type { Logger } from 'pino';
import { AppError, addLogFields } from '../../app-error.ts';
import { isDatabaseUnavailable } from '../../database/failures.ts';

/** Something the operator should know of. There is no collection: the log and the metrics keep it. */
export interface Alert {
  readonly type: 'system' | 'error';
  readonly title: string;
  readonly message: string;
  readonly priority: 'high';
  readonly data: Readonly<Record<string, unknown>>;
  /** Of the employees whose devices are sent the title; without one those of every administrator. */
  readonly scope?: EmployeeScope;
}

/** `expected`: a refusal, or a database that is away, which its call answers with. */
type Listener = (alert: Alert, expected: boolean) => void;
const listeners = new Set<Listener>();

/** Follows the alerts of this process. @returns a function that stops it. */
export function onAlert(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function raiseAlert(log: Logger, alert: Alert, cause?: unknown): void {
  // A refusal and a database that is away are written with their call (request-events.ts, error-reply.ts).
  const { title, data } = alert;
  const expected = cause instanceof AppError || isDatabaseUnavailable(cause);
  if (expected) addLogFields(cause, { alert: { title, data } });
  else log.error({ alert }, alert.title);
  for (const listener of listeners) listener(alert, expected);
}

/** A debit, a purchase or a Free Fire creation failed (NTF-17). Whose, and `amount` in DA, when they are known. */
export const raisePaymentError = (
  log: Logger,
  {
    userId,
    amount,
    error,
  }: { readonly userId: string | undefined; readonly amount?: number | undefined; readonly error: unknown },
): void =>
  raiseAlert(
    log,
    {
      type: 'error',
      title: stored.alerts.paymentTitle,
      message: (error instanceof Error && error.message) || stored.alerts.paymentMessage,
      priority: 'high',
      data: { userId: userId ?? null, amount: amount ?? null },
    },
    error,
  );

/** A load from the database failed (NTF-18); `load` says which. The caller throws the error on. */
export const raiseDatabaseError = (log: Logger, load: string, error: unknown): void =>
  raiseAlert(
    log,
    {
      type: 'system',
      title: stored.alerts.databaseTitle,
      message: error instanceof Error && error.message ? error.message : stored.alerts.loadMessage,
      priority: 'high',
      data: { load },
    },
    error,
  );

/** More accounts were opened in an hour than a business has new resellers: further ones are delayed. */
export const raiseRegistrationFlood = (log: Logger, attempts: number): void =>
  raiseAlert(log, {
    type: 'system',
    title: stored.alerts.registrationsTitle,
    message: stored.alerts.registrationsMessage,
    priority: 'high',
    data: { attempts },
  });

/** An attempt to send a message failed for a reason that no receiver and no network gives. */
export const raiseMessageError = (
  log: Logger,
  data: { readonly message: number; readonly kind: string; readonly attempts: number },
): void =>
  raiseAlert(log, {
    type: 'system',
    title: stored.alerts.messageTitle,
    message: stored.alerts.messageFailed,
    priority: 'high',
    data,
  });

/** The mail server did not take an e-mail. Its answer, which names the receiver, is in the log alone. */
export const raiseMailError = (log: Logger): void =>
  raiseAlert(log, {
    type: 'system',
    title: stored.alerts.mailTitle,
    message: stored.alerts.mailFailed,
    priority: 'high',
    data: {},
    scope: 'settings',
  });

/** Where codes were read that do not open. */
export type CodesFoundIn = { readonly purchaseId: number } | { readonly offerId: string };

/** Codes that no key opens: a damaged row, or a key that is gone. Neither a code nor its sealed bytes are logged. */
export const raiseUnreadableCodes = (
  log: Logger,
  codes: readonly { readonly id: number; readonly keyId: number }[],
  foundIn: CodesFoundIn,
): void => {
  const { title, message } =
    'purchaseId' in foundIn
      ? stored.alerts.unreadablePurchaseCodes(foundIn.purchaseId, codes.length)
      : stored.alerts.unreadableStock(codes.length);
  const data = { ...foundIn, codes: codes.map(({ id, keyId }) => ({ id, keyId })) };
  raiseAlert(log, { type: 'system', title, message, priority: 'high', data, scope: 'stock' });
};
