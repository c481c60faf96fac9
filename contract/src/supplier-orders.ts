import * as z from 'zod';
import { Amount, Id, listOf, page, pathId, Timestamp } from './fields.ts';
import {
  SupplierConnectionInput,
  SupplierOrderInput,
  SupplierResolution,
  SupplierTopUpOrder,
} from './forms.ts';
import { bodySizes } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/**
 * `planned`: not sent yet. `sending`: the call is under way, and is never repeated. `accepted`: the supplier has it. `delivered`, `partial`:
 * its codes are in the stock. `failed`: nothing was taken, or it was given back. `unknown`: it may be paid or not.
 */
export const SupplierOrderStatus = z.enum([
  'planned',
  'sending',
  'accepted',
  'delivered',
  'partial',
  'failed',
  'unknown',
]);
export type SupplierOrderStatus = z.output<typeof SupplierOrderStatus>;

/** How the server orders from a supplier. Its secret is never answered. */
export const SupplierConnection = z.object({
  id: Id,
  supplierId: Id,
  supplierName: z.string(),
  kind: z.string(),
  address: z.string(),
  articles: z.array(
    z.object({
      offerId: Id,
      offerName: z.string(),
      article: z.string(),
      restock: z.int(),
      maxUnitCost: Amount,
    }),
  ),
  /** Free Fire offers that this supplier tops up. */
  topUps: z.array(
    z.object({ offerId: z.string(), offerName: z.string(), article: z.string(), maxCost: Amount }),
  ),
  hasSecret: z.boolean(),
  dailyCap: Amount,
  /** Taken today, with the most that open orders may cost. */
  spentToday: Amount,
  paused: z.boolean(),
  /** The owner's money at the supplier; null: not known. */
  balance: Amount.nullable(),
  balanceAt: Timestamp.nullable(),
  openOrders: z.int(),
  unknownOrders: z.int(),
});
export type SupplierConnection = z.output<typeof SupplierConnection>;

/** An order that the server sent to a supplier. Amounts are in DA, of the whole order. */
export const SupplierOrder = z.object({
  id: Id,
  connectionId: Id,
  supplierId: Id,
  supplierName: z.string(),
  /** null: a top-up. */
  offerId: Id.nullable(),
  /** The Free Fire request that is topped up; null: an order of codes. */
  topUp: z.object({ requestId: Id, playerId: z.string(), resellerName: z.string() }).nullable(),
  productName: z.string(),
  offerName: z.string(),
  reference: z.string(),
  /** The supplier's own number, or ''. */
  number: z.string(),
  quantity: z.int(),
  maxCost: Amount,
  /** What was taken and not given back; null: not known. */
  cost: Amount.nullable(),
  delivered: z.int(),
  status: SupplierOrderStatus,
  /** Why it is in this status, in words, or ''. */
  evidence: z.string(),
  batchId: Id.nullable(),
  /** Since when the supplier has taken its codes back: their batch was recalled. */
  reversedAt: Timestamp.nullable(),
  /** Only a person can find out: this supplier answers no searches. */
  needsPerson: z.boolean(),
  isRestock: z.boolean(),
  orderedByName: z.string().nullable(),
  sentAt: Timestamp.nullable(),
  nextCheckAt: Timestamp.nullable(),
  statusAt: Timestamp,
  createdAt: Timestamp,
});
export type SupplierOrder = z.output<typeof SupplierOrder>;

const feature = 'suppliers';

