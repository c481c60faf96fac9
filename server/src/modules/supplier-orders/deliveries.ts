import { FreeFireProof } from '@almas/contract/forms';
import type { EmployeeScope } from '@almas/contract/route';
import type { SupplierOrderStatus } from '@almas/contract/supplier-orders';
import { stored } from '@almas/locale';
import { statement } from '../../database/statement.ts';
import {
  type DbTransaction,
  longTransaction,
  type OpenTransaction,
  transaction,
} from '../../database/transaction.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { AuditEntry, LiveEffect } from '../../pipeline/command.ts';
import type { ResolvedSubject } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { openBytes, sealBytes } from '../../vault/aes-gcm.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { newBatchValues } from '../codes/batch-values.ts';
import { findBatch } from '../codes/code-batches.ts';
import { importInto, prepareImport, readLimitedLines } from '../codes/import-codes.ts';
import { notifyAdministrators } from '../codes/notify-administrators.ts';
import { recallLocked } from '../codes/withdraw-codes.ts';
import { lockRequestOfOrder } from '../free-fire/at-supplier.ts';
import { validateLocked } from '../free-fire/validate-request.ts';
import { lossNotice, lossNotifications, newestCost } from '../prices/prices-below-cost.ts';
import type { SupplierAnswer } from './adapters/adapter.ts';
import { draftInstead, lockIfOffered } from './deleted-offers.ts';
import { orderEvents, writeEntry } from './orders.store.ts';

/** What a supplier has delivered: all of it, with what it took for it. A top-up has no codes, and may have a receipt. */
export interface SupplierDelivery {
  readonly codes: readonly string[];
  /** Of each code, '' for none, and the last day of all of them: what a person pasted may name both. */
  readonly serials?: readonly string[] | undefined;
  readonly expiresOn?: string | undefined;
  readonly cost: Centimes;
  readonly number: string;
  readonly receipt: string;
}

const deliveryKey = (vault: Pick<CodeVault, 'derive'>) => vault.derive('supplier-deliveries');
const boundTo = (orderId: number) => `supplier-delivery:${orderId}`;

const insert = statement<[orderId: number, sealed: Buffer]>(
  'supplier-deliveries.insert',
  'INSERT INTO supplier_deliveries (order_id, sealed) VALUES ($1, $2) ON CONFLICT (order_id) DO NOTHING',
);
const take = statement<[orderId: number], { sealed: Buffer }>(
  'supplier-deliveries.take',
  'DELETE FROM supplier_deliveries WHERE order_id = $1 RETURNING sealed',
);

/** Keeps what a supplier has delivered, sealed, before it is imported: an import that fails does not lose it. */
export const keepDelivery = (
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  orderId: number,
  delivery: SupplierDelivery,
): Promise<void> =>
  transaction(db, async (tx) => {
    const sealed = sealBytes(deliveryKey(vault), boundTo(orderId), Buffer.from(JSON.stringify(delivery)));
    // Paid and here: also of an order that a person has given up.
    await writeEntry(tx, { orderId, status: 'accepted', number: delivery.number });
    await insert.run(tx, orderId, sealed);
  });

const openDelivery = (vault: CodeVault, orderId: number, sealed: Buffer): SupplierDelivery =>
  JSON.parse(openBytes(deliveryKey(vault), boundTo(orderId), sealed).toString('utf8'));

