import type { ClaimStatus, claims, SupplierClaim } from '@almas/contract/claims';
import type { ClaimReason } from '@almas/contract/forms';
import type { Output, Parsed } from '@almas/contract/route';
import { decodeCursorNumber, isNumberId, isUuid, nextCursor, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { CodeVault, SealedCode } from '../../vault/code-vault.ts';
import { batchOf, costOf } from '../codes/code-batches.ts';

/** SQL: what each code of the batch `b` costs after its supplier has taken the order back: its part of what was not refunded; else null. */
const restOfReversed = `
  (SELECT round(sum(q.cost) / b.codes)::bigint FROM supplier_orders q WHERE q.batch_id = b.id AND q.reversed_at IS NOT NULL)`;

/**
 * Claims that the owner has paid for and no supplier has settled, with the batch, what its supplier owes and the offer of their code, of one batch or one supplier where
 * given. There are few among all codes.
 */
const accepted = `
  SELECT a.id, a.code_id, a.purchase_id, a.status, a.reason, a.decided_at, k.sold_at, k.sealed, k.key_id,
         coalesce(${restOfReversed}, ${costOf('k')}) AS cost,
         b.id AS batch_id, coalesce(b.label, '') AS batch_label, b.supplier_id, s.name AS supplier_name,
         o.id AS offer_id, o.name AS offer_name, r.name AS product_name
    FROM claims a JOIN codes k ON k.id = a.code_id JOIN offers o ON o.id = k.offer_id JOIN products r ON r.id = o.product_id
    LEFT JOIN code_batches b ON b.id = ${batchOf('a.code_id')} LEFT JOIN suppliers s ON s.id = b.supplier_id
   WHERE a.status IN ('replaced', 'credited') AND NOT EXISTS (SELECT FROM settled_claims WHERE claim_id = a.id) AND (:supplier_id::bigint IS NULL OR b.supplier_id = :supplier_id)`;

/** The claims of a batch that a supplier still owes for. */
export const unsettledClaims = statement<{ supplierId: number | null; batchId: number }, { id: number }>(
  'claims.unsettled',
  `SELECT a.id FROM (${accepted}) a WHERE a.batch_id = :batch_id`,
);

interface SupplierClaimRow extends Omit<SupplierClaim, 'batchId' | 'supplierId' | 'cost' | 'lastClaimId'> {
  readonly batchId: number | null;
  readonly supplierId: number | null;
  readonly lastClaimId: number;
  readonly offerId: string;
  readonly cost: Centimes | null;
}
/** By batch, those without one by offer, at the end. */
const page = statement<
  { supplierId: number | null; before: number; beforeOffer: string; limit: number },
  SupplierClaimRow
>(
  'claims.of-suppliers',
  `SELECT a.batch_id AS "batchId", a.batch_label AS "batchLabel", a.supplier_id AS "supplierId", a.supplier_name AS "supplierName",
          a.product_name AS "productName", a.offer_name AS "offerName", a.offer_id AS "offerId", count(*) AS claims,
          count(*) FILTER (WHERE a.status = 'replaced') AS replaced, count(*) FILTER (WHERE a.status = 'credited') AS credited,
          CASE WHEN count(a.cost) = count(*) THEN sum(a.cost)::bigint END AS cost, max(a.decided_at) AS "lastDecidedAt", max(a.id) AS "lastClaimId"
     FROM (${accepted}) a
    WHERE (coalesce(a.batch_id, 0), a.offer_id) < (:before::bigint, :before_offer::uuid)
    GROUP BY a.batch_id, a.batch_label, a.supplier_id, a.supplier_name, a.product_name, a.offer_name, a.offer_id
    ORDER BY coalesce(a.batch_id, 0) DESC, a.offer_id DESC LIMIT :limit::int`,
);

const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const idOrNull = (id: string | undefined) => (id === undefined ? null : parseIdOrZero(id));

/** What suppliers owe, batch by batch, the newest first. */
export async function listSupplierClaims(
  db: Queryable,
  { supplierId, limit, cursor }: Parsed<typeof claims.batches>['query'],
): Promise<Output<typeof claims.batches>> {
  const [before, beforeOffer] = sortValuesAfter<[number, string]>(
    cursor,
    [isNumberId, isUuid],
    [Number.MAX_SAFE_INTEGER, lastUuid],
  );
  const rows = await page.all(db, {
    supplierId: idOrNull(supplierId),
    before,
    beforeOffer,
    limit: limit + 1,
  });
  return {
    items: rows
      .slice(0, limit)
      .map(({ batchId, supplierId: of, cost, lastClaimId, offerId: _offer, ...row }) => ({
        ...row,
        batchId: batchId === null ? null : String(batchId),
        supplierId: of === null ? null : String(of),
        cost: cost === null ? null : toDinars(cost),
        lastClaimId: String(lastClaimId),
      })),
    nextCursor: nextCursor(rows, limit, (row) => [row.batchId ?? 0, row.offerId]),
  };
}

interface ClaimedCodeRow extends SealedCode {
  readonly claimId: number;
  readonly decidedAt: string;
  readonly soldAt: string;
  readonly status: ClaimStatus;
  readonly reason: ClaimReason;
  readonly batchId: number | null;
  readonly batchLabel: string;
  readonly supplierName: string | null;
  readonly productName: string;
  readonly offerName: string;
  readonly cost: Centimes | null;
}
const codesPage = statement<
  { supplierId: number | null; batchId: number | null; before: number; limit: number },
  ClaimedCodeRow
>(
  'claims.codes-of-suppliers',
  `SELECT a.id AS "claimId", a.code_id AS id, a.sealed, a.key_id AS "keyId", a.decided_at AS "decidedAt", a.sold_at AS "soldAt",
          a.status, a.reason, a.batch_id AS "batchId", a.batch_label AS "batchLabel", a.supplier_name AS "supplierName",
          a.product_name AS "productName", a.offer_name AS "offerName", a.cost
     FROM (${accepted}) a
    WHERE (:batch_id::bigint IS NULL OR a.batch_id = :batch_id) AND a.id < :before::bigint
    ORDER BY a.id DESC LIMIT :limit::int`,
);

/** A code to claim from its supplier. */
export interface ClaimedCode extends Omit<ClaimedCodeRow, keyof SealedCode | 'cost'> {
  /** null: no key opens it. */
  readonly code: string | null;
  readonly serial: string;
  /** In DA; null: not known. */
  readonly cost: number | null;
}

/** The codes behind these figures, in clear: for the recorded export alone. */
export async function listClaimedCodes(
  vault: CodeVault,
  db: Queryable,
  {
    batchId,
    supplierId,
    limit,
    cursor,
  }: {
    readonly batchId?: string | undefined;
    readonly supplierId?: string | undefined;
    readonly limit: number;
    readonly cursor: string | undefined;
  },
): Promise<{ items: ClaimedCode[]; nextCursor: string | null }> {
  const rows = await codesPage.all(db, {
    batchId: idOrNull(batchId),
    supplierId: idOrNull(supplierId),
    before: decodeCursorNumber(cursor),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const opened = await vault.openEach(shown);
  return {
    items: shown.map(({ id: _id, sealed: _sealed, keyId: _key, cost, ...row }, index) => ({
      ...row,
      code: opened[index]?.code ?? null,
      serial: opened[index]?.serial ?? '',
      cost: cost === null ? null : toDinars(cost),
    })),
    nextCursor: nextCursor(rows, limit, ({ claimId }) => [claimId]),
  };
}
