import { apiLimits } from '@almas/contract/limits';
import type { KeyScope } from '@almas/contract/route';
import { actorOf, callerOf, type UserRecord } from '../../authorization/identity.ts';
import { allowedAddressSql, type KnownKeys } from '../../authorization/key-identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { userColumns } from '../accounts/user-record.ts';

/** The last use is written at most once in this time, outside the call. */
const useMilliseconds = 300_000;
const minuteMilliseconds = 60_000;
/** Keys whose last use and calls are in memory. */
const keysKept = 20_000;

const find = statement<
  [keyHash: Buffer, address: string],
  UserRecord & { keyScopes: KeyScope[]; isRevoked: boolean; isAllowed: boolean }
>(
  'api-keys.find',
  `SELECT ${userColumns}, k.scopes AS "keyScopes", k.revoked_at IS NOT NULL AS "isRevoked", ${allowedAddressSql('$2')} AS "isAllowed"
     FROM api_keys k JOIN users u ON u.id = k.user_id AND NOT u.disabled WHERE k.key_hash = $1`,
);
const use = statement<[keyHash: Buffer, address: string]>(
  'api-keys.use',
  `UPDATE api_keys SET last_used_at = clock_timestamp(), last_used_from = $2 WHERE key_hash = $1 AND revoked_at IS NULL`,
);

/** Writes the use of a key at once. */
export const writeKeyUse = (db: Queryable, keyHash: Buffer, address: string): Promise<number> =>
  use.run(db, keyHash, address);

/** The API keys of the database. Nothing of a key is cached. */
export function apiKeys(db: Queryable): KnownKeys {
  const lastUses = new Map<string, number>();
  // In this process: a count of all servers would be a write for each read.
  const minutes = new Map<string, { readonly endsAt: number; calls: number }>();
  return {
    identify: async ({ hash, address }) => {
      const row = await find.first(db, hash, address);
      if (!row) return undefined;
      const { keyScopes, isRevoked, isAllowed, ...account } = row;
      return { caller: callerOf(actorOf(account)), scopes: keyScopes, isRevoked, isAllowed };
    },
    countCall: ({ id }) => {
      const now = performance.now();
      let minute = minutes.get(id);
      if (!minute || minute.endsAt <= now) {
        if (minutes.size >= keysKept) minutes.clear();
        minute = { endsAt: now + minuteMilliseconds, calls: 0 };
        minutes.set(id, minute);
      }
      minute.calls += 1;
      return minute.calls > apiLimits.callsPerMinute ? (minute.endsAt - now) / 1_000 : undefined;
    },
    recordUse: ({ id, hash, address }) => {
      // A monotonic clock: after a wall clock was set back, no use would be written for that long.
      const now = performance.now();
      if (now - (lastUses.get(id) ?? Number.NEGATIVE_INFINITY) < useMilliseconds) return;
      if (lastUses.size >= keysKept) lastUses.clear();
      lastUses.set(id, now);
      use.run(db, hash, address).catch(() => lastUses.delete(id));
    },
  };
}
