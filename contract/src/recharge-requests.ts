import * as z from 'zod';
import {
  Amount,
  actingId,
  Day,
  Id,
  listOf,
  matchCount,
  optionalText,
  pathId,
  requiredText,
  SortOrder,
  Timestamp,
} from './fields.ts';
import { PaymentMethod, requestTexts } from './forms.ts';
import { bodySizes } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

export const RechargeRequestStatus = z.enum(['pending', 'approved', 'rejected', 'cancelled']);

/**
 * Why an administrator looks twice: each names another request. None refuses the request; its approval asks once where the other one
 * of a receipt or a reference is approved (RECEIPT_REUSED).
 */
export const RechargeWarning = z.object({
  /** The same transfer reference, the same file, nearly the same picture; the same account and amount within an hour. */
  kind: z.enum(['reference', 'file', 'picture', 'amount']),
  requestId: Id,
  userName: z.string(),
  status: RechargeRequestStatus,
});
export type RechargeWarning = z.output<typeof RechargeWarning>;

export const RechargeRequest = z.object({
  id: Id,
  userId: Id,
  userEmail: z.string(),
  userName: z.string(),
  userCompany: z.string(),
  amount: Amount,
  method: PaymentMethod,
  methodName: z.string(),
  status: RechargeRequestStatus,
  phoneNumber: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  processedAt: Timestamp.nullable(),
  processedBy: Id.nullable(),
  /** The reseller's; of an approved request the one of its approval. */
  notes: z.string().nullable(),
  /** What the reseller wrote with the request, also when it is approved; absent when he wrote nothing. */
  resellerNote: z.string().optional(),
  /** What the administrator wrote with the approval, or its default note. */
  approvalNote: z.string().optional(),
  /** A link, or where the photo is read; null once it has been removed. */
  paymentProof: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  transactionId: Id.nullable(),
  /** Administrators' lists only (ADR-18), with the balance as it is now: what an approval will add to. */
  userInfo: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      balance: Amount,
      /** An account that is not active receives nothing until it is reactivated. */
      status: z.string(),
      /** The account's, which the list is searched by. */
      phone: z.string().nullable().optional(),
    })
    .optional(),
  /** Of the transfer, as the reseller wrote it. */
  reference: z.string().optional(),
  /** The photo of the receipt, in pixels; `removed` once it has been kept long enough. */
  proof: z.object({ width: z.int(), height: z.int(), removed: z.boolean() }).optional(),
  /** The request was sent with a photo that has not arrived. */
  photoMissing: z.boolean().optional(),
  /** Administrators only; absent when there is nothing to point out. */
  warnings: z.array(RechargeWarning).optional(),
  /** Administrators' lists only: who decided. */
  processedByName: z.string().nullable().optional(),
});
export type RechargeRequest = z.output<typeof RechargeRequest>;

/** One day of Algiers and one method: how many requests came, what became of them, and their sums. */
export const RechargeStatementLine = z.object({
  day: Day,
  method: PaymentMethod,
  methodName: z.string(),
  requests: z.int(),
  amount: Amount,
  approved: z.int(),
  approvedAmount: Amount,
  pending: z.int(),
  pendingAmount: Amount,
  /** Rejected or cancelled. */
  refused: z.int(),
  refusedAmount: Amount,
});
export type RechargeStatementLine = z.output<typeof RechargeStatementLine>;

export const RechargeHistoryEntry = z.object({
  requestId: Id,
  userId: Id,
  action: z.enum(['created', 'approved', 'rejected', 'cancelled']),
  amount: Amount,
  method: PaymentMethod,
  adminId: Id.nullable(),
  timestamp: Timestamp,
  details: z.string().nullable(),
  transactionId: Id.nullable(),
});
export type RechargeHistoryEntry = z.output<typeof RechargeHistoryEntry>;

