import type { Purchase, PurchaseSummary } from '@almas/contract/purchases';
import type { ApiOrder, ApiOrderWithCodes, resellerApi } from '@almas/contract/reseller-api';
import type { Output, Parsed } from '@almas/contract/route';
import type { Caller } from '../../authorization/identity.ts';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import {
  findPurchase,
  type PurchaseReader,
  type PurchaseRow,
  presentSummary,
  purchaseColumns,
} from '../purchases/read-purchase.ts';

const byReference = statement<[userId: string, reference: string], { purchaseId: number; inputHash: Buffer }>(
  'api-orders.by-reference',
  `SELECT purchase_id AS "purchaseId", input_hash AS "inputHash" FROM api_orders WHERE user_id = $1 AND reference = $2`,
);
const page = statement<
  [userId: string, before: number, limit: number],
  PurchaseRow & { readonly reference: string }
>(
  'api-orders.page',
  `SELECT p.*, o.reference
     FROM (SELECT reference, purchase_id FROM api_orders
            WHERE user_id = $1 AND purchase_id < $2::bigint ORDER BY purchase_id DESC LIMIT $3::int) o
     JOIN LATERAL (SELECT ${purchaseColumns} FROM purchases WHERE id = o.purchase_id) p ON true
    ORDER BY p.id DESC`,
);

const presentOrder = (reference: string, purchase: PurchaseSummary): ApiOrder => ({
  reference,
  orderId: purchase.id,
  status: 'completed',
  offerId: purchase.offerId,
  productName: purchase.productName,
  offerName: purchase.offerName,
  quantity: purchase.quantity,
  unitPrice: purchase.unitPrice,
  totalCost: purchase.totalCost,
  createdAt: purchase.createdAt,
});

/** An order as its program gets it. */
export const presentOrderWithCodes = (reference: string, purchase: Purchase): ApiOrderWithCodes => ({
  ...presentOrder(reference, purchase),
  codes: purchase.codes.map(({ code, serial, replaced, credited }) => ({
    code,
    ...(serial !== undefined && { serial }),
    ...(replaced && { replaced }),
    ...(credited && { credited }),
  })),
});

/** The order of an account under this reference, with what was ordered; undefined when there is none, also when another account has one. */
export async function findApiOrder(
  services: PurchaseReader,
  caller: Caller,
  reference: string,
): Promise<{ readonly order: ApiOrderWithCodes; readonly inputHash: Buffer } | undefined> {
  const found = await byReference.first(services.db, caller.wallet.id, reference);
  if (!found) return undefined;
  const purchase = await findPurchase(services, caller, found.purchaseId);
  return { order: presentOrderWithCodes(reference, purchase), inputHash: found.inputHash };
}

/** The orders of an account, the newest first. */
export async function listApiOrders(
  db: Queryable,
  userId: string,
  { limit, cursor }: Parsed<typeof resellerApi.orders>['query'],
): Promise<Output<typeof resellerApi.orders>> {
  const rows = await page.all(db, userId, decodeCursorNumber(cursor), limit + 1);
  return {
    items: rows.slice(0, limit).map((row) => presentOrder(row.reference, presentSummary(row))),
    nextCursor: nextCursor(rows, limit, ({ id }) => [id]),
  };
}
