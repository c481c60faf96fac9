import { isAdjustment } from '../../money/post-entry.ts';
import { check } from '../check.ts';

/* Balances and the chain of the ledger. */

/** Each balance is the sum of the ledger entries of its account. */
export const balance = check(
  'balance',
  `SELECT u.email AS subject, coalesce(l.total, 0) AS expected, u.balance AS found
     FROM users u
     LEFT JOIN (SELECT user_id, sum(CASE type WHEN 'credit' THEN amount ELSE -amount END) AS total
                  FROM ledger GROUP BY user_id) l ON l.user_id = u.id
    WHERE u.balance <> coalesce(l.total, 0)`,
);

/** Each entry starts at the balance after the previous entry of its account, the first at 0. */
export const ledgerChain = check(
  'ledgerChain',
  `SELECT id AS subject, start AS expected, balance_before AS found
     FROM (SELECT id, balance_before,
                  coalesce(lag(balance_after) OVER (PARTITION BY user_id ORDER BY id), 0) AS start FROM ledger) l
    WHERE balance_before <> start`,
);

/** Each entry has a source, and belongs to an account and to a transaction of that account. */
export const ledgerOrphan = check(
  'ledgerOrphan',
  `SELECT l.id AS subject, 1 AS expected, 0 AS found
     FROM ledger l
     LEFT JOIN users u ON u.id = l.user_id
     LEFT JOIN transactions t ON t.id = l.transaction_id AND t.user_id = l.user_id
    WHERE u.id IS NULL OR t.id IS NULL OR l.metadata ->> 'source' IS NULL`,
);

/**
 * Entries that no transaction of their own records are either corrections, which are debits, or refunds of Free Fire requests and of
 * claimed codes, which are credits. `freeFireRefund` and `claimCredit` check the amounts of refunds.
 */
export const adjustmentEntry = check(
  'adjustmentEntry',
  `SELECT l.id AS subject, 1 AS expected, 0 AS found
     FROM ledger l LEFT JOIN free_fire_requests r ON r.transaction_id = l.transaction_id
    WHERE l.${isAdjustment}
      AND NOT CASE l.metadata ->> 'source' WHEN 'admin_debit' THEN l.type = 'debit'
                                           WHEN 'freefire_refund' THEN l.type = 'credit' AND r.id IS NOT NULL
                                           WHEN 'claim_refund' THEN l.type = 'credit' ELSE false END`,
);

/** The corrections of a transaction together do not exceed its amount (AMB-93). */
export const correctionTotal = check(
  'correctionTotal',
  `SELECT t.id AS subject, t.amount AS expected, sum(l.amount) AS found
     FROM ledger l JOIN transactions t ON t.id = l.transaction_id
    WHERE l.${isAdjustment} AND l.metadata ->> 'source' = 'admin_debit'
    GROUP BY t.id, t.amount HAVING sum(l.amount) > t.amount`,
);
