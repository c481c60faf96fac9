import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../server/src/backup/restore-backup.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { readMigrationFiles } from '../../server/src/database/migration-files.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import { saleValues, sellCodesSql } from '../../server/src/modules/purchases/sell-codes.ts';
import { databaseUrl } from '../support/cluster.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { waitingForLocks } from '../support/row-locks.ts';
import { saleParams } from '../support/sale-params.ts';

/*
 * Migrations 0042 to 0044 while the former version runs: its statements sell, import and delete meanwhile. Turned red by: the trigger that
 * lets a deletion wait for 0043 left out; 0043 reading the codes before it holds the lock; 0044 before 0043.
 */
const cluster = inject('cluster');
const names: string[] = [];
afterAll(async () => {
  for (const name of names)
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

const before = readMigrationFiles().filter(({ name }) => name < '0042');
const newest = readMigrationFiles().filter(({ name }) => name > '0042' && name < '0045');
/** Migrates to the version that stores fingerprints, and no further. */
const upgrade = (db: Database) => migrate(db, undefined, new Set(newest.map(({ name }) => name)));
const [offer, product, buyer] = [randomUUID(), randomUUID(), randomUUID()];
const codes = 3_000;

/** A database of the version before, with codes for sale, sold, sold twice and of before migration 0018. */
async function formerDatabase(): Promise<Database> {
  const name = `almas_former_${randomBytes(6).toString('hex')}`;
  names.push(name);
  await runStatements(cluster.adminUrl, `CREATE DATABASE ${name} OWNER "${cluster.owner.name}"`);
  const db = openDatabase(databaseUrl(cluster, name), { max: 8 });
  onTestFinished(() => db.end());
  await migrate(db, undefined, new Set(before.map((each) => each.name)));
  const run = (text: string) => db.query({ text });
  await run(
    `INSERT INTO users (id, email, password_hash, status) VALUES ('${buyer}', 'r@exemple.dz', 'none', 'active')`,
  );
  await run(`INSERT INTO ledger (user_id, type, amount, description, metadata)
    VALUES ('${buyer}', 'credit', 100000, 'x', '{"source":"admin_recharge"}')`);
  await run(`INSERT INTO products (id, name, game) VALUES ('${product}', 'Produit', 'Jeu')`);
  await run(
    `INSERT INTO offers (id, product_id, position, name, value, price) VALUES ('${offer}', '${product}', 0, 'Offre', '1', 100)`,
  );
  await run(`INSERT INTO codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint)
    SELECT n, '${product}', '${offer}', '\\x00', 1, sha256(n::text::bytea) FROM generate_series(1, ${codes}) n`);
  await run(`INSERT INTO codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, duplicate_of)
    VALUES (${codes + 1}, '${product}', '${offer}', '\\x00', 1, sha256('7'), 7)`);
  await run(`INSERT INTO codes (id, product_id, offer_id, sealed, key_id, fingerprint)
    VALUES (${codes + 2}, '${product}', '${offer}', '\\x00', 1, '\\x02')`);
  await run(`SELECT setval('codes_id_seq', 100000)`);
  await run(`UPDATE offer_stock SET quantity = ${codes} WHERE slot = 0`);
  return db;
}

/** An import of the former version. */
const formerImport = (fingerprint: string) =>
  `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
   VALUES ('${product}', '${offer}', '\\x00', 1, ${fingerprint})
   ON CONFLICT (canonical_fingerprint) WHERE canonical_fingerprint IS NOT NULL AND duplicate_of IS NULL DO NOTHING`;
const sell = async (on: Pick<pg.PoolClient, 'query'>): Promise<unknown> => {
  const params = saleParams({
    buyerId: buyer,
    idempotencyKey: randomUUID(),
    productId: product,
    offerId: offer,
  });
  const { rows } = await on.query({ text: sellCodesSql, values: [...saleValues(params)] });
  return rows[0]?.sale.purchaseId;
};

/** Claims that no code has, and codes that have none. */
const disagreements = async (db: Database) =>
  (
    await db.query({
      text: `SELECT c.id, f.code_id FROM code_fingerprints f
               FULL JOIN (SELECT * FROM codes WHERE canonical_fingerprint IS NOT NULL AND duplicate_of IS NULL) c
                 ON c.id = f.code_id AND c.canonical_fingerprint = f.fingerprint
              WHERE c.id IS NULL OR f.code_id IS NULL`,
    })
  ).rows;
const count = async (db: Database, text: string) =>
  (await db.query<{ n: number }>({ text: `SELECT count(*) AS n FROM ${text}` })).rows[0]?.n;

describe('an upgrade', () => {
  test('claims the fingerprint of each code that stands, and only then gives up the index that kept them unique', async () => {
    const db = await formerDatabase();
    expect(newest.map(({ sql }) => /DROP INDEX codes_unique/.test(sql))).toEqual([false, false, true]);
    expect(await upgrade(db)).toEqual(newest.map(({ name }) => name));
    expect(await count(db, 'code_fingerprints')).toBe(codes);
    expect(await disagreements(db)).toEqual([]);
    const again = formerImport(`sha256('7')`).replace(/ON CONFLICT.*/s, '');
    await expect(db.query({ text: again })).rejects.toThrow(/code_fingerprints_pkey/);
    const left = await db.query({
      text: `SELECT tgname AS name FROM pg_trigger WHERE tgrelid = 'codes'::regclass AND NOT tgisinternal ORDER BY 1`,
    });
    expect(left.rows.map(({ name }) => name)).toEqual([
      'codes_change_fingerprint',
      'codes_claim_fingerprints',
      'codes_release_fingerprints',
      'codes_sold_stay',
    ]);
  });

  test('the migration waits for a deletion that is not decided, and claims nothing of what it deleted; sales go on meanwhile', async () => {
    for (const end of ['COMMIT', 'ROLLBACK']) {
      const db = await formerDatabase();
      const deleting = await db.pool.connect();
      onTestFinished(() => deleting.release(true));
      // The state that an administrator's deletion has left when the new version starts.
      await migrate(db, undefined, new Set(newest.slice(0, 1).map(({ name }) => name)));
      await deleting.query('BEGIN');
      await deleting.query('DELETE FROM codes WHERE id BETWEEN 1 AND 500');
      const done = upgrade(db);
      await eventually(async () => (await waitingForLocks(db)) === 1);
      expect(await sell(db.pool)).toBeGreaterThan(0);
      await db.query({ text: formerImport(`sha256('new')`) });
      await deleting.query(end);
      expect(await done).toEqual(newest.slice(1).map(({ name }) => name));
      expect(await disagreements(db)).toEqual([]);
      expect(await count(db, 'code_fingerprints')).toBe(end === 'COMMIT' ? codes - 499 : codes + 1);
    }
  });

  test('the migration lets sales and imports of the version before pass while it claims; a deletion waits, and leaves no claim behind', async () => {
    const db = await formerDatabase();
    const [filling, deleting] = [await db.pool.connect(), await db.pool.connect()];
    onTestFinished(() => {
      filling.release(true);
      deleting.release(true);
    });
    await migrate(db, undefined, new Set(newest.slice(0, 1).map(({ name }) => name)));
    await filling.query('BEGIN');
    await filling.query(newest[1]?.sql ?? '');
    const deleted = deleting.query('DELETE FROM codes WHERE id BETWEEN 2001 AND 2500');
    const changed = db.query({ text: `UPDATE codes SET duplicate_of = 9 WHERE id = 600` });
    await eventually(async () => (await waitingForLocks(db)) === 2);
    expect(await sell(db.pool)).toBeGreaterThan(0);
    await db.query({ text: formerImport(`sha256('new')`) });
    // The former version recognises a stored code.
    expect((await db.pool.query(formerImport(`sha256('8')`))).rowCount).toBe(0);
    await filling.query('COMMIT');
    await Promise.all([deleted, changed]);
    expect(await disagreements(db)).toEqual([]);
    await migrate(db, undefined, new Set(newest.slice(2).map(({ name }) => name)));
    // After the migration, servers of the former version continue to sell.
    expect(await sell(db.pool)).toBeGreaterThan(0);
    await expect(db.query({ text: formerImport(`sha256('later')`) })).rejects.toThrow(/ON CONFLICT/);
    expect(await disagreements(db)).toEqual([]);
  });

  test('beside sales, imports and deletions that never pause ends with claims and codes in agreement', async () => {
    const db = await formerDatabase();
    let working = true;
    let sold = 0;
    const loop = async (work: (turn: number) => Promise<unknown>) => {
      for (let turn = 0; working; turn += 1) await work(turn);
    };
    const run = (text: string) => db.query({ text });
    const work = [
      loop(async () => {
        if (sold < 400 && (await sell(db.pool))) sold += 1;
      }),
      loop((turn) => run(formerImport(`sha256('more ${turn}')`).replace(/ON CONFLICT.*/s, ''))),
      loop((turn) =>
        turn < 100
          ? run(`DELETE FROM codes WHERE id = ANY (ARRAY(SELECT id FROM codes WHERE status = 'available'
                  ORDER BY id DESC LIMIT 7 FOR UPDATE SKIP LOCKED))`)
          : run('SELECT 1'),
      ),
    ];
    await eventually(() => sold > 5);
    expect(await upgrade(db)).toEqual(newest.map(({ name }) => name));
    const during = sold;
    await eventually(() => sold > during);
    working = false;
    await Promise.all(work);
    expect(await disagreements(db)).toEqual([]);
  });
});

test('a backup of the version before, which has no claims, is restored with them', async () => {
  const db = await formerDatabase();
  const keys = { secrets: ['a key for tests, longer than 32 characters'] };
  const file = join(tmpdir(), `almas-former-${process.pid}.backup`);
  onTestFinished(() => rmSync(file, { force: true }));
  await writeBackup(db, file, keys, () => {});
  const { db: restored } = await freshDatabase();
  await restoreBackup(restored, file, keys, () => {});
  expect(await count(restored, 'code_fingerprints')).toBe(codes);
  expect(await disagreements(restored)).toEqual([]);
});
