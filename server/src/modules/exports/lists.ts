import type { AccountFlag } from '@almas/contract/account-flags';
import type { User } from '@almas/contract/accounts';
import type { Administrator } from '@almas/contract/administrators';
import type { Announcement } from '@almas/contract/announcements';
import type { AuditTrailEntry } from '@almas/contract/audit-trail';
import type { BankLine, PaidRequest, ReconciliationDay } from '@almas/contract/bank';
import type { Claim } from '@almas/contract/claims';
import type { BatchBuyer, CodeBatch } from '@almas/contract/code-batches';
import {
  type Collector,
  movementOf,
  type Receivable,
  type ReceivableEntry,
  type Remittance,
} from '@almas/contract/credit';
import type { exports } from '@almas/contract/exports';
import type { FreeFireRequest } from '@almas/contract/free-fire';
import { pages } from '@almas/contract/page-sizes';
import { personName } from '@almas/contract/person-name';
import type { PriceChange, PriceLevel, PriceList } from '@almas/contract/prices';
import type { Product } from '@almas/contract/products';
import type { RechargeRequest, RechargeStatementLine } from '@almas/contract/recharge-requests';
import type { Margin, StockValue } from '@almas/contract/reports';
import type { Parsed } from '@almas/contract/route';
import type { OfferCover } from '@almas/contract/stock';
import type { SupplierOrder } from '@almas/contract/supplier-orders';
import type { Supplier } from '@almas/contract/suppliers';
import type { CreditProposal, LedgerEntry, Transaction } from '@almas/contract/wallet';
import { actionText, figuresText, subjectText } from '@almas/locale/audit-figures';
import { exportTexts } from '@almas/locale/exports';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { announcements as announcementWords } from '@almas/locale/screens/announcements';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import { bank as bankWords } from '@almas/locale/screens/bank';
import { brakes } from '@almas/locale/screens/brakes';
import { claims as claimWords } from '@almas/locale/screens/claims';
import { codeBatches as batchWords } from '@almas/locale/screens/code-batches';
import { common } from '@almas/locale/screens/common';
import { credit as creditWords } from '@almas/locale/screens/credit';
import { owner as ownerWords } from '@almas/locale/screens/owner';
import { supplierOrders as orderWords } from '@almas/locale/screens/supplier-orders';
import { team } from '@almas/locale/screens/team';
import type { Caller } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { listFlags } from '../account-flags/list-flags.ts';
import { listUsers } from '../accounts/list-users.ts';
import { presentUser } from '../accounts/user-record.ts';
import { listAdministrators } from '../administrators/list-administrators.ts';
import { listAnnouncements } from '../announcements/list-announcements.ts';
import { listActions } from '../audit-trail/list-actions.ts';
import { listLines } from '../bank/bank.routes.ts';
import { checkPeriod, reconcile, requestsWithoutMoney } from '../bank/reconciliation.ts';
import { listClaims } from '../claims/list-claims.ts';
import { type ClaimedCode, listClaimedCodes } from '../claims/supplier-claims.ts';
import { listBatches, listBuyers } from '../codes/code-batches.ts';
import { listCollectors } from '../credit/collectors.ts';
import { listExportedEntries } from '../credit/list-entries.ts';
import { listReceivables } from '../credit/list-receivables.ts';
import { listRemittances } from '../credit/remittances.ts';
import { listFreeFireRequests } from '../free-fire/list-requests.ts';
import { listPriceChanges } from '../prices/list-changes.ts';
import { listLevels } from '../prices/price-levels.ts';
import { listPriceLists } from '../prices/price-lists.ts';
import { catalogueReader } from '../products/catalogue.ts';
import { rechargeStatement } from '../recharge-requests/daily-totals.ts';
import { listRechargeRequests } from '../recharge-requests/list-requests.ts';
import { listMovements, type Movement } from '../reports/list-movements.ts';
import { listMargins } from '../reports/margins.ts';
import { readStockValue } from '../reports/stock-value.ts';
import { listCover } from '../stock/cover.ts';
import { listOrders } from '../supplier-orders/list-orders.ts';
import { listSuppliers } from '../suppliers/list-suppliers.ts';
import { listLedger } from '../wallet/list-ledger.ts';
import { listProposals } from '../wallet/list-proposals.ts';
import { listTransactions } from '../wallet/list-transactions.ts';
import { at, type Cell, dinars } from './cells.ts';
import type { ExportedList, ExportPage } from './export-list.ts';

