import { type Purchase, purchases } from '@almas/contract/purchases';
import type { Parsed } from '@almas/contract/route';
import { AppError, fail } from '../../app-error.ts';
import { isDatabaseAway } from '../../database/failures.ts';
import { checkActingId } from '../../http/access.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { statementCommand } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { brokenPurchaseRule, type Expectation, missingCodes, readPurchaseFacts } from './explain-refusal.ts';
import { presentPurchase } from './purchases.store.ts';
import { findPurchase } from './read-purchase.ts';
import { type SaleRow, sellCodes } from './sell-codes.ts';

type PurchaseOrder = Parsed<typeof purchases.create>['body'];
type Opener = Pick<Services, 'db' | 'vault'>;

/**
 * Sells codes to an active reseller from the prepaid balance: all of it or none of it.
 * The same key again answers the same purchase. A failure raises a payment-error alert (BUY-31).
 * @throws AppError the first broken rule, in the specification's order
 */
export const purchaseCodes = statementCommand(purchases.create, {
  prepare: async ({ identity, body }) => {
    if (body.userId !== undefined) checkActingId(await identity.caller(), body.userId);
  },
  key: { operation: 'purchases.create', input: ({ body: { userId: _, ...order } }) => order },
  limit: { action: 'purchase', exceeded: 'TOO_MANY_PURCHASES' },
  statement: async ({ services, identity, key, body, inputHash, attemptsAllowed, isFirstTry }) => {
    const expected = expectationOf(body);
    const sale = await sellCodes(
      services.db,
      [
        identity.accountId,
        key ?? null,
        parseUuidOrNil(body.productId),
        parseUuidOrNil(body.offerId),
        body.quantity,
        inputHash,
        attemptsAllowed,
        true,
        isFirstTry,
        identity.sessionHash(),
        expected.unitPrice,
        expected.offer,
      ],
      (error) => services.log.error({ err: error }, 'notification failed'),
    );
    if (sale === 'same-key' || sale.keyUsed) return { state: 'key-used' };
    const { purchaseId, attempts, secondsLeft } = sale;
    if (purchaseId === null)
      return {
        state: 'nothing',
        attempts,
        secondsLeft,
        attemptsAllowed: sale.attemptsAllowed ?? attemptsAllowed,
      };
    const buyer = { user: sale.buyerId };
    return {
      state: 'done',
      respond: () => delivered(services, body, sale, purchaseId),
      effects: {
        events: [
          [buyer, { type: 'balance' }],
          [buyer, { type: 'notification' }],
          ['everyone', { type: 'stock', productId: body.productId }],
        ],
      },
    };
  },
  replay: ({ services, caller }, answer) => {
    const { purchaseId } = (answer ?? {}) as { purchaseId?: number };
    if (purchaseId === undefined) throw fail('KEY_REUSED');
    return findPurchase(services, caller.id, purchaseId);
  },
  refusal: async ({ services, caller, body }) =>
    brokenPurchaseRule(await factsOf(services, caller.id, body, expectationOf(body)), body.quantity),
  // Codes locked by concurrent sales are skipped: it was tried again before stock is called short.
  exhausted: ({ services, body }) =>
    missingCodes(services.db, parseUuidOrNil(body.productId), parseUuidOrNil(body.offerId)),
  failed: async ({ services, identity, body, isPrepared, error }) => {
    if (!isPrepared) return;
    // A database that is away is not asked once more, while the caller waits, whose failure this was.
    const buyer = isDatabaseAway(error) ? undefined : await identity.caller().catch(() => undefined);
    // A user who may not buy at all has not failed to pay.
    if (!buyer && error instanceof AppError) return;
    const amount = buyer && (await amountOf(services, buyer.id, body));
    raisePaymentError(services.log, { userId: buyer?.id, amount, error });
  },
});

const factsOf = (services: Opener, buyerId: string, order: PurchaseOrder, expected: Expectation) =>
  readPurchaseFacts(
    services.db,
    buyerId,
    parseUuidOrNil(order.productId),
    parseUuidOrNil(order.offerId),
    expected,
  );

/** What the purchase would have cost, in DA, for its alert (NTF-17); undefined when there is no such offer. */
async function amountOf(services: Opener, buyerId: string, order: PurchaseOrder) {
  const nothing = { unitPrice: null, offer: null };
  const seen = await factsOf(services, buyerId, order, nothing).catch(() => undefined);
  const price = seen?.price ?? null;
  return price === null ? undefined : toDinars((price * order.quantity) as Centimes);
}

/** In the order in which the sale compares them. */
const expectationOf = ({ expectedUnitPrice, expectedOffer }: PurchaseOrder): Expectation => ({
  unitPrice: expectedUnitPrice === undefined ? null : toCentimes(expectedUnitPrice),
  offer: expectedOffer
    ? [expectedOffer.productName, expectedOffer.name, expectedOffer.value, expectedOffer.region]
    : null,
});

async function delivered(
  { vault }: Opener,
  order: PurchaseOrder,
  sale: SaleRow,
  id: number,
): Promise<Purchase> {
  const row = {
    id,
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
  const codes = (sale.codes ?? []).map(({ id: codeId, sealed, keyId }) => ({
    id: codeId,
    sealed: Buffer.from(sealed, 'base64'),
    keyId,
  }));
  await vault.learn(codes.map(({ keyId }) => keyId));
  return presentPurchase(row, codes, vault);
}
