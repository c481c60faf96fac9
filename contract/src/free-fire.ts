import * as z from 'zod';
import {
  Amount,
  Id,
  listOf,
  optionalLine,
  page,
  pathId,
  requiredText,
  SortOrder,
  Timestamp,
} from './fields.ts';
import { FreeFirePrice, FreeFireProof, PlayerId } from './forms.ts';
import { bodySizes, customerLimits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';
import { typedDigits } from './typed-text.ts';
import { FreeFireRequestStatus } from './wallet.ts';

const Hour = z.int().min(0).max(23);

/** serviceConfig/freefire, with what follows from it now (AMB-14, clock of Africa/Algiers). */
export const FreeFireService = z.object({
  isActive: z.boolean(),
  maintenanceMode: z.boolean(),
  startHour: Hour,
  endHour: Hour,
  /** 0 = Sunday to 6. */
  workingDays: z.array(z.int().min(0).max(6)),
  lastUpdated: Timestamp,
  updatedBy: Id.nullable(),
  online: z.boolean(),
  reason: z.enum(['disabled', 'maintenance', 'closed', 'online']),
  /** `Service en ligne`, `Service désactivé`, …. */
  reasonText: z.string(),
  nextOpening: Timestamp.nullable(),
  /** A player's name can be asked for here; absent: it cannot. */
  playerLookup: z.literal(true).optional(),
});
export type FreeFireService = z.output<typeof FreeFireService>;

export const FreeFireOffer = z.object({
  id: Id,
  name: z.string(),
  /** Diamonds. */
  value: z.int(),
  price: Amount,
  status: z.enum(['active', 'inactive']),
  description: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type FreeFireOffer = z.output<typeof FreeFireOffer>;

export const FreeFireRequest = z.object({
  id: Id,
  userId: Id,
  playerId: z.string(),
  /** Full copy of the offer as it was sold. */
  offer: z.object({ id: z.string(), name: z.string(), value: z.int(), price: Amount }),
  offerName: z.string(),
  diamondsValue: z.int(),
  amount: Amount,
  status: FreeFireRequestStatus,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  validatedAt: Timestamp.nullable(),
  refusedAt: Timestamp.nullable(),
  resellerName: z.string(),
  userEmail: z.string(),
  note: z.string().nullable(),
  balanceBefore: Amount,
  balanceAfter: Amount,
  imageUrl: z.string().nullable(),
  processedBy: Id.nullable(),
  /** Resolved name of the processing administrator. */
  processedByName: z.string().nullable(),
  transactionId: Id.nullable(),
  unifiedTransactionId: Id.nullable(),
  /** The cashier who sent it; absent: the account itself. */
  soldBy: z.string().optional(),
});
export type FreeFireRequest = z.output<typeof FreeFireRequest>;

/** The response to a request that was sent. Amounts in DA. */
export const FreeFireRequestCreated = z.object({
  success: z.literal(true),
  requestId: Id,
  status: z.literal('pending'),
  newBalance: Amount,
  debitedAmount: Amount,
});

export const FreeFireHistoryEntry = z.object({
  id: Id,
  userId: Id,
  playerId: z.string(),
  offerId: z.string(),
  offerName: z.string(),
  price: Amount,
  diamondsValue: z.int(),
  status: z.enum(['success', 'failed']),
  externalTransactionId: z.string().nullable(),
  createdAt: Timestamp,
  processedBy: Id.nullable(),
  requestId: Id,
});
export type FreeFireHistoryEntry = z.output<typeof FreeFireHistoryEntry>;

/** A player that a reseller has sent a request for. */
export const FreeFireCustomer = z.object({
  id: Id,
  playerId: z.string(),
  /** As the reseller calls the customer; empty until it is given. */
  label: z.string(),
  lastOfferId: z.string(),
  lastOfferName: z.string(),
  lastSentAt: Timestamp,
});
export type FreeFireCustomer = z.output<typeof FreeFireCustomer>;

const requestParams = z.object({ id: pathId('REQUEST_NOT_FOUND') });
const customerParams = z.object({ id: pathId() });

/** Missing (null or absent) is an incomplete request; present but blank is a missing player id (AMB-33). */
/** Of a question about a player: a text that is no player id is simply not found. */
const playerIdQuery = z.string().overwrite(typedDigits).trim().max(20).default('');

export const freeFire = {
  service: route({
    method: 'GET',
    path: '/api/free-fire/service',
    summary: 'Configuration et état du service',
    access: 'signed-in',
    cashier: true,
    response: FreeFireService,
  }),
  configure: route({
    method: 'PATCH',
    path: '/api/free-fire/service',
    summary: 'Modifier la configuration ; les champs absents gardent leur valeur',
    access: 'admin',
    scope: 'settings',
    body: z.object({
      isActive: z.boolean().optional(),
      maintenanceMode: z.boolean().optional(),
      startHour: Hour.optional(),
      endHour: Hour.optional(),
      workingDays: z
        .array(z.int().min(0).max(6))
        .min(1, { error: 'WORKING_DAY_REQUIRED' })
        .max(7)
        .transform((days) => [...new Set(days)].sort())
        .optional(),
    }),
    response: FreeFireService,
    errors: ['WORKING_DAY_REQUIRED'],
  }),
  offers: route({
    method: 'GET',
    path: '/api/free-fire/offers',
    summary: 'Offres Free Fire, par valeur croissante',
    access: 'signed-in',
    cashier: true,
    response: z.object({ items: z.array(FreeFireOffer), nextCursor: z.null() }),
  }),
  updateOffer: route({
    method: 'PATCH',
    path: '/api/free-fire/offers/:id',
    summary: 'Modifier le prix d’une offre (le statut est fixe, sauf extension `offer-status`)',
    access: 'admin',
    scope: 'prices',
    params: z.object({ id: pathId('OFFER_NOT_FOUND') }),
    body: z.object({
      price: FreeFirePrice.optional(),
      /** In DA, as the caller saw it: at any other price nothing is changed (PRICE_CHANGED). */
      expectedPrice: z.number().optional(),
      status: z.enum(['active', 'inactive']).optional(),
    }),
    response: FreeFireOffer,
    errors: ['OFFER_NOT_FOUND', 'FREE_FIRE_PRICE_INVALID', 'FREE_FIRE_STATUS_STATIC', 'PRICE_CHANGED'],
  }),
  requests: route({
    method: 'GET',
    path: '/api/free-fire/requests',
    summary: 'Demandes Free Fire : les siennes, ou toutes pour un administrateur',
    access: 'active',
    scope: 'requests',
    cashier: true,
    readsReplica: true,
    query: z.object({
      /** `processed` = validated and refused, by processing time. */
      status: z.enum(['all', 'processed', ...FreeFireRequestStatus.options]).default('all'),
      /** By creation; processed ones are always the latest first. */
      order: SortOrder.default('desc'),
      /** Default 20 for a reseller, 100 for an administrator (RWO-19, RWO-21). */
      limit: z.coerce.number().int().min(1).max(pages.freeFireRequests.max).optional(),
      cursor: z.string().max(200).optional(),
    }),
    response: listOf(FreeFireRequest),
  }),
  request: route({
    method: 'GET',
    path: '/api/free-fire/requests/:id',
    summary: 'Une demande Free Fire',
    access: 'active',
    scope: 'requests',
    cashier: true,
    params: requestParams,
    response: FreeFireRequest,
    errors: ['REQUEST_NOT_FOUND'],
  }),
  createRequest: route({
    method: 'POST',
    path: '/api/free-fire/requests',
    summary: 'Demander une recharge Free Fire ; le prix est débité aussitôt',
    access: 'active',
    cashier: true,
    refusals: { role: 'ONLY_RESELLERS_FREE_FIRE', status: 'FREE_FIRE_ACCOUNT_NOT_ACTIVE' },
    authorizesInHandler: true,
    idempotent: true,
    movesMoney: true,
    body: z.object({
      userId: requiredText('FREE_FIRE_INCOMPLETE').optional(),
      offerId: requiredText('FREE_FIRE_INCOMPLETE'),
      amount: z.number({ error: 'FREE_FIRE_INCOMPLETE' }),
      freeFireId: PlayerId,
    }),
    response: FreeFireRequestCreated,
    errors: [
      'FREE_FIRE_INCOMPLETE',
      'PLAYER_ID_REQUIRED',
      'PLAYER_ID_INVALID',
      'TOO_MANY_FREE_FIRE_REQUESTS',
      'FREE_FIRE_OFFLINE',
      'FREE_FIRE_OFFER_NOT_FOUND',
      'FREE_FIRE_OFFER_UNAVAILABLE',
      'INTERNAL_VALIDATION',
      'FREE_FIRE_BALANCE_SHORT',
      'ACCOUNT_FROZEN',
      'DAILY_CEILING',
      'STAFF_CAP',
    ],
  }),
  repeat: route({
    method: 'GET',
    path: '/api/free-fire/repeat',
    summary: 'Savoir si la même offre a été envoyée au même joueur dans les dernières 24 heures',
    access: 'reseller',
    cashier: true,
    query: z.object({
      freeFireId: playerIdQuery,
      offerId: z.string().max(100).default(''),
    }),
    response: z.object({
      repeat: z.object({ requestId: Id, status: FreeFireRequestStatus, createdAt: Timestamp }).nullable(),
    }),
  }),
  player: route({
    method: 'GET',
    path: '/api/free-fire/player',
    summary: 'Le nom d’un joueur, si le service de cette installation répond ; aucune demande ne l’attend',
    access: 'reseller',
    cashier: true,
    query: z.object({ freeFireId: playerIdQuery }),
    response: z.object({
      result: z.enum(['found', 'not-found', 'unavailable']),
      /** Empty unless found. */
      name: z.string(),
    }),
  }),
  customers: route({
    method: 'GET',
    path: '/api/free-fire/customers',
    summary: 'Ses clients Free Fire, du dernier servi au plus ancien',
    access: 'reseller',
    cashier: true,
    query: z.object({
      /** The first digits of a player ID, or a part of a name. */
      search: z.string().max(100).default(''),
      ...page(pages.freeFireCustomers),
    }),
    response: listOf(FreeFireCustomer),
  }),
  renameCustomer: route({
    method: 'PATCH',
    path: '/api/free-fire/customers/:id',
    summary: 'Nommer un de ses clients Free Fire',
    access: 'reseller',
    params: customerParams,
    body: z.object({ label: optionalLine(customerLimits.labelLength) }),
    response: FreeFireCustomer,
    errors: ['NOT_FOUND'],
  }),
  removeCustomer: route({
    method: 'DELETE',
    path: '/api/free-fire/customers/:id',
    summary: 'Retirer un de ses clients Free Fire de la liste',
    access: 'reseller',
    params: customerParams,
    errors: ['NOT_FOUND'],
  }),
  sendProof: route({
    method: 'PUT',
    path: '/api/free-fire/requests/:id/proof',
    summary:
      'Téléverser la preuve d’une demande en attente, ou la remplacer : le corps est le fichier JPEG, 600 ko au plus',
    access: 'admin',
    scope: 'requests',
    long: true,
    params: requestParams,
    bodyBytes: bodySizes.rechargeProof,
    pictureBody: true,
    response: z.object({
      /** What the validation takes as its `imageUrl`, while no other picture has replaced this one. */
      address: z.string(),
      width: z.int(),
      height: z.int(),
    }),
    errors: [
      'UNSUPPORTED_MEDIA_TYPE',
      'TOO_LARGE',
      'REQUEST_NOT_FOUND',
      'REQUEST_PROCESSED',
      'PROOF_FORMAT',
      'PICTURE_TOO_MANY_PIXELS',
      'PICTURE_UNREADABLE',
    ],
  }),
  proof: route({
    method: 'GET',
    path: '/api/free-fire/requests/:id/proof',
    summary: 'La preuve téléversée d’une demande',
    access: 'active',
    scope: 'requests',
    cashier: true,
    params: requestParams,
    produces: 'image/jpeg',
    response: z.string(),
    errors: ['REQUEST_NOT_FOUND', 'PROOF_NOT_FOUND'],
  }),
  validate: route({
    method: 'POST',
    path: '/api/free-fire/requests/:id/validate',
    summary: 'Valider une demande avec le lien de la preuve',
    access: 'admin',
    scope: 'requests',
    idempotent: true,
    movesMoney: true,
    params: requestParams,
    body: FreeFireProof,
    response: FreeFireRequest,
    errors: [
      'PROOF_REQUIRED',
      'PROOF_CHANGED',
      'REQUEST_NOT_FOUND',
      'REQUEST_PROCESSED',
      'REQUEST_AT_SUPPLIER',
    ],
  }),
  refuse: route({
    method: 'POST',
    path: '/api/free-fire/requests/:id/refuse',
    summary: 'Refuser une demande et rembourser le revendeur',
    access: 'admin',
    scope: 'requests',
    idempotent: true,
    movesMoney: true,
    params: requestParams,
    body: z.object({ note: requiredText('REFUSAL_REASON_REQUIRED', 1_000) }),
    response: FreeFireRequest,
    errors: [
      'REFUSAL_REASON_REQUIRED',
      'REQUEST_NOT_FOUND',
      'REQUEST_PROCESSED',
      'REQUEST_AT_SUPPLIER',
      'REQUEST_TOPPED_UP',
      'BALANCE_LIMIT',
    ],
  }),
  history: route({
    method: 'GET',
    path: '/api/free-fire/history',
    summary: 'Recharges Free Fire effectuées : les siennes, ou toutes pour un administrateur',
    access: 'active',
    scope: 'requests',
    readsReplica: true,
    query: z.object({ userId: z.string().max(100).optional(), ...page(pages.freeFireHistory) }),
    response: listOf(FreeFireHistoryEntry),
  }),
  stats: route({
    method: 'GET',
    path: '/api/free-fire/stats',
    summary: 'Totaux Free Fire',
    access: 'admin',
    scope: 'requests',
    readsReplica: true,
    response: z.object({ total: z.int(), totalAmount: Amount, today: z.int(), pending: z.int() }),
  }),
} as const;
