import { stored } from '@almas/locale';
import * as z from 'zod';
import { toCentimes } from '../../../money/amount.ts';
import type { SupplierAdapter, SupplierAnswer, SupplierRequest } from './adapter.ts';
import {
  callSupplier,
  deliveredCodes,
  readBalance,
  type SupplierAccess,
  SupplierAmount,
  SupplierCodes,
  SupplierNumber,
  SupplierReceipt,
  unreadable,
} from './http-supplier.ts';

const { said } = stored.supplierOrders;

const Purchase = z.object({
  number: SupplierNumber,
  /** Our reference, as the note that we sent. */
  note: z.string().max(1_000),
  state: z.enum(['processing', 'done', 'rejected', 'cancelled']),
  amount: SupplierAmount.optional(),
  refunded: SupplierAmount.default(0),
  items: SupplierCodes.optional(),
  receipt: SupplierReceipt,
});
type Purchase = z.output<typeof Purchase>;
/** Of a purchase that is not ours, such as one by hand, nothing is read but its note. */
const Found = z.object({
  purchases: z.array(z.looseObject({ note: z.unknown().optional() })).max(1_000),
  next: z.string().max(200).optional(),
});

/** Pages of a search that are read; a longer one says nothing. */
const pagesMax = 5;

/** @returns undefined for a purchase that is done without its amount, or without the codes that were ordered */
function answerOf(
  { number, state, amount, refunded, items, receipt }: Purchase,
  request: SupplierRequest,
): SupplierAnswer | undefined {
  switch (state) {
    case 'processing':
      return { state: 'accepted', number };
    case 'done': {
      const codes = deliveredCodes(request, items);
      if (amount === undefined || !codes) return undefined;
      return {
        state: 'delivered',
        codes,
        cost: toCentimes(amount),
        number,
        ...(receipt !== undefined && { receipt }),
      };
    }
    case 'rejected':
      return { state: 'refused', why: said.refused };
    case 'cancelled':
      return {
        state: 'reversed',
        refunded: toCentimes(refunded),
        ...(amount !== undefined && { cost: toCentimes(amount) }),
        why: said.reversed,
      };
  }
}

/**
 * All purchases since the order was sent with our reference as their note. @returns undefined when the list could not be read to its end, or
 * one of them cannot be read
 */
async function search(
  access: SupplierAccess,
  { reference, sentAt }: SupplierRequest,
): Promise<Purchase[] | undefined> {
  const found: Purchase[] = [];
  // The supplier's clock may be behind ours.
  const since = new Date(sentAt.getTime() - 3_600_000).toISOString();
  let next: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = new URLSearchParams({ since, ...(next && { page: next }) });
    const result = await callSupplier(access, { method: 'GET', path: `/purchases?${query}` });
    const read = Found.safeParse('body' in result && result.status === 200 ? result.body : undefined);
    if (!read.success) return undefined;
    const own = read.data.purchases.filter(({ note }) => String(note).trim() === reference);
    const purchases = z.array(Purchase).safeParse(own);
    if (!purchases.success) return undefined;
    found.push(...purchases.data);
    next = read.data.next;
    if (!next) return found;
  }
  return undefined;
}

/** A supplier that knows no key of an order: each call buys again. Our reference is a note, and its purchases can be searched for it. */
export const searchableSupplier = (access: SupplierAccess): SupplierAdapter => ({
  reference: 'searchable',
  watchSeconds: 3_600,
  buy: async (order) => {
    const { reference, article, player, quantity, maxCost } = order;
    const result = await callSupplier(access, {
      method: 'POST',
      path: '/purchases',
      body: {
        article,
        quantity,
        maxAmount: maxCost / 100,
        note: reference,
        ...(player !== undefined && { player }),
      },
    });
    const isAnswer = 'body' in result && result.status >= 200 && result.status <= 299;
    const read = Purchase.safeParse(isAnswer ? result.body : undefined);
    const isOurs = read.success && read.data.note.trim() === reference;
    return (isOurs ? answerOf(read.data, order) : undefined) ?? unreadable(result);
  },
  find: async (order) => {
    const found = await search(access, order);
    if (!found) return { state: 'unclear', why: said.notSearchable };
    const [only, second] = found;
    // Paid twice, or not ours: a person looks at the supplier's site.
    if (second) return { state: 'unclear', why: said.severalFound(found.length) };
    return only
      ? (answerOf(only, order) ?? { state: 'unclear', why: said.incomplete })
      : { state: 'missing' };
  },
  balance: () => readBalance(access, '/account'),
});
