import * as z from 'zod';
import { Amount, Day, optionalLine, pathId } from './fields.ts';
import { BalanceBound, OfferPrice } from './forms.ts';
import { shopLimits } from './limits.ts';
import { route } from './route.ts';
import { typedDigits } from './typed-text.ts';

/** What a reseller's tickets say of the shop. */
export const ShopProfile = z.object({
  name: z.string(),
  phone: z.string(),
  /** The last line of a ticket. */
  footer: z.string(),
  /** Millimetres of the printer's paper. */
  paperWidth: z.enum(['58', '80']),
  /** Tickets say the reseller's own retail price, where there is one. */
  showPrice: z.boolean(),
});
export type ShopProfile = z.output<typeof ShopProfile>;

/** The reseller's own price of an offer, in DA; null: none. */
export const RetailPrice = z.object({ price: Amount.nullable() });
export type RetailPrice = z.output<typeof RetailPrice>;

/** Below which balance the account is warned, in DA; null: never. */
export const BalanceThreshold = z.object({ threshold: Amount.nullable() });
export type BalanceThreshold = z.output<typeof BalanceThreshold>;

const ofOffer = z.object({ offerId: pathId('OFFER_NOT_FOUND') });

export const shop = {
  profile: route({
    method: 'GET',
    path: '/api/shop',
    summary: 'Le nom, le téléphone et le bas des tickets de sa boutique',
    access: 'reseller',
    cashier: true,
    response: ShopProfile,
  }),
  saveProfile: route({
    method: 'PUT',
    path: '/api/shop',
    summary: 'Enregistrer ce que disent ses tickets',
    access: 'reseller',
    body: z.object({
      name: optionalLine(shopLimits.nameLength),
      phone: optionalLine(shopLimits.phoneLength, typedDigits),
      footer: optionalLine(shopLimits.footerLength),
      paperWidth: ShopProfile.shape.paperWidth.default('58'),
      showPrice: z.boolean().default(true),
    }),
    response: ShopProfile,
  }),
  balanceThreshold: route({
    method: 'GET',
    path: '/api/shop/balance-threshold',
    summary: 'Le solde au-dessous duquel on veut être prévenu',
    access: 'reseller',
    response: BalanceThreshold,
  }),
  saveBalanceThreshold: route({
    method: 'PUT',
    path: '/api/shop/balance-threshold',
    summary: 'Fixer ou retirer le solde au-dessous duquel on veut être prévenu',
    access: 'reseller',
    body: z.object({ threshold: BalanceBound.nullable() }),
    response: BalanceThreshold,
    errors: ['BALANCE_BOUND_INVALID'],
  }),
  retailPrice: route({
    method: 'GET',
    path: '/api/shop/prices/:offerId',
    summary: 'Son propre prix de vente d’une offre, maintenant ou à la fin d’un jour',
    access: 'reseller',
    cashier: true,
    params: ofOffer,
    query: z.object({ day: Day.optional() }),
    response: RetailPrice,
    errors: ['OFFER_NOT_FOUND'],
  }),
  saveRetailPrice: route({
    method: 'PUT',
    path: '/api/shop/prices/:offerId',
    summary: 'Fixer ou retirer son propre prix de vente d’une offre',
    access: 'reseller',
    params: ofOffer,
    body: z.object({
      price: OfferPrice.nullable(),
    }),
    response: RetailPrice,
    errors: ['OFFER_NOT_FOUND', 'OFFER_PRICE_NOT_POSITIVE'],
  }),
} as const;