type Query<Name extends keyof typeof exports> = Parsed<(typeof exports)[Name]>['body'];
const { heads } = exportTexts;

/** Columns by their heads, each with what it holds of an item. */
type Columns<Item> = readonly (readonly [head: string, cell: (item: Item) => Cell])[];

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

const exported = <Item>(
  name: ExportedList['name'],
  columns: Columns<Item>,
  read: (db: Queryable, cursor: string | undefined) => Promise<Page<Item>>,
): ExportedList => ({
  name,
  heads: columns.map(([head]) => head),
  page: async (db, cursor): Promise<ExportPage> => {
    const { items, nextCursor } = await read(db, cursor);
    return { rows: items.map((item) => columns.map(([, cell]) => cell(item))), nextCursor };
  },
});

const marginBy = (by: Query<'margins'>['by']): Columns<Margin> => [
  by === 'day' ? [heads.day, ({ name }) => ({ day: name })] : [heads.name, ({ name }) => name],
  [heads.knownCodes, ({ codes }) => codes],
  [heads.knownAmount, ({ amount }) => dinars(amount)],
  [heads.cost, ({ cost }) => dinars(cost)],
  [heads.earned, (row) => dinars(row.margin)],
  [heads.unknownCodes, ({ unknownCodes }) => unknownCodes],
  [heads.unknownAmount, ({ unknownAmount }) => dinars(unknownAmount)],
  [heads.id, ({ id }) => id],
];

const stockValue: Columns<StockValue> = [
  [heads.game, ({ game }) => game],
  [heads.product, ({ productName }) => productName],
  [heads.offer, ({ offerName }) => offerName],
  [heads.knownCodes, ({ codes }) => codes],
  [heads.stockValue, ({ cost }) => dinars(cost)],
  [heads.unknownCodes, ({ unknownCodes }) => unknownCodes],
];

const user: Columns<User> = [
  [heads.account, personName],
  [heads.email, ({ email }) => email],
  [heads.company, ({ company }) => company],
  [heads.phone, ({ phone }) => phone],
  [heads.role, ({ role }) => adminUsers.roles[role]],
  [heads.status, ({ status }) => common.accountStatus[status]],
  [heads.balance, ({ balance }) => dinars(balance)],
  [heads.createdAt, ({ createdAt }) => at(createdAt)],
  [heads.lastRecharge, ({ lastRecharge }) => at(lastRecharge)],
  [heads.lastPurchase, ({ lastPurchase }) => at(lastPurchase)],
  [heads.activatedAt, ({ activatedAt }) => at(activatedAt)],
  [heads.deactivatedAt, ({ status, deactivatedAt }) => at(status === 'inactive' ? deactivatedAt : null)],
  [
    heads.deactivationReason,
    ({ status, deactivationReason }) =>
      status === 'inactive' && deactivationReason ? deactivationReason : null,
  ],
  [heads.id, ({ id }) => id],
];

const isFreeFire = ({ type }: Transaction) => type === 'freefire' || type === 'freefire_request';

/** The words of the list's own columns (AMB-05, AMB-39). */
function statusOf(entry: Transaction): string {
  if (entry.requestStatus) return adminWallet.requestStatuses[entry.requestStatus];
  return adminWallet.statuses[isFreeFire(entry) && entry.status === 'completed' ? 'validated' : entry.status];
}