interface DeliveredOrder {
  readonly id: number;
  readonly connectionId: number;
  readonly supplierId: number;
  readonly isSimulated: boolean;
  /** Of an order of codes. */
  readonly offer: { readonly productId: string; readonly offerId: string } | null;
  /** Of a top-up. */
  readonly requestId: number | null;
  readonly quantity: number;
  readonly maxCost: Centimes;
  readonly orderedBy: string;
  readonly reference: string;
  /** A person has said that it was delivered, and may have entered its codes. */
  readonly wasClosedByHand: boolean;
}
const readOrder = statement<[id: number], DeliveredOrder>(
  'supplier-deliveries.order',
  `SELECT o.id, o.connection_id AS "connectionId", c.supplier_id AS "supplierId", c.kind = 'simulator' AS "isSimulated", o.free_fire_request_id AS "requestId",
          (SELECT json_build_object('productId', f.product_id, 'offerId', f.id) FROM offers f WHERE f.id = o.offer_id) AS offer, o.quantity, o.max_cost AS "maxCost", o.ordered_by AS "orderedBy", o.reference,
          EXISTS (SELECT FROM supplier_order_entries e WHERE e.order_id = o.id AND e.status = 'partial' AND e.author IS NOT NULL) AS "wasClosedByHand"
     FROM supplier_orders o JOIN supplier_connections c ON c.id = o.connection_id WHERE o.id = $1`,
);
/** Locked before the offer: the draft is not published until what the simulated supplier delivers to it is committed. */
const lockPublished = statement<[productId: string], { isPublished: boolean }>(
  'supplier-deliveries.lock-published',
  `SELECT deleted_at IS NULL AND status <> 'draft' AS "isPublished" FROM products WHERE id = $1 FOR SHARE`,
);
const setUnitCost = statement<[batchId: number, unitCost: number]>(
  'supplier-deliveries.set-unit-cost',
  'UPDATE code_batches SET unit_cost = $2 WHERE id = $1',
);
const pause = statement<[connectionId: number]>(
  'supplier-deliveries.pause',
  'UPDATE supplier_connections SET paused = true WHERE id = $1',
);

export const lockOrder = statement<
  [id: number],
  { status: SupplierOrderStatus; cost: Centimes | null; delivered: number; batchId: number | null }
>(
  'supplier-deliveries.lock-order',
  'SELECT status, cost, delivered, batch_id AS "batchId" FROM supplier_orders WHERE id = $1 FOR NO KEY UPDATE',
);

interface Settled {
  readonly audit: readonly AuditEntry[];
  readonly events: readonly LiveEffect[];
  /** Each with the scope of those who can do something about it. */
  readonly notices: readonly (readonly [
    scope: EmployeeScope,
    notice: { readonly title: string; readonly message: string },
  ])[];
  /** Prices that are below the cost of what was delivered, for who sets them. */
  readonly loss?: { readonly title: string; readonly message: string } | undefined;
  readonly resolves?: ResolvedSubject;
}
/** What a person decided, and who. */
interface Decision {
  readonly author?: string;
  readonly evidence?: string;
}

/**
 * Closes an order with what its supplier has delivered: codes enter the stock, a top-up becomes the proof of its request.
 * @returns undefined when the order is closed already: the caller rolls back
 * @throws AppError CODES_BEING_CHECKED
 */
export async function settleDelivery(
  tx: DbTransaction,
  vault: CodeVault,
  orderId: number,
  take: () => Promise<SupplierDelivery | undefined>,
  decided: Decision = {},
): Promise<Settled | undefined> {
  const order = await readOrder.one(tx, orderId);
  const { offer, requestId } = order;
  if (offer) return importDelivered(tx, vault, { ...order, offer }, take, decided);
  if (requestId !== null) return settleTopUp(tx, { ...order, requestId }, take, decided);
  throw new Error(`order ${orderId} is for nothing`);
}

/**
 * A supplier that took more than it was allowed is paused. Its connection is locked before the order is closed, as by a new order, which
 * waits for an order that is being closed; and before the stock, for which sales wait. That of an order without a new code is paused after
 * its import, which has added none.
 */
async function pauseIfTooDear(
  tx: DbTransaction,
  { connectionId, maxCost }: Pick<DeliveredOrder, 'connectionId' | 'maxCost'>,
  cost: Centimes,
): Promise<boolean> {
  if (cost <= maxCost) return false;
  await pause.run(tx, connectionId);
  return true;
}

