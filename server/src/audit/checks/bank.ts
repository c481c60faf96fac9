import { lineHash } from '../../modules/bank/line-hash.ts';
import { check } from '../check.ts';

/** Each line of a bank statement is as it was imported: another day, amount or reference has another hash. */
export const bankLine = check(
  'bankLine',
  `SELECT id AS subject, 1 AS expected, 0 AS found FROM bank_lines WHERE hash <> ${lineHash('day', 'amount', 'reference')}`,
);

/** The request that a line pays is pending or approved: one that was rejected has released its line. */
export const matchedLine = check(
  'matchedLine',
  `SELECT b.id AS subject, 1 AS expected, 0 AS found
     FROM bank_lines b LEFT JOIN recharge_requests r ON r.id = b.matched_request AND r.status IN ('pending', 'approved')
    WHERE b.matched_request IS NOT NULL AND r.id IS NULL`,
);
