import { randomBytes } from 'node:crypto';
import { holdLock } from '../database/locks.ts';
import type { Database, Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import type { DbTransaction } from '../database/transaction.ts';
import { openOrNull, type SealedCode, sealWith, type VaultKeys } from './code-vault.ts';
import type { MasterSecret } from './master-secret.ts';
import { readKeys, vaultKeys } from './stored-keys.ts';
import { wrapKey } from './wrapped-key.ts';

const addCipher = statement<[id: number, wrapped: Buffer]>(
  'vault.add-cipher',
  `WITH retired AS (
     UPDATE code_keys SET retired_at = clock_timestamp() WHERE purpose = 'cipher' AND retired_at IS NULL)
   INSERT INTO code_keys (id, purpose, wrapped) VALUES ($1, 'cipher', $2)`,
);
const rewrap = statement<[id: number, wrapped: Buffer]>(
  'vault.rewrap',
  'UPDATE code_keys SET wrapped = $2 WHERE id = $1',
);
/** Tables with encrypted codes: for sale and sold, and withheld. Deleting an old key must not make any of them unreadable. */
const sealedTables = ['codes', 'withheld_codes'].map((table) => ({
  countSealedWithOthers: statement<[currentKeyId: number], { count: number }>(
    `vault.count-old-${table}`,
    `SELECT count(*) FROM ${table} WHERE key_id <> $1`,
  ),
  nextSealedWithOthers: statement<[afterId: number, currentKeyId: number, limit: number], SealedCode>(
    `vault.next-old-${table}`,
    `SELECT id, sealed, key_id AS "keyId" FROM ${table} WHERE id > $1 AND key_id <> $2 ORDER BY id LIMIT $3::int`,
  ),
  // Does not wait for locks: a code that is being sold or deleted is left for the next round.
  reseal: statement<[currentKeyId: number, ids: readonly number[], sealed: readonly Buffer[]]>(
    `vault.reseal-${table}`,
    `WITH free AS MATERIALIZED (
       SELECT id FROM ${table} WHERE id = ANY ($2) AND key_id <> $1 ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE ${table} c SET sealed = n.sealed, key_id = $1
       FROM unnest($2::bigint[], $3::bytea[]) AS n (id, sealed) JOIN free USING (id) WHERE c.id = n.id`,
  ),
}));
const deleteRetired = statement<[]>(
  'vault.delete-retired',
  `DELETE FROM code_keys k WHERE purpose = 'cipher' AND retired_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM codes WHERE key_id = k.id)
     AND NOT EXISTS (SELECT FROM withheld_codes WHERE key_id = k.id)`,
);

export interface Replaced {
  readonly keys: VaultKeys;
  /** The secret that now wraps the keys. */
  readonly secret: string;
  readonly newSecret: boolean;
}

/**
 * Makes a new cipher key the current one and, when there is a next master secret, wraps every key with it. Waits for
 * imports under way, so that from here on no code is sealed with an old key. The fingerprint key stays: without it
 * codes that are stored already could be imported, and sold, again.
 */
export async function replaceKeys(tx: DbTransaction, master: MasterSecret): Promise<Replaced> {
  await holdLock(tx, 'codeKeys');
  const stored = await readKeys(tx, master);
  const used = stored.at(-1)?.secret;
  if (used === undefined) throw new Error('the database has no code keys yet');
  // An interrupted rotation may have wrapped the keys with the next secret already.
  master.adopt(used);
  const next = master.next();
  const secret = next ?? used;
  const id = Math.max(...stored.map((key) => key.id)) + 1;
  const cipher = { id, purpose: 'cipher' as const, key: randomBytes(32), secret };
  await addCipher.run(tx, id, wrapKey(secret, id, cipher.key));
  if (secret !== used) {
    for (const { id: old, key } of stored) await rewrap.run(tx, old, wrapKey(secret, old, key));
  }
  return { keys: vaultKeys([...stored, cipher]), secret, newSecret: secret !== used };
}

const batchSize = 500;

/**
 * Deletes the cipher keys that no code uses any more: a copy of the codes that they encrypted can no longer be decrypted. @returns how
 * many
 */
export const deleteRetiredKeys = (db: Queryable): Promise<number> => deleteRetired.run(db);

/**
 * Seals every code again with the current key, while servers go on selling. It may be stopped at any moment and
 * started again. `progress` receives how many of how many are done. Codes that no key opens stay as they are, and their key
 * stays with them. @returns how many were sealed again, and how many do not open
 */
export async function resealCodes(
  db: Database,
  keys: VaultKeys,
  progress: (done: number, total: number) => void,
): Promise<{ resealed: number; unreadable: number }> {
  let done = 0;
  let unreadable = 0;
  const countLeft = async () => {
    const counts = await Promise.all(
      sealedTables.map((table) => table.countSealedWithOthers.one(db, keys.currentCipher)),
    );
    return counts.reduce((sum, { count }) => sum + count, 0);
  };
  const total = await countLeft();
  // A round skips rows locked by a sale: rounds are repeated until only codes that no key decrypts are left.
  for (let left = total; left > unreadable; left = await countLeft()) {
    unreadable = 0;
    for (const { nextSealedWithOthers, reseal } of sealedTables) {
      for (let after = 0; ; ) {
        const batch = await nextSealedWithOthers.all(db, after, keys.currentCipher, batchSize);
        const last = batch.at(-1);
        if (!last) break;
        after = last.id;
        const sealed = batch.flatMap((old) => {
          const payload = openOrNull(keys, old);
          return payload === null ? [] : [{ id: old.id, sealed: sealWith(keys, old.id, payload) }];
        });
        unreadable += batch.length - sealed.length;
        done += await reseal.run(
          db,
          keys.currentCipher,
          sealed.map(({ id }) => id),
          sealed.map((one) => one.sealed),
        );
        progress(done, total);
      }
    }
  }
  return { resealed: done, unreadable };
}
