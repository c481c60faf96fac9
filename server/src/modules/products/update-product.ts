import { type Product, products } from '@almas/contract/products';
import type { Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { batchesChanged } from '../codes/code-events.ts';
import { usePicture } from '../pictures/used-pictures.ts';
import { basePriceChanges, type PriceAuthor, recordPriceChanges } from '../prices/record-price-changes.ts';
import { type OfferInput, offerFields } from './create-product.ts';
import { offerColumns, offersStore, type StoredOffer } from './offers.store.ts';
import { catalogueChanged, presentProduct, productsStore } from './products.store.ts';
import { retireOffers } from './retire-offers.ts';
import { checkMayPublish } from './set-product-status.ts';

type RemovedOffers = Parsed<typeof products.update>['body']['removedOffers'];

/**
 * Updates a product and, when they are sent, its offers: a known id updates its offer, which keeps its stock; an unknown one creates
 * an offer; offers that are missing are retired (AMB-10, AMB-11). With `updatedAt` or `removedOffers` the call is refused when the
 * product has changed since; `removedOffers` must also name the number of unsold codes of each offer.
 */
export const updateProduct = command(products.update, {
  long: true,
  // An offer leaves only with the codes that `removedOffers` lets go.
  alsoScope: ({ body }) =>
    body.removedOffers?.some(({ codes }) => codes > 0) ? products.remove.scope : undefined,
  run: async ({ tx, actor, params, body: change }) => {
    const { name, game } = change;
    const locked = await productsStore.lock.first(tx, parseUuidOrNil(params.id));
    if (!locked) throw fail('PRODUCT_NOT_FOUND');
    const { updatedAt, ...product } = locked;
    const { id } = product;
    if (change.updatedAt !== undefined && change.updatedAt !== updatedAt) throw fail('PRODUCT_CHANGED');
    const offers = await offersStore.ofProduct.all(tx, id);
    const after = {
      name,
      game,
      category: change.category ?? product.category,
      description: change.description ?? product.description,
      imageUrl: change.imageUrl ?? product.imageUrl,
      redeemText: change.redeemText ?? product.redeemText,
      redeemLink: change.redeemLink ?? product.redeemLink,
      status: change.status ?? product.status,
    };
    await checkMayPublish(tx, product, after.status);
    if (after.imageUrl !== product.imageUrl) await usePicture(tx, after.imageUrl);
    await productsStore.update.run(tx, { id, ...after });
    const codesDeleted =
      change.offers &&
      (await mergeOffers(tx, id, offers, change.offers, change.removedOffers, {
        actor,
        confirmBelowCost: change.confirmBelowCost,
      }));
    const updated = presentProduct(await productsStore.byId.one(tx, id));
    return {
      response: updated,
      effects: {
        audit: {
          action: 'product.update',
          subject: { type: 'product', id, name },
          before: { ...product, ...(change.offers && { offers: offers.map(inDinars) }) },
          after: { ...after, ...offersAfter(updated, codesDeleted) },
        },
        events: [catalogueChanged, ...((codesDeleted ?? 0) > 0 ? [batchesChanged] : [])],
      },
    };
  },
});

const inDinars = (offer: StoredOffer) => ({ ...offer, price: toDinars(offer.price) });

const offersAfter = ({ offers }: Product, codesDeleted: number | undefined) =>
  codesDeleted === undefined
    ? {}
    : { offers: offers.map(({ stock: _stock, ...offer }) => offer), codesDeleted };

/** @returns how many codes of retired offers were deleted */
async function mergeOffers(
  tx: DbTransaction,
  productId: string,
  stored: readonly StoredOffer[],
  sent: readonly OfferInput[],
  removed: RemovedOffers,
  author: PriceAuthor,
): Promise<number> {
  const ids = sent.map(({ id }) => parseUuidOrNil(id ?? ''));
  const known = new Map(stored.map(({ id }) => [id, ids.indexOf(id)]));
  const kept = [...known].filter(([, position]) => position >= 0);
  const fresh = [...sent.keys()].filter((position) => known.get(ids[position] ?? '') !== position);
  const at = (position: number) => offerFields(sent[position] as OfferInput);
  const keptPositions = kept.map(([, position]) => position);
  const keptIds = kept.map(([id]) => id);
  await offersStore.update.run(tx, {
    productId,
    ids: keptIds,
    ...offerColumns(keptPositions.map(at), keptPositions),
  });
  const sentPrices = new Map(kept.map(([id, position]) => [id, at(position).price]));
  await recordPriceChanges(
    tx,
    basePriceChanges(stored.map(({ id, price }) => ({ id, from: price, to: sentPrices.get(id) ?? price }))),
    author,
  );
  const changedCase = kept
    .filter(([id, position]) => {
      const rule = sent[position]?.caseSignificant;
      return rule !== undefined && rule !== stored.find((offer) => offer.id === id)?.caseSignificant;
    })
    .map(([id]) => id);
  if (changedCase.length > 0 && (await offersStore.everWithCodes.all(tx, changedCase)).length > 0)
    throw fail('CASE_RULE_FIXED');
  await offersStore.insert.run(tx, { productId, ...offerColumns(fresh.map(at), fresh) });
  const retired = stored.filter(({ id }) => !keptIds.includes(id)).map(({ id }) => id);
  const accepted = new Map(removed?.map(({ id, codes }) => [parseUuidOrNil(id), codes]));
  // An offer that is missing and not in `removed` was added after the caller read the product.
  if (removed && retired.some((offer) => !accepted.has(offer))) throw fail('PRODUCT_CHANGED');
  return retireOffers(tx, retired, accepted);
}
