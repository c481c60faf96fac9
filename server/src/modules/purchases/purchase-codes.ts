import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@almas/contract/limits';
import type { Purchase, purchases } from '@almas/contract/purchases';
import type { Parsed } from '@almas/contract/route';
import type { ClaimedSession } from '../../actor.ts';
import { AppError, fail, failUntil } from '../../app-error.ts';
import { isConflict, isDatabaseAway } from '../../database/failures.ts';
import { inputHash, replayed } from '../../idempotency/idempotent.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { brokenPurchaseRule, type Expectation, missingCodes, readPurchaseFacts } from './explain-refusal.ts';
import { presentPurchase } from './purchases.store.ts';
import { findPurchase } from './read-purchase.ts';
import { type SaleOutcome, type SaleParams, type SaleRow, sellCodes } from './sell-codes.ts';

type ExpectedOffer = Parsed<typeof purchases.create>['body']['expectedOffer'];

export interface PurchaseOrder {
  readonly productId: string;
  readonly offerId: string;
  readonly quantity: number;
  /** In DA: the price that the buyer was shown. */
  readonly expectedUnitPrice?: number | undefined;
  /** The offer as the buyer was shown it. */
  readonly expectedOffer?: ExpectedOffer;
}

/** Who buys: an account, or the account of a session, which the sale itself looks up. */
export type Buyer = { readonly id: string } | ClaimedSession;

/** About the time a sale takes: the undecided one has then been decided. */
const lookAgainMilliseconds = 5;
const operation = 'purchases.create';

/**
 * Sells codes to an active reseller from the prepaid balance: all of it or none of it.
 * The same key again answers the same purchase. A failure raises a payment-error alert (BUY-31).
 * @throws AppError the first broken rule, in the specification's order
 */
export async function purchaseCodes(
  services: Services,
  buyer: Buyer,
  key: string | undefined,
  order: PurchaseOrder,
): Promise<Purchase> {
  let found: Promise<string> | undefined;
  const findBuyer = () => {
    found ??= idOf(buyer);
    return found;
  };
  try {
    return await buy(services, buyer, findBuyer, key, order);
  } catch (error) {
    // A database that is away is not asked once more, while the caller waits, whose failure this was.
    const userId = isDatabaseAway(error) ? undefined : await findBuyer().catch(() => undefined);
    // A user who may not buy at all has not failed to pay.
    if (userId !== undefined || !(error instanceof AppError)) {
      const amount = userId === undefined ? undefined : await amountOf(services, userId, order);
      raisePaymentError(services.log, { userId, amount, error });
    }
    throw error;
  }
}

/** What the purchase would have cost, in DA, for its alert (NTF-17); undefined when there is no such offer. */
async function amountOf(services: Services, userId: string, order: PurchaseOrder) {
  const { productId, offerId, quantity } = order;
  const seen = await readPurchaseFacts(
    services.db,
    userId,
    parseUuidOrNil(productId),
    parseUuidOrNil(offerId),
    { unitPrice: null, offer: null },
  ).catch(() => undefined);
  const price = seen?.price ?? null;
  return price === null ? undefined : toDinars((price * quantity) as Centimes);
}

/** @throws AppError when the session is over, or its account may not buy */
const idOf = async (buyer: Buyer): Promise<string> => ('id' in buyer ? buyer.id : (await buyer.caller()).id);

async function buy(
  services: Services,
  buyer: Buyer,
  findBuyer: () => Promise<string>,
  key: string | undefined,
  order: PurchaseOrder,
): Promise<Purchase> {
  const productId = parseUuidOrNil(order.productId);
  const offerId = parseUuidOrNil(order.offerId);
  const allowed = services.config.rateLimits.purchase;
  const hash = inputHash(operation, order);
  const expected = expectationOf(order);
  let counted = false;
  let buyerId = 'id' in buyer ? buyer.id : null;
  const sessionHash = 'id' in buyer ? null : buyer.hash();
  // Codes locked by a concurrent sale are skipped: look again before stock is called short.
  for (let attempt = 1; attempt <= limits.transactionAttempts; attempt += 1) {
    const params: SaleParams = [
      buyerId,
      key ?? null,
      productId,
      offerId,
      order.quantity,
      hash,
      allowed,
      true,
      !counted,
      sessionHash,
      expected.unitPrice,
      expected.offer,
    ];
    const sale = await sellOnce(services, params);
    // Taken back whole, the attempt it counted included.
    if (sale === 'conflict') continue;
    if (sale !== 'same-key' && sale.purchaseId !== null) return delivered(services, order, sale);
    buyerId = await findBuyer();
    if (sale === 'same-key' || sale.keyUsed) return replay(services, buyerId, key, order);
    counted = true;
    if (sale.attempts !== null && sale.attempts > allowed)
      throw failUntil('TOO_MANY_PURCHASES', sale.secondsLeft ?? 0);
    const seen = await readPurchaseFacts(services.db, buyerId, productId, offerId, expected);
    const broken = brokenPurchaseRule(seen, order.quantity);
    if (broken) throw broken;
    await pause(lookAgainMilliseconds * attempt);
  }
  throw counted ? await missingCodes(services.db, productId, offerId) : fail('CONFLICT');
}

/** In the order in which the sale compares them. */
const expectationOf = ({ expectedUnitPrice, expectedOffer }: PurchaseOrder): Expectation => ({
  unitPrice: expectedUnitPrice === undefined ? null : toCentimes(expectedUnitPrice),
  offer: expectedOffer
    ? [expectedOffer.productName, expectedOffer.name, expectedOffer.value, expectedOffer.region]
    : null,
});

async function sellOnce({ db, log }: Services, params: SaleParams): Promise<SaleOutcome | 'conflict'> {
  try {
    return await sellCodes(db, params, (error) => log.error({ err: error }, 'notification failed'));
  } catch (error) {
    if (isConflict(error)) return 'conflict';
    throw error;
  }
}

async function delivered(services: Services, order: PurchaseOrder, sale: SaleRow): Promise<Purchase> {
  const buyer = { user: sale.buyerId };
  services.live.publish(buyer, { type: 'balance' });
  services.live.publish(buyer, { type: 'notification' });
  services.live.publish('everyone', { type: 'stock', productId: order.productId });
  const row = {
    id: sale.purchaseId ?? 0,
    userId: sale.buyerId,
    productId: order.productId,
    offerId: order.offerId,
    productName: sale.productName,
    offerName: sale.offerName,
    game: sale.game,
    value: sale.value,
    quantity: order.quantity,
    unitPrice: sale.unitPrice as Centimes,
    totalCost: sale.totalCost as Centimes,
    createdAt: new Date(sale.createdAt).toISOString(),
  };
  const codes = (sale.codes ?? []).map(({ id, sealed, keyId }) => ({
    id,
    sealed: Buffer.from(sealed, 'base64'),
    keyId,
  }));
  await services.vault.learn(codes.map(({ keyId }) => keyId));
  return presentPurchase(row, codes, services.vault);
}

async function replay(
  services: Services,
  buyerId: string,
  key: string | undefined,
  order: PurchaseOrder,
): Promise<Purchase> {
  const found = await replayed(services.db, { userId: buyerId, key, operation, input: order });
  const { purchaseId } = (found?.answer ?? {}) as { purchaseId?: number };
  if (purchaseId === undefined) throw fail('KEY_REUSED');
  return findPurchase(services, buyerId, purchaseId);
}
