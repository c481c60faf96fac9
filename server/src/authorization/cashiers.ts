import { fail } from '../app-error.ts';
import { dayOf } from '../database/sql-text.ts';
import { statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';
import type { Centimes } from '../money/amount.ts';

/* Cashiers: employees of a reseller, who act on the reseller's account with a session of their own. */

/** The cashier of a session. */
export interface Cashier {
  readonly id: string;
  readonly name: string;
  /** What may be sold in a day, and what was sold today. */
  readonly dailyCap: Centimes;
  readonly soldToday: Centimes;
  /** The number of the open drawer. */
  readonly till: number;
}

/** SQL: whether the switch `cashiers` is on. `forced`: a parameter, whether EXTENSIONS turns it on. */
export const cashiersOnSql = (forced: string): string =>
  `(${forced}::boolean OR EXISTS (SELECT FROM features WHERE name = 'cashiers' AND enabled))`;

/** SQL: the day in Algiers. */
export const todaySql = dayOf('clock_timestamp()');
/** SQL: what the cashier `t` has sold today. */
export const soldTodaySql = `CASE WHEN t.spent_on = ${todaySql} THEN t.spent ELSE 0 END`;

// It waits for a revocation that is being committed; the lock still lets the session's last use be written.
const lockSession = statement<[tokenHash: Buffer]>(
  'cashiers.lock-session',
  'SELECT FROM sessions WHERE token_hash = $1 AND expires_at > now() FOR KEY SHARE',
);

/**
 * Locks a cashier's session at the end of a command's transaction: a cashier or a device that was withdrawn meanwhile has lost it.
 * What withdraws one locks the account of the reseller, the cashier and the sessions in this order.
 * @throws AppError UNAUTHENTICATED
 */
export async function lockCashierSession(tx: DbTransaction, tokenHash: Buffer | null): Promise<void> {
  if (tokenHash && (await lockSession.run(tx, tokenHash)) === 0) throw fail('UNAUTHENTICATED');
}
