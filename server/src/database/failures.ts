import pg from 'pg';

/** The SQLSTATE of a PostgreSQL error, or the code of a socket error. */
const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** A serialization failure or a deadlock with another transaction: the same work may succeed when it is tried again. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** The transaction's lock_timeout has passed. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** The statement's time limit has passed, or an operator has cancelled it. */
export const isCancelled = (error: unknown): boolean => codeOf(error) === '57014';

/** The role may not do this. */
export const isRefusedPrivilege = (error: unknown): boolean => codeOf(error) === '42501';

/** The constraint or index that refused a duplicate; undefined for any other error. */
export function duplicateOf(error: unknown): string | undefined {
  return codeOf(error) === '23505' ? ((error as { constraint?: string }).constraint ?? '') : undefined;
}

/** What is written under a unique name. @throws what `taken` returns when this index already has the name, also of a concurrent call */
export async function underFreeName<Result>(
  written: Promise<Result>,
  index: string,
  taken: () => Error,
): Promise<Result> {
  try {
    return await written;
  } catch (error) {
    if (duplicateOf(error) === index) throw taken();
    throw error;
  }
}

const unavailableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after calling end/i;

const connectionErrors = new WeakSet<object>();

/**
 * Notes that an error is one of a connection, not of a statement: the database could not be reached, whatever the code of the error says
 * (a changed password, a certificate, no free port).
 */
export function recordConnectionError(error: unknown): void {
  if (typeof error === 'object' && error !== null) connectionErrors.add(error);
}

/** SQLSTATE classes: no connection, out of resources, stopped by an operator or a crash. */
const unavailableClasses = /^(08|53|57)/;
const unavailableCodes = new Set([
  '25006', // read-only: it has just become a standby
  '25P03', // a transaction left idle was ended
  '25P04', // a transaction that took too long was ended
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * The database cannot be reached, is restarting, has just become a standby, or did not respond in time. Whether the last statement
 * took effect is unknown: repeating the call under the same idempotency key finds out.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (connectionErrors.has(error as object)) return true;
  if (unavailableClasses.test(code) || unavailableCodes.has(code)) return true;
  return error instanceof Error && unavailableMessages.test(error.message);
}

/** The database's disk is full. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** The database has refused the statement: what it had written is rolled back. The driver's own errors have no code. */
export const isStatementError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && codeOf(error) !== '' && !isDatabaseUnavailable(error);

/** Any error of the database or of its connection, as opposed to a fault of this program or a refusal. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || isDatabaseUnavailable(error);
