import * as z from 'zod';
import { accountFlags } from './account-flags.ts';
import { users } from './accounts.ts';
import { auditTrail } from './audit-trail.ts';
import { bank } from './bank.ts';
import { claims } from './claims.ts';
import { codeBatches } from './code-batches.ts';
import { credit } from './credit.ts';
import type { ErrorCode } from './errors.ts';
import type { FeatureName } from './features.ts';
import { Day } from './fields.ts';
import { freeFire } from './free-fire.ts';
import { prices } from './prices.ts';
import { rechargeRequests } from './recharge-requests.ts';
import { reports } from './reports.ts';
import { type Route, route, type Scope } from './route.ts';
import { stock } from './stock.ts';
import { supplierOrders } from './supplier-orders.ts';
import { suppliers } from './suppliers.ts';
import { wallet } from './wallet.ts';

export const ExportFormat = z.enum(['csv', 'xlsx']);
export type ExportFormat = z.output<typeof ExportFormat>;
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const paging = { limit: true, cursor: true } as const;

/**
 * A whole list as CSV, or as a workbook up to 20,000 rows, under the filters and the sorting of the list itself. It is recorded: a call
 * that only reads changes nothing. One that holds personal data asks for a fresh code, like the export of codes.
 */
const exported = <const Filters extends z.ZodObject>(
  scope: Scope,
  path: Route['path'],
  summary: string,
  filters: Filters,
  errors: readonly ErrorCode[] = ['STEP_UP_REQUIRED'],
  feature?: FeatureName,
) =>
  route({
    method: 'POST',
    path,
    summary: `${summary}, en CSV ou en XLSX`,
    access: 'admin',
    scope,
    long: true,
    ...(feature && { feature }),
    produces: 'text/csv',
    alsoProduces: workbookType,
    query: z.object({ format: ExportFormat.default('csv') }),
    body: filters,
    response: z.string(),
    errors: ['TOO_MANY_EXPORTS', 'EXPORT_TOO_LONG', ...errors],
  });

