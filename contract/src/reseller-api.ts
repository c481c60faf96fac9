import * as z from 'zod';
import { Amount, Id, listOf, page, pathId, Timestamp } from './fields.ts';
import { ApiKeyInput } from './forms.ts';
import { apiLimits, limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { keyScopes, route } from './route.ts';

const feature = 'reseller-api';

/** A key of an account for its own programs; the key itself is shown once, when it is made. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  /** How it begins. */
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  /** Addresses and networks that may use it; empty: all. */
  networks: z.array(z.string()),
  /** It sees the sandbox alone. */
  test: z.boolean(),
  createdAt: Timestamp,
  /** To about five minutes; null: never used. */
  lastUsedAt: Timestamp.nullable(),
  lastUsedFrom: z.string().nullable(),
  revokedAt: Timestamp.nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

export const apiKeys = {
  create: route({
    method: 'POST',
    path: '/api/keys',
    summary: 'Créer une clé d’API ; la réponse est seule à la montrer',
    access: 'reseller',
    feature,
    secret: true,
    body: ApiKeyInput,
    response: z.object({ id: Id, key: z.string() }),
    errors: [
      'API_KEY_NAME_REQUIRED',
      'API_KEY_SCOPES_REQUIRED',
      'NETWORK_INVALID',
      'STEP_UP_REQUIRED',
      'TOO_MANY_API_KEYS',
      'TOO_MANY_CALLS',
    ],
  }),
  list: route({
    method: 'GET',
    path: '/api/keys',
    summary: 'Ses clés d’API, sans les clés elles-mêmes',
    access: 'reseller',
    feature,
    query: z.object(page(pages.apiKeys)),
    response: listOf(ApiKey),
  }),
  revoke: route({
    method: 'DELETE',
    path: '/api/keys/:id',
    summary: 'Révoquer une de ses clés : aucun appel n’est plus accepté avec elle',
    access: 'reseller',
    feature,
    params: z.object({ id: pathId('API_KEY_NOT_FOUND') }),
    errors: ['API_KEY_NOT_FOUND'],
  }),
} as const;

/** The offers that a test key sees, by what becomes of an order. */
export const sandboxOffers = {
  success: '00000000-0000-4000-8000-00000000a001',
  refused: '00000000-0000-4000-8000-00000000a002',
  delayed: '00000000-0000-4000-8000-00000000a003',
  partial: '00000000-0000-4000-8000-00000000a004',
} as const;
export type SandboxOutcome = keyof typeof sandboxOffers;

/** What the account of the key can order, at the prices that it pays. */
export const ApiOffer = z.object({
  offerId: Id,
  productId: Id,
  productName: z.string(),
  game: z.string(),
  offerName: z.string(),
  value: z.string(),
  region: z.string(),
  /** Of one code. */
  price: Amount,
  /** Other prices of one code, each from a quantity on. */
  breaks: z.array(z.object({ minQuantity: z.int(), price: Amount })),
  stock: z.int(),
});
export type ApiOffer = z.output<typeof ApiOffer>;

const Reference = z
  .string({ error: 'REFERENCE_INVALID' })
  .max(apiLimits.referenceLength, { error: 'REFERENCE_INVALID' })
  .regex(/^[A-Za-z0-9][\w.:~-]*$/, { error: 'REFERENCE_INVALID' });

/** An order of a program, without its codes. */
export const ApiOrder = z.object({
  reference: z.string(),
  orderId: Id,
  /** Of a real order always `completed`: all codes are delivered, or nothing is sold. A test order can be late or in part. */
  status: z.enum(['completed', 'processing', 'partial']),
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  quantity: z.int(),
  unitPrice: Amount,
  totalCost: Amount,
  createdAt: Timestamp,
});
export type ApiOrder = z.output<typeof ApiOrder>;

export const ApiOrderWithCodes = ApiOrder.extend({
  /**
   * `code` is null for one that cannot be opened: report it. A refused code that was replaced is `replaced`, and the code for
   * it comes last; one whose price was given back is `credited`.
   */
  codes: z.array(
    z.object({
      code: z.string().nullable(),
      serial: z.string().optional(),
      replaced: z.literal(true).optional(),
      credited: z.literal(true).optional(),
    }),
  ),
});
export type ApiOrderWithCodes = z.output<typeof ApiOrderWithCodes>;

/** The API of resellers' own programs: `Authorization: Bearer alm_live_…`. */
export const resellerApi = {
  catalogue: route({
    method: 'GET',
    path: '/api/v1/catalogue',
    summary: 'Les offres en vente, à ses prix, avec leur stock',
    access: 'key',
    keyScope: 'catalogue',
    feature,
    response: z.object({ items: z.array(ApiOffer) }),
  }),
  balance: route({
    method: 'GET',
    path: '/api/v1/balance',
    summary: 'Son solde',
    access: 'key',
    keyScope: 'balance',
    feature,
    response: z.object({ balance: Amount, currency: z.literal('DZD') }),
  }),
  createOrder: route({
    method: 'POST',
    path: '/api/v1/orders',
    summary:
      'Commander des codes sous une référence à soi : la même référence n’achète qu’une fois, et répond toujours les mêmes codes',
    access: 'key',
    keyScope: 'orders',
    feature,
    resolvesSession: true,
    creates: true,
    secret: true,
    body: z.object({
      reference: Reference,
      offerId: z.string().max(100),
      quantity: z
        .int({ error: 'QUANTITY_INVALID' })
        .min(limits.purchaseQuantity.min, { error: 'QUANTITY_INVALID' })
        .max(limits.purchaseQuantity.max, { error: 'QUANTITY_INVALID' }),
      /** In DA: nothing is sold when a code costs more. */
      maxUnitPrice: z
        .number({ error: 'MAX_UNIT_PRICE_INVALID' })
        .min(0.01, { error: 'MAX_UNIT_PRICE_INVALID' })
        .max(limits.balanceMax, { error: 'MAX_UNIT_PRICE_INVALID' }),
    }),
    response: ApiOrderWithCodes,
    errors: [
      'REFERENCE_INVALID',
      'QUANTITY_INVALID',
      'MAX_UNIT_PRICE_INVALID',
      'REFERENCE_REUSED',
      'TOO_MANY_ORDERS',
      'OFFER_NOT_FOUND',
      'PRODUCT_NOT_FOUND',
      'PRODUCT_NOT_AVAILABLE',
      'STOCK_SHORT',
      'PRICE_INVALID',
      'PRICE_CHANGED',
      'PURCHASE_BALANCE_SHORT',
      'ACCOUNT_FROZEN',
      'DAILY_CEILING',
      'NO_CODE_FOR_PRODUCT',
      'NO_CODE_FOR_OFFER',
      'CODES_SHORT',
      'CONFLICT',
    ],
  }),
  orderByReference: route({
    method: 'GET',
    path: '/api/v1/orders/by-reference/:reference',
    summary: 'La commande d’une de ses références, avec ses codes',
    access: 'key',
    keyScope: 'orders',
    feature,
    secret: true,
    params: z.object({ reference: pathId('ORDER_NOT_FOUND') }),
    response: ApiOrderWithCodes,
    errors: ['ORDER_NOT_FOUND'],
  }),
  orders: route({
    method: 'GET',
    path: '/api/v1/orders',
    summary: 'Ses commandes par l’API, la dernière d’abord, sans les codes',
    access: 'key',
    keyScope: 'orders',
    feature,
    query: z.object(page(pages.apiOrders)),
    response: listOf(ApiOrder),
  }),
} as const;