const transaction: Columns<Transaction> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.account, ({ userName }) => userName],
  [heads.email, ({ userEmail }) => userEmail],
  [heads.type, ({ type }) => adminWallet.types[type]],
  [heads.description, ({ description }) => description],
  [heads.amount, ({ type, amount }) => dinars(type === 'recharge' ? amount : -amount)],
  [heads.balanceBefore, ({ balanceBefore }) => dinars(balanceBefore)],
  [heads.balanceAfter, ({ balanceAfter }) => dinars(balanceAfter)],
  [heads.status, statusOf],
  [heads.refunded, ({ refund, credited }) => dinars(refund?.amount ?? credited)],
  [
    heads.corrected,
    ({ corrections }) => corrections && dinars(corrections.reduce((sum, { amount }) => sum + amount, 0)),
  ],
  [heads.admin, ({ adminName }) => adminName],
  [heads.reason, ({ reason }) => reason],
  [heads.playerId, ({ freeFire }) => freeFire?.playerId],
];

const movement: Columns<LedgerEntry> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.description, ({ description }) => description],
  [heads.amount, ({ type, amount }) => dinars(type === 'credit' ? amount : -amount)],
  [heads.balanceBefore, ({ balanceBefore }) => dinars(balanceBefore)],
  [heads.balanceAfter, ({ balanceAfter }) => dinars(balanceAfter)],
  [heads.transaction, ({ transactionId }) => transactionId],
];

const movementOfAll: Columns<Movement> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.account, ({ userName }) => userName],
  [heads.email, ({ userEmail }) => userEmail],
  [heads.type, ({ source, method }) => ownerWords.day.line(source, method)],
  [heads.description, ({ description }) => description],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.balanceBefore, ({ balanceBefore }) => dinars(balanceBefore)],
  [heads.balanceAfter, ({ balanceAfter }) => dinars(balanceAfter)],
  [heads.transaction, ({ transactionId }) => transactionId],
];

const rechargeRequest: Columns<RechargeRequest> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.account, ({ userName }) => userName],
  [heads.email, ({ userEmail }) => userEmail],
  [heads.company, ({ userCompany }) => userCompany],
  [heads.phone, ({ phoneNumber }) => phoneNumber],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.method, ({ methodName }) => methodName],
  [heads.reference, ({ reference }) => reference],
  [heads.status, ({ status }) => auditTrail.values[status]],
  [heads.decidedAt, ({ processedAt }) => at(processedAt)],
  [heads.decidedBy, ({ processedByName }) => processedByName],
  [heads.resellerNote, ({ resellerNote }) => resellerNote],
  [heads.approvalNote, ({ approvalNote }) => approvalNote],
  [heads.reason, ({ rejectionReason }) => rejectionReason],
  [heads.transaction, ({ transactionId }) => transactionId],
];

const bankLine: Columns<BankLine> = [
  [heads.day, ({ day }) => ({ day })],
  [heads.bankAccount, ({ accountName }) => accountName],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.reference, ({ reference }) => reference],
  [heads.status, ({ state }) => bankWords.lines.states[state]],
  [heads.request, ({ request }) => request?.id],
  [heads.reseller, ({ request }) => request?.userName],
  [heads.matchedBy, ({ matchedByName }) => matchedByName],
  [heads.matchedAt, ({ matchedAt }) => at(matchedAt)],
  [heads.explanation, ({ explanation }) => explanation],
  [heads.explainedBy, ({ explainedByName }) => explainedByName],
  [heads.explainedAt, ({ explainedAt }) => at(explainedAt)],
  [heads.proposals, ({ proposals }) => proposals.map(({ id }) => id).join(', ')],
  [heads.id, ({ id }) => id],
];

const paidRequest: Columns<PaidRequest> = [
  [heads.request, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.reseller, ({ userName }) => userName],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.reference, ({ reference }) => reference],
];

const reconciliationDay: Columns<ReconciliationDay> = [
  [heads.day, ({ day }) => ({ day })],
  [heads.method, ({ methodName }) => methodName],
  [heads.approved, ({ approved }) => approved],
  [heads.approvedKept, ({ approvedAmount }) => dinars(approvedAmount)],
  [heads.received, ({ received }) => received],
  [heads.receivedAmount, ({ receivedAmount }) => dinars(receivedAmount)],
  [heads.explainedAmount, ({ explainedAmount }) => dinars(explainedAmount)],
  [heads.gap, ({ gap }) => dinars(gap)],
];

