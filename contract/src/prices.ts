import * as z from 'zod';
import { Amount, Id, listOf, optionalLine, page, pathId, Timestamp } from './fields.ts';
import { OfferPrice, PriceLevelInput } from './forms.ts';
import { bodySizes, limits, priceLimits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** Several resellers who pay the same prices. */
export const PriceLevel = z.object({
  id: Id,
  name: z.string(),
  position: z.int(),
  /** How many resellers have it. */
  accounts: z.int(),
  /** How many prices it has. */
  prices: z.int(),
});
export type PriceLevel = z.output<typeof PriceLevel>;

/** The price of one code of an offer, from a quantity on. */
export const SpecialPrice = z.object({
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  minQuantity: z.int(),
  price: Amount,
  /** What everybody else pays for one. */
  basePrice: Amount,
});
export type SpecialPrice = z.output<typeof SpecialPrice>;

const MinQuantity = z.int().min(limits.purchaseQuantity.min).max(limits.purchaseQuantity.max);
const confirmBelowCost = z.boolean().optional();

/** A new set of prices. With `offerIds` it replaces those of these offers only. */
const SpecialPricesInput = z.object({
  prices: z
    .array(
      z.object({
        offerId: z.string().max(100),
        minQuantity: MinQuantity.default(limits.purchaseQuantity.min),
        price: OfferPrice,
      }),
    )
    .max(priceLimits.prices),
  offerIds: z.array(z.string().max(100)).max(priceLimits.prices).optional(),
  /** The prices that the caller was shown and the set replaces: with others by now nothing is changed (PRICE_LIST_STALE). */
  expected: z
    .array(z.object({ offerId: z.string().max(100), minQuantity: MinQuantity, price: Amount }))
    .max(priceLimits.prices)
    .optional(),
  /** Prices below the newest known cost are refused (PRICE_BELOW_COST) until this says that they are meant. */
  confirmBelowCost,
});
const writtenPrices = {
  long: true,
  bodyBytes: bodySizes.prices,
  bodyKeys: 8 * priceLimits.prices,
  body: SpecialPricesInput,
} as const;
const writtenErrors = [
  'OFFER_NOT_FOUND',
  'OFFER_PRICE_NOT_POSITIVE',
  'PRICE_REPEATED',
  'PRICE_LIST_STALE',
  'PRICE_BELOW_COST',
] as const;

const PricesOfLevel = z.object({ items: z.array(SpecialPrice) });
const PricesOfUser = z.object({
  /** Null: the account pays the prices of the offers, but for its own. */
  level: z.object({ id: Id, name: z.string() }).nullable(),
  items: z.array(SpecialPrice),
});
export type PricesOfUser = z.output<typeof PricesOfUser>;

export const PriceScope = z.enum(['base', 'level', 'user']);
export type PriceScope = z.output<typeof PriceScope>;

/** A change of a price that was made. */
export const PriceChange = z.object({
  id: Id,
  createdAt: Timestamp,
  authorName: z.string(),
  productName: z.string(),
  offerId: Id,
  offerName: z.string(),
  scope: PriceScope,
  /** The name of the level or of the reseller; null for the price of the offer. */
  scopeName: z.string().nullable(),
  minQuantity: z.int(),
  /** Null: there was none. */
  from: Amount.nullable(),
  /** Null: none remains. */
  to: Amount.nullable(),
  /** Less than the cost that was known, and confirmed. */
  belowCost: z.boolean(),
  /** The price list that it came with. */
  listId: Id.nullable(),
});
export type PriceChange = z.output<typeof PriceChange>;

/** What a reseller pays for the offers of which the price is another than the one that all see. */
export const MyPrices = z.object({
  /** Equal versions have equal prices. */
  version: z.string(),
  offers: z.array(
    z.object({
      offerId: Id,
      /** Of one code. */
      price: Amount,
      /** From how many codes on each of them costs another price, the smallest quantity first. */
      breaks: z.array(z.object({ minQuantity: z.int(), price: Amount })),
    }),
  ),
});
export type MyPrices = z.output<typeof MyPrices>;

/** A line of a price list as it was pasted: an offer by its id or its names, and its prices. */
const PriceListLine = z.object({
  offer: z.string().trim().min(1).max(400),
  prices: z
    .array(
      z.object({
        /** Null: the price of the offer. */
        levelId: z.string().max(100).nullable().default(null),
        minQuantity: MinQuantity.default(limits.purchaseQuantity.min),
        price: OfferPrice,
      }),
    )
    .min(1)
    .max(priceLimits.pricesOfLine),
});
const PriceListInput = z.object({
  lines: z.array(PriceListLine).min(1, { error: 'PRICE_LIST_EMPTY' }).max(priceLimits.lines),
});
export type PriceListInput = z.input<typeof PriceListInput>;

export const PriceListChange = z.object({
  /** Names the change in `chosen` of the call that applies it. */
  key: z.string(),
  /** Which line of the list, from 0 on. */
  line: z.int(),
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  levelId: Id.nullable(),
  levelName: z.string().nullable(),
  minQuantity: z.int(),
  /** Null: there is none yet. */
  from: Amount.nullable(),
  to: Amount,
  /** The newest known cost of a code; null: not known. */
  unitCost: Amount.nullable(),
});
export type PriceListChange = z.output<typeof PriceListChange>;

export const PriceListPreview = z.object({
  /** Of the prices that it was compared with. */
  version: z.string(),
  changes: z.array(PriceListChange),
  /** Prices of the list that are in force already. */
  unchanged: z.int(),
  /** Lines of which the offer is not known, or of which the name is that of several offers. */
  unknown: z.array(z.object({ line: z.int(), offer: z.string(), several: z.boolean() })),
  /** Offers for sale that the list does not have; nothing happens to them. */
  missing: z.array(z.object({ offerId: Id, productName: z.string(), offerName: z.string(), price: Amount })),
});
export type PriceListPreview = z.output<typeof PriceListPreview>;

export const PriceList = z.object({
  id: Id,
  createdAt: Timestamp,
  authorName: z.string(),
  source: z.string(),
  changes: z.int(),
  /** It undid that list. */
  undoes: Id.nullable(),
  /** It was undone by that list. */
  undoneBy: Id.nullable(),
  /** Until when it can be undone. */
  undoUntil: Timestamp,
});
export type PriceList = z.output<typeof PriceList>;

const AppliedList = z.object({ id: Id, changed: z.int(), belowCost: z.int() });

const levelParams = z.object({ id: pathId('PRICE_LEVEL_NOT_FOUND') });
const userParams = z.object({ id: pathId('USER_NOT_FOUND') });
const listBody = {
  long: true,
  bodyBytes: bodySizes.priceList,
  bodyKeys: priceLimits.lines * (2 + 4 * 4),
} as const;

export const prices = {
  mine: route({
    method: 'GET',
    path: '/api/my-prices',
    summary: 'Ses propres prix et remises par quantité (304 quand rien n’a changé)',
    access: 'reseller',
    cashier: true,
    response: MyPrices,
  }),
  levels: route({
    method: 'GET',
    path: '/api/price-levels',
    summary: 'Niveaux de prix, dans leur ordre',
    access: 'admin',
    scope: 'prices',
    query: z.object(page(pages.priceLevels)),
    response: listOf(PriceLevel),
  }),
  createLevel: route({
    method: 'POST',
    path: '/api/price-levels',
    summary: 'Ajouter un niveau de prix, sans prix ni revendeur',
    access: 'admin',
    scope: 'prices',
    body: PriceLevelInput,
    response: PriceLevel,
    errors: ['PRICE_LEVEL_NAME_REQUIRED', 'PRICE_LEVEL_NAME_TAKEN'],
  }),
  updateLevel: route({
    method: 'PATCH',
    path: '/api/price-levels/:id',
    summary: 'Renommer ou déplacer un niveau de prix ; ce qui est omis reste',
    access: 'admin',
    scope: 'prices',
    params: levelParams,
    body: PriceLevelInput.partial(),
    response: PriceLevel,
    errors: ['PRICE_LEVEL_NOT_FOUND', 'PRICE_LEVEL_NAME_REQUIRED', 'PRICE_LEVEL_NAME_TAKEN'],
  }),
  removeLevel: route({
    method: 'DELETE',
    path: '/api/price-levels/:id',
    summary:
      'Supprimer un niveau et ses prix ; ses revendeurs, pas plus que `accounts` s’il est donné, paient de nouveau le prix de base',
    access: 'admin',
    scope: 'prices',
    long: true,
    params: levelParams,
    /** How many resellers the caller was shown: more than that are refused (PRICE_LEVEL_HAS_ACCOUNTS). */
    query: z.object({ accounts: z.coerce.number().int().min(0).optional() }),
    errors: ['PRICE_LEVEL_NOT_FOUND', 'PRICE_LEVEL_HAS_ACCOUNTS'],
  }),
  ofLevel: route({
    method: 'GET',
    path: '/api/price-levels/:id/prices',
    summary: 'Prix d’un niveau',
    access: 'admin',
    scope: 'prices',
    params: levelParams,
    response: PricesOfLevel,
    errors: ['PRICE_LEVEL_NOT_FOUND'],
  }),
  setOfLevel: route({
    method: 'PUT',
    path: '/api/price-levels/:id/prices',
    summary: 'Remplacer les prix d’un niveau, ou seulement ceux des offres de `offerIds`',
    access: 'admin',
    scope: 'prices',
    params: levelParams,
    ...writtenPrices,
    response: PricesOfLevel,
    errors: ['PRICE_LEVEL_NOT_FOUND', ...writtenErrors],
  }),
  ofUser: route({
    method: 'GET',
    path: '/api/users/:id/prices',
    summary: 'Niveau et prix propres d’un revendeur',
    access: 'admin',
    scope: 'prices',
    params: userParams,
    response: PricesOfUser,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_PRICED'],
  }),
  setOfUser: route({
    method: 'PUT',
    path: '/api/users/:id/prices',
    summary: 'Remplacer les prix propres d’un revendeur, ou seulement ceux des offres de `offerIds`',
    access: 'admin',
    scope: 'prices',
    params: userParams,
    ...writtenPrices,
    response: PricesOfUser,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_PRICED', ...writtenErrors],
  }),
  setLevelOfUser: route({
    method: 'PATCH',
    path: '/api/users/:id/price-level',
    summary: 'Donner un niveau de prix à un revendeur ; null : le prix de base',
    access: 'admin',
    scope: 'prices',
    params: userParams,
    body: z.object({ levelId: z.string().max(100).nullable() }),
    response: PricesOfUser,
    errors: ['USER_NOT_FOUND', 'ONLY_RESELLERS_PRICED', 'PRICE_LEVEL_NOT_FOUND'],
  }),
  changes: route({
    method: 'GET',
    path: '/api/price-changes',
    summary:
      'Changements de prix, les récents d’abord : d’une offre, d’un niveau, d’un revendeur ou d’une liste',
    access: 'admin',
    scope: 'prices',
    query: z.object({
      offerId: z.string().max(100).optional(),
      levelId: z.string().max(100).optional(),
      userId: z.string().max(100).optional(),
      listId: z.string().max(100).optional(),
      ...page(pages.priceChanges),
    }),
    response: listOf(PriceChange),
  }),
  previewList: route({
    method: 'POST',
    path: '/api/price-lists/preview',
    summary: 'Ce qu’une liste de prix changerait, sans rien enregistrer',
    access: 'admin',
    scope: 'prices',
    readOnly: true,
    ...listBody,
    body: PriceListInput,
    response: PriceListPreview,
    errors: ['PRICE_LIST_EMPTY', 'OFFER_PRICE_NOT_POSITIVE', 'PRICE_LEVEL_NOT_FOUND', 'PRICE_REPEATED'],
  }),
  applyList: route({
    method: 'POST',
    path: '/api/price-lists/apply',
    summary: 'Enregistrer une liste de prix, ou seulement les changements de `chosen`',
    access: 'admin',
    scope: 'prices',
    ...listBody,
    body: PriceListInput.extend({
      /** Of the preview that the caller was shown: other prices by now are refused (PRICE_LIST_STALE). */
      version: z.string().max(100),
      chosen: z.array(z.string().max(200)).max(priceLimits.prices).optional(),
      source: optionalLine(limits.importSourceLength),
      confirmBelowCost,
    }),
    response: AppliedList,
    errors: [
      'PRICE_LIST_EMPTY',
      'OFFER_PRICE_NOT_POSITIVE',
      'PRICE_LEVEL_NOT_FOUND',
      'PRICE_REPEATED',
      'PRICE_LIST_STALE',
      'PRICE_BELOW_COST',
    ],
  }),
  lists: route({
    method: 'GET',
    path: '/api/price-lists',
    summary: 'Listes de prix enregistrées, les récentes d’abord',
    access: 'admin',
    scope: 'prices',
    query: z.object(page(pages.priceLists)),
    response: listOf(PriceList),
  }),
  undoList: route({
    method: 'POST',
    path: '/api/price-lists/:id/undo',
    summary: 'Remettre les prix d’avant une liste, dans l’heure et si aucun n’a changé depuis',
    access: 'admin',
    scope: 'prices',
    long: true,
    params: z.object({ id: pathId('PRICE_LIST_NOT_FOUND') }),
    body: z.object({ confirmBelowCost }),
    response: AppliedList,
    errors: [
      'PRICE_LIST_NOT_FOUND',
      'PRICE_LIST_UNDONE',
      'PRICE_LIST_TOO_OLD',
      'PRICE_LIST_STALE',
      'PRICE_BELOW_COST',
    ],
  }),
} as const;
