import * as z from 'zod';
import { User } from './accounts.ts';
import {
  Amount,
  actingId,
  countedListOf,
  Day,
  Id,
  listOf,
  optionalText,
  page,
  pathId,
  requiredText,
  SortOrder,
  Timestamp,
} from './fields.ts';
import { DebitAmount, RechargeAmount } from './forms.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

export const TransactionType = z.enum(['recharge', 'purchase', 'freefire', 'freefire_request']);
export const TransactionStatus = z.enum(['pending', 'validated', 'rejected', 'completed']);
/** What a transaction shows: its own status, or that of its Free Fire request. */
export const ShownStatus = z.enum([...TransactionStatus.options, 'refused']);
export const FreeFireRequestStatus = z.enum(['pending', 'validated', 'refused']);

/** A transaction. Amounts in DA. `requestStatus` is the status to show for a Free Fire entry (AMB-05). */
export const Transaction = z.object({
  id: Id,
  userId: Id,
  type: TransactionType,
  amount: Amount,
  method: z.string().nullable(),
  adminId: Id.nullable(),
  reason: z.string().nullable(),
  description: z.string(),
  productName: z.string().nullable(),
  balanceBefore: Amount,
  balanceAfter: Amount,
  status: TransactionStatus,
  createdAt: Timestamp,
  processedBy: Id.nullable(),
  processedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  freeFire: z
    .object({
      playerId: z.string(),
      offerId: z.string(),
      offerName: z.string(),
      diamondsValue: z.int(),
      requestId: Id,
      unifiedTransactionId: Id,
    })
    .nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** Who the entry belongs to: `Utilisateur Inconnu` and `N/A` when the account is gone (TXN-11). */
  userName: z.string(),
  userEmail: z.string(),
  /**
   * The administrator who processed the entry, by name (TXN-12..16, AMB-70). null: not needed, or still pending
   * (a purchase, a Free Fire request that is pending).
   */
  adminName: z.string().nullable(),
  requestStatus: FreeFireRequestStatus.nullable(),
  /** Details of the linked Free Fire request. */
  request: z
    .object({
      note: z.string().nullable(),
      imageUrl: z.string().nullable(),
      validatedAt: Timestamp.nullable(),
      refusedAt: Timestamp.nullable(),
    })
    .nullable(),
  /** The purchase behind an entry of type `purchase`: its codes are at /api/purchases/:id. */
  purchaseId: Id.nullable(),
  /** The credit that gave the price of a refused Free Fire request back, read from the ledger (AMB-96). */
  refund: z
    .object({ amount: Amount, balanceBefore: Amount, balanceAfter: Amount, createdAt: Timestamp })
    .nullable(),
  /** Of a purchase: what was given back for refused codes, read from the ledger; absent when nothing was. */
  credited: Amount.optional(),
  /** The debits that correct it, oldest first; absent when there is none (AMB-93). */
  corrections: z
    .array(
      z.object({
        amount: Amount,
        balanceBefore: Amount,
        balanceAfter: Amount,
        createdAt: Timestamp,
        description: z.string(),
      }),
    )
    .optional(),
});
export type Transaction = z.output<typeof Transaction>;

export const LedgerEntry = z.object({
  id: Id,
  userId: Id,
  type: z.enum(['credit', 'debit']),
  amount: Amount,
  description: z.string(),
  adminId: Id.nullable(),
  transactionId: Id.nullable(),
  relatedTransactionId: Id.nullable(),
  balanceBefore: Amount,
  balanceAfter: Amount,
  metadata: z.record(z.string(), z.unknown()),
  createdAt: Timestamp,
});
export type LedgerEntry = z.output<typeof LedgerEntry>;

/**
 * A movement of the balance that is in the ledger and has no transaction record of its own: the refund of a refused
 * Free Fire request, a correction by an administrator (AMB-05, AMB-96).
 */
export const Adjustment = LedgerEntry.extend({
  /** `freefire_refund`, `admin_debit`, `claim_refund`. */
  source: z.string(),
  adminName: z.string().nullable(),
  /** Of the refunded request. */
  freeFire: Transaction.shape.freeFire,
  /** Why the request was refused. */
  note: z.string().nullable(),
});
export type Adjustment = z.output<typeof Adjustment>;

export const Recharge = z.object({
  id: Id,
  userId: Id,
  amount: Amount,
  note: z.string().nullable(),
  method: z.string(),
  adminId: Id,
  createdAt: Timestamp,
});