const statementLine: Columns<RechargeStatementLine> = [
  [heads.day, ({ day }) => ({ day })],
  [heads.method, ({ methodName }) => methodName],
  [heads.requests, ({ requests }) => requests],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.approved, ({ approved }) => approved],
  [heads.approvedAmount, ({ approvedAmount }) => dinars(approvedAmount)],
  [heads.pending, ({ pending }) => pending],
  [heads.pendingAmount, ({ pendingAmount }) => dinars(pendingAmount)],
  [heads.refused, ({ refused }) => refused],
  [heads.refusedAmount, ({ refusedAmount }) => dinars(refusedAmount)],
];

const freeFireRequest: Columns<FreeFireRequest> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.reseller, ({ resellerName }) => resellerName],
  [heads.email, ({ userEmail }) => userEmail],
  [heads.playerId, ({ playerId }) => playerId],
  [heads.offer, ({ offerName }) => offerName],
  [heads.diamonds, ({ diamondsValue }) => diamondsValue],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.status, ({ status }) => adminWallet.requestStatuses[status]],
  [heads.decidedAt, ({ validatedAt, refusedAt }) => at(validatedAt ?? refusedAt)],
  [heads.decidedBy, ({ processedByName }) => processedByName],
  [heads.note, ({ note }) => note],
  [heads.proof, ({ imageUrl }) => imageUrl],
  [heads.transaction, ({ transactionId }) => transactionId],
];

/** One row per offer; a product without one has a row of its own. */
type OfferLine = Pick<Product, 'game' | 'name' | 'status' | 'lastSale'> & {
  readonly offer: Product['offers'][number] | undefined;
};
const offerLine: Columns<OfferLine> = [
  [heads.game, ({ game }) => game],
  [heads.product, ({ name }) => name],
  [heads.status, ({ status }) => exportTexts.productStatuses[status]],
  [heads.offer, ({ offer }) => offer?.name],
  [heads.value, ({ offer }) => offer?.value],
  [heads.region, ({ offer }) => offer?.region],
  [heads.price, ({ offer }) => dinars(offer?.price)],
  [heads.stock, ({ offer }) => offer?.stock],
  [heads.lastSale, ({ lastSale }) => at(lastSale)],
];

const batch: Columns<CodeBatch> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.product, ({ productName }) => productName],
  [heads.offer, ({ offerName }) => offerName],
  [heads.label, ({ label }) => label],
  [heads.source, ({ source }) => source],
  [heads.supplier, ({ supplierName }) => supplierName],
  [heads.status, ({ state }) => batchWords.badges[state]],
  [heads.codes, ({ codes }) => codes],
  [heads.sold, ({ sold }) => sold],
  [heads.left, ({ left }) => left],
  [heads.withdrawn, ({ withdrawn }) => withdrawn],
  [heads.unitCost, ({ unitCost }) => dinars(unitCost)],
  [heads.currency, ({ currency }) => currency],
  [heads.currencyCost, ({ currencyCost }) => currencyCost],
  [heads.rate, ({ rate }) => rate],
  [heads.price, ({ price }) => dinars(price)],
  [heads.margin, ({ price, unitCost }) => dinars(unitCost === null ? null : price - unitCost)],
  [heads.expiresOn, ({ expiresOn }) => expiresOn && { day: expiresOn }],
  [heads.admin, ({ authorName }) => authorName],
  [heads.recalledAt, ({ recall }) => at(recall?.at)],
  [heads.reason, ({ recall }) => recall?.reason],
];

const batchBuyer: Columns<BatchBuyer> = [
  [heads.purchase, ({ purchaseId }) => purchaseId],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.account, ({ userName }) => userName],
  [heads.email, ({ userEmail }) => userEmail],
  [heads.phone, ({ userPhone }) => userPhone],
  [heads.codes, ({ codes }) => codes],
];

