import { claims } from '@almas/contract/claims';
import { claimLimits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { administratorIds, lockUser } from '../accounts/find-user.ts';
import { batchOf } from '../codes/code-batches.ts';
import { ownPurchase } from '../purchases/read-purchase.ts';
import { keepClaimPicture } from './claim-pictures.ts';
import { claimEvents, findClaims } from './claims.store.ts';

interface BoughtCode {
  readonly id: number;
  /** How long it can be claimed, and whether that is over. */
  readonly hours: number;
  readonly isLate: boolean;
  /** Of the claim that it has; null when it has none, or a refused one. */
  readonly claim: 'open' | 'replaced' | 'credited' | null;
}
const ofPurchase = statement<[purchaseId: number, ids: readonly number[]], BoughtCode>(
  'claims.codes-of-purchase',
  `SELECT k.id, w.hours, k.sold_at < clock_timestamp() - make_interval(hours => w.hours) AS "isLate", c.status AS claim
     FROM codes k
     LEFT JOIN claims c ON c.code_id = k.id AND c.status <> 'refused'
    CROSS JOIN LATERAL (
      SELECT coalesce((SELECT s.claim_hours FROM code_batches b JOIN suppliers s ON s.id = b.supplier_id
                        WHERE b.id = ${batchOf('k.id')}), ${claimLimits.hours}) AS hours) w
    WHERE k.purchase_id = $1 AND k.id = ANY ($2::bigint[])`,
);
const countOpen = statement<[userId: string], { open: number }>(
  'claims.count-open',
  `SELECT count(*) AS open FROM claims WHERE user_id = $1 AND status = 'open'`,
);
const anyStanding = statement<[ids: readonly number[]], { stands: boolean }>(
  'claims.any-standing',
  `SELECT EXISTS (SELECT FROM claims WHERE id = ANY ($1::bigint[]) AND status <> 'refused') AS stands`,
);
const insert = statement<
  {
    purchaseId: number;
    codeIds: readonly number[];
    userId: string;
    reason: string;
    note: string;
    pictureId: number | null;
  },
  { id: number }
>(
  'claims.insert',
  `INSERT INTO claims (purchase_id, code_id, user_id, reason, note, picture_id)
   SELECT :purchase_id, k.id, :user_id, :reason, :note, :picture_id FROM unnest(:code_ids::bigint[]) WITH ORDINALITY AS k (id, place)
    ORDER BY k.place
   RETURNING id`,
);

/** @throws AppError CODE_NOT_OF_PURCHASE, CLAIM_OPEN, CLAIM_DECIDED, CLAIM_TOO_LATE */
async function checkCodes(tx: Queryable, purchaseId: number, ids: readonly number[]): Promise<void> {
  const bought = await ofPurchase.all(tx, purchaseId, ids);
  if (bought.length < ids.length) throw fail('CODE_NOT_OF_PURCHASE');
  for (const { claim, isLate, hours } of bought) {
    if (claim !== null) throw fail(claim === 'open' ? 'CLAIM_OPEN' : 'CLAIM_DECIDED');
    if (isLate) throw fail('CLAIM_TOO_LATE', { hours });
  }
}

/** A buyer claims codes of an own purchase: all of them or none. The account is locked, so that claims at once are counted together. */
export const createClaims = command(claims.create, {
  key: {
    operation: 'claims.create',
    input: ({ params, body }) => ({ id: params.id, ...body }),
    isUndone: async (tx, { items }) =>
      !(
        await anyStanding.one(
          tx,
          items.map(({ id }) => parseIdOrZero(id)),
        )
      ).stands,
  },
  run: async ({ tx, actor, wallet, params, body: { codeIds, reason, note, pictureId } }) => {
    const purchase = await ownPurchase(tx, { actor, wallet }, parseIdOrZero(params.id));
    const user = await lockUser(tx, wallet.id);
    if (user?.status !== 'active') throw fail('ACCOUNT_NOT_ACTIVE');
    const ids = [...new Set(codeIds.map(parseIdOrZero))];
    await checkCodes(tx, purchase.id, ids);
    const { open } = await countOpen.one(tx, user.id);
    if (open + ids.length > claimLimits.openPerAccount) throw fail('TOO_MANY_CLAIMS');
    const written = await insert.all(tx, {
      purchaseId: purchase.id,
      codeIds: ids,
      userId: user.id,
      reason,
      note,
      pictureId: pictureId ? await keepClaimPicture(tx, user.id, pictureId) : null,
    });
    const items = await findClaims(
      tx,
      written.map(({ id }) => id),
      { forAdministrator: false },
    );
    const offer = `${purchase.productName} - ${purchase.offerName}`;
    const text = stored.notifications.codeClaimed(personName(user), offer, ids.length);
    const data = { requestId: String(purchase.id), userId: user.id };
    const administrators = await administratorIds(tx);
    return {
      response: { items },
      effects: {
        notifications: administrators.map((id) => ({ userId: id, type: 'code_claim', ...text, data })),
        events: claimEvents(user.id),
      },
    };
  },
});
