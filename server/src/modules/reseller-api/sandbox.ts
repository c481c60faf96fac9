import { hash } from 'node:crypto';
import { apiLimits } from '@almas/contract/limits';
import {
  type ApiOffer,
  type ApiOrder,
  type ApiOrderWithCodes,
  type resellerApi,
  type SandboxOutcome,
  sandboxOffers,
} from '@almas/contract/reseller-api';
import type { Output, Parsed } from '@almas/contract/route';
import { sandboxTexts } from '@almas/locale/api';
import { fail, failUntil } from '../../app-error.ts';
import type { PresentedKey } from '../../authorization/identity.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { NIL_UUID } from '../../ids.ts';
import { attempt } from '../../limits/rate-limit.ts';

/*
 * What a test key sees and orders: offers that succeed, are refused, late or delivered in part. Nothing here reads or writes the ledger, the
 * stock or a code.
 */

/** In DA: the balance of every test key, whatever it has ordered. */
export const sandboxBalance = 100_000;
/** In DA. */
const unitPrice = 100;
const delaySeconds = 10;

const outcomes = Object.entries(sandboxOffers) as [SandboxOutcome, string][];
const outcomeOf = (offerId: string): SandboxOutcome | undefined =>
  outcomes.find(([, id]) => id === offerId.toLowerCase())?.[0];

/** What a test key sees for sale. */
export const sandboxCatalogue = (): ApiOffer[] =>
  outcomes.map(([outcome, offerId]) => ({
    offerId,
    productId: NIL_UUID,
    productName: sandboxTexts.product,
    game: sandboxTexts.product,
    offerName: sandboxTexts.offers[outcome],
    value: sandboxTexts.value,
    region: '',
    price: unitPrice,
    breaks: [],
    stock: outcome === 'refused' ? 0 : 1_000,
  }));

interface TestOrderRow {
  readonly id: number;
  readonly userId: string;
  readonly reference: string;
  readonly inputHash: Buffer;
  readonly outcome: Exclude<SandboxOutcome, 'refused'>;
  readonly quantity: number;
  readonly createdAt: string;
  readonly isReady: boolean;
}

const columns = `id, user_id AS "userId", reference, input_hash AS "inputHash", outcome, quantity, created_at AS "createdAt",
  ready_at <= clock_timestamp() AS "isReady"`;
const byReference = statement<[userId: string, reference: string], TestOrderRow>(
  'api-test-orders.by-reference',
  `SELECT ${columns} FROM api_test_orders WHERE user_id = $1 AND reference = $2`,
);
const insert = statement<
  {
    userId: string;
    reference: string;
    inputHash: Buffer;
    outcome: string;
    quantity: number;
    delaySeconds: number;
  },
  TestOrderRow
>(
  'api-test-orders.insert',
  // Not rounded up to the next millisecond: an order without a delay is ready in its own answer.
  `INSERT INTO api_test_orders (user_id, reference, input_hash, outcome, quantity, ready_at)
   VALUES (:user_id, :reference, :input_hash, :outcome, :quantity, date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => :delay_seconds::int))
   ON CONFLICT (user_id, reference) DO NOTHING RETURNING ${columns}`,
);
const page = statement<[userId: string, before: number, limit: number], TestOrderRow>(
  'api-test-orders.page',
  `SELECT ${columns} FROM api_test_orders WHERE user_id = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3::int`,
);

/** How many codes an order has got so far. */
const deliveredOf = ({ outcome, quantity, isReady }: TestOrderRow): number => {
  if (outcome === 'partial') return Math.floor(quantity / 2);
  return isReady ? quantity : 0;
};

function presentTestOrder(row: TestOrderRow): ApiOrder {
  const { id, reference, outcome, quantity, createdAt, isReady } = row;
  const charged = outcome === 'partial' ? deliveredOf(row) : quantity;
  return {
    reference,
    orderId: `test_${id}`,
    status: outcome === 'partial' ? 'partial' : isReady ? 'completed' : 'processing',
    offerId: sandboxOffers[outcome],
    productName: sandboxTexts.product,
    offerName: sandboxTexts.offers[outcome],
    quantity,
    unitPrice,
    totalCost: charged * unitPrice,
    createdAt,
  };
}

