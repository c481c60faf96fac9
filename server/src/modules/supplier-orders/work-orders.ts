import { supplierLimits } from '@almas/contract/limits';
import type { SupplierOrderStatus } from '@almas/contract/supplier-orders';
import { stored } from '@almas/locale';
import { AppError } from '../../app-error.ts';
import { isDatabaseUnavailable } from '../../database/failures.ts';
import { statement } from '../../database/statement.ts';
import { transaction } from '../../database/transaction.ts';
import { isOn } from '../../feature-switches.ts';
import type { Centimes } from '../../money/amount.ts';
import type { Services } from '../../services.ts';
import { notifyAdministrators } from '../codes/notify-administrators.ts';
import { lockRequestOfOrder } from '../free-fire/at-supplier.ts';
import type { SupplierAdapter, SupplierAnswer, SupplierRequest } from './adapters/adapter.ts';
import { adapterOf, findConnection, lockConnection } from './connections.store.ts';
import { importKept, keepDelivery, reverseOrder, writeServedMore } from './deliveries.ts';
import { checkAfter, orderEvents, readSpentToday, writeEntry } from './orders.store.ts';
import { readBalances } from './read-balances.ts';
import { recalledLately, restockOffers } from './restock-offers.ts';

/*
 * Sends orders and finds out what became of them. A server that takes an order up leases it: `next_check_at` is when another one may. An
 * order is sent by the server that moved it from `planned` to `sending`, which the book allows once; one that finds it `sending` after its
 * lease can only look it up.
 */

/** Longer than the longest call of an adapter, its looking up included. */
const leaseSeconds = 120;
/** A call that begins later than this after `sending` was committed is not made: another server may take the order for lost. */
const startMilliseconds = 20_000;
/** Orders that one server works on at once, so that a silent supplier does not delay the others. */
const concurrent = 8;
const pollMilliseconds = 1_000;
/** The longest time until an order is looked up again, with a minute of tolerance: one further ahead was set while the clock was ahead. */
const longestWaitSeconds = 3_660;

interface DueOrder {
  readonly id: number;
  readonly connectionId: number;
  readonly reference: string;
  readonly article: string;
  readonly requestId: number | null;
  readonly player: string | null;
  readonly quantity: number;
  readonly maxCost: Centimes;
  readonly number: string;
  readonly status: SupplierOrderStatus;
  readonly sentAt: string | null;
  readonly lookups: number;
  readonly isReversed: boolean;
  readonly isWatched: boolean;
  readonly isKept: boolean;
  readonly delivered: number;
  /** What is known of it last is what a person said. */
  readonly isByPerson: boolean;
}
const lease = statement<[seconds: number], DueOrder>(
  'supplier-orders.lease',
  `WITH due AS (
     SELECT id FROM supplier_orders
      WHERE next_check_at <= clock_timestamp() OR next_check_at > clock_timestamp() + interval '${longestWaitSeconds} seconds'
      ORDER BY next_check_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
   UPDATE supplier_orders o SET next_check_at = clock_timestamp() + $1::float8 * interval '1 second', lookups = CASE o.status WHEN 'planned' THEN 0 ELSE o.lookups + 1 END
     FROM due WHERE o.id = due.id
   RETURNING o.id, o.connection_id AS "connectionId", o.reference, o.article,
             o.free_fire_request_id AS "requestId", (SELECT r.player_id FROM free_fire_requests r WHERE r.id = o.free_fire_request_id) AS player, o.quantity, o.max_cost AS "maxCost", o.number, o.status,
             o.sent_at AS "sentAt", o.lookups, o.reversed_at IS NOT NULL AS "isReversed",
             o.sent_at > clock_timestamp() - interval '${supplierLimits.watchedHours} hours' AS "isWatched",
             EXISTS (SELECT FROM supplier_deliveries d WHERE d.order_id = o.id) AS "isKept", o.delivered,
             coalesce((SELECT e.author IS NOT NULL FROM supplier_order_entries e WHERE e.order_id = o.id ORDER BY e.id DESC LIMIT 1), false) AS "isByPerson"`,
);

