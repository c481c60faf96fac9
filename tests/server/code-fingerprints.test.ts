import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { restoreBackup } from '../../server/src/backup/restore-backup.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { declaredStatements } from '../../server/src/database/statement.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { masterSecret } from '../../server/src/vault/master-secret.ts';
import { replaceKeys, resealCodes } from '../../server/src/vault/rotate-keys.ts';
import { secondServer, testApp, testConfig } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually, repeatUntil } from '../support/eventually.ts';
import { importFormer } from '../support/former-codes.ts';
import { waitingForLocks } from '../support/row-locks.ts';
import {
  buy,
  codesPath,
  createProduct,
  importCodes,
  newCodes,
  offerOf,
  type ShopProduct,
  stockOf,
} from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

/*
 * P25: `code_fingerprints` names the one code that holds a fingerprint; the database writes it with the code, from any writer.
 * Turned red by: any of the three triggers of code_fingerprints dropped; the primary key dropped; a trigger that also fires for a sale.
 */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 1_000_000 });

/** The codes of an offer, each with the code that holds its fingerprint. */
const claimsOf = (product: ShopProduct) =>
  query(
    `SELECT c.id, c.status, f.code_id AS holder
       FROM codes c LEFT JOIN code_fingerprints f ON f.fingerprint = c.canonical_fingerprint
      WHERE c.offer_id = $1 ORDER BY c.id`,
    offerOf(product).id,
  );
/** Claims that no code has, and codes that have none. */
const disagreements = () =>
  query(`SELECT c.id, f.code_id FROM code_fingerprints f
           FULL JOIN (SELECT * FROM codes WHERE canonical_fingerprint IS NOT NULL AND duplicate_of IS NULL) c
             ON c.id = f.code_id AND c.canonical_fingerprint = f.fingerprint
          WHERE c.id IS NULL OR f.code_id IS NULL`);

/** Inserts a code of `product` a second time, without any check. */
const copyInto = (product: ShopProduct, columns = 'canonical_fingerprint', values = columns) =>
  `INSERT INTO codes (product_id, offer_id, sealed, key_id, ${columns})
   SELECT product_id, offer_id, sealed, key_id, ${values} FROM codes WHERE offer_id = '${offerOf(product).id}' ORDER BY id LIMIT 1`;
const refused = /code_fingerprints_pkey/;
/** Deletes what a test wrote directly into the database, with its stock and the imports whose codes are no more. */
async function clear(product: ShopProduct): Promise<void> {
  await query(`DELETE FROM codes WHERE offer_id = $1 AND status <> 'sold'`, offerOf(product).id);
  await query('DELETE FROM code_batches WHERE offer_id = $1', offerOf(product).id);
  await query('UPDATE offer_stock SET quantity = 0 WHERE offer_id = $1', offerOf(product).id);
}

