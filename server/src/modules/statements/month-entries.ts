import { timeZone } from '@almas/locale';

/** SQL: the first day of the month in Algiers of a time column, as a date. */
export const monthOf = (column: string): string =>
  `date_trunc('month', ${column} AT TIME ZONE '${timeZone}')::date`;

interface Source {
  /** SQL of the account. */
  readonly user: string;
  /** SQL of the entry after which it begins: the last one of the months that are closed. */
  readonly after: string;
  /** SQL of the first month that is not closed, or of null. */
  readonly floor: string;
}

/**
 * SQL: the ledger entries of an account that no closed month has, each with its month. An entry belongs to the month of its time, but never
 * to an earlier one than the entry before it: a clock that was set back changes no closed month, and each entry is in one month.
 */
export const monthEntries = ({ user, after, floor }: Source): string => `
  SELECT l.id, l.type, l.amount, l.balance_before, l.balance_after, l.description, l.created_at,
         l.metadata ->> 'source' AS kind,
         greatest(${floor}, max(${monthOf('l.created_at')}) OVER (ORDER BY l.id)) AS month
    FROM ledger l WHERE l.user_id = ${user} AND l.id > ${after}`;