const claim: Columns<Claim> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.account, ({ userName }) => userName],
  [heads.company, ({ review }) => review?.company],
  [heads.purchase, ({ purchaseId }) => purchaseId],
  [heads.purchasedAt, ({ purchasedAt }) => at(purchasedAt)],
  [heads.product, ({ productName }) => productName],
  [heads.offer, ({ offerName }) => offerName],
  [heads.price, ({ unitPrice }) => dinars(unitPrice)],
  [heads.reason, ({ reason }) => claimWords.reasons[reason]],
  [heads.note, ({ note }) => note],
  [heads.status, ({ status }) => claimWords.statuses[status]],
  [heads.refunded, ({ credited }) => dinars(credited)],
  [heads.outcome, ({ decisionNote }) => decisionNote],
  [heads.decidedAt, ({ decidedAt }) => at(decidedAt)],
  [heads.decidedBy, ({ review }) => review?.decidedByName],
];

const claimedCode: Columns<ClaimedCode> = [
  [heads.claim, ({ claimId }) => String(claimId)],
  [heads.decidedAt, ({ decidedAt }) => at(decidedAt)],
  [heads.supplier, ({ supplierName }) => supplierName],
  [heads.batch, ({ batchId }) => (batchId === null ? null : String(batchId))],
  [heads.label, ({ batchLabel }) => batchLabel],
  [heads.product, ({ productName }) => productName],
  [heads.offer, ({ offerName }) => offerName],
  [heads.code, ({ code }) => code],
  [heads.serial, ({ serial }) => serial],
  [heads.purchasedAt, ({ soldAt }) => at(soldAt)],
  [heads.reason, ({ reason }) => claimWords.reasons[reason]],
  [heads.outcome, ({ status }) => claimWords.statuses[status]],
  [heads.cost, ({ cost }) => dinars(cost)],
];

const supplierOrder: Columns<SupplierOrder> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.supplier, ({ supplierName }) => supplierName],
  [heads.product, ({ productName }) => productName],
  [heads.offer, ({ offerName }) => offerName],
  [heads.reference, ({ reference }) => reference],
  [heads.supplierNumber, ({ number }) => number],
  [heads.ordered, ({ quantity }) => quantity],
  [heads.delivered, ({ delivered }) => delivered],
  [heads.maxCost, ({ maxCost }) => dinars(maxCost)],
  [heads.cost, ({ cost }) => dinars(cost)],
  [heads.status, ({ status }) => orderWords.statuses[status]],
  [heads.note, ({ evidence }) => evidence],
  [heads.batch, ({ batchId }) => batchId],
  [heads.orderedBy, ({ orderedByName }) => orderedByName],
];

const receivable: Columns<Receivable> = [
  [heads.account, ({ userName }) => userName],
  [heads.company, ({ company }) => company],
  [heads.phone, ({ phone }) => phone],
  [heads.postalAddress, ({ address }) => address],
  [heads.city, ({ city }) => city],
  [heads.debt, ({ debt }) => dinars(debt)],
  [heads.limit, ({ limit }) => dinars(limit)],
  [heads.dueOn, ({ dueOn }) => ({ day: dueOn })],
  [heads.overdue, ({ overdue }) => dinars(overdue)],
  [heads.days7, ({ ageing }) => dinars(ageing.days7)],
  [heads.days15, ({ ageing }) => dinars(ageing.days15)],
  [heads.days30, ({ ageing }) => dinars(ageing.days30)],
  [heads.older, ({ ageing }) => dinars(ageing.older)],
];

const receivableEntry: Columns<ReceivableEntry> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.type, (entry) => creditWords.kinds[movementOf(entry)]],
  [heads.amount, ({ amount, debtBefore, debtAfter }) => dinars(debtAfter > debtBefore ? amount : -amount)],
  [heads.debtBefore, ({ debtBefore }) => dinars(debtBefore)],
  [heads.debtAfter, ({ debtAfter }) => dinars(debtAfter)],
  [heads.dueOn, ({ dueOn }) => dueOn && { day: dueOn }],
  [heads.receipt, ({ receiptNumber }) => receiptNumber],
  [heads.collector, ({ collectedByName }) => collectedByName],
  [heads.admin, ({ recordedByName }) => recordedByName],
  [heads.note, ({ note }) => note],
  [heads.transaction, ({ transactionId }) => transactionId],
  [heads.method, ({ method }) => method && creditWords.methods[method]],
];