export const supplierOrders = {
  connections: route({
    method: 'GET',
    path: '/api/supplier-connections',
    summary: 'Connexions aux fournisseurs, avec leur solde et leurs commandes ouvertes',
    access: 'admin',
    scope: 'stock',
    feature,
    query: z.object(page(pages.supplierConnections)),
    response: listOf(SupplierConnection),
  }),
  connect: route({
    method: 'POST',
    path: '/api/supplier-connections',
    summary: 'Ajouter une connexion à un fournisseur',
    access: 'admin',
    scope: 'owner',
    feature,
    idempotent: true,
    bodyBytes: bodySizes.supplierConnection,
    body: SupplierConnectionInput,
    response: SupplierConnection,
    errors: [
      'SUPPLIER_NOT_FOUND',
      'SUPPLIER_KIND_UNKNOWN',
      'SUPPLIER_ADDRESS_INVALID',
      'SUPPLIER_SECRET_INVALID',
      'SUPPLIER_CAP_INVALID',
      'SUPPLIER_ARTICLE_INVALID',
      'OFFER_NOT_FOUND',
      'SIMULATOR_NEEDS_DRAFT',
      'SUPPLIER_TOPS_UP_NOTHING',
    ],
  }),
  updateConnection: route({
    method: 'PATCH',
    path: '/api/supplier-connections/:id',
    summary: 'Modifier une connexion ou la mettre en pause ; ce qui est omis reste',
    access: 'admin',
    scope: 'owner',
    feature,
    bodyBytes: bodySizes.supplierConnection,
    params: z.object({ id: pathId('SUPPLIER_CONNECTION_NOT_FOUND') }),
    body: SupplierConnectionInput.omit({ supplierId: true, kind: true, paused: true }).partial().extend({
      paused: z.boolean().optional(),
      /** The settings that the caller read: with other ones by now nothing is changed (SUPPLIER_CONNECTION_CHANGED). */
      expected: SupplierConnectionInput.shape.settings.optional(),
    }),
    response: SupplierConnection,
    errors: [
      'SUPPLIER_CONNECTION_NOT_FOUND',
      'SUPPLIER_CONNECTION_CHANGED',
      'SUPPLIER_ADDRESS_INVALID',
      'SUPPLIER_SECRET_REQUIRED',
      'SUPPLIER_SECRET_INVALID',
      'SUPPLIER_CAP_INVALID',
      'SUPPLIER_ARTICLE_INVALID',
      'OFFER_NOT_FOUND',
      'SIMULATOR_NEEDS_DRAFT',
      'SUPPLIER_TOPS_UP_NOTHING',
    ],
  }),
  list: route({
    method: 'GET',
    path: '/api/supplier-orders',
    summary: 'Commandes aux fournisseurs, la plus récente d’abord',
    access: 'admin',
    scope: 'stock',
    feature,
    query: z.object({
      /** `open`: planned, sending or accepted. `delivered`: also in part. The unknown ones are asked for by their own name. */
      status: z.enum(['all', 'open', ...SupplierOrderStatus.options]).default('all'),
      connectionId: z.string().max(100).optional(),
      offerId: z.string().max(100).optional(),
      ...page(pages.supplierOrders),
    }),
    response: listOf(SupplierOrder),
  }),
  order: route({
    method: 'POST',
    path: '/api/supplier-orders',
    summary: 'Commander des codes à un fournisseur ; `maxCost` : le plus que la commande entière peut coûter',
    access: 'admin',
    scope: 'stock',
    feature,
    idempotent: true,
    body: SupplierOrderInput,
    response: SupplierOrder,
    errors: [
      'SUPPLIER_CONNECTION_NOT_FOUND',
      'SUPPLIER_QUANTITY_INVALID',
      'SUPPLIER_COST_INVALID',
      'SUPPLIER_NOT_FOUND',
      'SUPPLIER_PAUSED',
      'SUPPLIER_ARTICLE_MISSING',
      'SUPPLIER_ORDER_OPEN',
      'SUPPLIER_CAP_REACHED',
      'SIMULATOR_NEEDS_DRAFT',
      'OFFER_NOT_FOUND',
    ],
  }),
  resolve: route({
    method: 'POST',
    path: '/api/supplier-orders/:id/resolve',
    summary:
      'Dire ce qu’est devenue une commande : rien n’a été pris, ou elle est livrée, avec son coût et ses codes',
    access: 'admin',
    scope: 'stock',
    feature,
    long: true,
    idempotent: true,
    bodyBytes: bodySizes.supplierCodes,
    params: z.object({ id: pathId('SUPPLIER_ORDER_NOT_FOUND') }),
    body: SupplierResolution.extend({
      /** As the caller read it: an order that was `planned` and was sent meanwhile is not decided (SUPPLIER_ORDER_SENT). */
      expectedStatus: SupplierOrderStatus.optional(),
    }),
    response: SupplierOrder,
    errors: [
      'SUPPLIER_ORDER_NOT_FOUND',
      'SUPPLIER_OUTCOME_REQUIRED',
      'SUPPLIER_EVIDENCE_REQUIRED',
      'SUPPLIER_COST_INVALID',
      'SUPPLIER_ORDER_SETTLED',
      'SUPPLIER_ORDER_SENT',
      'SUPPLIER_CODES_OF_TOP_UP',
      'CODES_INVALID',
      'TOO_MANY_CODES',
      'EXPIRED_ON_IMPORT',
      'CODES_BEING_CHECKED',
    ],
  }),
  topUps: route({
    method: 'GET',
    path: '/api/supplier-top-ups',
    summary:
      'Recharges demandées aux fournisseurs pour les demandes Free Fire en attente, et qui peut en faire',
    access: 'admin',
    scope: 'requests',
    feature,
    query: z.object(page(pages.supplierTopUps)),
    response: listOf(SupplierOrder).extend({
      suppliers: z.array(
        z.object({
          connectionId: Id,
          supplierName: z.string(),
          paused: z.boolean(),
          offers: z.array(z.object({ offerId: z.string(), maxCost: Amount })),
        }),
      ),
    }),
  }),
  topUp: route({
    method: 'POST',
    path: '/api/supplier-top-ups',
    summary: 'Confier une demande Free Fire en attente à un fournisseur ; son reçu devient la preuve',
    access: 'admin',
    scope: 'requests',
    feature,
    idempotent: true,
    body: SupplierTopUpOrder,
    response: SupplierOrder,
    errors: [
      'SUPPLIER_CONNECTION_NOT_FOUND',
      'REQUEST_NOT_FOUND',
      'REQUEST_PROCESSED',
      'REQUEST_AT_SUPPLIER',
      'REQUEST_TOPPED_UP',
      'SUPPLIER_NOT_FOUND',
      'SUPPLIER_PAUSED',
      'SUPPLIER_ARTICLE_MISSING',
      'SUPPLIER_COST_INVALID',
      'SUPPLIER_COST_CHANGED',
      'SUPPLIER_ORDER_OPEN',
      'SUPPLIER_CAP_REACHED',
    ],
  }),
  rehearse: route({
    method: 'POST',
    path: '/api/supplier-rehearsals',
    summary:
      'Répéter sans argent : une commande par panne possible, envoyée au fournisseur simulé pour un produit brouillon',
    access: 'admin',
    scope: 'stock',
    feature,
    idempotent: true,
    response: z.object({ connectionId: Id, orders: z.int() }),
  }),
} as const;