/** The codes follow from the reference, so that a repeated call has the same ones. */
const testCode = ({ userId, reference }: TestOrderRow, position: number): string =>
  `TEST-${hash('sha256', `${userId} ${reference} ${position}`).slice(0, 12).toUpperCase()}`;

const withTestCodes = (row: TestOrderRow): ApiOrderWithCodes => ({
  ...presentTestOrder(row),
  codes: Array.from({ length: deliveredOf(row) }, (_, position) => ({ code: testCode(row, position) })),
});

interface TestOrderCall {
  readonly userId: string;
  readonly key: PresentedKey;
  readonly inputHash: Buffer;
  readonly attemptsAllowed: number;
}

/**
 * An order of a test key, which keeps its reference like a real one.
 * @throws AppError REFERENCE_REUSED, TOO_MANY_ORDERS, OFFER_NOT_FOUND, STOCK_SHORT, PRICE_CHANGED
 */
export async function orderInSandbox(
  db: Queryable,
  { userId, key, inputHash, attemptsAllowed }: TestOrderCall,
  { reference, offerId, quantity, maxUnitPrice }: Parsed<typeof resellerApi.createOrder>['body'],
): Promise<{ readonly isNew: boolean; readonly order: ApiOrderWithCodes }> {
  const replay = async () => {
    const known = await byReference.first(db, userId, reference);
    if (known && !inputHash.equals(known.inputHash)) throw fail('REFERENCE_REUSED');
    return known && { isNew: false, order: withTestCodes(known) };
  };
  const before = await replay();
  if (before) return before;
  const perMinute = { attempts: attemptsAllowed, windowSeconds: 60 };
  const perDay = { attempts: apiLimits.testOrdersPerDay, windowSeconds: 86_400 };
  // They cost nothing, and each is a row.
  const wait =
    (await attempt(db, 'api_order', key.id, perMinute)) ??
    (await attempt(db, 'api_test_order', userId, perDay));
  if (wait !== undefined) throw failUntil('TOO_MANY_ORDERS', wait);
  const outcome = outcomeOf(offerId);
  if (!outcome) throw fail('OFFER_NOT_FOUND');
  if (outcome === 'refused') throw fail('STOCK_SHORT', { available: 0 });
  if (maxUnitPrice < unitPrice) throw fail('PRICE_CHANGED', { price: unitPrice });
  const row = await insert.first(db, {
    userId,
    reference,
    inputHash,
    outcome,
    quantity,
    delaySeconds: outcome === 'delayed' ? delaySeconds : 0,
  });
  if (row) return { isNew: true, order: withTestCodes(row) };
  const after = await replay();
  if (!after) throw fail('CONFLICT');
  return after;
}

/** @returns undefined without such an order */
export async function findTestOrder(
  db: Queryable,
  userId: string,
  reference: string,
): Promise<ApiOrderWithCodes | undefined> {
  const row = await byReference.first(db, userId, reference);
  return row && withTestCodes(row);
}

/** The orders of the test keys of an account, the newest first. */
export async function listTestOrders(
  db: Queryable,
  userId: string,
  query: Parsed<typeof resellerApi.orders>['query'],
): Promise<Output<typeof resellerApi.orders>> {
  return pageByNumber(query, (before, rows) => page.all(db, userId, before, rows), presentTestOrder);
}

const deleteOld = statement<[limit: number]>(
  'api-test-orders.delete-old',
  `DELETE FROM api_test_orders WHERE id = ANY (ARRAY(
     SELECT id FROM api_test_orders WHERE created_at < clock_timestamp() - interval '${apiLimits.testOrderDays} days'
      ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** Deletes at most `limit` orders of test keys of a month ago. @returns how many */
export const deleteTestOrders = (db: Queryable, limit: number): Promise<number> => deleteOld.run(db, limit);
