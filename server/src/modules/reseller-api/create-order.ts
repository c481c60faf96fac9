import { apiLimits } from '@almas/contract/limits';
import { type ApiOrderWithCodes, resellerApi } from '@almas/contract/reseller-api';
import { AppError, fail } from '../../app-error.ts';
import type { PresentedKey } from '../../authorization/identity.ts';
import { isDatabaseUnavailable } from '../../database/failures.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes } from '../../money/amount.ts';
import { statementCommand } from '../../pipeline/command.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { brokenPurchaseRule, missingCodes, readRuleResults } from '../purchases/purchase-codes.ts';
import { presentSale } from '../purchases/read-purchase.ts';
import { sellCodesByKey } from '../purchases/sell-codes.ts';
import { recordMissedSale } from '../stock/missed-sales.ts';
import { writeKeyUse } from './known-keys.ts';
import { findApiOrder, presentOrderWithCodes } from './read-orders.ts';
import { orderInSandbox } from './sandbox.ts';

const productOf = statement<[offerId: string], { productId: string }>(
  'api-orders.product-of-offer',
  'SELECT product_id AS "productId" FROM offers WHERE id = $1',
);

/** The key of a call that no session can make. */
const keyOf = ({ key }: { readonly key: PresentedKey | null }): PresentedKey => {
  if (!key) throw fail('UNAUTHENTICATED');
  return key;
};

/**
 * Sells codes under a reference of the caller's own, all or none. The reference is kept for ever: repeated, it answers the same purchase
 * and buys nothing. @throws AppError the first broken rule, in the order of a person's purchase; REFERENCE_REUSED, TOO_MANY_ORDERS
 */
export const createOrder = statementCommand(resellerApi.createOrder, {
  key: {
    operation: 'api.order',
    input: ({ body: { offerId, quantity, maxUnitPrice } }) => ({
      offerId: parseUuidOrNil(offerId),
      quantity,
      maxUnitPrice,
    }),
  },
  limit: {
    action: 'api_order',
    exceeded: 'TOO_MANY_ORDERS',
    rate: { attempts: apiLimits.ordersPerMinute, windowSeconds: 60 },
  },
  statement: async ({ services, identity, body, inputHash, attemptsAllowed, isFirstTry }) => {
    const key = keyOf(identity);
    if (key.isTest) {
      const { wallet } = await identity.admittedCaller();
      const { isNew, order } = await orderInSandbox(
        services.db,
        { userId: wallet.id, key, inputHash, attemptsAllowed },
        body,
      );
      return { state: 'done', effects: isNew ? created : {}, respond: async () => order };
    }
    const sale = await sellCodesByKey(services.db, {
      keyHash: key.hash,
      keyId: key.id,
      address: key.address,
      reference: body.reference,
      offerId: parseUuidOrNil(body.offerId),
      quantity: body.quantity,
      inputHash,
      attemptsAllowed,
      isFirstTry,
      maxUnitPrice: toCentimes(body.maxUnitPrice),
    });
    if (sale === 'same-reference' || sale.keyUsed) return { state: 'key-used' };
    // Of an account that may not buy, a frozen one, the statement looks up no reference: `replay` does.
    if (sale.attemptsAllowed === null) return { state: 'key-used' };
    const { purchaseId, productId, attempts, secondsLeft } = sale;
    if (purchaseId === null)
      return { state: 'nothing', attempts, secondsLeft, attemptsAllowed: sale.attemptsAllowed };
    const buyer = { user: sale.buyerId };
    return {
      state: 'done',
      respond: async (): Promise<ApiOrderWithCodes> =>
        presentOrderWithCodes(
          body.reference,
          await presentSale(services, { ...body, productId }, sale, purchaseId),
        ),
      effects: {
        ...created,
        events: [
          [buyer, { type: 'balance' }],
          ['everyone', { type: 'stock', productId }],
        ],
      },
    };
  },
  isRepeated: async ({ services, caller, body }) =>
    (await findApiOrder(services, caller, body.reference)) !== undefined,
  replay: async ({ services, identity, caller, body, inputHash }) => {
    const found = await findApiOrder(services, caller, body.reference);
    if (!found) throw fail(caller.actor.frozenAt === null ? 'CONFLICT' : 'ACCOUNT_FROZEN');
    if (!inputHash.equals(found.inputHash)) throw fail('REFERENCE_REUSED');
    // Written on purpose: with a synchronous standby, this answer waits for the standby as the first one did.
    const { hash, address } = keyOf(identity);
    await writeKeyUse(services.db, hash, address);
    return found.order;
  },
  refusal: async ({ services, caller: { wallet }, body: { offerId, quantity, maxUnitPrice } }) => {
    const product = await productOf.first(services.db, parseUuidOrNil(offerId));
    if (!product) return fail('OFFER_NOT_FOUND');
    const order = { productId: product.productId, offerId, quantity };
    const results = await readRuleResults(services, wallet.id, order, { unitPrice: null, offer: null });
    const isTooHigh = (results.price ?? (0 as Centimes)) > toCentimes(maxUnitPrice);
    const priceRefusal = results.priceRefusal ?? (isTooHigh ? ('PRICE_CHANGED' as const) : null);
    const refusal = brokenPurchaseRule({ ...results, priceRefusal }, quantity);
    if (refusal?.code === 'STOCK_SHORT') await recordMissedSale(services, parseUuidOrNil(offerId));
    return refusal;
  },
  exhausted: async ({ services, body }) => {
    const offerId = parseUuidOrNil(body.offerId);
    await recordMissedSale(services, offerId);
    const product = await productOf.first(services.db, offerId);
    return product ? missingCodes(services.db, product.productId, offerId) : fail('OFFER_NOT_FOUND');
  },
  // A refusal is the program's business; administrators are alerted of unexpected errors alone.
  failed: async ({ services, error }) => {
    if (error instanceof AppError || isDatabaseUnavailable(error)) return;
    raisePaymentError(services.log, { userId: undefined, amount: undefined, error });
  },
});

const created = { reply: (reply: { code(status: number): unknown }) => void reply.code(201) };