describe('the database refuses the second row of a code', () => {
  test('the database refuses a code that a writer inserts a second time, whatever became of the first one', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 1);
    await expect(query(copyInto(product))).rejects.toThrow(refused);
    await buy(reseller, product);
    await expect(query(copyInto(product))).rejects.toThrow(refused);
    await expect(query(`${copyInto(product)} ON CONFLICT (id) DO NOTHING`)).rejects.toThrow(refused);
    expect(await claimsOf(product)).toMatchObject([{ status: 'sold' }]);
    expect(await disagreements()).toEqual([]);
  });

  test('the database refuses one statement that inserts a code twice', async () => {
    const product = await createProduct(admin);
    await expect(
      query(
        `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
         SELECT $1, $2, '\\x00', 1, '\\xabcdef' FROM generate_series(1, 2)`,
        product.id,
        offerOf(product).id,
      ),
    ).rejects.toThrow(refused);
    expect(await query(`SELECT FROM code_fingerprints WHERE fingerprint = '\\xabcdef'`)).toEqual([]);
  });

  test('the database refuses a writer that gives another code the same fingerprint, or takes back that it is a duplicate', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 2);
    const [first, second] = (await claimsOf(product)) as [{ id: number }, { id: number }];
    await expect(
      query(
        'UPDATE codes SET canonical_fingerprint = (SELECT canonical_fingerprint FROM codes WHERE id = $1) WHERE id = $2',
        first.id,
        second.id,
      ),
    ).rejects.toThrow(refused);
    await query(copyInto(product, 'canonical_fingerprint, duplicate_of', 'canonical_fingerprint, id'));
    const duplicate = 'UPDATE codes SET duplicate_of = NULL WHERE duplicate_of = $1';
    await expect(query(duplicate, first.id)).rejects.toThrow(refused);
    expect((await claimsOf(product)).map(({ holder }) => holder)).toEqual([first.id, second.id, first.id]);
    await query('DELETE FROM codes WHERE duplicate_of = $1', first.id);
    // The one that stays still holds its fingerprint.
    await expect(query(copyInto(product))).rejects.toThrow(refused);
    expect(await disagreements()).toEqual([]);
  });

  test('from two transactions at the same moment: the second one waits for the first, and is refused when that commits', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 1);
    const [first, second] = [await services.db.pool.connect(), await services.db.pool.connect()];
    onTestFinished(() => {
      first.release();
      second.release();
    });
    const outcomes: string[] = [];
    for (const end of ['ROLLBACK', 'COMMIT']) {
      await query(`DELETE FROM codes WHERE offer_id = $1 AND status = 'available'`, offerOf(product).id);
      const insert = `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
        VALUES ('${product.id}', '${offerOf(product).id}', '\\x00', 1, '\\x${end === 'COMMIT' ? '01' : '02'}')`;
      await first.query('BEGIN');
      await first.query(insert);
      await second.query('BEGIN');
      const waits = second.query(insert).then(
        () => 'written',
        (error: Error) => error.message,
      );
      await eventually(async () => (await waitingForLocks(services.db)) === 1);
      await first.query(end);
      outcomes.push(await waits);
      await second.query('COMMIT');
    }
    expect(outcomes).toEqual(['written', expect.stringMatching(refused)]);
    expect(await claimsOf(product)).toHaveLength(1);
    await clear(product);
    expect(await disagreements()).toEqual([]);
  });
});

describe('a fingerprint is free again', () => {
  test('a fingerprint is free again when its unsold code is deleted, from the moment of the commit', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 1);
    const client = await services.db.pool.connect();
    onTestFinished(() => client.release());
    const copy = copyInto(product).replace(/SELECT.*/s, (rest) => `SELECT * FROM (${rest}) c`);
    await client.query('BEGIN');
    await client.query(
      `CREATE TEMPORARY TABLE former AS SELECT * FROM codes WHERE offer_id = '${offerOf(product).id}'`,
    );
    await client.query(`DELETE FROM codes WHERE offer_id = '${offerOf(product).id}'`);
    // Within the same transaction the code may be inserted again.
    await client.query('INSERT INTO codes SELECT * FROM former');
    await client.query(`DELETE FROM codes WHERE offer_id = '${offerOf(product).id}'`);
    const waits = query(copy).then(
      () => 'written',
      (error: Error) => error.message,
    );
    await eventually(async () => (await waitingForLocks(services.db)) === 1);
    await client.query('ROLLBACK');
    expect(await waits).toMatch(refused);
    await clear(product);
    expect(await disagreements()).toEqual([]);
  });

  test('when a product with thousands of codes is deleted beside an import of the same codes: each is for sale once or not at all', async () => {
    const { server: other } = await secondServer(services.db);
    const elsewhere = userOn(other, admin);
    for (let round = 0; round < 4; round += 1) {
      const [from, to] = [await createProduct(admin), await createProduct(admin)];
      const codes = await importCodes(admin, from, newCodes(3_000));
      const [gone, imported] = await Promise.all([
        admin.delete(`/api/products/${from.id}`),
        elsewhere.post(codesPath(to), { codes: [...codes].reverse() }),
      ]);
      expect(gone.status).toBe(204);
      expect([200, 422]).toContain(imported.status);
      expect(await stockOf(admin, to)).toBe(imported.body.imported ?? 0);
      // Codes that the import found as known are deleted by now.
      await elsewhere.post(codesPath(to), { codes });
      expect(await stockOf(admin, to)).toBe(3_000);
    }
    expect(await disagreements()).toEqual([]);
    expect(await audit(services.db)).toEqual([]);
  });
});