const collector: Columns<Collector> = [
  [heads.collector, ({ name }) => name],
  [heads.held, ({ held }) => dinars(held)],
  [heads.ceiling, ({ ceiling }) => dinars(ceiling)],
  [heads.unconfirmed, ({ openRemittance }) => dinars(openRemittance?.amount)],
];

const announcement: Columns<Announcement> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.type, ({ kind }) => announcementWords.kinds[kind]],
  [heads.title, ({ title }) => title],
  [heads.message, ({ message }) => message],
];

const remittance: Columns<Remittance> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.collector, ({ collectorName }) => collectorName],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.status, ({ state }) => creditWords.remittanceStates[state]],
  [heads.confirmedAt, ({ confirmedAt }) => at(confirmedAt)],
  [heads.confirmedBy, ({ confirmedByName }) => confirmedByName],
  [heads.note, ({ note }) => note],
];

const cover: Columns<OfferCover> = [
  [heads.game, ({ game }) => game],
  [heads.product, ({ productName }) => productName],
  [heads.offer, ({ offerName }) => offerName],
  [heads.stock, ({ stock }) => stock],
  [heads.perDay, ({ perDay }) => perDay],
  [heads.coverDays, ({ days }) => days],
  [heads.missed, ({ missed }) => missed],
  [heads.minStock, ({ minStock }) => minStock],
  [heads.price, ({ price }) => dinars(price)],
  [heads.unitCost, ({ unitCost }) => dinars(unitCost)],
  [heads.margin, ({ price, unitCost }) => dinars(unitCost === null ? null : price - unitCost)],
];

const supplier: Columns<Supplier> = [
  [heads.id, ({ id }) => id],
  [heads.supplier, ({ name }) => name],
  [heads.contact, ({ contact }) => contact],
  [heads.note, ({ note }) => note],
  [heads.batches, ({ batches }) => batches],
  [heads.codes, ({ codes }) => codes],
  [heads.archivedAt, ({ archivedAt }) => at(archivedAt)],
];

const priceLevel: Columns<PriceLevel> = [
  [heads.id, ({ id }) => id],
  [heads.level, ({ name }) => name],
  [heads.accounts, ({ accounts }) => accounts],
  [heads.prices, ({ prices }) => prices],
];

const priceChange: Columns<PriceChange> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.admin, ({ authorName }) => authorName],
  [heads.product, ({ productName }) => productName],
  [heads.offer, ({ offerName }) => offerName],
  [heads.scope, ({ scope, scopeName }) => scopeName ?? exportTexts.priceScopes[scope]],
  [heads.minQuantity, ({ minQuantity }) => minQuantity],
  [heads.priceBefore, ({ from }) => dinars(from)],
  [heads.priceAfter, ({ to }) => dinars(to)],
  [heads.belowCost, ({ belowCost }) => (belowCost ? exportTexts.yes : null)],
  [heads.list, ({ listId }) => listId],
];

const priceList: Columns<PriceList> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.admin, ({ authorName }) => authorName],
  [heads.source, ({ source }) => source],
  [heads.changes, ({ changes }) => changes],
  [heads.undoes, ({ undoes }) => undoes],
];

const flag: Columns<AccountFlag> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.account, ({ userName }) => userName],
  [heads.type, ({ kind }) => brakes.flags.kinds[kind]],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.usual, ({ usual }) => dinars(usual)],
  [heads.seenBy, ({ seenByName }) => seenByName],
  [heads.seenAt, ({ seenAt }) => at(seenAt)],
];

const administrator: Columns<Administrator> = [
  [heads.account, ({ name }) => name],
  [heads.email, ({ email }) => email],
  [heads.status, ({ status }) => common.accountStatus[status]],
  [heads.scopes, ({ scopes }) => team.scopesText(scopes)],
  [heads.creditCap, ({ creditCap }) => dinars(creditCap)],
  [heads.creditThreshold, ({ creditThreshold }) => dinars(creditThreshold)],
  [heads.creditedToday, ({ creditedToday }) => dinars(creditedToday)],
  [heads.id, ({ id }) => id],
];

