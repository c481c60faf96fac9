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
import type { Services } from '../../services.ts';
import { openBytes, sealBytes } from '../../vault/aes-gcm.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import { operator, recordAction } from '../audit-trail/record-action.ts';
import { noBatchValues } from '../codes/batch-values.ts';
import { importInto, prepareImport, readLimitedLines } from '../codes/import-codes.ts';
import { notifyAdministratorsIn } from '../codes/notify-administrators.ts';
import { recallLocked } from '../codes/withdraw-codes.ts';
import { lockOffer } from '../offers/find-offer.ts';
import { orderEvents, writeEntry } from './orders.store.ts';

/** What a supplier has delivered: all of it, with what it took for it. */
export interface SupplierDelivery {
  readonly codes: readonly string[];
  readonly cost: Centimes;
  readonly number: string;
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

interface DeliveredOrder {
  readonly id: number;
  readonly connectionId: number;
  readonly supplierId: number;
  readonly productId: string;
  readonly offerId: string;
  readonly quantity: number;
  readonly maxCost: Centimes;
  readonly orderedBy: string;
  readonly reference: string;
}
const readOrder = statement<[id: number], DeliveredOrder>(
  'supplier-deliveries.order',
  `SELECT o.id, o.connection_id AS "connectionId", c.supplier_id AS "supplierId", f.product_id AS "productId", o.offer_id AS "offerId",
          o.quantity, o.max_cost AS "maxCost", o.ordered_by AS "orderedBy", o.reference
     FROM supplier_orders o JOIN supplier_connections c ON c.id = o.connection_id JOIN offers f ON f.id = o.offer_id WHERE o.id = $1`,
);
const setUnitCost = statement<[batchId: number, unitCost: number]>(
  'supplier-deliveries.set-unit-cost',
  'UPDATE code_batches SET unit_cost = $2 WHERE id = $1',
);
const pause = statement<[connectionId: number]>(
  'supplier-deliveries.pause',
  'UPDATE supplier_connections SET paused = true WHERE id = $1',
);

interface Imported {
  readonly audit: readonly AuditEntry[];
  readonly events: readonly LiveEffect[];
  readonly isTooDear: boolean;
}

/**
 * Imports what was delivered as one batch with its cost, and closes the order. Codes that any offer already has are not imported: an order
 * with fewer new codes than were ordered is `partial`. A supplier that took more than it was allowed is paused.
 * @returns undefined when the order is closed already: the caller rolls back
 * @throws AppError PRODUCT_NOT_FOUND, OFFER_NOT_FOUND, CODES_BEING_CHECKED
 */
export async function importDelivered(
  tx: DbTransaction,
  vault: CodeVault,
  orderId: number,
  take: () => Promise<SupplierDelivery | undefined>,
  decided: { readonly author?: string; readonly evidence?: string } = {},
): Promise<Imported | undefined> {
  await prepareImport(tx, vault);
  const order = await readOrder.one(tx, orderId);
  const offer = await lockOffer(tx, order.productId, order.offerId);
  const delivery = await take();
  if (!delivery) return undefined;
  const { caseSignificant } = offer;
  const list = readLimitedLines({ codes: delivery.codes }, { caseSignificant });
  const imported =
    list.codes.length > 0
      ? await importInto(tx, { vault, actor: { id: order.orderedBy } }, offer, list, {
          source: '',
          batch: { ...noBatchValues, supplierId: order.supplierId, label: order.reference },
        })
      : undefined;
  const codes = imported?.result.imported ?? 0;
  const batchId = imported?.result.batchId ? Number(imported.result.batchId) : null;
  const unitCost = codes === 0 ? 0 : Math.round(delivery.cost / codes);
  if (batchId !== null) await setUnitCost.run(tx, batchId, unitCost);
  const status = codes >= order.quantity ? 'delivered' : 'partial';
  const before = await writeEntry(tx, {
    orderId,
    status,
    cost: delivery.cost,
    delivered: codes,
    batchId,
    number: delivery.number,
    evidence: decided.evidence ?? stored.supplierOrders.delivered(delivery.codes.length, codes),
    ...(decided.author !== undefined && { author: decided.author }),
  });
  if (before === undefined) return undefined;
  const isTooDear = delivery.cost > order.maxCost;
  if (isTooDear) await pause.run(tx, order.connectionId);
  return {
    audit: [
      ...(imported?.audit ? [imported.audit] : []),
      {
        action: 'supplier-order.deliver',
        subject: {
          type: 'supplier_order',
          id: String(orderId),
          name: `${offer.productName} - ${offer.offerName}`,
        },
        before: { status: before },
        after: {
          status,
          imported: codes,
          cost: toDinars(delivery.cost),
          ...(isTooDear && { paused: true }),
          ...(decided.evidence && { reason: decided.evidence }),
        },
      },
    ],
    events: [...(imported?.events ?? []), ...orderEvents],
    isTooDear,
  };
}

class AlreadyClosed extends Error {}

/** Imports the delivery that was kept for an order, once. @returns false when there is none */
export async function importKept(services: Services, orderId: number): Promise<boolean> {
  const { db, vault } = services;
  try {
    return await longTransaction(db, async (tx) => {
      let found = false;
      const imported = await importDelivered(tx, vault, orderId, async () => {
        const row = await take.first(tx, orderId);
        found = row !== undefined;
        return (
          row && JSON.parse(openBytes(deliveryKey(vault), boundTo(orderId), row.sealed).toString('utf8'))
        );
      });
      if (!found) return false;
      if (!imported) throw new AlreadyClosed();
      for (const entry of imported.audit) await recordAction(tx, operator, undefined, entry);
      if (imported.isTooDear)
        await notifyAdministratorsIn(tx, services, stored.supplierOrders.tooDear, { orders: 1 });
      publishAfter(tx, services, imported.events);
      return true;
    });
  } catch (error) {
    if (!(error instanceof AlreadyClosed)) throw error;
    // A person has entered the same delivery meanwhile: the codes are in the stock.
    await take.first(db, orderId);
    return false;
  }
}

const publishAfter = (tx: OpenTransaction, { live }: Services, events: readonly LiveEffect[]): void =>
  tx.afterCommit(() => {
    for (const [audience, event] of events) live.publish(audience, event);
  });

/** The supplier has taken an order back: its codes leave the sale, and what was given back is no cost any more. */
export const reverseOrder = (
  services: Services,
  {
    id,
    cost,
    batchId,
  }: { readonly id: number; readonly cost: Centimes | null; readonly batchId: number | null },
  { refunded, why }: { readonly refunded: Centimes; readonly why: string },
): Promise<void> =>
  longTransaction(services.db, async (tx) => {
    const kept = await readOrder.one(tx, id);
    const recalled =
      batchId === null
        ? undefined
        : await recallLocked(tx, batchId, {
            by: kept.orderedBy,
            reason: stored.supplierOrders.reversed(why),
          });
    const before = await writeEntry(tx, {
      orderId: id,
      status: 'failed',
      cost: Math.max(0, (cost ?? refunded) - refunded),
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
    await notifyAdministratorsIn(tx, services, stored.supplierOrders.takenBack, {
      orders: 1,
      sold: recalled?.sold ?? 0,
    });
    publishAfter(tx, services, [...(recalled?.events ?? []), ...orderEvents]);
  });
