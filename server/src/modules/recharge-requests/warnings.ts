import { proofLimits } from '@almas/contract/limits';
import type { RechargeWarning } from '@almas/contract/recharge-requests';
import { holdLock } from '../../database/locks.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { isSamePicture } from './compare-photos.ts';
import { rechargeProofsStore, rechargeWarningsStore } from './proofs.store.ts';
import type { RechargeRequestRow } from './recharge-requests.store.ts';

/** The hashes by which photos are compared. */
export interface ComparedPhoto {
  readonly sentHash: Buffer;
  readonly contentHash: Buffer;
  readonly differenceHash: string;
  readonly grid: Buffer;
}

async function warn(
  tx: DbTransaction,
  requestId: number,
  kind: RechargeWarning['kind'],
  earlier: readonly number[],
): Promise<void> {
  if (earlier.length > 0) await rechargeWarningsStore.insert.run(tx, requestId, kind, earlier);
}
const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/**
 * Records for administrators which earlier requests a new one resembles: the same transfer reference, or the same account and amount
 * within an hour. The caller has locked the account; requests with a reference are serialized by a lock, so that of two concurrent ones
 * the second finds the first.
 */
export async function warnOfRequest(tx: DbTransaction, request: RechargeRequestRow): Promise<void> {
  const { id, userId, amount, reference } = request;
  await warn(tx, id, 'amount', idsOf(await rechargeWarningsStore.sameAmount.all(tx, userId, amount, id)));
  if (reference === null) return;
  await holdLock(tx, 'rechargeProofs');
  await warn(tx, id, 'reference', idsOf(await rechargeWarningsStore.sameReference.all(tx, reference, id)));
}

/** Records which other requests have the same file or nearly the same picture. A lock serializes the photos. */
export async function warnOfPhoto(tx: DbTransaction, requestId: number, photo: ComparedPhoto): Promise<void> {
  await holdLock(tx, 'rechargeProofs');
  const { sentHash, contentHash, differenceHash, grid } = photo;
  const same = idsOf(await rechargeProofsStore.sameFile.all(tx, sentHash, contentHash, requestId));
  await warn(tx, requestId, 'file', same);
  const similar = await rechargeProofsStore.similar.all(tx, differenceHash, requestId, sentHash, contentHash);
  const alike = similar.filter((other) => isSamePicture(grid, other.grid));
  await warn(tx, requestId, 'picture', idsOf(alike.slice(0, proofLimits.named)));
}
