import * as z from 'zod';
import { BatchInput } from './batch-fields.ts';
import {
  Amount,
  Id,
  keptLink,
  keptPicture,
  keptText,
  line,
  listOf,
  optionalLine,
  page,
  pathId,
  Timestamp,
} from './fields.ts';
import { OfferInput, OfferPrice, ProductInfo, ProductStatus } from './forms.ts';
import { bodySizes, limits, redeemLimits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

export const CodeStatus = z.enum(['available', 'reserved', 'sold']);

/** An offer of a product. `price` in DA, `stock` = number of available codes. */
export const Offer = z.object({
  id: Id,
  name: z.string(),
  /** What the code is worth, as a text: `110 Diamants`. */
  value: z.string(),
  price: Amount,
  region: z.string(),
  stock: z.int(),
  /** Codes that differ in case only are different codes (AMB-100); left out where case does not count. */
  caseSignificant: z.boolean().optional(),
  /** An import has fixed `caseSignificant`; only in an administrator's read of one product, left out otherwise. */
  caseFixed: z.boolean().optional(),
});
export type Offer = z.output<typeof Offer>;

export const Product = z.object({
  id: Id,
  name: z.string(),
  game: z.string(),
  category: z.string(),
  description: z.string(),
  imageUrl: z.string(),
  /** How its codes are used: a text, and a link by https. */
  redeemText: z.string(),
  redeemLink: z.string(),
  status: ProductStatus,
  offers: z.array(Offer),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastSale: Timestamp.nullable(),
});
export type Product = z.output<typeof Product>;

const textLines = z.string().transform((text) => (text.trim() === '' ? [] : text.split(/\r?\n/)));

/** A list of codes to import, one per line: a text, or an array of texts of one or several lines. */
const codeLines = z.union([textLines, z.array(z.string())], {
  error: ({ input }) => (Array.isArray(input) ? 'CODES_INVALID' : 'CODES_MISSING'),
});
const someCodeLines = codeLines.refine((lines) => lines.length > 0, { error: 'CODES_MISSING' });

const importedLists = {
  /** The serial of each line or entry of `codes`, '' for none: sealed together with its code. */
  serials: z
    .union([z.string().transform((text) => text.split(/\r?\n/)), z.array(z.string())], {
      error: 'CODES_INVALID',
    })
    .refine((serials) => serials.every(({ length }) => length <= limits.codeLength), {
      error: 'CODES_INVALID',
    })
    .optional(),
  /** Where the codes come from, as the list of imports shows it: the name of a file. */
  source: optionalLine(limits.importSourceLength),
};

const batchErrors = [
  'COST_NEGATIVE',
  'CURRENCY_INCOMPLETE',
  'EXPIRED_ON_IMPORT',
  'SUPPLIER_NOT_FOUND',
] as const;

const newOfferInput = OfferInput.extend({
  /** Stored with the offer, only at creation (ENT-25). */
  codes: codeLines.nullish(),
  ...importedLists,
  /** What is said of these codes, as in an import. */
  batch: BatchInput.optional(),
});

/** Where codes of a list stand already: they are left out, since a code is unique in the whole business (AMB-61). */
const knownCodes = {
  /** Lines that repeat a code before them in the list. */
  repeated: z.int(),
  /** Unsold in this offer. */
  inOffer: z.int(),
  /** Unsold in other offers. */
  inOtherOffers: z.array(
    z.object({ offerId: Id, productName: z.string(), offerName: z.string(), count: z.int() }),
  ),
  /** Sold, whatever became of their offer. */
  sold: z.array(
    z.object({
      offerId: Id,
      productName: z.string(),
      offerName: z.string(),
      count: z.int(),
      firstSoldAt: Timestamp,
      lastSoldAt: Timestamp,
    }),
  ),
};
const KnownCodes = z.object(knownCodes);
export type KnownCodes = z.output<typeof KnownCodes>;

/** What became of the codes of one list. */
const importedCodes = {
  /** Null when no code was new. */
  batchId: Id.nullable(),
  imported: z.int(),
  duplicates: z.int(),
  invalid: z.int(),
  stock: z.int(),
  ...knownCodes,
};

const productParams = z.object({ id: pathId('PRODUCT_NOT_FOUND') });
const offerParams = productParams.extend({ offerId: pathId('OFFER_NOT_FOUND') });

export const products = {
  list: route({
    method: 'GET',
    path: '/api/products',
    summary: 'Produits et offres, par nom (304 quand rien n’a changé)',
    access: 'signed-in',
    cashier: true,
    query: z.object({
      status: z.enum(['all', ...ProductStatus.options]).default('all'),
      limit: z.coerce.number().int().min(1).max(1_000).optional(),
    }),
    response: z.object({ items: z.array(Product), nextCursor: z.null() }),
  }),
  get: route({
    method: 'GET',
    path: '/api/products/:id',
    summary: 'Un produit',
    access: 'signed-in',
    cashier: true,
    params: productParams,
    response: Product,
    errors: ['PRODUCT_NOT_FOUND'],
  }),
  redeem: route({
    method: 'GET',
    path: '/api/products/:id/redeem',
    summary: 'Comment utiliser les codes d’un produit, aussi d’un produit retiré',
    access: 'signed-in',
    cashier: true,
    params: productParams,
    response: z.object({ text: z.string(), link: z.string() }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/api/products',
    summary: 'Créer un produit avec ses offres et leurs codes, ensemble ou pas du tout',
    access: 'admin',
    scope: 'prices',
    long: true,
    idempotent: true,
    bodyBytes: bodySizes.newProduct,
    // 200 offers, each with the values of a batch.
    bodyKeys: 4_000,
    body: z.object({
      ...ProductInfo.shape,
      /** Left out, a product starts without offers (RWO-26); the forms ask for one at least (PRD-33). */
      offers: z.array(newOfferInput).max(200).default([]),
    }),
    response: Product.extend({
      /** Of each offer that came with codes. */
      imports: z.array(z.object({ offerId: Id, ...importedCodes })).optional(),
    }),
    errors: [
      'CODES_MISSING',
      'CODES_INVALID',
      'CODES_ALREADY_KNOWN',
      'CODES_BEING_CHECKED',
      'TOO_MANY_CODES',
      ...batchErrors,
      'PRODUCT_NAME_REQUIRED',
      'GAME_REQUIRED',
      'OFFER_NAME_REQUIRED',
      'OFFER_VALUE_REQUIRED',
      'OFFER_PRICE_NOT_POSITIVE',
      'IMAGE_URL_INVALID',
      'REDEEM_LINK_INVALID',
      'PICTURE_GONE',
    ],
  }),
  update: route({
    method: 'PUT',
    path: '/api/products/:id',
    summary:
      'Modifier un produit ; avec `offers`, remplace la liste des offres. Une offre qui contient des codes non vendus n’est retirée que si `removedOffers` la nomme',
    access: 'admin',
    scope: 'prices',
    long: true,
    bodyBytes: bodySizes.product,
    params: productParams,
    body: z.object({
      name: ProductInfo.shape.name,
      game: ProductInfo.shape.game,
      category: keptText(100),
      imageUrl: keptPicture('IMAGE_URL_INVALID'),
      description: keptText(2_000),
      redeemText: keptText(redeemLimits.textLength),
      redeemLink: keptLink('REDEEM_LINK_INVALID', redeemLimits.linkLength),
      status: ProductStatus.optional(),
      offers: z.array(OfferInput).min(1, { error: 'OFFER_REQUIRED' }).max(200).optional(),
      /** The `updatedAt` that the caller read: another one now is refused (PRODUCT_CHANGED). */
      updatedAt: z.string().max(40).optional(),
      /** The offers that leave, each with the number of unsold codes that the caller was shown and lets go. */
      removedOffers: z
        .array(z.object({ id: z.string().max(100), codes: z.int().min(0) }))
        .max(200)
        .optional(),
      /** Changed prices below the newest known cost are refused (PRICE_BELOW_COST) until this says that they are meant. */
      confirmBelowCost: z.boolean().optional(),
    }),
    response: Product,
    errors: [
      'PRODUCT_NOT_FOUND',
      'PRODUCT_CHANGED',
      'OFFERS_HOLD_CODES',
      'CASE_RULE_FIXED',
      'SIMULATOR_NEEDS_DRAFT',
      'PRICE_BELOW_COST',
      'PRODUCT_NAME_REQUIRED',
      'GAME_REQUIRED',
      'OFFER_REQUIRED',
      'OFFER_NAME_REQUIRED',
      'OFFER_VALUE_REQUIRED',
      'OFFER_PRICE_NOT_POSITIVE',
      'IMAGE_URL_INVALID',
      'REDEEM_LINK_INVALID',
      'PICTURE_GONE',
    ],
  }),
  setStatus: route({
    method: 'PATCH',
    path: '/api/products/:id',
    summary: 'Changer le statut seulement',
    access: 'admin',
    scope: 'prices',
    params: productParams,
    body: z.object({ status: ProductStatus }),
    response: Product,
    errors: ['PRODUCT_NOT_FOUND', 'SIMULATOR_NEEDS_DRAFT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/products/:id',
    summary:
      'Supprimer un produit et ses codes non vendus, pas plus que `codes` s’il est donné ; les codes vendus et les achats restent',
    access: 'admin',
    scope: 'stock',
    long: true,
    params: productParams,
    /** How many unsold codes the caller was shown and lets go: more than that are refused (OFFERS_HOLD_CODES). */
    query: z.object({ codes: z.coerce.number().int().min(0).optional() }),
    errors: ['PRODUCT_NOT_FOUND', 'OFFERS_HOLD_CODES'],
  }),
  addOffer: route({
    method: 'POST',
    path: '/api/products/:id/offers',
    summary: 'Ajouter une offre, stock 0',
    access: 'admin',
    scope: 'prices',
    params: productParams,
    body: OfferInput,
    response: Product,
    errors: ['PRODUCT_NOT_FOUND', 'OFFER_NAME_REQUIRED', 'OFFER_VALUE_REQUIRED', 'OFFER_PRICE_NOT_POSITIVE'],
  }),
  updateOffer: route({
    method: 'PATCH',
    path: '/api/products/:id/offers/:offerId',
    summary: 'Modifier une offre : seuls les champs envoyés changent',
    access: 'admin',
    scope: 'prices',
    params: offerParams,
    body: z.object({
      name: OfferInput.shape.name.optional(),
      value: OfferInput.shape.value.optional(),
      region: line(50).optional(),
      price: OfferPrice.optional(),
      /** In DA, as the caller saw it: at any other price nothing is changed (PRICE_CHANGED). */
      expectedPrice: z.number().optional(),
      /** A new price below the newest known cost is refused (PRICE_BELOW_COST) until this says that it is meant. */
      confirmBelowCost: z.boolean().optional(),
    }),
    response: Product,
    errors: [
      'PRODUCT_NOT_FOUND',
      'OFFER_NOT_FOUND',
      'PRICE_CHANGED',
      'PRICE_BELOW_COST',
      'OFFER_NAME_REQUIRED',
      'OFFER_VALUE_REQUIRED',
      'OFFER_PRICE_NOT_POSITIVE',
    ],
  }),
} as const;

/** A code without its secret: what an administrator may list (RWO-08). */
export const CodeEntry = z.object({
  id: Id,
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  status: CodeStatus,
  createdAt: Timestamp,
  soldTo: Id.nullable(),
  soldToName: z.string().nullable(),
  soldAt: Timestamp.nullable(),
  purchaseId: Id.nullable(),
  salePrice: Amount.nullable(),
  reservedBy: Id.nullable(),
  reservedAt: Timestamp.nullable(),
  reservationId: z.string().nullable(),
  ttl: Timestamp.nullable(),
});

/**
 * A code that was taken out of sale because another one like it stands (AMB-61), or because no key opens it (CNT-58); without
 * its secret.
 */
export const WithheldCode = z.object({
  id: Id,
  productId: Id,
  offerId: Id,
  productName: z.string(),
  offerName: z.string(),
  reason: z.enum(['duplicate', 'unreadable']),
  importedAt: Timestamp,
  withheldAt: Timestamp,
  /** The code like it that stands now; null: there is none, and one that was a duplicate could be sold. */
  twin: z.object({ productName: z.string(), offerName: z.string(), soldAt: Timestamp.nullable() }).nullable(),
});
export type WithheldCode = z.output<typeof WithheldCode>;

export const codes = {
  import: route({
    method: 'POST',
    path: '/api/products/:id/offers/:offerId/codes',
    summary: 'Importer des codes ; doublons ignorés et comptés',
    access: 'admin',
    scope: 'stock',
    long: true,
    bodyBytes: bodySizes.codes,
    params: offerParams,
    body: z.object({
      codes: someCodeLines,
      ...importedLists,
      batch: BatchInput.optional(),
    }),
    response: z.object(importedCodes),
    secret: true,
    errors: [
      'PRODUCT_NOT_FOUND',
      'OFFER_NOT_FOUND',
      'CODES_MISSING',
      'CODES_INVALID',
      'CODES_DESTROYED',
      'CODES_ALREADY_KNOWN',
      'CODES_BEING_CHECKED',
      'TOO_MANY_CODES',
      ...batchErrors,
    ],
  }),
  preview: route({
    method: 'POST',
    path: '/api/products/:id/offers/:offerId/codes/preview',
    summary: 'Compter ce qu’une importation écrirait, sans rien écrire',
    access: 'admin',
    scope: 'stock',
    long: true,
    readOnly: true,
    bodyBytes: bodySizes.codes,
    params: offerParams,
    body: z.object({
      codes: someCodeLines,
      ...importedLists,
      batch: BatchInput.optional(),
    }),
    response: z.object({ importable: z.int(), duplicates: z.int(), invalid: z.int(), ...knownCodes }),
    secret: true,
    errors: [
      'PRODUCT_NOT_FOUND',
      'OFFER_NOT_FOUND',
      'CODES_MISSING',
      'CODES_INVALID',
      'CODES_BEING_CHECKED',
      'TOO_MANY_CODES',
      'TOO_MANY_CODE_SEARCHES',
      ...batchErrors,
    ],
  }),
  export: route({
    method: 'GET',
    path: '/api/products/:id/offers/:offerId/codes',
    summary: 'Exporter les codes disponibles, un par ligne',
    access: 'admin',
    scope: 'owner',
    long: true,
    produces: 'text/plain',
    params: offerParams,
    response: z.string(),
    secret: true,
    errors: ['PRODUCT_NOT_FOUND', 'OFFER_NOT_FOUND', 'NO_CODES_TO_EXPORT', 'STEP_UP_REQUIRED'],
  }),
  list: route({
    method: 'GET',
    path: '/api/codes',
    summary: 'Codes par produit, offre et statut, sans leur valeur secrète',
    access: 'admin',
    scope: 'stock',
    readsReplica: true,
    query: z.object({
      productId: z.string().max(100).optional(),
      offerId: z.string().max(100).optional(),
      status: z.enum(['all', ...CodeStatus.options]).default('all'),
      ...page(pages.codes),
    }),
    response: listOf(CodeEntry),
  }),
  releaseReservations: route({
    method: 'POST',
    path: '/api/codes/release-reservations',
    summary: 'Rendre disponibles les codes réservés dont le délai est passé',
    access: 'admin',
    scope: 'stock',
    long: true,
    response: z.object({ released: z.int() }),
  }),
  withheld: route({
    method: 'GET',
    path: '/api/withheld-codes',
    summary:
      'Codes en double ou illisibles retirés de la vente et pas encore traités, sans leur valeur secrète',
    access: 'admin',
    scope: 'stock',
    query: z.object(page(pages.codes)),
    response: listOf(WithheldCode),
  }),
  decideWithheld: route({
    method: 'POST',
    path: '/api/withheld-codes/:id/decide',
    summary:
      'Écarter pour de bon un code retiré de la vente, ou le remettre en vente si l’autre n’existe plus et s’il s’ouvre',
    access: 'admin',
    scope: 'stock',
    params: z.object({ id: pathId('WITHHELD_CODE_NOT_FOUND') }),
    body: z.object({ decision: z.enum(['discard', 'release']) }),
    errors: [
      'WITHHELD_CODE_NOT_FOUND',
      'WITHHELD_CODE_DECIDED',
      'WITHHELD_CODE_STILL_DUPLICATE',
      'WITHHELD_CODE_UNREADABLE',
      'BATCH_RECALLED',
      'PRODUCT_NOT_FOUND',
      'OFFER_NOT_FOUND',
      'CODES_BEING_CHECKED',
    ],
  }),
} as const;