/** The photo that the administrator was shown, by its address; null: none. One that has replaced it is looked at first. */
const ShownPhoto = z.string().max(2_000).nullable().optional();

export const rechargeRequests = {
  list: route({
    method: 'GET',
    path: '/api/recharge-requests',
    summary: 'Demandes de recharge : les siennes, ou toutes pour un administrateur',
    access: 'active',
    scope: 'requests',
    query: z.object({
      status: z.enum(['all', ...RechargeRequestStatus.options]).optional(),
      userId: z.string().max(100).optional(),
      /** Of every account, for administrators; any of these four answers a count too. Name, email, company, phone, reference, amount. */
      search: z.string().max(200).optional(),
      method: z.enum(['all', ...PaymentMethod.options]).optional(),
      since: Timestamp.max(40)
        .refine((moment) => moment >= '0001')
        .optional(),
      order: SortOrder.optional(),
      /**
       * Default 20 of one account (RWO-14), 50 with a `status`, `all` included (RWO-15), and 100 of the generic list, which
       * names neither (RWO-16).
       */
      limit: z.coerce.number().int().min(1).max(pages.rechargeRequests.max).optional(),
      cursor: z.string().max(200).optional(),
    }),
    response: listOf(RechargeRequest).extend(z.object(matchCount).partial().shape),
  }),
  statement: route({
    method: 'GET',
    path: '/api/recharge-requests/statement',
    summary: 'Relevé des demandes par jour et par méthode, avec leurs sommes, les jours récents d’abord',
    access: 'admin',
    scope: 'requests',
    query: z.object({ cursor: z.string().max(200).optional() }),
    response: listOf(RechargeStatementLine),
  }),
  get: route({
    method: 'GET',
    path: '/api/recharge-requests/:id',
    summary: 'Une demande de recharge',
    access: 'active',
    scope: 'requests',
    params: z.object({ id: pathId('REQUEST_NOT_FOUND') }),
    response: RechargeRequest,
    errors: ['REQUEST_NOT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/api/recharge-requests',
    summary: 'Demander une recharge de son solde',
    access: 'reseller',
    refusals: { role: 'ONLY_RESELLERS_CREATE_REQUESTS', status: 'ACCOUNT_NOT_ACTIVE' },
    authorizesInHandler: true,
    idempotent: true,
    /** Values are judged one by one in the order of the specification, so that their own sentences answer. */
    body: z.object({
      userId: z.unknown().optional(),
      amount: z.unknown().optional(),
      method: z.unknown().optional(),
      status: z.unknown().optional(),
      ...requestTexts,
      /** A photo of the receipt follows by `sendProof`. */
      photoAnnounced: z.boolean().nullish(),
    }),
    response: RechargeRequest,
    errors: [
      'MISSING_PARAMETERS',
      'TOO_MANY_RECHARGE_REQUESTS',
      'ONLY_RESELLERS_MAKE_REQUESTS',
      'REQUEST_AMOUNT_NOT_POSITIVE',
      'REQUEST_AMOUNT_TOO_HIGH',
      'REQUEST_STATUS_NOT_PENDING',
      'USER_NOT_FOUND',
      'TOO_MANY_PENDING_REQUESTS',
      'REQUEST_FOR_ANOTHER',
    ],
  }),
  approve: route({
    method: 'POST',
    path: '/api/recharge-requests/:id/approve',
    summary: 'Approuver une demande et créditer le solde',
    access: 'admin',
    scope: 'requests',
    refusals: { role: 'ONLY_ADMINS_APPROVE' },
    idempotent: true,
    movesMoney: true,
    params: z.object({ id: pathId('APPROVE_IDS_REQUIRED') }),
    body: z.object({
      adminId: actingId('APPROVE_IDS_REQUIRED'),
      note: optionalText(1_000),
      /** The administrator has compared it with the approved request of the same receipt or reference (RECEIPT_REUSED). */
      confirmReused: z.boolean().nullish(),
      /** The number of that approved request: when another one was approved since, that is compared first. */
      comparedWith: z.string().max(100).nullish(),
      paymentProof: ShownPhoto,
    }),
    response: RechargeRequest,
    errors: [
      'APPROVE_IDS_REQUIRED',
      'REQUEST_NOT_FOUND',
      'REQUEST_PROCESSED',
      'RECEIPT_CHANGED',
      'RECEIPT_REUSED',
      'ONLY_RESELLERS_RECHARGED',
      'RECHARGE_ACCOUNT_NOT_ACTIVE',
      'STEP_UP_REQUIRED',
      'BALANCE_LIMIT',
    ],
  }),
  reject: route({
    method: 'POST',
    path: '/api/recharge-requests/:id/reject',
    summary: 'Rejeter une demande',
    access: 'admin',
    scope: 'requests',
    refusals: { role: 'ONLY_ADMINS_REJECT' },
    params: z.object({ id: pathId('REJECT_IDS_REQUIRED') }),
    body: z.object({
      adminId: actingId('REJECT_IDS_REQUIRED'),
      reason: requiredText('REJECT_IDS_REQUIRED', 1_000),
      paymentProof: ShownPhoto,
    }),
    response: RechargeRequest,
    errors: ['REJECT_IDS_REQUIRED', 'REQUEST_NOT_FOUND', 'REQUEST_PROCESSED', 'RECEIPT_CHANGED'],
  }),
  cancel: route({
    method: 'POST',
    path: '/api/recharge-requests/:id/cancel',
    summary: 'Annuler sa propre demande en attente',
    access: 'active',
    params: z.object({ id: pathId('CANCEL_IDS_REQUIRED') }),
    body: z.object({ userId: actingId('CANCEL_IDS_REQUIRED') }),
    response: RechargeRequest,
    errors: ['CANCEL_IDS_REQUIRED', 'REQUEST_NOT_FOUND', 'CANCEL_NOT_OWN', 'CANCEL_NOT_PENDING'],
  }),
  sendProof: route({
    method: 'PUT',
    path: '/api/recharge-requests/:id/proof',
    summary:
      'Joindre la photo du reçu à sa demande en attente, ou la remplacer : le corps est le fichier JPEG, 600 ko au plus',
    access: 'reseller',
    long: true,
    params: z.object({ id: pathId('REQUEST_NOT_FOUND') }),
    bodyBytes: bodySizes.rechargeProof,
    pictureBody: true,
    response: z.object({ width: z.int(), height: z.int() }),
    errors: [
      'UNSUPPORTED_MEDIA_TYPE',
      'TOO_LARGE',
      'TOO_MANY_PROOFS',
      'REQUEST_NOT_FOUND',
      'REQUEST_PROCESSED',
      'PROOF_FORMAT',
      'PROOF_TOO_MANY_PIXELS',
      'PICTURE_UNREADABLE',
    ],
  }),
  proof: route({
    method: 'GET',
    path: '/api/recharge-requests/:id/proof',
    summary: 'La photo du reçu d’une demande, entière ou en petit',
    access: 'active',
    scope: 'requests',
    params: z.object({ id: pathId('REQUEST_NOT_FOUND') }),
    query: z.object({ size: z.enum(['whole', 'small']).default('whole') }),
    produces: 'image/jpeg',
    response: z.string(),
    errors: ['REQUEST_NOT_FOUND', 'PROOF_NOT_FOUND'],
  }),
  history: route({
    method: 'GET',
    path: '/api/recharge-requests/:id/history',
    summary: 'Ce qui est arrivé à une demande',
    access: 'active',
    scope: 'requests',
    readsReplica: true,
    params: z.object({ id: pathId('REQUEST_NOT_FOUND') }),
    response: z.object({ items: z.array(RechargeHistoryEntry) }),
    errors: ['REQUEST_NOT_FOUND'],
  }),
} as const;
