import * as z from 'zod';
import { CodeOrigin } from './code-batches.ts';
import { Amount, Day, Id, listOf, page, pathId, requiredText, Timestamp } from './fields.ts';
import { FindOwnCode, RevealReason } from './forms.ts';
import { limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { Offer } from './products.ts';
import { route } from './route.ts';

/** A purchase with the codes bought. `unitPrice` and `totalCost` in DA. */
export const Purchase = z.object({
  id: Id,
  userId: Id,
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  game: z.string(),
  quantity: z.int(),
  unitPrice: Amount,
  totalCost: Amount,
  /** `code` is null for one that cannot be opened (a damaged row, a lost key): the others are shown all the same. */
  codes: z.array(
    z.object({
      id: Id,
      code: z.string().nullable(),
      value: z.string(),
      /** The serial that came with the code, if any. */
      serial: z.string().optional(),
      /** The code was refused and another one given for it: it is not handed out any more. */
      replaced: z.literal(true).optional(),
      /** The code was refused and its price given back: it is not handed out any more. */
      credited: z.literal(true).optional(),
    }),
  ),
  status: z.literal('completed'),
  type: z.literal('purchase'),
  createdAt: Timestamp,
  /** The cashier who sold it; absent: the account itself. */
  soldBy: z.string().optional(),
});
export type Purchase = z.output<typeof Purchase>;

/** A purchase in a list: without its codes, which are fetched one purchase at a time. */
export const PurchaseSummary = Purchase.omit({ codes: true });
export type PurchaseSummary = z.output<typeof PurchaseSummary>;

/** An offer that a reseller sells often, as it is for sale now, with its product. */
export const QuickSale = z.object({
  productId: Id,
  productName: z.string(),
  game: z.string(),
  offer: Offer,
  /** Codes bought in the last 14 days. */
  sold: z.int(),
  /** The reseller keeps it there. */
  pinned: z.boolean(),
});
export type QuickSale = z.output<typeof QuickSale>;

/** What an account bought since midnight in Algiers; `paid` in DA. */
export const DayTotal = z.object({ codes: z.int(), paid: Amount });
export type DayTotal = z.output<typeof DayTotal>;

export const DisclosureKind = z.enum(['reveal', 'copy', 'share', 'print']);
export type DisclosureKind = z.output<typeof DisclosureKind>;

/** One time at which the codes of a purchase were revealed, copied, shared or printed. */
export const Disclosure = z.object({
  id: Id,
  kind: DisclosureKind,
  /** 1 is the original; each later one of its kind is a duplicate: number 2 is the first duplicate. */
  copyNumber: z.int(),
  duplicate: z.boolean(),
  byAdministrator: z.boolean(),
  /** Who of the cashiers did it; absent: the account itself. */
  staffName: z.string().optional(),
  /** The code that was copied or shared, from 1 on, and how many its purchase has; absent where it was all of them. */
  code: z.object({ position: z.int(), of: z.int() }).optional(),
  createdAt: Timestamp,
});
export type Disclosure = z.output<typeof Disclosure>;

const { min, max } = limits.purchaseQuantity;

export const purchases = {
  create: route({
    method: 'POST',
    path: '/api/purchases',
    summary: 'Acheter de 1 à 100 codes',
    access: 'reseller',
    cashier: true,
    refusals: { role: 'ONLY_RESELLERS_BUY', status: 'ACCOUNT_NOT_ACTIVE' },
    resolvesSession: true,
    idempotent: true,
    movesMoney: true,
    secret: true,
    body: z.object({
      /** The buyer is the session; when given it must be present and the same (AMB-12). */
      userId: requiredText('MISSING_PARAMETERS').optional(),
      productId: requiredText('MISSING_PARAMETERS'),
      offerId: requiredText('MISSING_PARAMETERS'),
      quantity: z
        .int({ error: 'QUANTITY_INVALID' })
        .min(min, { error: 'QUANTITY_INVALID' })
        .max(max, { error: 'QUANTITY_INVALID' }),
      /** In DA, as the buyer saw it: at any other price nothing is sold (PRICE_CHANGED). */
      expectedUnitPrice: Amount.min(0).max(limits.balanceMax).optional(),
      /** The offer as the buyer saw it: when one of these has changed nothing is sold (OFFER_CHANGED). */
      expectedOffer: z
        .object({
          productName: z.string().max(1_000),
          name: z.string().max(1_000),
          value: z.string().max(1_000),
          region: z.string().max(1_000),
        })
        .optional(),
    }),
    response: Purchase,
    errors: [
      'MISSING_PARAMETERS',
      'QUANTITY_INVALID',
      'TOO_MANY_PURCHASES',
      'PRODUCT_NOT_FOUND',
      'PRODUCT_NOT_AVAILABLE',
      'OFFER_NOT_FOUND',
      'OFFER_CHANGED',
      'STOCK_SHORT',
      'PRICE_INVALID',
      'PRICE_CHANGED',
      'PURCHASE_BALANCE_SHORT',
      'ACCOUNT_FROZEN',
      'DAILY_CEILING',
      'STAFF_CAP',
      'NO_CODE_FOR_PRODUCT',
      'NO_CODE_FOR_OFFER',
      'CODES_SHORT',
    ],
  }),
  list: route({
    method: 'GET',
    path: '/api/purchases',
    summary: 'Ses achats, sans les codes ; pour un administrateur, ceux de tous ou d’un revendeur (`userId`)',
    access: 'active',
    scope: 'reports',
    cashier: true,
    readsReplica: true,
    query: z.object({
      userId: z.string().max(100).optional(),
      /** What one cashier of the account sold. */
      staffId: z.string().max(100).optional(),
      /** In the names of game, product and offer, or the number of the purchase (`201`, `Achat n° 201`, `شراء رقم 201`); with `from` and `to` for one account's purchases alone. */
      search: z.string().max(200).optional(),
      /** Days of Africa/Algiers, both included. */
      from: Day.optional(),
      to: Day.optional(),
      ...page(pages.purchases),
    }),
    response: listOf(PurchaseSummary),
  }),
  /** The code is secret, so it is sent in a body. */
  find: route({
    method: 'POST',
    path: '/api/purchases/find',
    summary: 'Ses propres achats qui contiennent ce code ou ce numéro de série',
    access: 'reseller',
    secret: true,
    body: FindOwnCode,
    response: z.object({ items: z.array(PurchaseSummary) }),
    errors: ['CODE_REQUIRED', 'TOO_MANY_CODE_SEARCHES'],
  }),
  quickSales: route({
    method: 'GET',
    path: '/api/purchases/quick-sales',
    summary: 'Les offres épinglées, puis celles que l’on a le plus achetées en 14 jours, six au moins',
    access: 'reseller',
    cashier: true,
    response: z.object({ items: z.array(QuickSale) }),
  }),
  pin: route({
    method: 'PUT',
    path: '/api/purchases/quick-sales/:offerId',
    summary: 'Garder une offre parmi ses ventes rapides, ou ne plus la garder',
    access: 'reseller',
    params: z.object({ offerId: pathId('OFFER_NOT_FOUND') }),
    body: z.object({ pinned: z.boolean() }),
    response: z.object({ pinned: z.boolean() }),
    errors: ['OFFER_NOT_FOUND', 'TOO_MANY_PINS'],
  }),
  today: route({
    method: 'GET',
    path: '/api/purchases/today',
    summary: 'Combien de codes on a achetés aujourd’hui, et pour combien',
    access: 'reseller',
    response: DayTotal,
  }),
  get: route({
    method: 'GET',
    path: '/api/purchases/:id',
    summary: 'Un achat : avec ses codes pour son revendeur, sans eux pour un administrateur',
    access: 'active',
    scope: 'reports',
    cashier: true,
    secret: true,
    params: z.object({ id: pathId('PURCHASE_NOT_FOUND') }),
    response: Purchase.partial({ codes: true }),
    errors: ['PURCHASE_NOT_FOUND'],
  }),
  disclose: route({
    method: 'POST',
    path: '/api/purchases/:id/disclosures',
    summary:
      'Inscrire une copie, un partage, une impression ou une consultation de ses codes, avant qu’ils ne partent',
    access: 'reseller',
    cashier: true,
    params: z.object({ id: pathId('PURCHASE_NOT_FOUND') }),
    body: z.object({
      kind: DisclosureKind,
      /** One press of a button: the same again gets the same number. */
      press: z.uuid().optional(),
      /** Which code of the purchase, from 1 on; left out, all of them. */
      code: z.int().min(1).max(limits.codesOfPurchaseMax).nullish(),
    }),
    response: Disclosure,
    errors: ['PURCHASE_NOT_FOUND', 'TOO_MANY_DISCLOSURES'],
  }),
  disclosures: route({
    method: 'GET',
    path: '/api/purchases/:id/disclosures',
    summary: 'Chaque consultation, copie, partage et impression des codes d’un achat',
    access: 'active',
    scope: 'reports',
    cashier: true,
    params: z.object({ id: pathId('PURCHASE_NOT_FOUND') }),
    query: z.object(page(pages.disclosures)),
    response: listOf(Disclosure),
    errors: ['PURCHASE_NOT_FOUND'],
  }),
  /** A read that is recorded: it changes nothing but the audit trail, and is therefore no GET. */
  reveal: route({
    method: 'POST',
    path: '/api/purchases/:id/reveal',
    summary:
      'Les codes d’un achat, pour un administrateur ; la lecture est inscrite au journal avec sa raison',
    access: 'admin',
    scope: 'stock',
    secret: true,
    params: z.object({ id: pathId('PURCHASE_NOT_FOUND') }),
    body: RevealReason,
    /** With the batches of its codes, and what one code of each cost. Absent from an older server. */
    response: Purchase.extend({ batches: z.array(CodeOrigin).optional() }),
    errors: ['REVEAL_REASON_REQUIRED', 'PURCHASE_NOT_FOUND', 'STEP_UP_REQUIRED', 'TOO_MANY_REVEALS'],
  }),
} as const;
