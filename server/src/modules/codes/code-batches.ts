import type {
  BatchBuyer,
  BatchState,
  CodeBatch,
  CodeOrigin,
  codeBatches,
} from '@almas/contract/code-batches';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { decodeCursorNumber, nextCursor, presentPage } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

export interface CodeBatchRow {
  id: number;
  productId: string;
  offerId: string;
  productName: string;
  offerName: string;
  supplierId: number | null;
  supplierName: string | null;
  label: string;
  source: string;
  authorName: string;
  createdAt: string;
  firstId: number;
  lastId: number;
  codes: number;
  duplicates: number;
  invalid: number;
  sold: number;
  left: number;
  withdrawn: number;
  state: BatchState;
  price: Centimes;
  unitCost: Centimes | null;
  currency: string | null;
  currencyCost: number | null;
  rate: number | null;
  expiresOn: string | null;
  recalledAt: string | null;
  recalledBy: string | null;
  recallReason: string | null;
}

/** SQL: the id of the batch whose range contains the code with this id; null for a code from before there were batches. */
export const batchOf = (codeId: string): string =>
  `(SELECT CASE WHEN b.last_id >= ${codeId} THEN b.id END FROM code_batches b
     WHERE b.first_id <= ${codeId} ORDER BY b.first_id DESC LIMIT 1)`;

/** SQL: what the sold code of the alias `code` cost, in centimes: the cost of its batch when it was sold; null when it is not known. */
export const costOf = (code: string): string => `
  (SELECT CASE WHEN b.last_id >= ${code}.id THEN
            coalesce((SELECT h.unit_cost FROM code_batch_costs h WHERE h.batch_id = b.id AND h.until > ${code}.sold_at
                       ORDER BY h.until LIMIT 1), b.unit_cost) END
     FROM code_batches b WHERE b.first_id <= ${code}.id ORDER BY b.first_id DESC LIMIT 1)`;

interface OriginRow extends Omit<CodeOrigin, 'id' | 'unitCost'> {
  readonly codeId: number;
  readonly id: number;
  readonly unitCost: Centimes | null;
}
const origins = statement<[codeIds: readonly number[]], OriginRow>(
  'code-batches.origins',
  `SELECT k.id AS "codeId", b.id, b.label, b.source, s.name AS "supplierName",
          CASE WHEN c.id IS NULL THEN b.unit_cost ELSE ${costOf('c')} END AS "unitCost"
     FROM unnest($1::bigint[]) k (id) JOIN code_batches b ON b.id = ${batchOf('k.id')}
     LEFT JOIN suppliers s ON s.id = b.supplier_id LEFT JOIN codes c ON c.id = k.id AND c.status = 'sold'`,
);

/** By the id of a code its batch, with what a sold code cost at its sale; none for a code from before there were batches. */
export async function originsOf(
  db: Queryable,
  codeIds: readonly number[],
): Promise<ReadonlyMap<number, CodeOrigin>> {
  const rows = codeIds.length === 0 ? [] : await origins.all(db, codeIds);
  return new Map(
    rows.map(({ codeId, id, unitCost, ...row }) => [
      codeId,
      { ...row, id: String(id), unitCost: unitCost === null ? null : toDinars(unitCost) },
    ]),
  );
}

/** SQL: whether something of the batch `b` is unsold. The newest codes are sold last, so the search begins with them. */
export const anyUnsold = `EXISTS (
  SELECT FROM codes WHERE id BETWEEN b.first_id AND b.last_id AND status <> 'sold' ORDER BY id DESC LIMIT 1)`;

// The codes of a batch are counted along the primary key: a batch of usual size costs less than a millisecond.
const withCounts = (page: string) => `
  SELECT b.id, o.product_id AS "productId", o.id AS "offerId", p.name AS "productName", o.name AS "offerName",
         b.supplier_id AS "supplierId", s.name AS "supplierName", b.label, b.source,
         ${accountName('b.imported_by')} AS "authorName", b.created_at AS "createdAt", b.first_id AS "firstId",
         b.last_id AS "lastId", b.codes, b.duplicates, b.invalid, c.sold, c.unsold AS left,
         b.codes - c.sold - c.unsold AS withdrawn,
         CASE WHEN b.recalled_at IS NOT NULL THEN 'recalled' WHEN b.expired_at IS NOT NULL THEN 'expired'
              WHEN c.unsold > 0 THEN 'sellable' WHEN c.sold > 0 THEN 'soldOut' ELSE 'withdrawn' END AS state,
         o.price, b.unit_cost AS "unitCost", b.currency, b.currency_cost::float8 AS "currencyCost", b.rate::float8 AS rate,
         b.expires_on::text AS "expiresOn", b.recalled_at AS "recalledAt", ${accountName('b.recalled_by')} AS "recalledBy",
         b.recall_reason AS "recallReason"
    FROM (${page}) b JOIN offers o ON o.id = b.offer_id JOIN products p ON p.id = o.product_id
    LEFT JOIN suppliers s ON s.id = b.supplier_id
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'sold') AS sold, count(*) FILTER (WHERE status <> 'sold') AS unsold
        FROM codes WHERE id BETWEEN b.first_id AND b.last_id) c
   ORDER BY b.id DESC`;

