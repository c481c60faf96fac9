import { apiLimits } from '@almas/contract/limits';
import { type ApiKey, apiKeys } from '@almas/contract/reseller-api';
import type { KeyScope, Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { keyPrefix, newApiKey } from '../../authorization/api-key.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { plainAddress } from '../../limits/network.ts';
import type { Stored } from '../../money/stored.ts';
import { command } from '../../pipeline/command.ts';
import { lockUser } from '../accounts/find-user.ts';

type KeyRow = Stored<Omit<ApiKey, 'prefix' | 'test'>, 'id'> & { readonly isTest: boolean };

const page = statement<[userId: string, before: number, limit: number], KeyRow>(
  'api-keys.page',
  `SELECT id, name, scopes, ARRAY(SELECT abbrev(network) FROM unnest(networks) network) AS networks, is_test AS "isTest", created_at AS "createdAt",
          last_used_at AS "lastUsedAt", last_used_from AS "lastUsedFrom", revoked_at AS "revokedAt"
     FROM api_keys WHERE user_id = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3::int`,
);
const liveOfAccount = statement<[userId: string], { live: number; nextId: number }>(
  'api-keys.live-of-account',
  `SELECT (SELECT count(*)::int FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL) AS live,
          nextval('api_keys_id_seq') AS "nextId"`,
);
const insert = statement<{
  id: number;
  userId: string;
  keyHash: Buffer;
  name: string;
  scopes: readonly KeyScope[];
  networks: readonly string[];
  isTest: boolean;
}>(
  'api-keys.insert',
  `INSERT INTO api_keys (id, user_id, key_hash, name, scopes, networks, is_test)
   VALUES (:id, :user_id, :key_hash, :name, :scopes, :networks::inet[], :is_test)`,
);
// FOR UPDATE waits for the sales that hold the key (sell-codes.ts), which a plain UPDATE would not: after the answer none is made.
const revoke = statement<[userId: string, id: number]>(
  'api-keys.revoke',
  `WITH own AS MATERIALIZED (SELECT id, revoked_at FROM api_keys WHERE user_id = $1 AND id = $2 FOR UPDATE),
   revoked AS (UPDATE api_keys k SET revoked_at = clock_timestamp() FROM own o WHERE k.id = o.id AND o.revoked_at IS NULL)
   SELECT FROM own`,
);

const presentKey = ({ id, isTest, ...row }: KeyRow): ApiKey => ({
  id: String(id),
  ...row,
  test: isTest,
  prefix: keyPrefix(id, isTest),
});

/** The API keys of an account, the newest first, those that were revoked too. */
export async function listKeys(
  db: Queryable,
  userId: string,
  query: Parsed<typeof apiKeys.list>['query'],
): Promise<Output<typeof apiKeys.list>> {
  return pageByNumber(query, (before, rows) => page.all(db, userId, before, rows), presentKey);
}

/** Makes a key, which this answer alone shows. */
export const createKey = command(apiKeys.create, {
  prepare: ({ actor }) => checkStepUp(actor),
  // Revoked keys are kept: without a limit, making and revoking keys would fill the table.
  limit: {
    action: 'api_key',
    exceeded: 'TOO_MANY_CALLS',
    rate: { attempts: apiLimits.keysPerDay, windowSeconds: 86_400 },
  },
  run: async ({ tx, wallet, body: { name, scopes, networks, test } }) => {
    await lockUser(tx, wallet.id);
    const { live, nextId } = await liveOfAccount.one(tx, wallet.id);
    if (live >= apiLimits.keysPerAccount) throw fail('TOO_MANY_API_KEYS');
    const { key, hash } = newApiKey(nextId, test);
    await insert.run(tx, {
      id: nextId,
      userId: wallet.id,
      keyHash: hash,
      name,
      scopes: [...new Set(scopes)],
      networks: networks.map(plainAddress),
      isTest: test,
    });
    return {
      response: { id: String(nextId), key },
      effects: { security: { event: 'api-key.created', accountId: wallet.id } },
    };
  },
});

/** Revokes a key for ever; once more changes nothing. @throws AppError API_KEY_NOT_FOUND, also for another account's */
export const revokeKey = command(apiKeys.revoke, {
  run: async ({ tx, wallet, params: { id } }) => {
    if ((await revoke.run(tx, wallet.id, parseIdOrZero(id))) === 0) throw fail('API_KEY_NOT_FOUND');
    return {
      response: undefined,
      effects: { security: { event: 'api-key.revoked', accountId: wallet.id } },
    };
  },
});
