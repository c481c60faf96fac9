import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../server/src/database/migrate.ts';
import { migrationChecksum } from '../../server/src/database/migration-files.ts';
import { StartupError } from '../../server/src/startup-error.ts';
import { version } from '../../server/src/version.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { waitingForLocks } from '../support/row-locks.ts';

const { db, query } = await freshDatabase();

test('a migration of a table that is in use waits for the table and blocks no other query meanwhile', async () => {
  await query('ALTER TABLE products DROP COLUMN redeem_text, DROP COLUMN redeem_link');
  await query('ALTER TABLE disclosures DROP COLUMN code_position');
  await query(`DELETE FROM migrations WHERE name = '0057_codes_in_use.sql'`);
  const reader = await db.pool.connect();
  onTestFinished(() => reader.release(true));
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM products');
  const done = migrate(db);
  await eventually(async () => (await waitingForLocks(db)) === 1);
  // This statement waits behind the migration's lock request and must continue.
  expect(await query('SELECT count(*) FROM products')).toEqual([{ count: 0 }]);
  await reader.query('COMMIT');
  expect(await done).toEqual(['0057_codes_in_use.sql']);
  expect(await migrate(db)).toEqual([]);
});

// Turned red by: indexes that keep the digits of before.
test('a phone number that was stored before a migration knew its spelling is found by the index', async () => {
  const digits = (zero: string) => `CREATE OR REPLACE FUNCTION phone_digits(phone text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '${zero}', '')`;
  await query(digits('^(00213|213|0)'));
  await query(`INSERT INTO users (email, password_hash, status, phone)
             VALUES ('boutique@exemple.dz', 'none', 'active', '+213 (0) 555 98 76 54')`);
  await query(`DELETE FROM migrations WHERE name = '0108_national_zero.sql'`);
  expect(await migrate(db)).toEqual(['0108_national_zero.sql']);
  const reader = await db.pool.connect();
  onTestFinished(() => reader.release(true));
  await reader.query('SET enable_seqscan = off');
  const search = `SELECT email FROM users WHERE phone_digits(phone) = '555987654'`;
  expect((await reader.query(`EXPLAIN ${search}`)).rows[0]?.['QUERY PLAN']).toContain('users_phone');
  expect((await reader.query(search)).rows).toEqual([{ email: 'boutique@exemple.dz' }]);
});

test('a comment of an applied migration may be corrected without changing its checksum, a statement may not', () => {
  const sql =
    "CREATE TABLE a (b text DEFAULT '-- no comment', c int);\n-- A reason.\n/* more /* nested */ */";
  const corrected =
    "CREATE TABLE a (b text DEFAULT '-- no comment', c int);\n-- Another reason, in two\n-- lines.";
  expect(migrationChecksum(corrected)).toBe(migrationChecksum(sql));
  expect(migrationChecksum(sql.replace('no comment', 'a comment'))).not.toBe(migrationChecksum(sql));
  expect(migrationChecksum(sql.replace('c int', 'c bigint'))).not.toBe(migrationChecksum(sql));
});

test('a database that a newer version has migrated is refused with the version to use', async () => {
  await query(`INSERT INTO migrations (name, checksum, version) VALUES ('9999_later.sql', 'x', '7.8.9')`);
  onTestFinished(async () => {
    await query(`DELETE FROM migrations WHERE name = '9999_later.sql'`);
  });
  await expect(migrate(db)).rejects.toThrow(
    /^Cette base a été mise à niveau par Almas 7\.8\.9 ; ce programme est la version \d+\.\d+\.\d+\. Utilisez Almas 7\.8\.9/,
  );
});

test('a database that a newer program of the same version has migrated is refused with the migration that this one lacks', async () => {
  await query(
    `INSERT INTO migrations (name, checksum, version) VALUES ('9999_later.sql', 'x', '${version}')`,
  );
  onTestFinished(async () => {
    await query(`DELETE FROM migrations WHERE name = '9999_later.sql'`);
  });
  await expect(migrate(db)).rejects.toThrow(
    /^Cette base a été mise à niveau par Almas \S+ d’un état plus récent que ce programme \(migration 9999_later\.sql\)\. .* Rien n’a été modifié\.$/,
  );
});

test('a database with an applied migration of another checksum is refused with a startup error', async () => {
  await query(`UPDATE migrations SET checksum = 'x' WHERE name = '0059_searched_requests.sql'`);
  onTestFinished(async () => {
    await query(`DELETE FROM migrations WHERE name = '0059_searched_requests.sql'`);
  });
  await expect(migrate(db)).rejects.toThrow(StartupError);
});
