import { check } from '../check.ts';

/** Each entry of an account starts where the one before ended, the first at 0. */
export const ledgerChain = check(
  'ledgerChain',
  `SELECT id AS subject, start AS expected, balance_before AS found
     FROM (SELECT id, balance_before,
                  coalesce(lag(balance_after) OVER (PARTITION BY user_id ORDER BY id), 0) AS start FROM ledger) l
    WHERE balance_before <> start`,
);