export const exports = {
  users: exported('accounts', '/api/exports/users', 'Comptes', users.list.query.omit(paging)),
  transactions: exported(
    'reports',
    '/api/exports/transactions',
    'Transactions',
    wallet.transactions.query.omit(paging),
  ),
  ledger: exported(
    'accounts',
    '/api/exports/ledger',
    'Grand livre d’un compte (`userId`)',
    z.object({ userId: z.string().max(100) }),
  ),
  rechargeRequests: exported(
    'requests',
    '/api/exports/recharge-requests',
    'Demandes de recharge',
    rechargeRequests.list.query.omit({ ...paging, userId: true }),
  ),
  rechargeStatement: exported(
    'requests',
    '/api/exports/recharge-statement',
    'Relevé des demandes de recharge par jour et par méthode',
    z.object({}),
  ),
  bankLines: exported(
    'requests',
    '/api/exports/bank-lines',
    'Lignes des relevés bancaires',
    bank.lines.query.omit(paging),
  ),
  withoutMoney: exported(
    'requests',
    '/api/exports/without-money',
    'Demandes approuvées dont l’argent n’est pas arrivé',
    bank.withoutMoney.query.omit(paging),
    ['STEP_UP_REQUIRED', 'BANK_PERIOD_TOO_LONG'],
  ),
  reconciliation: exported(
    'reports',
    '/api/exports/reconciliation',
    'Écarts entre les recharges approuvées et l’argent reçu',
    bank.reconciliation.query,
    ['BANK_PERIOD_TOO_LONG'],
  ),
  freeFireRequests: exported(
    'requests',
    '/api/exports/free-fire-requests',
    'Demandes Free Fire',
    freeFire.requests.query.omit(paging),
  ),
  products: exported('stock', '/api/exports/products', 'Offres des produits et leur stock', z.object({}), []),
  batches: exported(
    'stock',
    '/api/exports/batches',
    'Lots de codes',
    codeBatches.list.query.omit(paging),
    [],
  ),
  batchBuyers: exported(
    'stock',
    '/api/exports/batch-buyers',
    'Acheteurs d’un lot (`batchId`)',
    z.object({ batchId: z.string().max(100) }),
  ),
  stockCover: exported(
    'stock',
    '/api/exports/stock-cover',
    'Couverture du stock',
    stock.cover.query.omit(paging),
    [],
  ),
  suppliers: exported(
    'stock',
    '/api/exports/suppliers',
    'Fournisseurs',
    suppliers.list.query.omit(paging),
    [],
  ),
  priceLevels: exported('prices', '/api/exports/price-levels', 'Niveaux de prix', z.object({}), []),
  priceChanges: exported(
    'prices',
    '/api/exports/price-changes',
    'Changements de prix',
    prices.changes.query.omit(paging),
    [],
  ),
  priceLists: exported('prices', '/api/exports/price-lists', 'Listes de prix enregistrées', z.object({}), []),
  announcements: exported(
    'settings',
    '/api/exports/announcements',
    'Annonces',
    z.object({}),
    [],
    'announcements',
  ),
  receivables: exported(
    'collect',
    '/api/exports/receivables',
    'Comptes qui doivent',
    credit.receivables.query.omit(paging),
    ['STEP_UP_REQUIRED', 'DAY_NOT_BEGUN'],
    'credit',
  ),
  receivableEntries: exported(
    'collect',
    '/api/exports/receivable-entries',
    'Mouvements de la dette d’un compte (`userId`)',
    z.object({ userId: z.string().max(100) }),
    ['STEP_UP_REQUIRED'],
    'credit',
  ),
  collectors: exported('collect', '/api/exports/collectors', 'Espèces détenues', z.object({}), [], 'credit'),
  remittances: exported(
    'collect',
    '/api/exports/cash-remittances',
    'Versements',
    credit.remittances.query.omit(paging),
    [],
    'credit',
  ),
  margins: exported(
    'reports',
    '/api/exports/margins',
    'Marge par jeu, offre, revendeur ou jour',
    reports.margins.query.omit(paging),
    [],
  ),
  movements: exported(
    'reports',
    '/api/exports/movements',
    'Mouvements de tous les soldes, du premier au dernier jour (`from`, `to`), aux dates où ils ont eu lieu',
    z.object({ from: Day, to: Day }),
  ),
  stockValue: exported(
    'reports',
    '/api/exports/stock-value',
    'Valeur du stock à la fin d’un jour (`day`), par offre',
    reports.stockValue.query,
    ['DAY_NOT_BEGUN'],
  ),
  claims: exported(
    'requests',
    '/api/exports/claims',
    'Réclamations',
    claims.list.query.omit(paging),
    ['STEP_UP_REQUIRED'],
    'claims',
  ),
  /** With the codes in clear. */
  supplierClaims: {
    ...exported(
      'owner',
      '/api/exports/supplier-claims',
      'Codes à réclamer à un fournisseur, d’un lot (`batchId`) ou de tous',
      z.object({ batchId: z.string().max(100).optional(), supplierId: z.string().max(100).optional() }),
      ['STEP_UP_REQUIRED'],
      'claims',
    ),
    secret: true,
  },
  accountFlags: exported(
    'accounts',
    '/api/exports/account-flags',
    'Signalements',
    accountFlags.list.query.omit(paging),
  ),
  administrators: exported(
    'owner',
    '/api/exports/administrators',
    'Administrateurs et ce qu’ils peuvent faire',
    z.object({}),
    ['STEP_UP_REQUIRED'],
    'admin-scopes',
  ),
  creditProposals: exported(
    'accounts',
    '/api/exports/credit-proposals',
    'Crédits demandés à une seconde personne',
    wallet.proposals.query.omit(paging),
    ['STEP_UP_REQUIRED'],
    'admin-scopes',
  ),
  supplierOrders: exported(
    'stock',
    '/api/exports/supplier-orders',
    'Commandes aux fournisseurs',
    supplierOrders.list.query.omit(paging),
    [],
    'suppliers',
  ),
  auditTrail: exported(
    'reports',
    '/api/exports/audit-trail',
    'Journal des actions des administrateurs',
    auditTrail.list.query.omit(paging),
  ),
} as const;
