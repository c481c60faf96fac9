import { statement } from '../../database/statement.ts';
import { followLedger } from '../../money/follow-ledger.ts';

const copy = statement<[from: number, until: number]>(
  'accounts.sort-values-copy',
  `UPDATE account_standings a SET sorted_balance = u.balance,
          last_activity = activity_milliseconds(u.last_recharge, u.last_purchase)
     FROM users u
    WHERE u.id = a.user_id AND a.user_id IN (SELECT l.user_id FROM ledger l WHERE l.id > $1 AND l.id <= $2)`,
);

/**
 * Copies the balances that the ledger has changed to account_standings, by which accounts are sorted. Lists are exact
 * without it, but slow down with the number of changes since.
 */
export const copyAccountSortKeys = followLedger('accounts.sort-values', 'account_standings_until', copy);