const proposal: Columns<CreditProposal> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.account, ({ userName }) => userName],
  [heads.amount, ({ amount }) => dinars(amount)],
  [heads.note, ({ note }) => note],
  [heads.admin, ({ proposedByName }) => proposedByName],
  [heads.status, ({ state }) => team.proposals.states[state]],
  [heads.decidedBy, ({ decidedByName }) => decidedByName],
  [heads.decidedAt, ({ decidedAt }) => at(decidedAt)],
];

const figures = (value: AuditTrailEntry['before']): Cell => (value ? figuresText(value) : null);
const action: Columns<AuditTrailEntry> = [
  [heads.id, ({ id }) => id],
  [heads.date, ({ createdAt }) => at(createdAt)],
  [heads.admin, ({ actorName }) => actorName],
  [heads.action, ({ action: name, before }) => actionText(name, before) ?? name],
  [heads.subject, (entry) => subjectText(entry) ?? `${entry.subjectType} ${entry.subjectId}`],
  [heads.before, ({ before }) => figures(before)],
  [heads.after, ({ after }) => figures(after)],
  [heads.address, ({ ip }) => ip],
];

/** Every list with its pages, read as the list itself reads them: the same filters, the same order. */
export const lists = {
  users: (caller: Caller, query: Query<'users'>) =>
    exported('users', user, async (db, cursor) => {
      const page = await listUsers(db, { ...query, limit: pages.users.max, cursor });
      return { ...page, items: page.items.map((record) => presentUser(record, caller.actor)) };
    }),
  transactions: (query: Query<'transactions'>) =>
    exported('transactions', transaction, (db, cursor) =>
      listTransactions(db, { ...query, limit: pages.transactions.max, cursor }),
    ),
  ledger: (caller: Caller, { userId }: Query<'ledger'>) =>
    exported('ledger', movement, (db, cursor) =>
      listLedger(db, caller, { userId, limit: pages.ledger.max, cursor }),
    ),
  rechargeRequests: (caller: Caller, query: Query<'rechargeRequests'>) =>
    exported('rechargeRequests', rechargeRequest, (db, cursor) =>
      listRechargeRequests(db, caller, { ...query, limit: pages.rechargeRequests.max, cursor }),
    ),
  rechargeStatement: () => exported('rechargeStatement', statementLine, rechargeStatement),
  freeFireRequests: (caller: Caller, query: Query<'freeFireRequests'>) =>
    exported('freeFireRequests', freeFireRequest, (db, cursor) =>
      listFreeFireRequests(db, caller, { ...query, limit: pages.freeFireRequests.max, cursor }),
    ),
  batches: (query: Query<'batches'>) =>
    exported('batches', batch, (db, cursor) =>
      listBatches(db, { ...query, limit: pages.codeBatches.max, cursor }),
    ),
  batchBuyers: ({ batchId }: Query<'batchBuyers'>) =>
    exported('batchBuyers', batchBuyer, (db, cursor) =>
      listBuyers(db, batchId, { limit: pages.batchBuyers.max, cursor }),
    ),
  stockCover: (query: Query<'stockCover'>) =>
    exported('stockCover', cover, (db, cursor) =>
      listCover(db, { ...query, limit: pages.stockCover.max, cursor }),
    ),
  suppliers: (query: Query<'suppliers'>) =>
    exported('suppliers', supplier, (db, cursor) =>
      listSuppliers(db, { ...query, limit: pages.suppliers.max, cursor }),
    ),
  priceLevels: () =>
    exported('priceLevels', priceLevel, (db, cursor) =>
      listLevels(db, { limit: pages.priceLevels.max, cursor }),
    ),
  priceChanges: (query: Query<'priceChanges'>) =>
    exported('priceChanges', priceChange, (db, cursor) =>
      listPriceChanges(db, { ...query, limit: pages.priceChanges.max, cursor }),
    ),
  priceLists: () =>
    exported('priceLists', priceList, (db, cursor) =>
      listPriceLists(db, { limit: pages.priceLists.max, cursor }),
    ),
  claims: (caller: Caller, query: Query<'claims'>) =>
    exported('claims', claim, (db, cursor) =>
      listClaims(db, caller, { ...query, limit: pages.claims.max, cursor }),
    ),
  supplierClaims: (vault: CodeVault, query: Query<'supplierClaims'>) =>
    exported('supplierClaims', claimedCode, (db, cursor) =>
      listClaimedCodes(vault, db, { ...query, limit: pages.supplierClaims.max, cursor }),
    ),
  announcements: ({ actor }: Caller) =>
    exported('announcements', announcement, (db, cursor) =>
      listAnnouncements(db, actor.id, { limit: pages.announcements.max, cursor }),
    ),
  supplierOrders: (query: Query<'supplierOrders'>) =>
    exported('supplierOrders', supplierOrder, (db, cursor) =>
      listOrders(db, { ...query, limit: pages.supplierOrders.max, cursor }),
    ),
  receivables: (query: Query<'receivables'>) =>
    exported('receivables', receivable, (db, cursor) =>
      listReceivables(db, { ...query, limit: pages.receivables.max, cursor }),
    ),
  receivableEntries: (caller: Caller, { userId }: Query<'receivableEntries'>) =>
    exported('receivableEntries', receivableEntry, (db, cursor) =>
      listExportedEntries(db, caller, { userId, limit: pages.receivableEntries.max, cursor }),
    ),
  collectors: ({ actor }: Caller) =>
    exported('collectors', collector, (db, cursor) =>
      listCollectors(db, actor, { limit: pages.collectors.max, cursor }),
    ),
  remittances: (query: Query<'remittances'>) =>
    exported('remittances', remittance, (db, cursor) =>
      listRemittances(db, { ...query, limit: pages.remittances.max, cursor }),
    ),
  products: () =>
    exported('products', offerLine, async (db) => {
      const { products } = await catalogueReader(db)();
      const items = products.flatMap(({ offers, ...product }) =>
        (offers.length > 0 ? offers : [undefined]).map((offer) => ({ ...product, offer })),
      );
      return { items, nextCursor: null };
    }),
  margins: (query: Query<'margins'>) =>
    exported('margins', marginBy(query.by), (db, cursor) =>
      listMargins(db, { ...query, limit: pages.margins.max, cursor }),
    ),
  movements: (query: Query<'movements'>) =>
    exported('movements', movementOfAll, (db, cursor) => listMovements(db, query, cursor)),
  stockValue: (query: Query<'stockValue'>) =>
    exported('stockValue', stockValue, async (db) => ({
      items: (await readStockValue(db, query)).items,
      nextCursor: null,
    })),
  bankLines: (query: Query<'bankLines'>) =>
    exported('bankLines', bankLine, (db, cursor) =>
      listLines(db, { ...query, limit: pages.bankLines.max, cursor }),
    ),
  withoutMoney: (query: Query<'withoutMoney'>) => {
    checkPeriod(query);
    return exported('withoutMoney', paidRequest, (db, cursor) =>
      requestsWithoutMoney(db, { ...query, limit: pages.bankLines.max, cursor }),
    );
  },
  reconciliation: (query: Query<'reconciliation'>) => {
    checkPeriod(query);
    return exported('reconciliation', reconciliationDay, async (db) => ({
      items: (await reconcile(db, query)).days,
      nextCursor: null,
    }));
  },
  accountFlags: (query: Query<'accountFlags'>) =>
    exported('accountFlags', flag, (db, cursor) =>
      listFlags(db, { ...query, limit: pages.accountFlags.max, cursor }),
    ),
  administrators: () =>
    exported('administrators', administrator, (db, cursor) =>
      listAdministrators(db, { limit: pages.administrators.max, cursor }),
    ),
  creditProposals: (query: Query<'creditProposals'>) =>
    exported('creditProposals', proposal, (db, cursor) =>
      listProposals(db, { ...query, limit: pages.creditProposals.max, cursor }),
    ),
  auditTrail: (query: Query<'auditTrail'>) =>
    exported('auditTrail', action, (db, cursor) =>
      listActions(db, { ...query, limit: pages.auditTrail.max, cursor }),
    ),
};
