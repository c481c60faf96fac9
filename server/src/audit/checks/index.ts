import type { Check } from '../check.ts';
import { approvedRequest } from './approved-request.ts';
import { balance } from './balance.ts';
import { codeSoldTwice, duplicateCode } from './duplicate-code.ts';
import { freeFireDebit } from './free-fire-debit.ts';
import { freeFireHistory } from './free-fire-history.ts';
import { freeFireRefund } from './free-fire-refund.ts';
import { freeFireTotals } from './free-fire-totals.ts';
import { ledgerChain } from './ledger-chain.ts';
import { ledgerOrphan } from './ledger-orphan.ts';
import { purchaseCodesCheck } from './purchase-codes.ts';
import { purchaseTotal } from './purchase-total.ts';
import { purchaseTransaction } from './purchase-transaction.ts';
import { rechargeTransaction } from './recharge-transaction.ts';
import { retiredOffer } from './retired-offer.ts';
import { soldCode } from './sold-code.ts';
import { stock } from './stock.ts';
import { transactionEntry } from './transaction-entry.ts';
import { transactionRecord } from './transaction-record.ts';

/** What must hold at any moment: the money first, then the codes, then the requests. */
export const checks: readonly Check[] = [
  balance,
  ledgerChain,
  ledgerOrphan,
  transactionEntry,
  transactionRecord,
  rechargeTransaction,
  purchaseTransaction,
  purchaseTotal,
  purchaseCodesCheck,
  soldCode,
  duplicateCode,
  codeSoldTwice,
  stock,
  retiredOffer,
  approvedRequest,
  freeFireDebit,
  freeFireRefund,
  freeFireHistory,
  freeFireTotals,
];
