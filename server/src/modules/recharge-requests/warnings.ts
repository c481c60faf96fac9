import type { RechargeWarning } from '@almas/contract/recharge-requests';
import { holdLock } from '../../database/locks.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { isSamePicture } from './compare-photos.ts';
import { isOtherReceipt, isSameReceipt, isSeenByLines, likeliest } from './photo-lines.ts';
import { rechargeProofsStore, rechargeWarningsStore } from './proofs.store.ts';
import type { RechargeRequestRow } from './recharge-requests.store.ts';

/** The hashes by which photos are compared. */
export interface ComparedPhoto {
  /** Of the request: 1, or more when it was replaced. */
  readonly number: number;
  readonly sentHash: Buffer;
  readonly contentHash: Buffer;
  readonly differenceHash: string;
  readonly grid: Buffer;
  readonly lines: Buffer;
}

async function warn(
  tx: DbTransaction,
  requestId: number,
  kind: RechargeWarning['kind'],
  earlier: readonly number[],
  photoNumber = 1,
): Promise<void> {
  if (earlier.length > 0)
    await rechargeWarningsStore.insert.run(tx, { requestId, kind, earlierIds: earlier, photoNumber });
}
const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);
const recordedOf = async (tx: DbTransaction, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0 ? [] : idsOf(await rechargeWarningsStore.recorded.all(tx, ids));

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

/** Records which other requests have the same file, nearly the same picture or the same receipt. The caller holds the lock of photos. */
export async function warnOfPhoto(tx: DbTransaction, requestId: number, photo: ComparedPhoto): Promise<void> {
  const { number, sentHash, contentHash, differenceHash, grid, lines } = photo;
  const same = idsOf(await rechargeProofsStore.sameFile.all(tx, sentHash, contentHash, requestId));
  await warn(tx, requestId, 'file', same, number);
  const similar = await rechargeProofsStore.similar.all(tx, {
    differenceHash,
    requestId,
    sentHash,
    contentHash,
  });
  const alike = idsOf(similar.filter((other) => isSamePicture(grid, other.grid)));
  const { ofReceipt, ofOther } = await compareLines(tx, requestId, lines);
  const found = new Set([...alike.filter((id) => !ofOther.has(id)), ...ofReceipt]);
  for (const id of same) found.delete(id);
  await warn(tx, requestId, 'picture', await recordedOf(tx, [...found]), number);
}

/** Photos whose lines are compared one by one. */
const comparedLines = 20;

/** Records which other requests show the same receipt as a photo whose lines were read later. The caller holds the lock of photos. */
export async function warnOfReceipt(
  tx: DbTransaction,
  requestId: number,
  { number, lines }: Pick<ComparedPhoto, 'number' | 'lines'>,
): Promise<void> {
  const { ofReceipt } = await compareLines(tx, requestId, lines);
  await warn(tx, requestId, 'picture', await recordedOf(tx, ofReceipt), number);
}

/**
 * Other requests whose photo shows the same receipt, and those that show another one although the pictures may look alike: receipts of
 * one application differ in a few figures.
 */
async function compareLines(
  tx: DbTransaction,
  requestId: number,
  lines: Buffer,
): Promise<{ ofReceipt: number[]; ofOther: ReadonlySet<number> }> {
  const outlines = await rechargeProofsStore.outlines.all(tx, requestId);
  const candidates = idsOf(likeliest(lines, outlines, comparedLines));
  const read = await rechargeProofsStore.linesOf.all(tx, candidates);
  const ofOther = new Set(outlines.filter((other) => isSeenByLines(lines, other)).map(({ id }) => id));
  for (const other of read) if (!isOtherReceipt(lines, other.lines)) ofOther.delete(other.id);
  return { ofReceipt: idsOf(read.filter((other) => isSameReceipt(lines, other.lines))), ofOther };
}