/** Seconds until an order that is under way is looked up again: 10, 20, 40, … up to half an hour. */
const backoff = (lookups: number): number =>
  Math.min(1_800, 10 * 2 ** Math.min(Math.max(lookups - 1, 0), 10));

/** The same for one that is over: as its adapter says at first, at least once an hour. */
const watchAfter = ({ watchSeconds }: SupplierAdapter, lookups: number): number =>
  Math.min(3_600, watchSeconds * 2 ** Math.min(lookups, 10));

const isUnderWay = (status: SupplierOrderStatus): boolean =>
  status === 'sending' || status === 'accepted' || status === 'unknown';

const requestOf = ({
  reference,
  article,
  player,
  quantity,
  maxCost,
  number,
  sentAt,
}: DueOrder): SupplierRequest => ({
  reference,
  article,
  player: player ?? undefined,
  quantity,
  maxCost,
  number,
  sentAt: sentAt === null ? new Date() : new Date(sentAt),
});

/** Runs what a stop waits for: a look-up is repeated by the next server, the answer to a purchase is not. */
type Finish = (work: () => Promise<void>) => Promise<void>;

/** Works on the order that has been due longest. @returns false when none is due */
export async function workOnce(services: Services, finish: Finish = (run) => run()): Promise<boolean> {
  const order = await lease.first(services.db, leaseSeconds);
  if (!order) return false;
  const { db, log } = services;
  const adapter = adapterOf(services, await findConnection(db, order.connectionId));
  if (!adapter) {
    log.error({ order: order.id }, 'an order names a kind of supplier that this version does not know');
    return true;
  }
  const run = () => work(services, adapter, order);
  await (order.isKept || order.status === 'planned' ? finish(run) : run());
  for (const [audience, event] of orderEvents) services.live.publish(audience, event);
  return true;
}

async function work(services: Services, adapter: SupplierAdapter, order: DueOrder): Promise<void> {
  if (order.isKept) return finishKept(services, adapter, order);
  if (order.status === 'planned') return send(services, adapter, order);
  // The server that sent it has ended, or its call takes longer than any may.
  if (order.status === 'sending')
    await writeEntry(services.db, {
      orderId: order.id,
      status: 'unknown',
      evidence: stored.supplierOrders.interrupted,
    });
  const status = order.status === 'sending' ? 'unknown' : order.status;
  if (adapter.reference === 'none') return checkAfter(services.db, order.id, null);
  const answer = await asking(() => adapter.find(requestOf(order)));
  await settle(services, adapter, { ...order, status }, answer);
}

/**
 * Whether what an order is for is still there, or still undecided: a request that another order has topped up is only without its proof.
 * A restock is for what is for sale, below its threshold, not just recalled, and as its connection buys it by now; what the simulated supplier delivers is
 * for drafts alone.
 */
const purpose = statement<[id: number], { isWanted: boolean }>(
  'supplier-orders.purpose',
  `SELECT CASE WHEN o.offer_id IS NULL
            THEN EXISTS (SELECT FROM free_fire_requests r WHERE r.id = o.free_fire_request_id AND r.status = 'pending')
                 AND NOT EXISTS (SELECT FROM supplier_orders b WHERE b.free_fire_request_id = o.free_fire_request_id AND b.id <> o.id
                                    AND (b.status IN ('delivered', 'partial') OR EXISTS (SELECT FROM supplier_deliveries d WHERE d.order_id = b.id)))
            ELSE EXISTS (SELECT FROM offers f JOIN products p ON p.id = f.product_id
                          WHERE f.id = o.offer_id AND f.deleted_at IS NULL AND p.deleted_at IS NULL
                            AND CASE WHEN c.kind = 'simulator' THEN p.status = 'draft' ELSE p.status = 'active' OR NOT o.is_restock END)
                 AND (NOT o.is_restock
                      OR (NOT ${recalledLately('o.offer_id')}
                          AND EXISTS (SELECT FROM offer_thresholds t WHERE t.offer_id = o.offer_id
                                     AND t.min_stock > (SELECT coalesce(sum(quantity), 0) FROM offer_stock WHERE offer_id = o.offer_id))
                          AND EXISTS (SELECT FROM jsonb_array_elements(c.settings -> 'articles') a
                                       WHERE (a ->> 'offerId')::uuid = o.offer_id AND a ->> 'article' = o.article
                                         AND (a ->> 'restock')::int >= o.quantity AND o.quantity * (a ->> 'maxUnitCost')::bigint >= o.max_cost))) END AS "isWanted"
     FROM supplier_orders o JOIN supplier_connections c ON c.id = o.connection_id WHERE o.id = $1`,
);

