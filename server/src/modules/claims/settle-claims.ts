import { claims, type SupplierSettlement } from '@almas/contract/claims';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { holdLock } from '../../database/locks.ts';
import { decodeCursorNumber, presentPage } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { unsettledClaims } from './supplier-claims.ts';

interface SettlementRow extends Omit<SupplierSettlement, 'id' | 'batchId' | 'amount'> {
  readonly id: number;
  readonly batchId: number;
  readonly amount: Centimes;
}
/** SQL: settlements with their batch and the offer of its codes. */
const described = (condition: string): string => `
  SELECT t.id, t.batch_id AS "batchId", coalesce(b.label, '') AS "batchLabel", s.name AS "supplierName", p.name AS "productName",
         o.name AS "offerName", t.claims, t.amount, t.note, ${accountName('t.settled_by')} AS "settledByName",
         t.created_at AS "settledAt"
    FROM supplier_settlements t JOIN code_batches b ON b.id = t.batch_id LEFT JOIN suppliers s ON s.id = b.supplier_id
    JOIN offers o ON o.id = b.offer_id JOIN products p ON p.id = o.product_id
   WHERE ${condition}`;
const page = statement<[before: number, limit: number], SettlementRow>(
  'claims.settlements',
  `${described('t.id < $1::bigint')} ORDER BY t.id DESC LIMIT $2::int`,
);
const find = statement<[id: number], SettlementRow>('claims.settlement', described('t.id = $1'));
const batch = statement<[id: number], { offerId: string; offer: string }>(
  'claims.settled-batch',
  `SELECT o.id AS "offerId", p.name || ' - ' || o.name AS offer
     FROM code_batches b JOIN offers o ON o.id = b.offer_id JOIN products p ON p.id = o.product_id WHERE b.id = $1`,
);
const insert = statement<
  { batchId: number; claims: number; amount: Centimes; note: string; by: string },
  { id: number }
>(
  'claims.settle',
  `INSERT INTO supplier_settlements (batch_id, claims, amount, note, settled_by)
   VALUES (:batch_id, :claims, :amount, :note, :by::uuid) RETURNING id`,
);
const cover = statement<[settlementId: number, claimIds: readonly number[]]>(
  'claims.cover',
  'INSERT INTO settled_claims (claim_id, settlement_id) SELECT unnest($2::bigint[]), $1',
);

const present = ({ id, batchId, amount, ...row }: SettlementRow): SupplierSettlement => ({
  ...row,
  id: String(id),
  batchId: String(batchId),
  amount: toDinars(amount),
});

/** What suppliers have settled, the newest first. */
export async function listSettlements(
  db: Queryable,
  { limit, cursor }: Parsed<typeof claims.settlements>['query'],
): Promise<Output<typeof claims.settlements>> {
  const rows = await page.all(db, decodeCursorNumber(cursor), limit + 1);
  return presentPage(rows, limit, present, ({ id }) => [id]);
}

/**
 * Records what the supplier has given for the codes of a batch that were listed. Codes that were decided since, or that a colleague has
 * settled, are not among those that the administrator has seen (CLM-63).
 *
 * @throws AppError BATCH_NOT_FOUND, SUPPLIER_CLAIMS_CHANGED
 */
export const settleClaims = command(claims.settle, {
  key: {
    operation: 'claims.settle',
    input: ({ params, body }) => ({ batchId: params.batchId, ...body }),
  },
  run: async ({ tx, actor, params, body: { upTo, count, amount, note } }) => {
    const batchId = parseIdOrZero(params.batchId);
    const found = await batch.first(tx, batchId);
    if (!found) throw fail('BATCH_NOT_FOUND');
    await holdLock(tx, 'supplierSettlements');
    const left = await unsettledClaims.all(tx, { supplierId: null, batchId });
    const listed = left.filter(({ id }) => id <= parseIdOrZero(upTo));
    if (listed.length !== count) throw fail('SUPPLIER_CLAIMS_CHANGED', { claims: left.length });
    const { id } = await insert.one(tx, {
      batchId,
      claims: count,
      amount: toCentimes(amount),
      note,
      by: actor.id,
    });
    await cover.run(
      tx,
      id,
      listed.map((claim) => claim.id),
    );
    return {
      response: present(await find.one(tx, id)),
      effects: {
        audit: {
          action: 'claim.settle',
          subject: { type: 'offer', id: found.offerId, name: found.offer },
          after: { batchId: String(batchId), claims: count, amount, ...(note && { note }) },
        },
      },
    };
  },
});
