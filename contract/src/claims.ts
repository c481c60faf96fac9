import * as z from 'zod';
import { SettlementAmount } from './bank-fields.ts';
import { Amount, Id, listOf, optionalText, page, pathId, Timestamp } from './fields.ts';
import { ClaimInput, ClaimOutcome, ClaimReason } from './forms.ts';
import { bodySizes, limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { DisclosureKind } from './purchases.ts';
import { route } from './route.ts';

export const ClaimStatus = z.enum(['open', 'replaced', 'credited', 'refused']);
export type ClaimStatus = z.output<typeof ClaimStatus>;

/** What helps an administrator to decide. Flags decide nothing. */
export const ClaimReview = z.object({
  company: z.string(),
  phone: z.string(),
  /** How often this code was shown, copied, shared and printed, alone or with the others of its purchase. */
  disclosures: z.record(DisclosureKind, z.int()),
  /** Claims of the account, and codes that it bought, in 30 days. */
  claims: z.int(),
  bought: z.int(),
  /** More than 2 % of them. */
  isRateHigh: z.boolean(),
  /** Codes of the offer that could replace it. */
  stock: z.int(),
  decidedByName: z.string().nullable(),
});
export type ClaimReview = z.output<typeof ClaimReview>;

/** A code of a purchase that its buyer says did not work. */
export const Claim = z.object({
  id: Id,
  purchaseId: Id,
  purchasedAt: Timestamp,
  codeId: Id,
  /** Which code of the purchase, from 1 on, and how many it has. */
  code: z.object({ position: z.int(), of: z.int() }),
  productName: z.string(),
  offerName: z.string(),
  game: z.string(),
  unitPrice: Amount,
  userId: Id,
  userName: z.string(),
  reason: ClaimReason,
  note: z.string(),
  /** Its photo can be read. */
  hasPicture: z.boolean(),
  status: ClaimStatus,
  /** Of a replacement: the code that was sold in its place, under the same purchase. */
  replacementCodeId: Id.nullable(),
  /** Of a credit. */
  credited: Amount.nullable(),
  decisionNote: z.string(),
  decidedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  /** For administrators. */
  review: ClaimReview.optional(),
});
export type Claim = z.output<typeof Claim>;

/** What a supplier still owes for the codes of one batch, less what was settled; without a batch, for codes from before there were batches. */
export const SupplierClaim = z.object({
  batchId: Id.nullable(),
  batchLabel: z.string(),
  supplierId: Id.nullable(),
  supplierName: z.string().nullable(),
  productName: z.string(),
  offerName: z.string(),
  /** Codes of the batch that were replaced or credited. */
  claims: z.int(),
  replaced: z.int(),
  credited: z.int(),
  /** What these codes cost; null: not known. */
  cost: Amount.nullable(),
  lastDecidedAt: Timestamp,
  /** The newest of these claims: a settlement names it. */
  lastClaimId: Id,
});
export type SupplierClaim = z.output<typeof SupplierClaim>;

/** What a supplier has given for codes of a batch: they are claimed from it no more. */
export const SupplierSettlement = z.object({
  id: Id,
  batchId: Id,
  batchLabel: z.string(),
  supplierName: z.string().nullable(),
  productName: z.string(),
  offerName: z.string(),
  claims: z.int(),
  amount: Amount,
  note: z.string(),
  settledByName: z.string(),
  settledAt: Timestamp,
});
export type SupplierSettlement = z.output<typeof SupplierSettlement>;

const feature = 'claims';

export const claims = {
  create: route({
    method: 'POST',
    path: '/api/purchases/:id/claims',
    summary: 'Réclamer des codes refusés d’un de ses achats, avec la photo envoyée avant (`pictureId`)',
    access: 'reseller',
    feature,
    idempotent: true,
    params: z.object({ id: pathId('PURCHASE_NOT_FOUND') }),
    body: ClaimInput,
    response: z.object({ items: z.array(Claim) }),
    errors: [
      'CLAIM_CODES_REQUIRED',
      'CLAIM_REASON_REQUIRED',
      'PURCHASE_NOT_FOUND',
      'CODE_NOT_OF_PURCHASE',
      'CLAIM_TOO_LATE',
      'CLAIM_OPEN',
      'CLAIM_DECIDED',
      'TOO_MANY_CLAIMS',
      'CLAIM_PICTURE_NOT_FOUND',
    ],
  }),
  list: route({
    method: 'GET',
    path: '/api/claims',
    summary: 'Ses réclamations ; pour un administrateur, celles de tous',
    access: 'active',
    scope: 'requests',
    feature,
    query: z.object({
      /** `decided`: not open any more. */
      status: z.enum(['all', 'decided', ...ClaimStatus.options]).default('all'),
      userId: z.string().max(100).optional(),
      purchaseId: z.string().max(100).optional(),
      order: z.enum(['asc', 'desc']).default('desc'),
      ...page(pages.claims),
    }),
    response: listOf(Claim),
    errors: ['FORBIDDEN'],
  }),
  decide: route({
    method: 'POST',
    path: '/api/claims/:id/decide',
    summary: 'Remplacer le code, créditer son prix, ou refuser la réclamation',
    access: 'admin',
    scope: 'requests',
    feature,
    idempotent: true,
    movesMoney: true,
    params: z.object({ id: pathId('CLAIM_NOT_FOUND') }),
    body: z.object({
      outcome: ClaimOutcome,
      /** Required with a refusal: its buyer reads it. */
      note: optionalText(limits.claimNoteLength),
    }),
    response: Claim,
    errors: [
      'CLAIM_NOT_FOUND',
      'CLAIM_OUTCOME_REQUIRED',
      'CLAIM_NOTE_REQUIRED',
      'CLAIM_DECIDED',
      'CODES_SHORT',
    ],
  }),
  sendPicture: route({
    method: 'POST',
    path: '/api/claims/pictures',
    summary:
      'Envoyer la photo d’un code refusé, avant sa réclamation : le corps est le fichier JPEG, 600 ko au plus',
    access: 'reseller',
    feature,
    long: true,
    bodyBytes: bodySizes.rechargeProof,
    pictureBody: true,
    response: z.object({ pictureId: Id, width: z.int(), height: z.int() }),
    errors: [
      'UNSUPPORTED_MEDIA_TYPE',
      'TOO_LARGE',
      'TOO_MANY_PROOFS',
      'PROOF_FORMAT',
      'PROOF_TOO_MANY_PIXELS',
      'PICTURE_UNREADABLE',
    ],
  }),
  picture: route({
    method: 'GET',
    path: '/api/claims/:id/picture',
    summary: 'La photo d’une réclamation',
    access: 'active',
    scope: 'requests',
    feature,
    params: z.object({ id: pathId('CLAIM_NOT_FOUND') }),
    produces: 'image/jpeg',
    response: z.string(),
    errors: ['CLAIM_NOT_FOUND', 'CLAIM_PICTURE_NOT_FOUND'],
  }),
  batches: route({
    method: 'GET',
    path: '/api/supplier-claims',
    summary: 'À réclamer aux fournisseurs : codes remplacés ou crédités, par lot',
    access: 'admin',
    scope: 'stock',
    feature,
    query: z.object({ supplierId: z.string().max(100).optional(), ...page(pages.supplierClaims) }),
    response: listOf(SupplierClaim),
  }),
  settle: route({
    method: 'POST',
    path: '/api/supplier-claims/:batchId/settle',
    summary: 'Noter ce que le fournisseur a rendu pour les codes d’un lot ; ils ne lui sont plus réclamés',
    access: 'admin',
    scope: 'stock',
    feature,
    idempotent: true,
    params: z.object({ batchId: pathId('BATCH_NOT_FOUND') }),
    body: z.object({
      /** The newest claim and the number of claims that were listed: others are not settled. */
      upTo: Id,
      count: z.int().min(1),
      amount: SettlementAmount,
      note: optionalText(limits.claimNoteLength),
    }),
    response: SupplierSettlement,
    errors: ['BATCH_NOT_FOUND', 'SETTLEMENT_AMOUNT_INVALID', 'SUPPLIER_CLAIMS_CHANGED'],
  }),
  settlements: route({
    method: 'GET',
    path: '/api/supplier-claims/settlements',
    summary: 'Ce que les fournisseurs ont rendu, les récents d’abord',
    access: 'admin',
    scope: 'stock',
    feature,
    query: z.object(page(pages.supplierClaims)),
    response: listOf(SupplierSettlement),
  }),
} as const;
