import { type Statement, statement } from '../database/statement.ts';

/** What can be wrong with the books; each has its sentence in locale/. */
export type DiscrepancyKind =
  | 'balance'
  | 'ledgerChain'
  | 'ledgerOrphan'
  | 'adjustmentEntry'
  | 'correctionTotal'
  | 'transactionEntry'
  | 'transactionRecord'
  | 'rechargeTransaction'
  | 'purchaseTransaction'
  | 'purchaseTotal'
  | 'purchaseCodes'
  | 'disclosureNumber'
  | 'disclosureAccount'
  | 'soldCode'
  | 'duplicateCode'
  | 'codeSoldTwice'
  | 'unclaimedCode'
  | 'claimWithoutCode'
  | 'stock'
  | 'retiredOffer'
  | 'approvedRequest'
  | 'proofContent'
  | 'missingWarning'
  | 'warningRequest'
  | 'freeFireDebit'
  | 'freeFireRefund'
  | 'freeFireHistory'
  | 'freeFireTotals'
  | 'undeliverableMessage'
  | 'foreignDevice';

/** One thing that is not as the books say. Figures are centimes or counts, as the kind has it. */
export interface Finding {
  readonly subject: string;
  readonly expected: number;
  readonly found: number;
}

export interface Check {
  readonly kind: DiscrepancyKind;
  readonly query: Statement<[], Finding>;
}

/** Enough to see what is wrong; a broken table should not fill the memory. */
const most = 1_000;

/** A text that answers what a query finds. */
export const finding = (sql: string): string =>
  `SELECT subject::text AS subject, expected::bigint AS expected, found::bigint AS found
     FROM (${sql}) discrepancies ORDER BY 1 LIMIT ${most}`;

/** A check: a query that answers one row (subject, expected, found) for every discrepancy, and none on sound books. */
export const check = (kind: DiscrepancyKind, sql: string): Check => ({
  kind,
  query: statement<[], Finding>(`audit.${kind}`, finding(sql)),
});
