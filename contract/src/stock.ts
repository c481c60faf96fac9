import * as z from 'zod';
import { Amount, Day, Id, listOf, page, pathId } from './fields.ts';
import { coverLimits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** How long the codes of an offer last. Amounts are in DA. */
export const OfferCover = z.object({
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  game: z.string(),
  stock: z.int(),
  /** Codes sold in a day: the mean of the last 14 days, days without stock left out; null: nothing to compute it from. */
  perDay: z.number().nullable(),
  /** The stock divided by it; null: it is not known when it ends. */
  days: z.number().nullable(),
  /** Sales refused in 14 days because codes were missing. */
  missed: z.int(),
  minStock: z.int(),
  /** How many days before their date codes leave the sale. */
  withholdDays: z.int(),
  /** Below its threshold, less than three days of cover, or wanted and not there. */
  reorder: z.boolean(),
  price: Amount,
  /** The newest known one; null: not known, which is not 0. */
  unitCost: Amount.nullable(),
});
export type OfferCover = z.output<typeof OfferCover>;

/** How an offer sells now. */
export const OfferSales = z.object({
  offerId: Id,
  /** Codes sold in seven days, today included. */
  sold: z.int(),
  /** As `OfferCover` says it; null also for an offer whose product is not active. */
  days: z.number().nullable(),
  reorder: z.boolean(),
});
export type OfferSales = z.output<typeof OfferSales>;

/** A day of an offer. */
export const CoverDay = z.object({
  day: Day,
  codes: z.int(),
  missed: z.int(),
  withoutStock: z.boolean(),
});
export type CoverDay = z.output<typeof CoverDay>;

export const OfferThreshold = z.object({
  minStock: z.int().min(0).max(coverLimits.minStockMax),
  withholdDays: z.int().min(0).max(coverLimits.withholdDaysMax),
});

export const stock = {
  cover: route({
    method: 'GET',
    path: '/api/stock/cover',
    summary: 'Couverture du stock des offres actives, la plus courte d’abord',
    access: 'admin',
    scope: 'stock',
    query: z.object({
      /** Only those to be bought again. */
      reorder: z.enum(['all', 'only']).default('all'),
      ...page(pages.stockCover),
    }),
    response: listOf(OfferCover),
  }),
  sales: route({
    method: 'GET',
    path: '/api/stock/sales',
    summary: 'Codes vendus en sept jours et couverture de chaque offre, en une fois',
    access: 'admin',
    scope: 'stock',
    response: z.object({ items: z.array(OfferSales) }),
  }),
  days: route({
    method: 'GET',
    path: '/api/stock/cover/:offerId/days',
    summary: 'Ventes d’une offre par jour, les 30 derniers jours',
    access: 'admin',
    scope: 'stock',
    params: z.object({ offerId: pathId('OFFER_NOT_FOUND') }),
    response: z.object({ items: z.array(CoverDay) }),
    errors: ['OFFER_NOT_FOUND'],
  }),
  setThreshold: route({
    method: 'PUT',
    path: '/api/products/:id/offers/:offerId/threshold',
    summary:
      'Régler le seuil d’alerte d’une offre, et combien de jours avant leur date ses codes quittent la vente',
    access: 'admin',
    scope: 'stock',
    long: true,
    params: z.object({ id: pathId('PRODUCT_NOT_FOUND'), offerId: pathId('OFFER_NOT_FOUND') }),
    /** What is left out stays. */
    body: OfferThreshold.partial(),
    response: OfferThreshold,
    errors: ['PRODUCT_NOT_FOUND', 'OFFER_NOT_FOUND', 'CODES_BEING_CHECKED'],
  }),
} as const;
