import type { Claim, ClaimReview } from '@almas/contract/claims';
import { claimLimits } from '@almas/contract/limits';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { LiveEffect } from '../../pipeline/command.ts';

export interface ClaimRow
  extends Omit<
    Claim,
    'id' | 'purchaseId' | 'codeId' | 'code' | 'unitPrice' | 'replacementCodeId' | 'credited' | 'review'
  > {
  readonly id: number;
  readonly purchaseId: number;
  readonly codeId: number;
  readonly position: number;
  readonly of: number;
  readonly unitPrice: Centimes;
  readonly replacementCodeId: number | null;
}

/** SQL: claims `c` with what lists show of them, in the order of `rest`. A credit is the price of the code. */
export const selectClaims = (rest: string): string => `
  SELECT c.id, c.purchase_id AS "purchaseId", p.created_at AS "purchasedAt", c.code_id AS "codeId",
         (SELECT count(*) FROM codes k JOIN codes own ON own.id = c.code_id
           WHERE k.purchase_id = c.purchase_id AND (k.sold_at, k.id) <= (own.sold_at, own.id)) AS position,
         (SELECT count(*) FROM codes WHERE purchase_id = c.purchase_id) AS of,
         p.product_name AS "productName", p.offer_name AS "offerName", p.game, p.unit_price AS "unitPrice",
         c.user_id AS "userId", coalesce(${accountName('c.user_id')}, '') AS "userName", c.reason, c.note,
         EXISTS (SELECT FROM claim_pictures f WHERE f.id = c.picture_id AND f.content IS NOT NULL) AS "hasPicture", c.status,
         c.replacement_code_id AS "replacementCodeId", c.decision_note AS "decisionNote", c.decided_at AS "decidedAt",
         c.created_at AS "createdAt"
    FROM claims c JOIN purchases p ON p.id = c.purchase_id ${rest}`;

const byIds = statement<[ids: readonly number[]], ClaimRow>(
  'claims.by-ids',
  selectClaims('WHERE c.id = ANY ($1::bigint[]) ORDER BY c.id'),
);

interface ReviewRow extends Omit<ClaimReview, 'disclosures' | 'claims' | 'bought' | 'isRateHigh'> {
  readonly claimId: number;
  readonly userId: string;
  readonly reveal: number;
  readonly copy: number;
  readonly share: number;
  readonly print: number;
}
const timesOf = (kind: string) => `count(*) FILTER (WHERE d.kind = '${kind}') AS "${kind}"`;
/** Disclosures of this code, by its position, and of the whole purchase. */
const reviews = statement<[ids: readonly number[], positions: readonly number[]], ReviewRow>(
  'claims.reviews',
  `SELECT c.id AS "claimId", c.user_id AS "userId", coalesce(u.company, '') AS company, coalesce(u.phone, '') AS phone,
          d.reveal, d.copy, d.share, d.print,
          (SELECT coalesce(sum(quantity), 0)::bigint FROM offer_stock WHERE offer_id = p.offer_id) AS stock,
          ${accountName('c.decided_by')} AS "decidedByName"
     FROM unnest($1::bigint[], $2::int[]) AS n (id, position) JOIN claims c ON c.id = n.id JOIN purchases p ON p.id = c.purchase_id
     LEFT JOIN users u ON u.id = c.user_id
    CROSS JOIN LATERAL (
      SELECT ${['reveal', 'copy', 'share', 'print'].map(timesOf).join(', ')} FROM disclosures d
       WHERE d.purchase_id = c.purchase_id AND coalesce(d.code_position, n.position) = n.position) d`,
);

interface RateRow {
  readonly userId: string;
  readonly claims: number;
  readonly bought: number;
}
const rates = statement<[userIds: readonly string[]], RateRow>(
  'claims.rates',
  `SELECT n.id AS "userId",
          (SELECT count(*) FROM claims WHERE user_id = n.id AND created_at > clock_timestamp() - interval '${claimLimits.rateDays} days') AS claims,
          (SELECT coalesce(sum(quantity), 0)::bigint FROM purchases
            WHERE user_id = n.id AND created_at > clock_timestamp() - interval '${claimLimits.rateDays} days') AS bought
     FROM unnest($1::uuid[]) AS n (id)`,
);

const presentClaim = ({
  id,
  purchaseId,
  codeId,
  position,
  of,
  unitPrice,
  replacementCodeId,
  ...row
}: ClaimRow): Claim => ({
  ...row,
  id: String(id),
  purchaseId: String(purchaseId),
  codeId: String(codeId),
  code: { position, of },
  unitPrice: toDinars(unitPrice),
  replacementCodeId: replacementCodeId === null ? null : String(replacementCodeId),
  credited: row.status === 'credited' ? toDinars(unitPrice) : null,
});

/** Claims as their buyer sees them; for an administrator with what helps to decide. */
export async function presentClaims(
  db: Queryable,
  rows: readonly ClaimRow[],
  { forAdministrator }: { readonly forAdministrator: boolean },
): Promise<Claim[]> {
  if (!forAdministrator || rows.length === 0) return rows.map(presentClaim);
  const found = await reviews.all(
    db,
    rows.map(({ id }) => id),
    rows.map(({ position }) => position),
  );
  const ofAccounts = await rates.all(db, [...new Set(rows.map(({ userId }) => userId))]);
  return rows.map((row) => {
    const review = found.find(({ claimId }) => claimId === row.id);
    const { claims = 0, bought = 0 } = ofAccounts.find(({ userId }) => userId === row.userId) ?? {};
    return { ...presentClaim(row), ...(review && { review: presentReview(review, claims, bought) }) };
  });
}

const presentReview = (
  { claimId: _claim, userId: _user, reveal, copy, share, print, ...row }: ReviewRow,
  claims: number,
  bought: number,
): ClaimReview => ({
  ...row,
  disclosures: { reveal, copy, share, print },
  claims,
  bought,
  isRateHigh: claims > bought * claimLimits.highRate,
});

/** Claims by their ids, oldest first. */
export const findClaims = async (
  db: Queryable,
  ids: readonly number[],
  audience: { readonly forAdministrator: boolean },
): Promise<Claim[]> => presentClaims(db, await byIds.all(db, ids), audience);

/** A claim came or was decided: its buyer and the screens of administrators read again. */
export const claimEvents = (userId: string): LiveEffect[] => [
  [{ user: userId }, { type: 'requests' }],
  [{ role: 'admin' }, { type: 'requests' }],
];
