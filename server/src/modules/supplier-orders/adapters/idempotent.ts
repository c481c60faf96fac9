import { stored } from '@almas/locale';
import * as z from 'zod';
import { toCentimes } from '../../../money/amount.ts';
import type { SupplierAdapter, SupplierAnswer, SupplierRequest } from './adapter.ts';
import {
  type CallResult,
  callSupplier,
  deliveredCodes,
  readBalance,
  type SupplierAccess,
  SupplierAmount,
  SupplierCodes,
  SupplierNumber,
  SupplierReceipt,
  SupplierWords,
  unreadable,
} from './http-supplier.ts';

const { said } = stored.supplierOrders;

const Order = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending'), reference: z.string(), id: SupplierNumber.optional() }),
  z.object({
    status: z.literal('completed'),
    reference: z.string(),
    id: SupplierNumber.optional(),
    cost: SupplierAmount,
    codes: SupplierCodes.optional(),
    receipt: SupplierReceipt,
  }),
  z.object({
    status: z.literal('refused'),
    reference: z.string(),
    message: SupplierWords,
  }),
  z.object({
    status: z.literal('reversed'),
    reference: z.string(),
    cost: SupplierAmount.optional(),
    refunded: SupplierAmount,
    message: SupplierWords,
  }),
]);

/** @returns undefined when the response is no order of this reference, or lacks the codes that were ordered */
function readOrder(result: CallResult, request: SupplierRequest): SupplierAnswer | undefined {
  if (!('body' in result) || result.status < 200 || result.status > 299) return undefined;
  const read = Order.safeParse(result.body);
  if (!read.success || read.data.reference !== request.reference) return undefined;
  const order = read.data;
  switch (order.status) {
    case 'pending':
      return { state: 'accepted', ...(order.id !== undefined && { number: order.id }) };
    case 'completed': {
      const codes = deliveredCodes(request, order.codes);
      if (!codes) return undefined;
      return {
        state: 'delivered',
        codes,
        cost: toCentimes(order.cost),
        ...(order.id !== undefined && { number: order.id }),
        ...(order.receipt !== undefined && { receipt: order.receipt }),
      };
    }
    case 'refused':
      return { state: 'refused', why: order.message || said.refused };
    case 'reversed':
      return {
        state: 'reversed',
        refunded: toCentimes(order.refunded),
        ...(order.cost !== undefined && { cost: toCentimes(order.cost) }),
        why: order.message || said.reversed,
      };
  }
}

/** A supplier whose API keeps our reference as the key of an order, and answers for it. */
export const idempotentSupplier = (access: SupplierAccess): SupplierAdapter => ({
  reference: 'idempotent',
  watchSeconds: 3_600,
  buy: async (order) => {
    const { reference, article, player, quantity, maxCost } = order;
    const result = await callSupplier(access, {
      method: 'POST',
      path: '/orders',
      body: {
        reference,
        article,
        quantity,
        maxCost: maxCost / 100,
        ...(player !== undefined && { player }),
      },
      headers: { 'idempotency-key': reference },
    });
    return readOrder(result, order) ?? unreadable(result);
  },
  find: async (order) => {
    const result = await callSupplier(access, {
      method: 'GET',
      path: `/orders/${encodeURIComponent(order.reference)}`,
    });
    if (result.status === 404) return { state: 'missing' };
    return readOrder(result, order) ?? { state: 'unclear', why: `HTTP ${result.status}` };
  },
  balance: () => readBalance(access, '/balance'),
});
