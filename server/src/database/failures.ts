import pg from 'pg';

/** What a PostgreSQL error means for the caller, by SQLSTATE or by the socket's own code. */
const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Two transactions were in each other's way; the same work may succeed now. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** A lock was waited for as long as this transaction wanted to. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === '55P03';

/** The role may not do this. */
export const isRefusedPrivilege = (error: unknown): boolean => codeOf(error) === '42501';

/** The constraint or index that refused a duplicate, if that is what happened. */
export function duplicateOf(error: unknown): string | undefined {
  return codeOf(error) === '23505' ? ((error as { constraint?: string }).constraint ?? '') : undefined;
}

const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after calling end/i;

/** SQLSTATE classes: no connection, out of resources, stopped by an operator or a crash. */
const awayClasses = /^(08|53|57)/;
const awayCodes = new Set([
  '25006', // read-only: it has just become a standby
  '25P03', // a transaction left idle was ended
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
 * The database is away, restarting, has just become a standby, or takes longer than anybody waits. Whether the last
 * statement took effect is not known; the same call with the same key is safe to repeat and finds out.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (awayClasses.test(code) || awayCodes.has(code)) return true;
  return error instanceof Error && awayMessages.test(error.message);
}

/** The database's disk is full. */
export const isDiskFull = (error: unknown): boolean => codeOf(error) === '53100';

/** Anything the database answered or failed to answer, as opposed to a fault of ours or a refusal. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || isDatabaseAway(error);
