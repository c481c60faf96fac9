import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, inject, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { readMigrationFiles } from '../../server/src/database/migration-files.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { databaseUrl } from '../support/cluster.ts';
import { startServer } from '../support/server-process.ts';

/*
 * Databases of earlier commits: made by `npm run demo` of that commit on PostgreSQL 15, and dumped by pg_dump --inserts. They contain the
 * invented accounts of the demonstration and the key below, nothing else.
 */
const folder = fileURLToPath(new URL('./databases', import.meta.url));
const codesKey = 'a key for tests, longer than 32 characters';
const cluster = inject('cluster');

test.each(readdirSync(folder))(
  'the database of %s starts on this version, signs in, opens its codes and passes the audit',
  async (file) => {
    const name = `almas_test_upgrade_${file.replaceAll(/\W/g, '_').replace('_sql_gz', '')}`;
    await runStatements(
      cluster.adminUrl,
      `DROP DATABASE IF EXISTS ${name}`,
      `CREATE DATABASE ${name} OWNER "${cluster.owner.name}"`,
    );
    const url = databaseUrl(cluster, name);
    await runStatements(url, gunzipSync(readFileSync(`${folder}/${file}`)).toString('utf8'));
    const server = await startServer({ DATABASE_URL: url, CODES_KEY: codesKey, DATA_DIR: '/nonexistent' });
    const db = openDatabase(url, { max: 2 });
    onTestFinished(async () => {
      await server.stop();
      await db.end();
      await runStatements(cluster.adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    });

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
    const { rows } = await db.query<{ name: string }>({ text: 'SELECT name FROM migrations' });
    expect(rows.map((row) => row.name).sort()).toEqual(readMigrationFiles().map((each) => each.name));
    // Tables and indexes are those of a new database.
    const shape = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`;
    const fresh = await runStatements(databaseUrl(cluster, cluster.template), shape);
    expect(await runStatements(url, shape)).toEqual(fresh);
  },
);