/**
 * Commits `sending`, and only then calls. Without a call it waits while the connection is paused or its day is spent, and ends what is
 * no longer wanted, or was not sent when the switch was turned off: its request is decided by hand.
 */
async function send(services: Services, adapter: SupplierAdapter, order: DueOrder): Promise<void> {
  const { db } = services;
  const started = performance.now();
  const isSwitchedOff = !(await isOn(services, 'suppliers'));
  const sent = await transaction(db, async (tx) => {
    // Another order of the request may be topping it up.
    if (order.requestId !== null) await lockRequestOfOrder(tx, order.requestId);
    const { paused, dailyCap, isArchived } = await lockConnection(tx, order.connectionId);
    const { isWanted } = await purpose.one(tx, order.id);
    if (!isWanted || isArchived || isSwitchedOff) {
      const { decided, notSent } = stored.supplierOrders;
      const why = order.requestId === null ? notSent.codes : notSent.topUp;
      const evidence = decided(isSwitchedOff ? notSent.switchedOff : why);
      await writeEntry(tx, { orderId: order.id, status: 'failed', cost: 0, evidence });
      return 'over';
    }
    const spent = await readSpentToday(tx, order.connectionId);
    if (paused || spent + order.maxCost > dailyCap) return 'later';
    return (await writeEntry(tx, { orderId: order.id, status: 'sending' })) === undefined ? 'later' : 'sent';
  });
  if (sent !== 'sent') return checkAfter(db, order.id, sent === 'over' ? null : 60);
  const answer: SupplierAnswer =
    performance.now() - started < startMilliseconds
      ? await asking(() => adapter.buy(requestOf(order)))
      : { state: 'refused', why: stored.supplierOrders.notCalled };
  await settle(services, adapter, { ...order, status: 'sending' }, answer);
}

/** What an adapter answers; one that fails says nothing. */
async function asking(call: () => Promise<SupplierAnswer>): Promise<SupplierAnswer> {
  try {
    return await call();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return { state: 'unclear', why: stored.supplierOrders.call.failed };
  }
}

/** Writes what a supplier said of an order, and when it is looked up next. */
async function settle(
  services: Services,
  adapter: SupplierAdapter,
  order: DueOrder,
  answer: SupplierAnswer,
): Promise<void> {
  const { db } = services;
  const { id, status } = order;
  const isClosed = status === 'delivered' || status === 'partial';
  switch (answer.state) {
    case 'delivered':
      if (order.isReversed || (isClosed && !(status === 'partial' && order.isByPerson))) break;
      if (order.delivered > 0) {
        await transaction(db, (tx) => writeServedMore(tx, services, order, answer.codes.length));
        break;
      }
      await keepDelivery(services, id, {
        codes: answer.codes,
        cost: answer.cost,
        number: answer.number ?? '',
        receipt: answer.receipt ?? '',
      });
      return finishKept(services, adapter, order);
    case 'accepted':
      if (status !== 'accepted')
        await writeEntry(db, { orderId: id, status: 'accepted', number: answer.number });
      break;
    case 'refused':
      if (isUnderWay(status))
        await writeEntry(db, {
          orderId: id,
          status: 'failed',
          cost: 0,
          evidence: stored.supplierOrders.refused(answer.why),
        });
      break;
    case 'reversed':
      await reverseOrder(services, id, answer);
      break;
    case 'missing':
    case 'unclear':
      if (status === 'sending')
        await writeEntry(db, {
          orderId: id,
          status: 'unknown',
          evidence: stored.supplierOrders.unclear(answer.state === 'unclear' ? answer.why : ''),
        });
      break;
  }
  await checkAfter(db, id, nextCheck(adapter, order, answer));
}

