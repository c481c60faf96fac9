import { check } from '../check.ts';

/** Each entry belongs to an account, and to a transaction of the same account. */
export const ledgerOrphan = check(
  'ledgerOrphan',
  `SELECT l.id AS subject, 1 AS expected, 0 AS found
     FROM ledger l
     LEFT JOIN users u ON u.id = l.user_id
     LEFT JOIN transactions t ON t.id = l.transaction_id AND t.user_id = l.user_id
    WHERE u.id IS NULL OR t.id IS NULL`,
);
