import { lineHash } from '../../modules/bank/line-hash.ts';
import { check } from '../check.ts';

/** Each line of a bank statement is as it was imported: another day, amount or reference has another hash. */
export const bankLine = check(
  'bankLine',
  `SELECT id AS subject, 1 AS expected, 0 AS found FROM bank_lines WHERE hash <> ${lineHash('day', 'amount', 'reference')}`,
);
