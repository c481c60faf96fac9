import type { Check } from '../check.ts';
import { apiOrder } from './api-orders.ts';
import { bankLine, matchedLine } from './bank.ts';
import { claimCredit, claimReplacement, claimTotal } from './claims.ts';
import {
  batchRange,
  besideCode,
  caseTwin,
  claimWithoutCode,
  codeSoldTwice,
  duplicateCode,
  expiredSellable,
  retiredOffer,
  soldCode,
  stock,
  unclaimedCode,
} from './codes.ts';
import { advanceCredit, cashChain, cashEntry, cashHeld, debt, debtChain, debtDue } from './credit.ts';
import { freeFireDebit, freeFireHistory, freeFireRefund, freeFireTotals } from './free-fire.ts';
import {
  adjustmentEntry,
  balance,
  correctionTotal,
  dayTotals,
  ledgerChain,
  ledgerOrphan,
  monthClosing,
} from './ledger.ts';
import { foreignDevice, undeliverableMessage } from './messages.ts';
import { ownPrices, priceHistory, priceOwner } from './prices.ts';
import {
  disclosureAccount,
  disclosureNumber,
  purchaseCodesCheck,
  purchaseTotal,
  purchaseTransaction,
} from './purchases.ts';
import { missingWarning, proofContent, warningRequest } from './recharge-proofs.ts';
import { staffOwner, tillSales } from './staff.ts';
import {
  supplierCost,
  supplierDelivered,
  supplierOrderChain,
  supplierSentTwice,
  supplierTopUp,
} from './supplier-orders.ts';
import {
  approvedRequest,
  proposedCredit,
  rechargeTransaction,
  transactionEntry,
  transactionRecord,
} from './transactions.ts';

/** All checks: first the money, then the codes, then the requests. */
export const checks: readonly Check[] = [
  balance,
  ledgerChain,
  ledgerOrphan,
  monthClosing,
  dayTotals,
  adjustmentEntry,
  correctionTotal,
  transactionEntry,
  transactionRecord,
  rechargeTransaction,
  purchaseTransaction,
  purchaseTotal,
  purchaseCodesCheck,
  disclosureNumber,
  disclosureAccount,
  soldCode,
  duplicateCode,
  codeSoldTwice,
  unclaimedCode,
  claimWithoutCode,
  batchRange,
  expiredSellable,
  besideCode,
  caseTwin,
  stock,
  retiredOffer,
  approvedRequest,
  proposedCredit,
  bankLine,
  matchedLine,
  ownPrices,
  priceOwner,
  priceHistory,
  debt,
  debtChain,
  debtDue,
  advanceCredit,
  cashHeld,
  cashChain,
  cashEntry,
  claimCredit,
  claimReplacement,
  claimTotal,
  apiOrder,
  supplierOrderChain,
  supplierSentTwice,
  supplierDelivered,
  supplierTopUp,
  supplierCost,
  staffOwner,
  tillSales,
  proofContent,
  missingWarning,
  warningRequest,
  freeFireDebit,
  freeFireRefund,
  freeFireHistory,
  freeFireTotals,
  undeliverableMessage,
  foreignDevice,
];
