import { supplierOrders } from '@almas/contract/supplier-orders';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toCentimes } from '../../money/amount.ts';
import { type AuditEntry, command } from '../../pipeline/command.ts';
import { lossNotifications } from '../prices/prices-below-cost.ts';
import { lockOrder, settleDelivery } from './deliveries.ts';
import { checkAfter, findOrder, orderEvents, writeEntry } from './orders.store.ts';

/**
 * A delivery that is kept is imported by the worker: no person decides over it. Read once the order is locked: a statement that waits for
 * the lock does not see a delivery that was kept meanwhile.
 */
const isDecidable = statement<[id: number], { decidable: boolean }>(
  'supplier-orders.is-decidable',
  `SELECT status IN ('planned', 'accepted', 'unknown') AND NOT EXISTS (SELECT FROM supplier_deliveries d WHERE d.order_id = o.id) AS decidable
     FROM supplier_orders o WHERE id = $1`,
);

/**
 * A person says what became of an order that waits: nothing was taken or it was given back, or what came and what it cost. A call that is
 * under way is not decided over. What the supplier says later still counts: a late delivery is imported, also of an order that was paid without
 * a code in sight.
 */
export const resolveOrder = command(supplierOrders.resolve, {
  long: true,
  prepare: ({ body: { outcome, cost } }) => {
    if (outcome === 'delivered' && (cost === undefined || cost === null)) throw fail('SUPPLIER_COST_INVALID');
  },
  key: {
    operation: 'supplier-orders.resolve',
    // Codes by their fingerprint: the input hash is stored with the key, and codes are secret.
    input: ({ params, body: { codes, serials, ...body } }, { vault }) => ({
      id: params.id,
      ...body,
      ...(serials && { serials: vault.fingerprint(serials.join('\n')).toString('hex') }),
      codes: [codes.length, vault.fingerprint(codes.join('\n')).toString('hex')],
    }),
  },
  run: async ({ services, tx, actor, params, body }) => {
    const { outcome, evidence, cost, codes, serials, expiresOn, expectedStatus } = body;
    const { vault } = services;
    const id = parseIdOrZero(params.id);
    const { status, reference, topUp } = await findOrder(tx, id);
    if (topUp && codes.length > 0) throw fail('SUPPLIER_CODES_OF_TOP_UP');
    const checkDecidable = async () => {
      const locked = await lockOrder.one(tx, id);
      if (!(await isDecidable.one(tx, id)).decidable) throw fail('SUPPLIER_ORDER_SETTLED');
      // It was to be cancelled before it is sent: by now it may be paid.
      if (expectedStatus === 'planned' && locked.status !== 'planned') throw fail('SUPPLIER_ORDER_SENT');
    };
    const decided = { author: actor.id, evidence };
    if (outcome === 'delivered') {
      const imported =
        status === 'planned'
          ? undefined
          : await settleDelivery(
              tx,
              vault,
              id,
              async () => {
                await checkDecidable();
                return { codes, serials, expiresOn, cost: toCentimes(cost ?? 0), number: '', receipt: '' };
              },
              decided,
            );
      if (!imported) throw fail('SUPPLIER_ORDER_SETTLED');
      const [first, ...rest] = imported.audit;
      if (!first) throw new Error('an import of an order has no audit row');
      await checkAfter(tx, id, 3_600);
      return {
        response: await findOrder(tx, id),
        effects: {
          audit: [first, ...rest],
          events: imported.events,
          notifications: await lossNotifications(tx, services, imported.loss),
        },
      };
    }
    await checkDecidable();
    const before = await writeEntry(tx, {
      orderId: id,
      status: 'failed',
      cost: 0 as Centimes,
      evidence: stored.supplierOrders.decided(evidence),
      author: actor.id,
    });
    if (before === undefined) throw fail('SUPPLIER_ORDER_SETTLED');
    // One that was sent may still arrive.
    await checkAfter(tx, id, before === 'planned' ? null : 3_600);
    const audit: AuditEntry = {
      action: 'supplier-order.resolve',
      subject: { type: 'supplier_order', id: String(id), name: reference },
      before: { status: before },
      after: { status: 'failed', reason: evidence },
    };
    return { response: await findOrder(tx, id), effects: { audit, events: orderEvents } };
  },
});
