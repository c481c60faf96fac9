import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import pg from 'pg';

/** Many keys for each reseller, so that no key reaches its limit of orders a minute. */
const keysPerReseller = 20;

/** A key as `newApiKey` makes one (server/src/authorization/api-key.ts), the same in each run. */
function keyText(id: number): string {
  const text = `alm_live_${id}_${String(id).padStart(43, '0')}`;
  return `${text}${crc32(text).toString(16).padStart(8, '0')}`;
}

/** Any of the keys of `withKeys`. */
export const anyKey = (resellers: number): string =>
  keyText(1 + Math.floor(Math.random() * resellers * keysPerReseller));

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
      [ids, ids.map((id) => hash('sha256', keyText(id), 'buffer')), resellers],
    );
    await client.query('VACUUM ANALYZE api_keys');
  } finally {
    await client.end();
  }
}