/** The audit row of an order that was delivered. */
const deliveredEntry = (
  { id, name, before }: { readonly id: number; readonly name: string; readonly before: SupplierOrderStatus },
  after: Readonly<Record<string, string | number>>,
  isPaused: boolean,
  { evidence }: Decision,
): AuditEntry => ({
  action: 'supplier-order.deliver',
  subject: { type: 'supplier_order', id: String(id), name },
  before: { status: before },
  after: { ...after, ...(isPaused && { paused: true }), ...(evidence && { reason: evidence }) },
});

/**
 * Imports what was delivered as one batch with its cost, and closes the order. Codes that any offer already has are not imported: an order
 * with fewer new codes than were ordered is `partial`, and one without any pauses its supplier, or the server would pay for nothing again
 * in an hour. Those of an offer that was deleted meanwhile go to a draft, and so do those of the
 * simulated supplier for one that was published.
 */
async function importDelivered(
  tx: DbTransaction,
  vault: CodeVault,
  order: DeliveredOrder & { readonly offer: NonNullable<DeliveredOrder['offer']> },
  take: () => Promise<SupplierDelivery | undefined>,
  decided: Decision,
): Promise<Settled | undefined> {
  const orderId = order.id;
  await prepareImport(tx, vault);
  const isPublished = order.isSimulated && (await lockPublished.one(tx, order.offer.productId)).isPublished;
  const offered = await lockIfOffered(tx, order.offer);
  const delivery = await take();
  if (!delivery) return undefined;
  const isTooDear = await pauseIfTooDear(tx, order, delivery.cost);
  const offer = offered && !isPublished ? offered : await draftInstead(tx, order.offer.offerId, delivery);
  const isDrafted = offer.offerId !== order.offer.offerId;
  const { caseSignificant } = offer;
  const { codes: lines, serials, expiresOn } = delivery;
  const list = readLimitedLines({ codes: lines, serials }, { caseSignificant });
  const costBefore = await newestCost(tx, offer.offerId);
  const imported =
    list.codes.length > 0
      ? await importInto(tx, { vault, actor: { id: order.orderedBy } }, offer, list, {
          source: '',
          batch: {
            ...(await newBatchValues(tx, offer.offerId, expiresOn === undefined ? undefined : { expiresOn })),
            supplierId: order.supplierId,
            label: order.reference,
          },
        })
      : undefined;
  const codes = imported?.result.imported ?? 0;
  const batchId = imported?.result.batchId ? Number(imported.result.batchId) : null;
  const isShort = codes < order.quantity && decided.author === undefined && !order.wasClosedByHand;
  const isVain = isShort && codes === 0;
  if (isVain) await pause.run(tx, order.connectionId);
  const unitCost = codes === 0 ? 0 : Math.round(delivery.cost / codes);
  if (batchId !== null) await setUnitCost.run(tx, batchId, unitCost);
  const status = codes >= order.quantity ? 'delivered' : 'partial';
  const words = stored.supplierOrders;
  const evidence = decided.evidence ?? words.delivered(lines.length, codes);
  const before = await writeEntry(tx, {
    orderId,
    status,
    cost: delivery.cost,
    delivered: codes,
    batchId,
    number: delivery.number,
    evidence: isDrafted ? words.drafted.evidence(evidence, isPublished) : evidence,
    ...(decided.author !== undefined && { author: decided.author }),
  });
  if (before === undefined) return undefined;
  const name = `${offer.productName} - ${offer.offerName}`;
  const after = { status, imported: codes, cost: toDinars(delivery.cost) };
  return {
    audit: [
      ...(imported?.audit ? [imported.audit] : []),
      deliveredEntry({ id: orderId, name, before }, after, isTooDear || isVain, decided),
    ],
    events: [
      ...(imported?.events ?? []),
      ...orderEvents,
      ...(isDrafted ? [['everyone', { type: 'catalogue' }] satisfies LiveEffect] : []),
    ],
    notices: [
      ...(isTooDear ? [['stock', words.tooDear] as const] : []),
      ...(isShort
        ? [['stock', words.short(name, order.quantity, codes, toDinars(delivery.cost))] as const]
        : []),
      ...(isDrafted && !isPublished ? [['stock', words.drafted.notice(name)] as const] : []),
    ],
    loss: await lossNotice(tx, offer, costBefore),
  };
}

