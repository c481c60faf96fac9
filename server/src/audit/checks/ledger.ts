import { isAdjustment } from '../../money/post-entry.ts';
import { check } from '../check.ts';

/* Balances and the chain of the ledger. */

/** A balance is the sum of its account's ledger. */
export const balance = check(
  'balance',
  `SELECT u.email AS subject, coalesce(l.total, 0) AS expected, u.balance AS found
     FROM users u
     LEFT JOIN (SELECT user_id, sum(CASE type WHEN 'credit' THEN amount ELSE -amount END) AS total
                  FROM ledger GROUP BY user_id) l ON l.user_id = u.id
    WHERE u.balance <> coalesce(l.total, 0)`,
);

/** Each entry of an account starts where the one before ended, the first at 0. */
export const ledgerChain = check(
  'ledgerChain',
  `SELECT id AS subject, start AS expected, balance_before AS found
     FROM (SELECT id, balance_before,
                  coalesce(lag(balance_after) OVER (PARTITION BY user_id ORDER BY id), 0) AS start FROM ledger) l
    WHERE balance_before <> start`,
);

/** Each entry says where it comes from, and belongs to an account and to a transaction of the same account. */
export const ledgerOrphan = check(
  'ledgerOrphan',
  `SELECT l.id AS subject, 1 AS expected, 0 AS found
     FROM ledger l
     LEFT JOIN users u ON u.id = l.user_id
     LEFT JOIN transactions t ON t.id = l.transaction_id AND t.user_id = l.user_id
    WHERE u.id IS NULL OR t.id IS NULL OR l.metadata ->> 'source' IS NULL`,
);

/**
 * Entries without a transaction of their own move a balance all the same: a correction takes off a balance, a refund gives back what a
 * Free Fire request took, and there is no other kind. How much a refund gives back is `freeFireRefund`'s question.
 */
export const adjustmentEntry = check(
  'adjustmentEntry',
  `SELECT l.id AS subject, 1 AS expected, 0 AS found
     FROM ledger l LEFT JOIN free_fire_requests r ON r.transaction_id = l.transaction_id
    WHERE l.${isAdjustment}
      AND NOT CASE l.metadata ->> 'source' WHEN 'admin_debit' THEN l.type = 'debit'
                                           WHEN 'freefire_refund' THEN l.type = 'credit' AND r.id IS NOT NULL ELSE false END`,
);

/** The corrections of a transaction together take no more than it moved (AMB-93). */
export const correctionTotal = check(
  'correctionTotal',
  `SELECT t.id AS subject, t.amount AS expected, sum(l.amount) AS found
     FROM ledger l JOIN transactions t ON t.id = l.transaction_id
    WHERE l.${isAdjustment} AND l.metadata ->> 'source' = 'admin_debit'
    GROUP BY t.id, t.amount HAVING sum(l.amount) > t.amount`,
);
