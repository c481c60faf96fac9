import type { BatchInput } from '@almas/contract/batch-fields';
import type { CodeLines } from '@almas/contract/code-lines';
import { limits } from '@almas/contract/limits';
import { codes, type KnownCodes, type Product, products } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { toCentimes } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { newBatchValues } from '../codes/batch-values.ts';
import {
  type Imported,
  type Importer,
  importInto,
  prepareImport,
  readLimitedLines,
} from '../codes/import-codes.ts';
import { alreadyKnown } from '../codes/known-codes.ts';
import { usePicture } from '../pictures/used-pictures.ts';
import { lossNotice, lossNotifications } from '../prices/prices-below-cost.ts';
import { offerColumns, offersStore } from './offers.store.ts';
import { catalogueChanged, presentProduct, productsStore } from './products.store.ts';

/** An offer of the input; `price` in DA. A stock in the input is ignored (AMB-10). */
export interface OfferInput {
  readonly id?: string | null | undefined;
  readonly name: string;
  readonly value: string;
  readonly price: number;
  readonly region: string;
  readonly caseSignificant?: boolean | undefined;
}

export interface NewOfferInput extends OfferInput {
  /** A list of codes, only at creation (ENT-25). */
  readonly codes?: readonly string[] | null | undefined;
  readonly serials?: readonly string[] | undefined;
  readonly source: string;
  readonly batch?: BatchInput | undefined;
}

export const offerFields = ({ name, value, price, region, caseSignificant }: OfferInput) => ({
  name,
  value,
  price: toCentimes(price),
  region,
  caseSignificant,
});

interface NewProduct {
  readonly name: string;
  readonly game: string;
  readonly category: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly redeemText: string;
  readonly redeemLink: string;
  readonly status: string;
}

/** Writes a product with its offers, in their order and without codes. */
export async function insertProduct(
  tx: DbTransaction,
  info: NewProduct,
  given: readonly OfferInput[],
): Promise<Product> {
  const { id } = await productsStore.insert.one(tx, info);
  const offers = given.map(offerFields);
  if (offers.length > 0)
    await offersStore.insert.run(tx, { productId: id, ...offerColumns(offers, [...offers.keys()]) });
  return presentProduct(await productsStore.byId.one(tx, id));
}

/** The codes of an offer; `position` is its index among the offers of the body. */
interface CodesOfOffer {
  readonly position: number;
  readonly list: CodeLines;
  readonly source: string;
  readonly batch: BatchInput | undefined;
}

/**
 * Creates a product with its offers and their codes in one transaction. As in an import, codes that any offer already has are skipped
 * and counted; the stock is the number of codes written (AMB-10, AMB-61). @throws AppError CODES_INVALID for an offer with lines and no
 * code, CODES_ALREADY_KNOWN when there are codes and none is new
 */
export const createProduct = command(products.create, {
  long: true,
  alsoScope: ({ body }) => (body.offers.some(hasCodes) ? codes.import.scope : undefined),
  prepare: ({ body }) => listsOf(body.offers),
  key: {
    operation: 'products.create',
    // Codes by their fingerprint: the input hash is stored with the key, and codes are secret.
    input: ({ body }, { vault }) => ({
      ...body,
      offers: body.offers.map(({ codes, serials, ...offer }) => ({
        ...offer,
        ...(serials && { serials: vault.fingerprint(serials.join('\n')).toString('hex') }),
        codes: [codes?.length ?? 0, vault.fingerprint((codes ?? []).join('\n')).toString('hex')],
      })),
    }),
    isUndone: async (tx, { id }) => (await productsStore.lock.first(tx, id)) === undefined,
  },
  run: async ({ services, tx, actor, body, prepared: lists }) => {
    const { name, game, category, description, imageUrl, redeemText, redeemLink, status } = body;
    await usePicture(tx, imageUrl);
    const info = { name, game, category, description, imageUrl, redeemText, redeemLink, status };
    const product = await insertProduct(tx, info, body.offers);
    const { id } = product;
    const created = {
      action: 'product.create',
      subject: { type: 'product', id, name },
      after: { ...product },
    };
    if (lists.length === 0)
      return { response: product, effects: { audit: created, events: [catalogueChanged] } };
    const imports = await importAll(tx, { vault: services.vault, actor }, product, lists);
    const notifications = [];
    for (const { loss } of imports) notifications.push(...(await lossNotifications(tx, services, loss)));
    return {
      response: {
        ...presentProduct(await productsStore.byId.one(tx, id)),
        imports: imports.map(({ offerId, result }) => ({ offerId, ...result })),
      },
      effects: {
        audit: [created, ...imports.flatMap(({ audit }) => audit ?? [])],
        events: [catalogueChanged, ...imports.flatMap(({ events }) => events)],
        notifications,
      },
    };
  },
});

const hasCodes = ({ codes }: NewOfferInput): boolean => (codes ?? []).length > 0;

/** @throws AppError CODES_INVALID, TOO_MANY_CODES for all offers together */
function listsOf(offers: readonly NewOfferInput[]): CodesOfOffer[] {
  const lists = [...offers.entries()]
    .filter(([, offer]) => hasCodes(offer))
    .map(
      ([position, { codes, serials, source, batch, caseSignificant }]): CodesOfOffer => ({
        position,
        list: readLimitedLines(
          { codes: codes ?? [], serials },
          { caseSignificant: caseSignificant === true },
        ),
        source,
        batch,
      }),
    );
  const lines = lists.reduce((sum, { list }) => sum + list.lines.length, 0);
  if (lines > limits.codesPerImport) throw fail('TOO_MANY_CODES');
  if (lists.some(({ list }) => list.codes.length === 0)) throw fail('CODES_INVALID');
  return lists;
}

interface ImportedIntoOffer extends Imported {
  readonly offerId: string;
  readonly loss: Awaited<ReturnType<typeof lossNotice>>;
}

async function importAll(
  tx: DbTransaction,
  importer: Importer,
  product: Product,
  lists: readonly CodesOfOffer[],
): Promise<ImportedIntoOffer[]> {
  await prepareImport(tx, importer.vault);
  const imports: ImportedIntoOffer[] = [];
  for (const { position, list, source, batch: given } of lists) {
    const offer = product.offers[position];
    if (!offer) throw new Error(`the product has no offer ${position}`);
    const ref = {
      productId: product.id,
      productName: product.name,
      offerId: offer.id,
      offerName: offer.name,
      caseSignificant: offer.caseSignificant === true,
    };
    const batch = await newBatchValues(tx, offer.id, given);
    const imported = await importInto(tx, importer, ref, list, { source, batch });
    imports.push({ offerId: offer.id, ...imported, loss: await lossNotice(tx, ref, null) });
  }
  const results = imports.map(({ result }) => result);
  if (results.every(({ imported }) => imported === 0)) throw alreadyKnown(addKnown(results));
  return imports;
}

/** The sum of several counts, for the figures of the refusal. */
const addKnown = (lists: readonly KnownCodes[]): KnownCodes => ({
  repeated: lists.reduce((sum, { repeated }) => sum + repeated, 0),
  inOffer: lists.reduce((sum, { inOffer }) => sum + inOffer, 0),
  inOtherOffers: lists.flatMap(({ inOtherOffers }) => inOtherOffers),
  sold: lists.flatMap(({ sold }) => sold),
});
