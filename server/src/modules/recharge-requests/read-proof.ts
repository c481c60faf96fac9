import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { mayAccess } from '../../authorization/rights.ts';
import type { Queryable } from '../../database/pool.ts';
import { parseIdOrZero } from '../../ids.ts';
import { rechargeProofsStore } from './proofs.store.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';

/**
 * The photo of a request's receipt, for its owner and for administrators.
 * @throws AppError REQUEST_NOT_FOUND, also for other accounts; PROOF_NOT_FOUND when none was sent, or it was removed
 */
export async function readProof(
  db: Queryable,
  caller: Caller,
  { id, size }: { readonly id: string; readonly size: 'whole' | 'small' },
): Promise<Buffer> {
  const request = await rechargeRequestsStore.byId.first(db, parseIdOrZero(id));
  if (!request || !mayAccess(caller, request.userId)) throw fail('REQUEST_NOT_FOUND');
  const proof = await rechargeProofsStore[size === 'small' ? 'thumbnail' : 'content'].first(db, request.id);
  if (!proof?.content) throw fail('PROOF_NOT_FOUND');
  return proof.content;
}

/** Removes at most `limit` photos after their retention time. @returns how many */
export const removeOldProofs = (db: Queryable, limit: number): Promise<number> =>
  rechargeProofsStore.removeOld.run(db, limit);
