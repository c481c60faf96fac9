import type { Purchase, PurchaseSummary } from '@almas/contract/purchases';
import { dayRange } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { CodeVault } from '../../vault/code-vault.ts';

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
}

export interface SealedCode {
  id: number;
  sealed: Buffer;
  keyId: number;
}

const columns = `id, user_id AS "userId", product_id AS "productId", offer_id AS "offerId", product_name AS "productName",
  offer_name AS "offerName", game, value, quantity, unit_price AS "unitPrice", total_cost AS "totalCost",
  created_at AS "createdAt"`;

/** A code of the offer `o`, for sale or not, from the two indexes that have them all. */
const oneCodeOfOffer = `
  (SELECT FROM codes WHERE offer_id = o.id AND status = 'available' ORDER BY created_at, id LIMIT 1)
  UNION ALL
  (SELECT FROM codes WHERE offer_id = o.id AND status <> 'available' ORDER BY status, created_at, id LIMIT 1)`;

export const purchasesStore = {
  byId: statement<[number], PurchaseRow>('purchases.by-id', `SELECT ${columns} FROM purchases WHERE id = $1`),
  ofUser: statement<[string, string, number, number], PurchaseRow>(
    'purchases.of-user',
    `SELECT ${columns} FROM purchases WHERE user_id = $1 AND (created_at, id) < ($2::timestamptz, $3::bigint)
      ORDER BY created_at DESC, id DESC LIMIT $4`,
  ),
  /** Walks one account's purchases from the newest on: few enough, at the purchases that an hour allows. */
  ofUserMatching: statement<
    [string, string, number, number, from: string | null, to: string | null, pattern: string | null],
    PurchaseRow
  >(
    'purchases.of-user-matching',
    `SELECT ${columns} FROM purchases WHERE user_id = $1 AND (created_at, id) < ($2::timestamptz, $3::bigint)
        AND ${dayRange('created_at', '$5', '$6')}
        AND ($7::text IS NULL OR search_fold(concat_ws(' ', game, product_name, offer_name)) LIKE $7)
      ORDER BY created_at DESC, id DESC LIMIT $4`,
  ),
  ofEverybody: statement<[string, number, number], PurchaseRow>(
    'purchases.of-everybody',
    `SELECT ${columns} FROM purchases WHERE (created_at, id) < ($1::timestamptz, $2::bigint)
      ORDER BY created_at DESC, id DESC LIMIT $3`,
  ),
  codesOf: statement<[number], SealedCode>(
    'purchases.codes-of',
    `SELECT id, sealed, key_id AS "keyId" FROM codes WHERE purchase_id = $1 ORDER BY id`,
  ),
  /** What explains a refused sale, read at one moment; the rules are those that the sale applies (migration 0024). */
  circumstances: statement<
    [
      buyerId: string,
      productId: string,
      offerId: string,
      unitPrice: number | null,
      offer: readonly string[] | null,
    ],
    PurchaseFacts
  >(
    'purchases.circumstances',
    `SELECT b.balance, o.price,
            CASE WHEN b.id IS NULL THEN 'USER_NOT_FOUND' ELSE buyer_refusal(b.role, b.status, b.disabled) END AS "buyerRefusal",
            CASE WHEN p.id IS NULL THEN 'PRODUCT_NOT_FOUND' ELSE product_refusal(p.status, p.deleted_at) END AS "productRefusal",
            CASE WHEN o.id IS NULL THEN 'OFFER_NOT_FOUND'
                 ELSE offer_refusal(o.deleted_at, ARRAY[p.name, o.name, o.value, o.region], $5::text[]) END AS "offerRefusal",
            price_refusal(o.price, $4::bigint) AS "priceRefusal",
            (SELECT coalesce(sum(quantity), 0)::bigint FROM offer_stock WHERE offer_id = $3) AS stock
       FROM (VALUES (1)) AS always
       LEFT JOIN users b ON b.id = $1
       LEFT JOIN products p ON p.id = $2
       LEFT JOIN offers o ON o.id = $3 AND o.product_id = p.id`,
  ),
  // Ordered and limited: without that the planner hopes to meet a code early on, and reads the whole table when there
  // is none.
  anyCode: statement<[string, string], AnyCode>(
    'purchases.any-code',
    `SELECT EXISTS (SELECT FROM offers o CROSS JOIN LATERAL (${oneCodeOfOffer}) c WHERE o.product_id = $1) AS "ofProduct",
            EXISTS (SELECT FROM (VALUES ($2::uuid)) o (id) CROSS JOIN LATERAL (${oneCodeOfOffer}) c) AS "ofOffer"`,
  ),
};

export interface PurchaseFacts {
  /** In centimes; null without such an account. */
  balance: Centimes | null;
  buyerRefusal: 'USER_NOT_FOUND' | 'ONLY_RESELLERS_BUY' | 'ACCOUNT_NOT_ACTIVE' | null;
  productRefusal: 'PRODUCT_NOT_FOUND' | 'PRODUCT_NOT_AVAILABLE' | null;
  offerRefusal: 'OFFER_NOT_FOUND' | 'OFFER_CHANGED' | null;
  priceRefusal: 'PRICE_INVALID' | 'PRICE_CHANGED' | null;
  /** In centimes; null without such an offer. */
  price: Centimes | null;
  stock: number;
}

export interface AnyCode {
  ofProduct: boolean;
  ofOffer: boolean;
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
});

/** A purchase with its codes opened, for the one who bought them. */
export const presentPurchase = (row: PurchaseRow, codes: readonly SealedCode[], vault: CodeVault): Purchase =>
  Object.assign(presentSummary(row), {
    codes: codes.map(({ id, sealed, keyId }) => ({
      id: String(id),
      code: vault.open(id, sealed, keyId),
      value: row.value,
    })),
  });
