import type { Purchase, PurchaseSummary, purchases } from '@almas/contract/purchases';
import type { Output } from '@almas/contract/route';
import type { Logger } from 'pino';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { soldItself } from '../../authorization/rights.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { CodeVault, SealedCode } from '../../vault/code-vault.ts';
import { requestCodeCheck } from '../codes/code-checks.ts';
import { openCodes } from '../codes/open-codes.ts';
import type { SaleRow } from './sell-codes.ts';

export interface PurchaseRow {
  id: number;
  userId: string;
  productId: string;
  offerId: string;
  productName: string;
  offerName: string;
  game: string;
  value: string;
  quantity: number;
  unitPrice: Centimes;
  totalCost: Centimes;
  createdAt: string;
  /** The cashier who sold it, and that cashier's name; null: the account itself. */
  staffId: string | null;
  soldBy: string | null;
}

/** The columns of a purchase. */
export const purchaseColumns = `id, user_id AS "userId", product_id AS "productId", offer_id AS "offerId", product_name AS "productName",
  offer_name AS "offerName", game, value, quantity, unit_price AS "unitPrice", total_cost AS "totalCost",
  created_at AS "createdAt", staff_id AS "staffId",
  CASE WHEN staff_id IS NOT NULL THEN (SELECT t.name FROM staff t WHERE t.id = purchases.staff_id) END AS "soldBy"`;

const byId = statement<[number], PurchaseRow>(
  'purchases.by-id',
  `SELECT ${purchaseColumns} FROM purchases WHERE id = $1`,
);
interface SoldCode extends SealedCode {
  /** What became of its claim, when it was not refused. */
  readonly claimed?: 'open' | 'replaced' | 'credited' | null;
}
/** Those of the sale by their ids, then those that replaced refused ones: each keeps its position. */
const codesOf = statement<[number], SoldCode>(
  'purchases.codes-of',
  `SELECT id, sealed, key_id AS "keyId",
          (SELECT status FROM claims WHERE code_id = codes.id AND status <> 'refused') AS claimed
     FROM codes WHERE purchase_id = $1 ORDER BY sold_at, id`,
);

/** A purchase of any account. @throws AppError PURCHASE_NOT_FOUND */
export async function existingPurchase(db: Queryable, id: number): Promise<PurchaseRow> {
  const row = await byId.first(db, id);
  if (!row) throw fail('PURCHASE_NOT_FOUND');
  return row;
}

/** A caller's own purchase, of a cashier one that they sold. @throws AppError PURCHASE_NOT_FOUND, also for another account's */
export async function ownPurchase(db: Queryable, caller: Caller, id: number): Promise<PurchaseRow> {
  const row = await existingPurchase(db, id);
  if (!soldItself(caller, row)) throw fail('PURCHASE_NOT_FOUND');
  return row;
}

/** The services that reading a purchase needs. */
export interface PurchaseReader {
  readonly db: Queryable;
  readonly vault: CodeVault;
  readonly log: Logger;
}

/** The same with its codes. @throws AppError PURCHASE_NOT_FOUND */
export const findPurchase = async (services: PurchaseReader, caller: Caller, id: number): Promise<Purchase> =>
  withCodes(services, await ownPurchase(services.db, caller, id));

/** A purchase for its owner, and for an administrator without its codes (PRM-31). @throws AppError PURCHASE_NOT_FOUND */
export async function readPurchase(
  services: PurchaseReader,
  caller: Caller,
  id: number,
): Promise<Output<typeof purchases.get>> {
  if (!caller.actor.administers) return findPurchase(services, caller, id);
  return presentSummary(await existingPurchase(services.db, id));
}

/** A purchase with its codes opened. */
export const withCodes = async (reader: PurchaseReader, row: PurchaseRow): Promise<Purchase> =>
  presentPurchase(reader, row, await codesOf.all(reader.db, row.id));

/**
 * The response of a sale: the purchase with its decrypted codes. A code that cannot be decrypted requests a check of its offer's
 * other codes.
 */
export async function presentSale(
  reader: PurchaseReader,
  order: { readonly productId: string; readonly offerId: string; readonly quantity: number },
  sale: SaleRow,
  id: number,
): Promise<Purchase> {
  const row = {
    id,
    userId: sale.buyerId,
    productId: parseUuidOrNil(order.productId),
    offerId: parseUuidOrNil(order.offerId),
    productName: sale.productName,
    offerName: sale.offerName,
    game: sale.game,
    value: sale.value,
    quantity: order.quantity,
    unitPrice: sale.unitPrice as Centimes,
    totalCost: sale.totalCost as Centimes,
    createdAt: new Date(sale.createdAt).toISOString(),
    staffId: null,
    soldBy: null,
  };
  const codes = (sale.codes ?? []).map(({ id: codeId, sealed, keyId }) => ({
    id: codeId,
    sealed: Buffer.from(sealed, 'base64'),
    keyId,
  }));
  const purchase = await presentPurchase(reader, row, codes);
  // This buyer has paid; the next one must not get another code that cannot be decrypted.
  if (purchase.codes.some(({ code }) => code === null)) await requestCodeCheck(reader, row.offerId);
  return purchase;
}

/** A purchase as lists show it: no code. Amounts in DA. */
export const presentSummary = (row: PurchaseRow): PurchaseSummary => ({
  id: String(row.id),
  userId: row.userId,
  productId: row.productId,
  offerId: row.offerId,
  productName: row.productName,
  offerName: row.offerName,
  game: row.game,
  quantity: row.quantity,
  unitPrice: toDinars(row.unitPrice),
  totalCost: toDinars(row.totalCost),
  status: 'completed',
  type: 'purchase',
  createdAt: row.createdAt,
  ...(row.soldBy !== null && { soldBy: row.soldBy }),
});

/** A purchase with its codes opened. One that does not open is null and hides none of the others. */
async function presentPurchase(
  reader: Pick<PurchaseReader, 'vault' | 'log'>,
  row: PurchaseRow,
  codes: readonly SoldCode[],
): Promise<Purchase> {
  const opened = await openCodes(reader, codes, { purchaseId: row.id });
  return Object.assign(presentSummary(row), {
    codes: codes.map(({ id, claimed }, index) => ({
      id: String(id),
      code: opened[index]?.code ?? null,
      value: row.value,
      ...(opened[index]?.serial && { serial: opened[index].serial }),
      ...(claimed === 'replaced' && { replaced: true as const }),
      ...(claimed === 'credited' && { credited: true as const }),
    })),
  });
}
