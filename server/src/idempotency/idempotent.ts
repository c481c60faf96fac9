import { hash as digest } from 'node:crypto';
import { limits } from '@almas/contract/limits';
import { fail } from '../app-error.ts';
import { deleteExpiredInParts } from '../database/delete-in-parts.ts';
import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';

/** A call that may be repeated: whose it is, its key, its operation and input. Without a key every call is executed. */
export interface KeyedCommand {
  readonly userId: string;
  readonly key: string | undefined;
  readonly operation: string;
  readonly input: unknown;
}

/** SHA-256 of the operation and its input: distinguishes a repetition from another request under the same key. */
export const inputHash = (operation: string, input: unknown): Buffer =>
  digest('sha256', JSON.stringify([operation, input]), 'buffer');

/** The key of a call, checked. @throws AppError KEY_INVALID */
export function checkKey(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  const valid =
    typeof header === 'string' &&
    header.length <= limits.idempotencyKeyLength &&
    /^[\x21-\x7e]+$/.test(header);
  if (!valid) throw fail('KEY_INVALID');
  return header;
}

interface Claim {
  seen: number;
  operation: string;
  inputHash: Buffer;
  result: unknown;
}

// Of two calls with one key the second waits here until the first has committed, then finds its response. `seen` is written on
// purpose: with a synchronous standby, the response of the replay waits for the standby like that of the first call.
const claimKey = statement<{ userId: string; key: string; operation: string; inputHash: Buffer }, Claim>(
  'idempotency.claim',
  `INSERT INTO idempotency_keys AS k (user_id, key, operation, input_hash) VALUES (:user_id, :key, :operation, :input_hash)
   ON CONFLICT (user_id, key) DO UPDATE SET seen = k.seen + 1
   RETURNING seen, operation, input_hash AS "inputHash", answer AS result`,
);
const storeResult = statement<[userId: string, key: string, result: string]>(
  'idempotency.store-result',
  'UPDATE idempotency_keys SET answer = $3 WHERE user_id = $1 AND key = $2',
);
const replayKey = statement<[userId: string, key: string], Claim>(
  'idempotency.replay',
  `UPDATE idempotency_keys SET seen = seen + 1 WHERE user_id = $1 AND key = $2
   RETURNING seen, operation, input_hash AS "inputHash", answer AS result`,
);

/** The operation of a key that was closed: its outcome was asked for before any command used it (docs/decisions/0010). */
const closed = 'closed';

/** @throws AppError KEY_CLOSED, KEY_REUSED */
function checkClaim(claim: Claim, hash: Buffer): void {
  if (claim.operation === closed) throw fail('KEY_CLOSED');
  if (!hash.equals(claim.inputHash)) throw fail('KEY_REUSED');
}

/**
 * Runs the effect of a money command at most once per key (AMB-88): key, effect and response are written in one
 * transaction. The same key with the same input returns the first response; a refused command stores no key. A call whose effect was
 * undone since means another one.
 * @throws AppError KEY_REUSED when the key was used with another input, or its effect was undone; KEY_CLOSED when it was closed.
 */
export async function executeOnce<Result>(
  tx: DbTransaction,
  { userId, key, operation, input }: KeyedCommand,
  effect: () => Promise<Result>,
  isUndone?: (response: Result) => Promise<boolean>,
): Promise<Result> {
  if (key === undefined) return effect();
  const hash = inputHash(operation, input);
  const claim = await claimKey.one(tx, { userId, key, operation, inputHash: hash });
  if (claim.seen > 1) {
    checkClaim(claim, hash);
    const earlier = claim.result as Result;
    if (await isUndone?.(earlier)) throw fail('KEY_REUSED');
    return earlier;
  }
  const result = await effect();
  await storeResult.run(tx, userId, key, JSON.stringify(result));
  return result;
}

/**
 * The stored response of a command whose statement writes its own key. @returns undefined when the key is new.
 * @throws AppError KEY_REUSED, KEY_CLOSED
 */
export async function findReplay(
  db: Queryable,
  command: KeyedCommand,
): Promise<{ result: unknown } | undefined> {
  if (command.key === undefined) return undefined;
  const claim = await replayKey.first(db, command.userId, command.key);
  if (!claim) return undefined;
  checkClaim(claim, inputHash(command.operation, command.input));
  return { result: claim.result };
}

/** The outcome of a key. `closed`: it had no effect and cannot have one any more; `justNow`: this call closed it. */
export type Settled =
  | { readonly state: 'executed'; readonly operation: string; readonly result: unknown }
  | { readonly state: 'closed'; readonly justNow: boolean };

/** The outcome of a key, when there is one already. */
export async function findOutcome(db: Queryable, userId: string, key: string): Promise<Settled | undefined> {
  const claim = await replayKey.first(db, userId, key);
  return claim && settledBy(claim);
}

/**
 * The outcome of a key; an unknown key is closed. A command that uses the key at this moment either commits first, and this
 * call waits for its response, or finds the key closed and writes nothing: the primary key of idempotency_keys orders the two,
 * in whichever servers they run.
 */
export async function closeKey(db: Queryable, userId: string, key: string): Promise<Settled> {
  return settledBy(await claimKey.one(db, { userId, key, operation: closed, inputHash: Buffer.alloc(0) }));
}

const settledBy = ({ operation, result, seen }: Claim): Settled =>
  operation === closed ? { state: 'closed', justNow: seen === 1 } : { state: 'executed', operation, result };

/** Twice what AMB-88 asks for: a phone that comes back after a day without network still gets its response. */
const keptHours = 48;
/** The job runs every minute: more time than this between two runs means that the clock was set, or that the server was off. */
const longestStep = '10 minutes';

/**
 * Advances the time before which keys are deleted. A key that is deleted too early lets a repeated call buy again, so a clock
 * that jumps ahead must not age the keys: each run advances by at most twice the time since the previous one, of which at most
 * `longestStep` counts. Twice, to catch up after a pause; a key is then still kept for about 24 hours. It starts at the oldest key.
 */
const advanceRetention = statement<[], { before: string }>(
  'idempotency.advance-retention',
  `INSERT INTO key_retention AS r (forget_before, seen_at)
   SELECT CASE WHEN EXISTS (SELECT FROM key_retention) THEN expired
               ELSE least(expired, (SELECT min(created_at) FROM idempotency_keys)) END, now
     FROM (SELECT clock - interval '${keptHours} hours' AS expired, clock AS now FROM clock_timestamp() clock) c
   ON CONFLICT (only_row) DO UPDATE
     SET forget_before = least(EXCLUDED.forget_before,
           r.forget_before + 2 * greatest(interval '0', least(interval '${longestStep}', EXCLUDED.seen_at - r.seen_at))),
         seen_at = EXCLUDED.seen_at
   RETURNING forget_before AS before`,
);
const deleteKeysBefore = deleteExpiredInParts(
  'idempotency.delete-expired',
  'idempotency_keys',
  'created_at < :before::timestamptz',
);

/** Deletes at most `limit` expired keys. @returns how many */
export async function deleteExpiredKeys(db: Queryable, limit: number, turn?: number): Promise<number> {
  const { before } = await advanceRetention.one(db);
  return deleteKeysBefore(db, limit, turn, before);
}