describe('a sale', () => {
  test('a sale writes no claim: none of the triggers of codes fires for it, and none of its indexes is of fingerprints', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 2);
    const client = await services.db.pool.connect();
    onTestFinished(() => client.release(true));
    await client.query(`PREPARE sale AS ${declaredStatements().get('purchases.sell')}`);
    await client.query('BEGIN');
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE sale('${reseller.id}', NULL, '${product.id}', '${offerOf(product).id}', 1, '\\x00',
         20, true, true, NULL, NULL, NULL)`,
    );
    const triggers: string[] = rows[0]['QUERY PLAN'][0].Triggers.map(
      (each: { 'Trigger Name': string }) => each['Trigger Name'],
    );
    const { rows: sold } = await client.query(
      `SELECT FROM codes WHERE status = 'sold' AND offer_id = '${offerOf(product).id}'`,
    );
    await client.query('ROLLBACK');
    expect(sold).toHaveLength(1);
    const ofCodes = await query(`SELECT tgname AS name FROM pg_trigger WHERE tgrelid = 'codes'::regclass`);
    expect(ofCodes.length).toBeGreaterThanOrEqual(4);
    expect(triggers.filter((name) => ofCodes.some((each) => each.name === name))).toEqual([]);
    const indexes = await query(
      `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'codes' AND indexdef LIKE '%(canonical_fingerprint)%'`,
    );
    expect(indexes).toEqual([]);
  });

  test('after the sales of many resellers during imports and the comparison of stored codes, claims and codes agree', async () => {
    const [product, older] = [
      await createProduct(admin, { offers: [{ price: 1 }] }),
      await createProduct(admin),
    ];
    const codes = await importCodes(admin, product, 400);
    await importFormer(services, older, [
      ...codes.slice(0, 50).map((code) => code.toUpperCase()),
      ...newCodes(200),
    ]);
    const sales = Promise.all(Array.from({ length: 40 }, () => buy(reseller, product)));
    await Promise.all([sales, runJobs(services)]);
    await repeatUntil(
      async () => (await query('SELECT FROM code_forms WHERE finished_at IS NOT NULL')).length === 1,
      () => runJobs(services),
    );
    await Promise.all([
      ...Array.from({ length: 3 }, (_, n) => admin.post(codesPath(older), { codes: newCodes(200 + n) })),
      ...Array.from({ length: 40 }, () => buy(reseller, product)),
    ]);
    expect(await stockOf(admin, product)).toBe(320);
    expect(await disagreements()).toEqual([]);
    expect(await audit(services.db)).toEqual([]);
  });
});

test('keys that are replaced leave every claim as it is', async () => {
  const product = await createProduct(admin);
  await importCodes(admin, product, 20);
  await buy(reseller, product);
  const before = await claimsOf(product);
  const { keys } = await transaction(services.db, (tx) => replaceKeys(tx, masterSecret(testConfig())));
  await resealCodes(services.db, keys, () => undefined);
  expect(await claimsOf(product)).toEqual(before);
  expect(before.every(({ id, holder }) => id === holder)).toBe(true);
  expect(await disagreements()).toEqual([]);
});

describe('a restore', () => {
  const keys = { secrets: ['a key for tests, longer than 32 characters'] };
  const backup = async (): Promise<string> => {
    const file = join(tmpdir(), `almas-claims-${process.pid}.backup`);
    onTestFinished(() => rmSync(file, { force: true }));
    await writeBackup(services.db, file, keys, () => {});
    return file;
  };

  test('a restore computes the claims from the codes, and the database refuses a second row there too', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 30);
    const file = await backup();
    const { db } = await freshDatabase();
    const { rows } = await restoreBackup(db, file, keys, () => {});
    expect(rows).not.toHaveProperty('code_fingerprints');
    const text = 'SELECT * FROM code_fingerprints ORDER BY code_id';
    expect((await db.query({ text })).rows).toEqual(await query(text));
    await expect(db.query({ text: copyInto(product) })).rejects.toThrow(refused);
    expect(await audit(db)).toEqual([]);
  });

  test('a restore of a backup that holds a code twice is refused, and writes nothing', async () => {
    const { db: source, url } = await freshDatabase();
    const { db } = await freshDatabase();
    const other = await secondServer(source);
    const twice = await createUser(other.server, { ...other.services, db: source }, { role: 'admin' });
    const product = await createProduct(twice);
    await importCodes(twice, product, 1);
    const superuser = new URL(inject('cluster').adminUrl);
    superuser.pathname = new URL(url).pathname;
    await runStatements(superuser.href, 'SET session_replication_role = replica', copyInto(product));
    const file = join(tmpdir(), `almas-twice-${process.pid}.backup`);
    onTestFinished(() => rmSync(file, { force: true }));
    await writeBackup(source, file, keys, () => {});
    await expect(restoreBackup(db, file, keys, () => {})).rejects.toThrow(refused);
    expect((await db.query({ text: 'SELECT FROM codes' })).rows).toEqual([]);
  });
});
