import pg from 'pg';

/** What a PostgreSQL error means for the caller, by SQLSTATE or by the socket's own code. */
const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Two transactions were in each other's way; the same work may succeed now. */
export const isConflict = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** The constraint or index that refused a duplicate, if that is what happened. */
export function duplicateOf(error: unknown): string | undefined {
  return codeOf(error) === '23505' ? ((error as { constraint?: string }).constraint ?? '') : undefined;
}

const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|not queryable|Cannot use a pool after calling end/i;

/**
 * The database is away, restarting, or has just become a standby: nothing is known to be written, and the same
 * call with the same key is safe to repeat.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code.startsWith('08') || code.startsWith('57P')) return true;
  if (
    ['25006', '53300', '57014', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'].includes(
      code,
    )
  ) {
    return true;
  }
  return error instanceof Error && awayMessages.test(error.message);
}

/** Anything the database answered or failed to answer, as opposed to a fault of ours or a refusal. */
export const isDatabaseFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError || isDatabaseAway(error);