/** The page of batches before $1 with the state $3, of one offer or one supplier ($4, $5) where `of` says so. */
const pageOf = (of: string) => `
  SELECT * FROM code_batches b
   WHERE id < $1::bigint ${of}
     AND CASE $3::text WHEN 'recalled' THEN recalled_at IS NOT NULL
                       WHEN 'expired' THEN expired_at IS NOT NULL AND recalled_at IS NULL
                       WHEN 'sellable' THEN recalled_at IS NULL AND expired_at IS NULL AND sold_out_at IS NULL AND ${anyUnsold}
                       ELSE true END
   ORDER BY id DESC LIMIT $2::int`;

type PageParams = [before: number, limit: number, state: string];
const ofAll = statement<PageParams, CodeBatchRow>('code-batches.of-all', withCounts(pageOf('')));
const ofOffer = statement<[...PageParams, offerId: string, supplierId: number | null], CodeBatchRow>(
  'code-batches.of-offer',
  withCounts(pageOf('AND offer_id = $4::uuid AND ($5::bigint IS NULL OR supplier_id = $5)')),
);
const ofSupplier = statement<[...PageParams, supplierId: number], CodeBatchRow>(
  'code-batches.of-supplier',
  withCounts(pageOf('AND supplier_id = $4::bigint')),
);
const byId = statement<[id: number], CodeBatchRow>(
  'code-batches.by-id',
  withCounts('SELECT * FROM code_batches WHERE id = $1'),
);

/** Batches, newest first, with what became of their codes. */
export async function listBatches(
  db: Queryable,
  { offerId, supplierId, state, limit, cursor }: Parsed<typeof codeBatches.list>['query'],
): Promise<Output<typeof codeBatches.list>> {
  const page: PageParams = [decodeCursorNumber(cursor), limit + 1, state];
  const supplier = supplierId === undefined ? null : parseIdOrZero(supplierId);
  const rows =
    offerId !== undefined
      ? await ofOffer.all(db, ...page, parseUuidOrNil(offerId), supplier)
      : supplier !== null
        ? await ofSupplier.all(db, ...page, supplier)
        : await ofAll.all(db, ...page);
  return presentPage(rows, limit, presentBatch, ({ id }) => [id]);
}

/** @throws AppError BATCH_NOT_FOUND */
export async function findBatch(db: Queryable, id: string): Promise<CodeBatchRow> {
  const row = await byId.first(db, parseIdOrZero(id));
  if (!row) throw fail('BATCH_NOT_FOUND');
  return row;
}

export const presentBatch = ({
  id,
  firstId: _first,
  lastId: _last,
  supplierId,
  price,
  unitCost,
  recalledAt,
  recalledBy,
  recallReason,
  ...row
}: CodeBatchRow): CodeBatch => ({
  ...row,
  id: String(id),
  supplierId: supplierId === null ? null : String(supplierId),
  price: toDinars(price),
  unitCost: unitCost === null ? null : toDinars(unitCost),
  recall: recalledAt === null ? null : { at: recalledAt, byName: recalledBy, reason: recallReason ?? '' },
});

interface BuyerRow extends Omit<BatchBuyer, 'purchaseId'> {
  purchaseId: number;
}
// Along the primary key of the codes: a recall lists the buyers of one batch.
const buyers = statement<[batchId: number, before: number, limit: number], BuyerRow>(
  'code-batches.buyers',
  `SELECT c.purchase_id AS "purchaseId", p.user_id AS "userId", ${accountName('p.user_id')} AS "userName",
          u.email AS "userEmail", u.phone AS "userPhone", c.codes, p.created_at AS "createdAt"
     FROM (SELECT k.purchase_id, count(*) AS codes
             FROM code_batches b JOIN codes k ON k.id BETWEEN b.first_id AND b.last_id
            WHERE b.id = $1::bigint AND k.status = 'sold' AND k.purchase_id < $2::bigint
            GROUP BY k.purchase_id ORDER BY k.purchase_id DESC LIMIT $3::int) c
     JOIN purchases p ON p.id = c.purchase_id JOIN users u ON u.id = p.user_id
    ORDER BY c.purchase_id DESC`,
);

/** The purchases that hold codes of a batch, newest first; none for a batch that there is not. */
export async function listBuyers(
  db: Queryable,
  batchId: string,
  { limit, cursor }: Parsed<typeof codeBatches.buyers>['query'],
): Promise<Output<typeof codeBatches.buyers>> {
  const rows = await buyers.all(db, parseIdOrZero(batchId), decodeCursorNumber(cursor), limit + 1);
  return {
    items: rows.slice(0, limit).map((row) => ({ ...row, purchaseId: String(row.purchaseId) })),
    nextCursor: nextCursor(rows, limit, ({ purchaseId }) => [purchaseId]),
  };
}