/** When an order is looked up next; null: never. */
function nextCheck(adapter: SupplierAdapter, order: DueOrder, answer: SupplierAnswer): number | null {
  if (adapter.reference === 'none') return null;
  const isOver = answer.state === 'refused' || answer.state === 'reversed' || order.isReversed;
  if (isOver) return null;
  if (isUnderWay(order.status)) return backoff(order.lookups);
  return order.isWatched ? watchAfter(adapter, order.lookups) : null;
}

/** Imports what is kept. While codes are being checked, the next try is soon. */
async function finishKept(services: Services, adapter: SupplierAdapter, order: DueOrder): Promise<void> {
  const { db, log } = services;
  try {
    await importKept(services, order.id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn(
      { order: order.id, code: error.code },
      'the delivery of an order is kept until it can be imported',
    );
    return checkAfter(db, order.id, 30);
  }
  await checkAfter(db, order.id, adapter.reference === 'none' ? null : watchAfter(adapter, 0));
}

const untold = statement<[], { id: number }>(
  'supplier-orders.untold',
  `UPDATE supplier_orders SET announced_at = clock_timestamp()
    WHERE status IN ('unknown', 'accepted') AND announced_at IS NULL AND status_at <= clock_timestamp() - CASE status
          WHEN 'unknown' THEN interval '${supplierLimits.announcedMinutes} minutes'
          WHEN 'accepted' THEN interval '${supplierLimits.announcedHours} hours' END
   RETURNING id`,
);

/** Tells administrators, once, of orders whose outcome has been unknown for a quarter of an hour, or has been awaited for hours. @returns how many */
export const announceUnknown = (services: Services): Promise<number> =>
  transaction(services.db, async (tx) => {
    const { length } = await untold.all(tx);
    if (length > 0)
      await notifyAdministrators(
        tx,
        services,
        stored.supplierOrders.unknown(length),
        { orders: length },
        'stock',
      );
    return length;
  });

/**
 * Works on everything that is due, every second. While the switch is off nothing is ordered, and orders that were sent are followed to
 * their end: they may be paid, and a request waits for them.
 * @returns a function that stops it and waits for the answers to purchases; look-ups and balances are asked for again by the next server
 */
export function startSupplierOrders(services: Services): () => Promise<void> {
  let stopped = false;
  const underWay = new Set<Promise<void>>();
  const finishing = new Set<Promise<void>>();
  let isPolling: Promise<void> | undefined;
  const report = (error: unknown) => {
    if (!isDatabaseUnavailable(error)) services.log.error({ err: error }, 'work on an order failed');
  };
  const finish: Finish = async (run) => {
    // Its lease ends, and the next server takes it up.
    if (stopped) return;
    const settled = run().finally(() => finishing.delete(settled));
    finishing.add(settled);
    await settled;
  };
  const one = async (): Promise<void> => {
    while (!stopped && (await workOnce(services, finish)));
  };
  /** Runs beside the polls: a silent supplier delays none of them. */
  const beside = (work: Promise<void>) => {
    const working: Promise<void> = work.catch(report).finally(() => underWay.delete(working));
    underWay.add(working);
  };
  const poll = async () => {
    const isEnabled = await isOn(services, 'suppliers');
    if (isEnabled) await restockOffers(services);
    await announceUnknown(services);
    // One more each second, while the others wait for their suppliers.
    if (underWay.size < concurrent) beside(one());
    if (isEnabled && underWay.size < concurrent) beside(readBalances(services));
  };
  const timer = setInterval(() => {
    isPolling ??= poll()
      .catch(report)
      .finally(() => {
        isPolling = undefined;
      });
  }, pollMilliseconds);
  return async () => {
    stopped = true;
    clearInterval(timer);
    await isPolling;
    await Promise.allSettled(finishing);
  };
}
