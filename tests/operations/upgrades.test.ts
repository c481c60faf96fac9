import { expect, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { baseline } from '../../server/src/database/baseline.ts';
import { readMigrationFiles } from '../../server/src/database/migration-files.ts';
import type { Database } from '../../server/src/database/pool.ts';
import { startServer } from '../support/server-process.ts';
import { codesKeyOf11, databaseOf11 } from '../support/version-1.1.ts';

/** What was sold, paid, credited and decided: a digest of the rows of each table. */
async function rowsOf(db: Database): Promise<Record<string, string>> {
  const tables: Record<string, string> = {
    users: 'id, email, password_hash, role, status, balance',
    codes: 'id, offer_id, sealed, key_id, status, created_at, sold_to, sold_at, purchase_id',
    purchases:
      'id, user_id, product_id, offer_id, product_name, offer_name, game, value, quantity, unit_price, total_cost, transaction_id, created_at',
  };
  for (const name of [
    'ledger',
    'transactions',
    'recharges',
    'recharge_history',
    'free_fire_history',
    'audit_trail',
  ])
    tables[name] = '*';
  const digests: Record<string, string> = {};
  for (const [name, columns] of Object.entries(tables)) {
    const text = `SELECT md5(string_agg(row::text, ' ' ORDER BY id)) AS digest FROM (SELECT ${columns} FROM ${name}) row`;
    digests[name] = String((await db.query<{ digest: string }>({ text })).rows[0]?.digest);
  }
  return digests;
}

test('the database of version 1.1.0 starts on this version, signs in, opens its codes and passes the audit', async () => {
  const { db, url } = await databaseOf11('demo');
  const before = await rowsOf(db);
  const server = await startServer({ DATABASE_URL: url, CODES_KEY: codesKeyOf11, DATA_DIR: '/nonexistent' });
  onTestFinished(async () => void (await server.stop()));

  const post = (path: string, body: object, cookie = '') =>
    fetch(`${server.baseURL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.baseURL, cookie },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/api/login', { email: 'amine@demo.dz', password: 'demo1234' });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const get = async (path: string) =>
    (await fetch(`${server.baseURL}${path}`, { headers: { cookie } })).json();
  const { items } = await get('/api/purchases');
  expect(items.length).toBeGreaterThan(0);
  const purchase = await get(`/api/purchases/${items[0].id}`);
  expect(purchase.codes).toHaveLength(purchase.quantity);
  expect(purchase.codes[0].code).toMatch(/\S{6}/);

  expect(await audit(db)).toEqual([]);
  expect(await rowsOf(db)).toEqual(before);
  const { rows } = await db.query<{ name: string }>({
    text: 'SELECT name FROM migrations WHERE name >= $1 ORDER BY 1',
    values: [baseline.name],
  });
  expect(rows.map(({ name }) => name)).toEqual(readMigrationFiles().map(({ name }) => name));
});
