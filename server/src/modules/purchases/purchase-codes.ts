import { purchases } from '@almas/contract/purchases';
import type { Parsed } from '@almas/contract/route';
import { AppError, fail } from '../../app-error.ts';
import { checkActingId } from '../../authorization/rights.ts';
import { isDatabaseUnavailable } from '../../database/failures.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { statementCommand } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { raisePaymentError } from '../alerts/raise-alert.ts';
import { capRefusal } from '../staff/staff-cap.ts';
import { recordMissedSale } from '../stock/missed-sales.ts';
import { findPurchase, presentSale } from './read-purchase.ts';
import { sellCodes } from './sell-codes.ts';

type PurchaseOrder = Pick<Parsed<typeof purchases.create>['body'], 'productId' | 'offerId' | 'quantity'>;

/** The price and the offer that the buyer was shown, in the form in which the sale compares them; null when not given. */
interface Expectation {
  readonly unitPrice: Centimes | null;
  /** Name of the product; name, value and region of the offer. */
  readonly offer: readonly string[] | null;
}

/**
 * Sells codes to an active reseller from the prepaid balance, all or none. Repeated under the same key it returns the same
 * purchase. A failure raises a payment-error alert (BUY-31).
 * @throws AppError the first broken rule, in the specification's order
 */
export const purchaseCodes = statementCommand(purchases.create, {
  prepare: async ({ identity, body }) => {
    if (body.userId !== undefined) checkActingId((await identity.admittedCaller()).wallet, body.userId);
  },
  key: { operation: 'purchases.create', input: ({ body: { userId: _, ...order } }) => order },
  limit: { action: 'purchase', exceeded: 'TOO_MANY_PURCHASES' },
  statement: async ({ services, identity, key, body, inputHash, attemptsAllowed, isFirstTry }) => {
    const expected = expectationOf(body);
    const sale = await sellCodes(
      services.db,
      {
        buyerId: identity.walletId,
        idempotencyKey: key ?? null,
        productId: parseUuidOrNil(body.productId),
        offerId: parseUuidOrNil(body.offerId),
        quantity: body.quantity,
        inputHash,
        attemptsAllowed,
        notify: true,
        isFirstTry,
        sessionHash: identity.sessionHash(),
        expectedUnitPrice: expected.unitPrice,
        expectedOffer: expected.offer,
      },
      (error) => services.log.error({ err: error }, 'notification failed'),
      identity.isCashier ? { forced: services.config.extensions.has('cashiers') } : undefined,
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
      respond: () => presentSale(services, body, sale, purchaseId),
      effects: {
        events: [
          [buyer, { type: 'balance' }],
          [buyer, { type: 'notification' }],
          ['everyone', { type: 'stock', productId: parseUuidOrNil(body.productId) }],
        ],
      },
    };
  },
  replay: ({ services, caller }, result) => {
    const { purchaseId } = (result ?? {}) as { purchaseId?: number };
    if (purchaseId === undefined) throw fail('KEY_REUSED');
    return findPurchase(services, caller, purchaseId);
  },
  refusal: async ({ services, caller: { actor, wallet }, body }) => {
    const results = await readRuleResults(services, wallet.id, body, expectationOf(body));
    const refusal =
      brokenPurchaseRule(results, body.quantity) ??
      (await capRefusal(services.db, actor.cashier, ((results.price ?? 0) * body.quantity) as Centimes));
    if (refusal?.code === 'STOCK_SHORT') await recordMissedSale(services, parseUuidOrNil(body.offerId));
    return refusal;
  },
  // Codes locked by concurrent sales are skipped, so the sale was retried before this error is returned.
  exhausted: async ({ services, body }) => {
    await recordMissedSale(services, parseUuidOrNil(body.offerId));
    return missingCodes(services.db, parseUuidOrNil(body.productId), parseUuidOrNil(body.offerId));
  },
  failed: async ({ services, identity, body, isPrepared, error }) => {
    if (!isPrepared) return;
    // The caller waits: an unavailable database is not queried again for the buyer.
    const caller = isDatabaseUnavailable(error)
      ? undefined
      : await identity.admittedCaller().catch(() => undefined);
    const buyer = caller?.wallet;
    // A user who may not buy at all raises no payment error.
    if (!buyer && error instanceof AppError) return;
    const amount = buyer && (await amountOf(services, buyer.id, body));
    raisePaymentError(services.log, { userId: buyer?.id, amount, error });
  },
});

/** The result of each rule of a purchase: the code of its refusal, null when the rule holds. */
interface RuleResults {
  /** In centimes; null without such an account. */
  balance: Centimes | null;
  buyerRefusal: 'USER_NOT_FOUND' | 'ONLY_RESELLERS_BUY' | 'ACCOUNT_NOT_ACTIVE' | null;
  productRefusal: 'PRODUCT_NOT_FOUND' | 'PRODUCT_NOT_AVAILABLE' | null;
  offerRefusal: 'OFFER_NOT_FOUND' | 'OFFER_CHANGED' | null;
  priceRefusal: 'PRICE_INVALID' | 'PRICE_CHANGED' | null;
  frozen: boolean;
  /** In centimes, of the ceiling of the day; null without a ceiling. */
  leftToday: Centimes | null;
  /** In centimes; null without such an offer. */
  price: Centimes | null;
  stock: number;
}

/** What explains a refused sale, read in one statement; the rules are the functions that the sale applies. */
const ruleResults = statement<
  {
    buyerId: string;
    productId: string;
    offerId: string;
    unitPrice: number | null;
    offer: readonly string[] | null;
    quantity: number;
  },
  RuleResults