/** A receipt that may be a proof: a link, and no address of ours. */
function proofOf(receipt: string): string | undefined {
  const read = FreeFireProof.shape.imageUrl.safeParse(receipt);
  return read.success && !read.data.startsWith('/') ? read.data : undefined;
}

/**
 * The player has the diamonds. The supplier's receipt validates the request as its proof, in the name of the administrator who sent it; where
 * there is none, or the request was decided meanwhile, administrators are notified. A delivery that a person enters is validated by that person.
 */
async function settleTopUp(
  tx: DbTransaction,
  order: DeliveredOrder & { readonly requestId: number },
  take: () => Promise<SupplierDelivery | undefined>,
  decided: Decision,
): Promise<Settled | undefined> {
  const request = await lockRequestOfOrder(tx, order.requestId);
  const delivery = await take();
  if (!delivery) return undefined;
  const { cost, number } = delivery;
  const isTooDear = await pauseIfTooDear(tx, order, cost);
  const proof = proofOf(delivery.receipt);
  const words = stored.supplierOrders.topUp;
  const before = await writeEntry(tx, {
    orderId: order.id,
    status: 'delivered',
    cost,
    delivered: 1,
    number,
    evidence: decided.evidence ?? (proof ? words.delivered : words.deliveredWithoutProof),
    ...(decided.author !== undefined && { author: decided.author }),
  });
  if (before === undefined) return undefined;
  const isPending = request.status === 'pending';
  const validated =
    isPending && proof !== undefined
      ? await validateLocked(tx, request, { adminId: order.orderedBy, imageUrl: proof, note: null })
      : undefined;
  const what = { id: order.id, name: request.offerName, before };
  const isNotified = decided.author === undefined && !validated;
  return {
    audit: [
      ...(validated ? [validated.audit] : []),
      deliveredEntry(what, { status: 'delivered', cost: toDinars(cost) }, isTooDear, decided),
    ],
    events: [...(validated?.events ?? []), ...orderEvents],
    notices: [
      ...(isTooDear ? [['stock', stored.supplierOrders.tooDear] as const] : []),
      ...(isNotified
        ? [['requests', (isPending ? words.proofMissing : words.late)(order.requestId)] as const]
        : []),
    ],
    ...(validated && { resolves: validated.resolves }),
  };
}

class AlreadyClosed extends Error {}

/** Settles the delivery that was kept for an order, once. @returns false when there is none */
export async function importKept(services: Services, orderId: number): Promise<boolean> {
  const { db, vault } = services;
  try {
    return await longTransaction(db, async (tx) => {
      let found = false;
      const settled = await settleDelivery(tx, vault, orderId, async () => {
        const row = await take.first(tx, orderId);
        found = row !== undefined;
        return row && openDelivery(vault, orderId, row.sealed);
      });
      if (!found) return false;
      if (!settled) throw new AlreadyClosed();
      for (const entry of settled.audit) await recordAction(tx, operator, undefined, entry);
      for (const [scope, notice] of settled.notices)
        await notifyAdministrators(tx, services, notice, { orders: 1 }, scope);
      const losses = await lossNotifications(tx, services, settled.loss);
      const notified = await services.effects.writeNotifications(services, tx, losses);
      if (settled.resolves) await services.effects.markResolved(services.log, tx, settled.resolves);
      publishAfter(tx, services, [
        ...settled.events,
        ...notified.map((user): LiveEffect => [{ user }, { type: 'notification' }]),
      ]);
      return true;
    });
  } catch (error) {
    if (!(error instanceof AlreadyClosed)) throw error;
    await dropKept(services, orderId);
    return false;
  }
}

