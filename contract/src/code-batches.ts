import * as z from 'zod';
import { batchFields } from './batch-fields.ts';
import { Amount, Day, Id, listOf, page, pathId, requiredText, Timestamp } from './fields.ts';
import { FindCode } from './forms.ts';
import { limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { CodeStatus } from './products.ts';
import { route } from './route.ts';

/** Of a batch: for sale, all gone and some of it sold, all gone and none sold, past its date, or recalled by an administrator. */
export const BatchState = z.enum(['sellable', 'soldOut', 'withdrawn', 'expired', 'recalled']);
export type BatchState = z.output<typeof BatchState>;

/** One call that imported codes into an offer: its codes have the ids of one range. Amounts are in DA, for one code. */
export const CodeBatch = z.object({
  id: Id,
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  supplierId: Id.nullable(),
  supplierName: z.string().nullable(),
  /** What the owner calls it, or ''. */
  label: z.string(),
  /** The name of the file, or ''. */
  source: z.string(),
  authorName: z.string(),
  createdAt: Timestamp,
  codes: z.int(),
  duplicates: z.int(),
  invalid: z.int(),
  sold: z.int(),
  /** Unsold and for sale. */
  left: z.int(),
  /** The others: withdrawn one by one, by the recall or by deleting the offer, expired, or set aside for a decision. */
  withdrawn: z.int(),
  state: BatchState,
  /** The price of the offer now. */
  price: Amount,
  /** null: not known, which is not 0. */
  unitCost: Amount.nullable(),
  /** What one code cost in the currency in which it was paid. */
  currency: z.string().nullable(),
  currencyCost: z.number().nullable(),
  rate: z.number().nullable(),
  /** The last day on which the codes can be used. */
  expiresOn: Day.nullable(),
  /** Who withdrew what was unsold, when and why; null: its supplier, who took it back. */
  recall: z.object({ at: Timestamp, byName: z.string().nullable(), reason: z.string() }).nullable(),
});
export type CodeBatch = z.output<typeof CodeBatch>;

/** The batch of one code, in a few words: which, from whom, and what one of its codes cost. */
export const CodeOrigin = CodeBatch.pick({
  id: true,
  label: true,
  source: true,
  supplierName: true,
  unitCost: true,
});
export type CodeOrigin = z.output<typeof CodeOrigin>;

/** A purchase with codes of a batch. */
export const BatchBuyer = z.object({
  purchaseId: Id,
  userId: Id,
  userName: z.string(),
  userEmail: z.string(),
  userPhone: z.string(),
  /** Codes of the batch in this purchase. */
  codes: z.int(),
  createdAt: Timestamp,
});
export type BatchBuyer = z.output<typeof BatchBuyer>;

/** An unsold code, of which a few characters show. */
export const UnsoldCode = z.object({
  id: Id,
  /** `AB••••89`, or `••••` for a short one; null for a code that cannot be opened. */
  masked: z.string().nullable(),
  maskedSerial: z.string().nullable(),
  status: z.enum(['available', 'reserved']),
  batchId: Id.nullable(),
  createdAt: Timestamp,
});
export type UnsoldCode = z.output<typeof UnsoldCode>;

/** What became of a code that an administrator looked for. */
export const FoundCode = z.object({
  id: Id,
  matched: z.enum(['code', 'serial']),
  status: z.enum([...CodeStatus.options, 'withheld', 'withdrawn', 'recalled', 'expired']),
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  batchId: Id.nullable(),
  /** null: from before there were batches. Absent from an older server. */
  batch: CodeOrigin.nullable().optional(),
  importedAt: Timestamp,
  /** Of a withheld or withdrawn code. */
  withheldAt: Timestamp.nullable(),
  /** Of a sold code. */
  purchase: z
    .object({
      id: Id,
      buyerId: Id,
      buyerName: z.string(),
      buyerEmail: z.string(),
      unitPrice: Amount,
      createdAt: Timestamp,
    })
    .nullable(),
});
export type FoundCode = z.output<typeof FoundCode>;

const batchParams = z.object({ id: pathId('BATCH_NOT_FOUND') });
const Withdraw = z.object({ reason: requiredText('WITHDRAW_REASON_REQUIRED', limits.withdrawReasonLength) });

export const codeBatches = {
  list: route({
    method: 'GET',
    path: '/api/batches',
    summary: 'Lots de codes importés, le plus récent d’abord, avec ce qui en est vendu et ce qui reste',
    access: 'admin',
    scope: 'stock',
    query: z.object({
      offerId: z.string().max(100).optional(),
      supplierId: z.string().max(100).optional(),
      state: z.enum(['all', 'sellable', 'expired', 'recalled']).default('all'),
      ...page(pages.codeBatches),
    }),
    response: listOf(CodeBatch),
  }),
  get: route({
    method: 'GET',
    path: '/api/batches/:id',
    summary: 'Un lot de codes',
    access: 'admin',
    scope: 'stock',
    params: batchParams,
    response: CodeBatch,
    errors: ['BATCH_NOT_FOUND'],
  }),
  ofCode: route({
    method: 'GET',
    path: '/api/codes/:id/batch',
    summary: 'Le lot d’un code, son fournisseur et ce que le code a coûté',
    access: 'admin',
    scope: 'stock',
    params: z.object({ id: pathId() }),
    /** null: from before there were batches. */
    response: z.object({ batch: CodeOrigin.nullable() }),
  }),
  update: route({
    method: 'PATCH',
    path: '/api/batches/:id',
    summary:
      'Corriger le fournisseur, le coût, la date d’expiration ou le libellé d’un lot ; ce qui est déjà vendu garde son coût',
    access: 'admin',
    scope: 'stock',
    long: true,
    params: batchParams,
    body: z.object(batchFields),
    response: CodeBatch,
    errors: [
      'BATCH_NOT_FOUND',
      'COST_NEGATIVE',
      'CURRENCY_INCOMPLETE',
      'SUPPLIER_NOT_FOUND',
      'CODES_BEING_CHECKED',
    ],
  }),
  recall: route({
    method: 'POST',
    path: '/api/batches/:id/recall',
    summary: 'Rappeler un lot : retirer de la vente tout ce qui n’en est pas vendu',
    access: 'admin',
    scope: 'stock',
    long: true,
    idempotent: true,
    params: batchParams,
    body: Withdraw,
    response: z.object({ withheld: z.int(), sold: z.int() }),
    errors: ['BATCH_NOT_FOUND', 'BATCH_RECALLED', 'WITHDRAW_REASON_REQUIRED'],
  }),
  buyers: route({
    method: 'GET',
    path: '/api/batches/:id/buyers',
    summary: 'Achats qui contiennent des codes d’un lot, le plus récent d’abord',
    access: 'admin',
    scope: 'stock',
    params: batchParams,
    query: z.object(page(pages.batchBuyers)),
    response: listOf(BatchBuyer),
    errors: ['BATCH_NOT_FOUND'],
  }),
  unsold: route({
    method: 'GET',
    path: '/api/unsold-codes',
    summary: 'Codes non vendus d’une offre ou d’un lot, masqués, le plus ancien d’abord',
    access: 'admin',
    scope: 'stock',
    secret: true,
    query: z.object({
      offerId: z.string().max(100).optional(),
      batchId: z.string().max(100).optional(),
      ...page(pages.unsoldCodes),
    }),
    response: listOf(UnsoldCode),
    errors: ['OFFER_NOT_FOUND', 'BATCH_NOT_FOUND'],
  }),
  withdrawCode: route({
    method: 'POST',
    path: '/api/codes/:id/withdraw',
    summary: 'Retirer de la vente un code qui n’est pas vendu',
    access: 'admin',
    scope: 'stock',
    params: z.object({ id: pathId('CODE_NOT_FOR_SALE') }),
    body: Withdraw,
    errors: ['CODE_NOT_FOR_SALE', 'WITHDRAW_REASON_REQUIRED'],
  }),
  /** A read that is recorded in the audit trail; the code is secret, so it is sent in a body. */
  find: route({
    method: 'POST',
    path: '/api/codes/find',
    summary: 'Retrouver un code ou un numéro de série : son offre, son état, son achat et son acheteur',
    access: 'admin',
    scope: 'stock',
    secret: true,
    body: FindCode,
    response: z.object({ items: z.array(FoundCode) }),
    errors: ['CODE_REQUIRED', 'FIND_REASON_REQUIRED', 'TOO_MANY_CODE_SEARCHES'],
  }),
} as const;