>(
  'purchases.rule-results',
  `SELECT b.balance, r.price,
          CASE WHEN b.id IS NULL THEN 'USER_NOT_FOUND' ELSE buyer_refusal(b.role, b.status, b.disabled) END AS "buyerRefusal",
          CASE WHEN p.id IS NULL THEN 'PRODUCT_NOT_FOUND' ELSE product_refusal(p.status, p.deleted_at) END AS "productRefusal",
          CASE WHEN o.id IS NULL THEN 'OFFER_NOT_FOUND'
               ELSE offer_refusal(o.deleted_at, ARRAY[p.name, o.name, o.value, o.region], :offer::text[]) END AS "offerRefusal",
          price_refusal(r.price, :unit_price::bigint) AS "priceRefusal", b.frozen_at IS NOT NULL AS frozen,
          CASE WHEN b.daily_ceiling IS NOT NULL THEN greatest(b.daily_ceiling - spent_today(b.id), 0)::bigint END AS "leftToday",
          (SELECT coalesce(sum(quantity), 0)::bigint FROM offer_stock WHERE offer_id = :offer_id) AS stock
     FROM (VALUES (1)) AS always
     LEFT JOIN users b ON b.id = :buyer_id
     LEFT JOIN products p ON p.id = :product_id
     LEFT JOIN offers o ON o.id = :offer_id AND o.product_id = p.id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN b.own_prices THEN sale_price(b.id, b.price_level_id, o.id, :quantity::int, o.price) ELSE o.price END AS price) r`,
);

export const readRuleResults = (
  { db }: Pick<Services, 'db'>,
  buyerId: string,
  order: PurchaseOrder,
  expected: Expectation,
) =>
  ruleResults.one(db, {
    buyerId,
    productId: parseUuidOrNil(order.productId),
    offerId: parseUuidOrNil(order.offerId),
    unitPrice: expected.unitPrice,
    offer: expected.offer,
    quantity: order.quantity,
  });

/** The first broken rule, in the specification's order (BUY-08 to BUY-21); undefined when none is broken (any more). */
export function brokenPurchaseRule(results: RuleResults, quantity: number): AppError | undefined {
  const { buyerRefusal, productRefusal, offerRefusal, priceRefusal, stock } = results;
  const price = results.price ?? (0 as Centimes);
  const balance = results.balance ?? (0 as Centimes);
  if (!buyerRefusal && results.frozen) return fail('ACCOUNT_FROZEN');
  const eligibility = buyerRefusal ?? productRefusal ?? offerRefusal;
  if (eligibility) return fail(eligibility);
  if (stock < quantity) return fail('STOCK_SHORT', { available: Math.max(0, stock) });
  if (priceRefusal === 'PRICE_CHANGED') return fail(priceRefusal, { price: toDinars(price) });
  if (priceRefusal) return fail(priceRefusal);
  const total = (price * quantity) as Centimes;
  if (balance < total)
    return fail('PURCHASE_BALANCE_SHORT', { available: toDinars(balance), required: toDinars(total) });
  const { leftToday } = results;
  if (leftToday !== null && total > leftToday)
    return fail('DAILY_CEILING', { available: toDinars(leftToday) });
  return undefined;
}

/** A code of the offer `o`, for sale or not, from the two indexes that have them all. */
const oneCodeOfOffer = `
  (SELECT FROM codes WHERE offer_id = o.id AND status = 'available' ORDER BY created_at, id LIMIT 1)
  UNION ALL
  (SELECT FROM codes WHERE offer_id = o.id AND status <> 'available' ORDER BY status, created_at, id LIMIT 1)`;

// Ordered and limited: without that the planner expects to find a code early, and scans the whole table when there is none.
const anyCode = statement<[productId: string, offerId: string], { ofProduct: boolean; ofOffer: boolean }>(
  'purchases.any-code',
  `SELECT EXISTS (SELECT FROM offers o CROSS JOIN LATERAL (${oneCodeOfOffer}) c WHERE o.product_id = $1) AS "ofProduct",
          EXISTS (SELECT FROM (VALUES ($2::uuid)) o (id) CROSS JOIN LATERAL (${oneCodeOfOffer}) c) AS "ofOffer"`,
);

/** The error when every rule holds and codes are still missing: the codes and the recorded stock disagree. */
export async function missingCodes(db: Queryable, productId: string, offerId: string): Promise<AppError> {
  const { ofProduct, ofOffer } = await anyCode.one(db, productId, offerId);
  if (!ofProduct) return fail('NO_CODE_FOR_PRODUCT');
  if (!ofOffer) return fail('NO_CODE_FOR_OFFER');
  return fail('CODES_SHORT');
}

/** What the purchase would have cost, in DA, for its alert (NTF-17); undefined when there is no such offer. */
async function amountOf(services: Pick<Services, 'db'>, buyerId: string, order: PurchaseOrder) {
  const nothing = { unitPrice: null, offer: null };
  const results = await readRuleResults(services, buyerId, order, nothing).catch(() => undefined);
  const price = results?.price ?? null;
  return price === null ? undefined : toDinars((price * order.quantity) as Centimes);
}

/** In the order in which the sale compares them. */
const expectationOf = ({
  expectedUnitPrice,
  expectedOffer,
}: Parsed<typeof purchases.create>['body']): Expectation => ({
  unitPrice: expectedUnitPrice === undefined ? null : toCentimes(expectedUnitPrice),
  offer: expectedOffer
    ? [expectedOffer.productName, expectedOffer.name, expectedOffer.value, expectedOffer.region]
    : null,
});