/** A credit above an employee's threshold, which another administrator makes or refuses. */
export const CreditProposal = z.object({
  id: Id,
  userId: Id,
  userName: z.string(),
  amount: Amount,
  note: z.string(),
  state: z.enum(['open', 'approved', 'refused']),
  proposedById: Id,
  proposedByName: z.string(),
  createdAt: Timestamp,
  decidedByName: z.string().nullable(),
  decidedAt: Timestamp.nullable(),
});
export type CreditProposal = z.output<typeof CreditProposal>;

const targetParams = z.object({ id: pathId('RECHARGE_IDS_REQUIRED') });

export const wallet = {
  recharge: route({
    method: 'POST',
    path: '/api/users/:id/recharge',
    summary: 'Créditer le solde d’un revendeur actif',
    access: 'admin',
    scope: 'accounts',
    refusals: { role: 'ONLY_ADMINS_RECHARGE' },
    idempotent: true,
    movesMoney: true,
    params: targetParams,
    body: z.object({
      adminId: actingId('RECHARGE_IDS_REQUIRED'),
      amount: RechargeAmount,
      note: optionalText(500),
    }),
    response: z.object({
      success: z.literal(true),
      transactionId: Id,
      amount: Amount,
      balanceBefore: Amount,
      newBalance: Amount,
      user: User,
    }),
    errors: [
      'RECHARGE_IDS_REQUIRED',
      'RECHARGE_AMOUNT_INVALID',
      'RECHARGE_TOO_HIGH',
      'USER_NOT_FOUND',
      'ONLY_RESELLERS_RECHARGED',
      'RECHARGE_ACCOUNT_NOT_ACTIVE',
      'STEP_UP_REQUIRED',
      'BALANCE_LIMIT',
      'CREDIT_CAP_REACHED',
      'SECOND_PERSON_REQUIRED',
    ],
  }),
  proposals: route({
    method: 'GET',
    path: '/api/credit-proposals',
    summary: 'Crédits qui attendent une seconde personne, du plus récent au plus ancien',
    access: 'admin',
    scope: 'accounts',
    feature: 'admin-scopes',
    query: z.object({
      state: z.enum(['all', 'open', 'approved', 'refused']).default('all'),
      ...page(pages.creditProposals),
    }),
    response: listOf(CreditProposal),
  }),
  propose: route({
    method: 'POST',
    path: '/api/credit-proposals',
    summary: 'Demander à une seconde personne de créditer un revendeur',
    access: 'admin',
    scope: 'accounts',
    feature: 'admin-scopes',
    idempotent: true,
    body: z.object({
      userId: requiredText('RECHARGE_IDS_REQUIRED', 100),
      amount: RechargeAmount,
      note: optionalText(500),
    }),
    response: CreditProposal,
    errors: [
      'RECHARGE_IDS_REQUIRED',
      'RECHARGE_AMOUNT_INVALID',
      'RECHARGE_TOO_HIGH',
      'USER_NOT_FOUND',
      'ONLY_RESELLERS_RECHARGED',
      'RECHARGE_ACCOUNT_NOT_ACTIVE',
      'CREDIT_CAP_REACHED',
    ],
  }),
  decideProposal: route({
    method: 'POST',
    path: '/api/credit-proposals/:id/decide',
    summary: 'Créditer ce qu’une autre personne a demandé, ou le refuser ; la sienne peut être retirée',
    access: 'admin',
    scope: 'accounts',
    feature: 'admin-scopes',
    idempotent: true,
    movesMoney: true,
    params: z.object({ id: pathId('PROPOSAL_NOT_FOUND') }),
    body: z.object({ outcome: z.enum(['approve', 'refuse']) }),
    response: CreditProposal,
    errors: [
      'PROPOSAL_NOT_FOUND',
      'PROPOSAL_OWN',
      'PROPOSAL_DECIDED',
      'USER_NOT_FOUND',
      'ONLY_RESELLERS_RECHARGED',
      'RECHARGE_ACCOUNT_NOT_ACTIVE',
      'STEP_UP_REQUIRED',
      'BALANCE_LIMIT',
      'PROPOSER_CAP_REACHED',
    ],
  }),
  debit: route({
    method: 'POST',
    path: '/api/users/:id/debit',
    summary: 'Débiter un solde en correction d’une transaction',
    access: 'admin',
    scope: 'accounts',
    idempotent: true,
    movesMoney: true,
    params: z.object({ id: pathId('DEBIT_IDS_REQUIRED') }),
    body: z.object({
      transactionId: requiredText('DEBIT_IDS_REQUIRED', 100),
      amount: DebitAmount,
      description: optionalText(500),
      /** What was shown as not corrected yet: a correction that a colleague made meanwhile is not repeated unseen. */
      left: Amount.optional(),
    }),
    response: z.object({ success: z.literal(true), newBalance: Amount, debitedAmount: Amount }),
    errors: [
      'TRANSACTION_CORRECTED',
      'DEBIT_EXCEEDS_TRANSACTION',
      'DEBIT_IDS_REQUIRED',
      'DEBIT_AMOUNT_INVALID',
      'USER_NOT_FOUND',
      'TRANSACTION_NOT_FOUND',
      'BALANCE_SHORT',
    ],
  }),
  userTransactions: route({
    method: 'GET',
    path: '/api/users/:id/transactions',
    summary: 'Transactions d’un compte',
    access: 'admin',
    scope: 'accounts',
    readsReplica: true,
    params: z.object({ id: pathId('USER_ID_REQUIRED') }),
    query: z.object(page(pages.transactions)),
    response: listOf(Transaction),
    errors: ['USER_NOT_FOUND'],
  }),
  transactions: route({
    method: 'GET',
    path: '/api/transactions',
    summary: 'Toutes les transactions',
    access: 'admin',
    scope: 'reports',
    readsReplica: true,
    query: z.object({
      search: z.string().max(200).optional(),
      /** `freefire` finds every Free Fire entry, as the column says; `freefire_request` those with a request alone. */
      type: z.enum(['all', ...TransactionType.options]).default('all'),
      /** As the screens show it (AMB-39): `validated` and `refused` find Free Fire entries by the state of their request. */
      status: z.enum(['all', ...ShownStatus.options]).default('all'),
      sort: z.enum(['date', 'amount']).default('date'),
      order: SortOrder.default('desc'),
      /** Days of Africa/Algiers, both included. */
      from: Day.optional(),
      to: Day.optional(),
      ...page(pages.transactions),
    }),
    response: countedListOf(Transaction),
  }),
  transaction: route({
    method: 'GET',
    path: '/api/transactions/:id',
    summary: 'Une transaction',
    access: 'admin',
    scope: 'reports',
    params: z.object({ id: pathId('TRANSACTION_NOT_FOUND') }),
    response: Transaction,
    errors: ['TRANSACTION_NOT_FOUND'],
  }),
  validate: route({
    method: 'POST',
    path: '/api/transactions/validate',
    summary: 'Vérifier une transaction avant de l’envoyer (son propre compte seulement)',
    access: 'signed-in',
    readOnly: true,
    body: z.object({
      userId: z.string().nullish(),
      type: z.unknown().optional(),
      amount: z.unknown().optional(),
    }),
    response: z.object({ valid: z.literal(true) }),
    errors: ['INTERNAL_VALIDATION', 'TYPE_AND_AMOUNT_REQUIRED', 'REQUEST_AMOUNT_NOT_POSITIVE'],
  }),
  operations: route({
    method: 'GET',
    path: '/api/operations',
    summary: 'Ses propres opérations : transactions, et mouvements du grand livre qui n’en ont pas',
    access: 'reseller',
    query: z.object({
      filter: z.enum(['all', 'credit', 'debit', 'freefire']).default('all'),
      ...page(pages.operations),
    }),
    /**
     * `items` are transactions alone, as before. `adjustments` are the movements between them: with `all` every one,
     * with `freefire` the refunds, with `credit` (recharges) and `debit` (purchases) none. A page holds up to `limit` of each.
     */
    response: listOf(Transaction).extend({ adjustments: z.array(Adjustment) }),
  }),
  ledger: route({
    method: 'GET',
    path: '/api/ledger',
    summary: 'Grand livre, chaque mouvement du solde : le sien ; pour un administrateur, celui de `userId`',
    access: 'active',
    scope: 'accounts',
    query: z.object({ userId: z.string().max(100).optional(), ...page(pages.ledger) }),
    response: listOf(LedgerEntry),
  }),
  recharges: route({
    method: 'GET',
    path: '/api/recharges',
    summary: 'Recharges effectuées, d’un compte ou de tous',
    access: 'admin',
    scope: 'reports',
    readsReplica: true,
    query: z.object({ userId: z.string().max(100).optional(), ...page(pages.recharges) }),
    response: listOf(Recharge),
  }),
} as const;
