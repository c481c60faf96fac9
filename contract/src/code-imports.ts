import * as z from 'zod';
import { Amount, Id, listOf, page, pathId, requiredText, Timestamp } from './fields.ts';
import { FindCode } from './forms.ts';
import { limits, pages } from './limits.ts';
import { CodeStatus } from './products.ts';
import { route } from './route.ts';

/** One call that imported codes into an offer: its codes have the ids from the first to the last. */
export const CodeImport = z.object({
  id: Id,
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  /** The name of the file, or ''. */
  source: z.string(),
  authorName: z.string(),
  createdAt: Timestamp,
  imported: z.int(),
  duplicates: z.int(),
  invalid: z.int(),
  sold: z.int(),
  /** Unsold and not withdrawn. */
  left: z.int(),
  withdrawn: z.int(),
  /** When « Annuler cet import » was last pressed, by whom and why. */
  withdrawal: z.object({ at: Timestamp, byName: z.string(), reason: z.string() }).nullable(),
});
export type CodeImport = z.output<typeof CodeImport>;

/** An unsold code, of which a few characters show. */
export const UnsoldCode = z.object({
  id: Id,
  /** `AB••••89`; null for a code that cannot be opened. */
  masked: z.string().nullable(),
  maskedSerial: z.string().nullable(),
  status: z.enum(['available', 'reserved']),
  importId: Id.nullable(),
  createdAt: Timestamp,
});
export type UnsoldCode = z.output<typeof UnsoldCode>;

/** What became of a code that an administrator looked for. */
export const FoundCode = z.object({
  id: Id,
  matched: z.enum(['code', 'serial']),
  status: z.enum([...CodeStatus.options, 'withheld', 'withdrawn']),
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  importId: Id.nullable(),
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

const importParams = z.object({ id: pathId('CODE_IMPORT_NOT_FOUND') });
const Withdraw = z.object({ reason: requiredText('WITHDRAW_REASON_REQUIRED', limits.withdrawReasonLength) });

export const codeImports = {
  list: route({
    method: 'GET',
    path: '/api/code-imports',
    summary: 'Importations de codes, la plus récente d’abord, avec ce qui en est vendu et ce qui reste',
    access: 'admin',
    scope: 'stock',
    query: z.object({ offerId: z.string().max(100).optional(), ...page(pages.codeImports) }),
    response: listOf(CodeImport),
  }),
  get: route({
    method: 'GET',
    path: '/api/code-imports/:id',
    summary: 'Une importation de codes',
    access: 'admin',
    scope: 'stock',
    params: importParams,
    response: CodeImport,
    errors: ['CODE_IMPORT_NOT_FOUND'],
  }),
  withdraw: route({
    method: 'POST',
    path: '/api/code-imports/:id/withdraw',
    summary: 'Annuler une importation : retirer de la vente tout ce qui n’en est pas vendu',
    access: 'admin',
    scope: 'stock',
    long: true,
    params: importParams,
    body: Withdraw,
    response: z.object({ withdrawn: z.int(), sold: z.int(), stock: z.int() }),
    errors: ['CODE_IMPORT_NOT_FOUND', 'NOTHING_TO_WITHDRAW', 'WITHDRAW_REASON_REQUIRED'],
  }),
  unsold: route({
    method: 'GET',
    path: '/api/unsold-codes',
    summary: 'Codes non vendus d’une offre ou d’une importation, masqués, le plus ancien d’abord',
    access: 'admin',
    scope: 'stock',
    secret: true,
    query: z.object({
      offerId: z.string().max(100).optional(),
      importId: z.string().max(100).optional(),
      ...page(pages.unsoldCodes),
    }),
    response: listOf(UnsoldCode),
    errors: ['OFFER_NOT_FOUND', 'CODE_IMPORT_NOT_FOUND'],
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