/** A person has closed the order with codes meanwhile, and administrators read of those that are missing; or the supplier has taken it back. */
const dropKept = (services: Services, orderId: number): Promise<void> =>
  transaction(services.db, async (tx) => {
    const { status, delivered } = await lockOrder.one(tx, orderId);
    const row = await take.first(tx, orderId);
    if (!row || status !== 'partial') return;
    const { codes } = openDelivery(services.vault, orderId, row.sealed);
    await writeServedMore(tx, services, { id: orderId, delivered }, codes.length);
  });

/** Of an order that a person closed with some of its codes: that the supplier has served more is written, and notified, once. */
export async function writeServedMore(
  tx: OpenTransaction,
  services: Services,
  { id, delivered }: { readonly id: number; readonly delivered: number },
  served: number,
): Promise<void> {
  if (served <= delivered) return;
  const { evidence, notice } = stored.supplierOrders.servedMore(served, delivered);
  const written = await writeEntry(tx, { orderId: id, status: 'partial', evidence });
  if (written) await notifyAdministrators(tx, services, notice, { orders: 1 }, 'stock');
}

const publishAfter = (tx: OpenTransaction, { live }: Services, events: readonly LiveEffect[]): void =>
  tx.afterCommit(() => {
    for (const [audience, event] of events) live.publish(audience, event);
  });

/**
 * The supplier has taken an order back: its codes leave the sale, and what was given back is no cost any more. A request that was topped up
 * is not touched: a person speaks with the reseller. An order that has failed meanwhile has nothing to give back.
 */
export const reverseOrder = (
  services: Services,
  id: number,
  answer: Extract<SupplierAnswer, { state: 'reversed' }>,
): Promise<void> =>
  longTransaction(services.db, async (tx) => {
    // A person may have decided it, or another server imported it, while the supplier was asked.
    const { status, cost: known, delivered, batchId } = await lockOrder.one(tx, id);
    if (status === 'failed') return;
    const kept = await readOrder.one(tx, id);
    const { refunded, why } = answer;
    const cost = known ?? answer.cost ?? refunded;
    const lost = Math.max(0, cost - refunded) as Centimes;
    const recalled =
      batchId === null
        ? undefined
        : await recallLocked(tx, batchId, { by: null, reason: stored.supplierOrders.reversed(why) });
    const before = await writeEntry(tx, {
      orderId: id,
      status: 'failed',
      cost: lost,
      evidence: stored.supplierOrders.reversed(why),
      reversed: true,
    });
    if (before === undefined) throw new Error('an order that is not open was reversed');
    // What is kept and not imported is worth nothing any more.
    await take.first(tx, id);
    for (const entry of [
      ...(recalled ? [recalled.audit] : []),
      {
        action: 'supplier-order.reverse',
        subject: { type: 'supplier_order', id: String(id), name: kept.reference },
        before: { status: before },
        after: { status: 'failed', refunded: toDinars(refunded) },
      },
    ])
      await recordAction(tx, operator, undefined, entry);
    const { topUp, takenBack, cancelled } = stored.supplierOrders;
    const money = { refunded: toDinars(refunded), lost: toDinars(lost) };
    // An administrator may have recalled it before.
    const sold = recalled?.sold ?? (batchId === null ? 0 : (await findBatch(tx, String(batchId))).sold);
    const figures = { orders: 1, sold };
    await (kept.requestId === null
      ? notifyAdministrators(
          tx,
          services,
          batchId === null ? cancelled(kept.reference, money) : takenBack(money),
          figures,
          'stock',
        )
      : notifyAdministrators(
          tx,
          services,
          (delivered > 0 ? topUp.takenBack : topUp.cancelled)(kept.requestId, money),
          figures,
          'requests',
        ));
    publishAfter(tx, services, [...(recalled?.events ?? []), ...orderEvents]);
  });
