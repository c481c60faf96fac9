import { type Statement, statement } from '../database/statement.ts';

/** The kinds of discrepancies; locale/ has a sentence for each. */
export type DiscrepancyKind =
  | 'balance'
  | 'ledgerChain'
  | 'ledgerOrphan'
  | 'monthClosing'
  | 'dayTotals'
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
  | 'batchRange'
  | 'expiredSellable'
  | 'besideCode'
  | 'caseTwin'
  | 'stock'
  | 'retiredOffer'
  | 'approvedRequest'
  | 'proposedCredit'
  | 'bankLine'
  | 'matchedLine'
  | 'ownPrices'
  | 'priceOwner'
  | 'priceHistory'
  | 'debt'
  | 'debtChain'
  | 'debtDue'
  | 'advanceCredit'
  | 'cashHeld'
  | 'cashChain'
  | 'cashEntry'
  | 'claimCredit'
  | 'claimReplacement'
  | 'claimTotal'
  | 'apiOrder'
  | 'supplierOrderChain'
  | 'supplierSentTwice'
  | 'supplierDelivered'
  | 'supplierTopUp'
  | 'supplierCost'
  | 'staffOwner'
  | 'tillSales'
  | 'proofContent'
  | 'missingWarning'
  | 'warningRequest'
  | 'freeFireDebit'
  | 'freeFireRefund'
  | 'freeFireHistory'
  | 'freeFireTotals'
  | 'undeliverableMessage'
  | 'foreignDevice';

/** A discrepancy. The figures are centimes or counts, depending on the kind. */
export interface Finding {
  readonly subject: string;
  readonly expected: number;
  readonly found: number;
}

export interface Check {
  readonly kind: DiscrepancyKind;
  readonly query: Statement<[], Finding>;
}

/** Of one check; a damaged table must not fill the memory. */
const maxFindings = 1_000;

/** The SQL that returns the rows of a query as findings. */
export const finding = (sql: string): string =>
  `SELECT subject::text AS subject, expected::bigint AS expected, found::bigint AS found
     FROM (${sql}) discrepancies ORDER BY 1 LIMIT ${maxFindings}`;

/** A check: a query that returns a row (subject, expected, found) for each discrepancy. */
export const check = (kind: DiscrepancyKind, sql: string): Check => ({
  kind,
  query: statement<[], Finding>(`audit.${kind}`, finding(sql)),
});
