import { exports } from '@almas/contract/exports';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { exportCommand } from './export-list.ts';
import { lists } from './lists.ts';

/** The administrators' lists as CSV. */
export const exportRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, exports, {
    users: exportCommand(exports.users, lists.users),
    transactions: exportCommand(exports.transactions, (_, filters) => lists.transactions(filters)),
    ledger: exportCommand(exports.ledger, lists.ledger),
    rechargeRequests: exportCommand(exports.rechargeRequests, lists.rechargeRequests),
    rechargeStatement: exportCommand(exports.rechargeStatement, () => lists.rechargeStatement()),
    bankLines: exportCommand(exports.bankLines, (_, filters) => lists.bankLines(filters)),
    withoutMoney: exportCommand(exports.withoutMoney, (_, filters) => lists.withoutMoney(filters)),
    reconciliation: exportCommand(exports.reconciliation, (_, filters) => lists.reconciliation(filters)),
    freeFireRequests: exportCommand(exports.freeFireRequests, lists.freeFireRequests),
    products: exportCommand(exports.products, () => lists.products()),
    batches: exportCommand(exports.batches, (_, filters) => lists.batches(filters)),
    batchBuyers: exportCommand(exports.batchBuyers, (_, filters) => lists.batchBuyers(filters)),
    stockCover: exportCommand(exports.stockCover, (_, filters) => lists.stockCover(filters)),
    suppliers: exportCommand(exports.suppliers, (_, filters) => lists.suppliers(filters)),
    priceLevels: exportCommand(exports.priceLevels, () => lists.priceLevels()),
    priceChanges: exportCommand(exports.priceChanges, (_, filters) => lists.priceChanges(filters)),
    priceLists: exportCommand(exports.priceLists, () => lists.priceLists()),
    claims: exportCommand(exports.claims, lists.claims),
    supplierClaims: exportCommand(exports.supplierClaims, (_, filters) =>
      lists.supplierClaims(services.vault, filters),
    ),
    announcements: exportCommand(exports.announcements, lists.announcements),
    supplierOrders: exportCommand(exports.supplierOrders, (_, filters) => lists.supplierOrders(filters)),
    receivables: exportCommand(exports.receivables, (_, filters) => lists.receivables(filters)),
    receivableEntries: exportCommand(exports.receivableEntries, lists.receivableEntries),
    collectors: exportCommand(exports.collectors, lists.collectors),
    remittances: exportCommand(exports.remittances, (_, filters) => lists.remittances(filters)),
    movements: exportCommand(exports.movements, (_, filters) => lists.movements(filters)),
    stockValue: exportCommand(exports.stockValue, (_, filters) => lists.stockValue(filters)),
    margins: exportCommand(exports.margins, (_, filters) => lists.margins(filters)),
    accountFlags: exportCommand(exports.accountFlags, (_, filters) => lists.accountFlags(filters)),
    administrators: exportCommand(exports.administrators, () => lists.administrators()),
    creditProposals: exportCommand(exports.creditProposals, (_, filters) => lists.creditProposals(filters)),
    auditTrail: exportCommand(exports.auditTrail, (_, filters) => lists.auditTrail(filters)),
  });
