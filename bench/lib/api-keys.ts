import pg from 'pg';
import { apiKeyOf } from '../../server/src/authorization/api-key.ts';

/** Many keys for each reseller, so that no key reaches its limit of orders a minute. */
const keysPerReseller = 20;

/** The same in each run. */
const keyOf = (id: number) => apiKeyOf(id, false, String(id).padStart(43, '0'));

/** Any of the keys of `withKeys`. */
export const anyKey = (resellers: number): string =>
  keyOf(1 + Math.floor(Math.random() * resellers * keysPerReseller)).key;

/** Turns the API on, and gives each reseller keys for orders. */
export async function withKeys(superuserUrl: string, resellers: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO features (name, enabled, changed_by) SELECT 'reseller-api', true, id FROM users WHERE role = 'admin' LIMIT 1`,
    );
    const ids = Array.from({ length: resellers * keysPerReseller }, (_, i) => i + 1);
    await client.query(
      `WITH sellers AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM users WHERE role = 'reseller' AND status = 'active')
       INSERT INTO api_keys (id, user_id, key_hash, name, scopes)
       SELECT k.id, s.id, k.hash, 'Caisse', ARRAY['orders']
         FROM unnest($1::bigint[], $2::bytea[]) k(id, hash) JOIN sellers s ON s.number = k.id % $3::int`,
      [ids, ids.map((id) => keyOf(id).hash), resellers],
    );
    await client.query('VACUUM ANALYZE api_keys');
  } finally {
    await client.end();
  }
}
