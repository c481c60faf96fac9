import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import { isRoleTooStrong, protectedTables } from '../../server/src/database/privileges.ts';
import { splitRoles } from '../../server/src/database/roles.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { databaseUrl } from '../support/cluster.ts';
import { servingDatabase } from '../support/database.ts';
import { buy, createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/*
 * P28: the server's role cannot change the ledger. Every statement is tried as that role, with a row in each table, and refused by
 * privilege: SQLSTATE 42501, not by a trigger. Turned red by: a table added to the grants; the ledger's trigger left with the caller's
 * rights; EXECUTE of its function left to PUBLIC.
 */
const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const serving = servingDatabase(services.db);
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 10_000 });
const product = await createProduct(admin);
await importCodes(admin, product, 5);
await buy(reseller, product, 2);
const bought = (await reseller.get('/api/purchases')).body.items[0];
await reseller.post(`/api/purchases/${bought.id}/disclosures`, { kind: 'print' });
const { id: request } = (await reseller.post('/api/recharge-requests', { amount: 70, method: 'ccp' })).body;
await admin.post(`/api/recharge-requests/${request}/approve`, {});
const [offer] = (await reseller.get('/api/free-fire/offers')).body.items;
const topUp = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
const { requestId } = (await reseller.post('/api/free-fire/requests', topUp)).body;
await admin.post(`/api/free-fire/requests/${requestId}/validate`, { imageUrl: 'https://exemple.dz/p.png' });
// A request of the same amount within an hour, which gets a warning.
await reseller.post('/api/recharge-requests', { amount: 70, method: 'ccp' });
const priceList = { lines: [{ offer: offerOf(product).id, prices: [{ price: 90 }] }] };
const { version } = (await admin.post('/api/price-lists/preview', priceList)).body;
await admin.post('/api/price-lists/apply', { ...priceList, version });
await runJobs({ ...services, db: serving });

/** Runs a statement as the server's role. @returns its SQLSTATE, undefined when it succeeded */
async function stateOf(text: string, db: Database = serving): Promise<string | undefined> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(text);
    return undefined;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
const insufficientPrivilege = '42501';

const appendOnlyTables = [
  'ledger',
  'audit_trail',
  'audit_trail_seals',
  'purchases',
  'disclosures',
  'recharges',
  'recharge_history',
  'recharge_warnings',
  'free_fire_history',
  'price_lists',
  'price_changes',
];

describe('the server’s role', () => {
  test('the server’s database role is neither a superuser nor the owner of a table', async () => {
    const { rows } = await serving.query({
      text: `SELECT current_user AS role, (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owns,
               rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication AS strong,
               (SELECT count(*) FROM pg_auth_members WHERE member = r.oid) AS memberships
             FROM pg_roles r WHERE rolname = current_user`,
    });
    expect(rows).toEqual([{ role: 'almas', owns: 0, strong: false, memberships: 0 }]);
    expect(await isRoleTooStrong(serving)).toBe(false);
    expect(await isRoleTooStrong(services.db)).toBe(true);
  });

  test.each(appendOnlyTables)(
    'the server’s role cannot update, delete, truncate or alter the table %s, nor disable its triggers',
    async (table) => {
      const { rows } = await services.db.query({ text: `SELECT count(*) > 0 AS filled FROM ${table}` });
      expect(rows).toEqual([{ filled: true }]);
      const column = table === 'recharge_history' ? 'action' : 'user_id';
      const changed =
        {
          audit_trail: 'actor_name',
          audit_trail_seals: 'digest',
          recharge_warnings: 'kind',
          price_lists: 'source',
          price_changes: 'level_name',
        }[table] ?? column;
      for (const text of [
        `UPDATE ${table} SET ${changed} = ${changed}`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
        `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
        `ALTER TABLE ${table} DISABLE TRIGGER USER`,
        `ALTER TABLE ${table} ADD COLUMN more int`,
        `ALTER TABLE ${table} OWNER TO almas`,
        `DROP TABLE ${table}`,
        `CREATE RULE quiet AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
        `CREATE TRIGGER more BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      ])
        expect([text, await stateOf(text)]).toEqual([text, insufficientPrivilege]);
      expect(await stateOf('SET session_replication_role = replica')).toBe(insufficientPrivilege);
    },
  );

  test('the server’s role lacks the privilege for every statement that would write a balance without the ledger', async () => {
    for (const text of [
      'UPDATE users SET balance = 999900000',
      `INSERT INTO users (email, password_hash, balance) VALUES ('riche@exemple.dz', 'none', 999900000)`,
      'ALTER TABLE users DISABLE TRIGGER users_balance_only_by_ledger',
      'DELETE FROM users',
      'UPDATE transactions SET amount = 1',
      'UPDATE offer_stock SET slot = 3',
      'INSERT INTO offer_stock SELECT * FROM offer_stock',
      'UPDATE free_fire_totals SET amount = 0',
      `UPDATE users SET role = 'admin'`,
      // The ledger's function writes balances: on a table of one's own it would do so without an entry.
      `CREATE TEMPORARY TABLE mine (LIKE ledger);
       CREATE TRIGGER mine BEFORE INSERT ON mine FOR EACH ROW EXECUTE FUNCTION post_ledger_entry()`,
      'CREATE TABLE mine (LIKE ledger)',
      'CREATE FUNCTION mine() RETURNS int LANGUAGE sql RETURN 1',
      'CREATE TRIGGER mine BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION post_ledger_entry()',
      'SET ROLE almas_owner',
      `SELECT setval('ledger_number', 1)`,
      `SELECT nextval('ledger_number')`,
    ])
      expect([text, await stateOf(text)]).toEqual([text, insufficientPrivilege]);
  });

  test('the server’s role cannot execute a function that writes as the owner; each such function has its own search path', async () => {
    // CREATE OR REPLACE removes SECURITY DEFINER and the search path: a migration that replaces a function must repeat them.
    const { rows } = await serving.query({
      text: `SELECT proname AS name, proconfig AS settings, has_function_privilege(oid, 'EXECUTE') AS callable
               FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef ORDER BY 1`,
    });
    const settings = ['search_path=public, pg_temp'];
    expect(rows).toEqual(
      [
        'change_code_fingerprint',
        'claim_code_fingerprints',
        'count_free_fire_success',
        'keep_account_standing',
        'keep_free_fire_entry',
        'open_offer_stock',
        'open_receivable',
        'post_cash_entry',
        'post_ledger_entry',
        'post_receivable_entry',
        'post_supplier_order_entry',
        'recount_free_fire_entry',
        'release_code_fingerprints',
        'remember_purchase_wordings',
      ].map((name) => ({ name, settings, callable: false })),
    );
  });

  test('a ledger entry written by the server’s role gets its number and its balances from the trigger', async () => {
    const [before] = (
      await services.db.query({ text: 'SELECT balance FROM users WHERE id = $1', values: [reseller.id] })
    ).rows;
    const { rows } = await serving.query({
      text: `INSERT INTO ledger (id, user_id, type, amount, description, metadata, balance_before, balance_after)
             VALUES (1, $1, 'credit', 100, 'x', '{}', 5, 105) RETURNING id, balance_before, balance_after`,
      values: [reseller.id],
    });
    expect(rows[0]).toMatchObject({
      balance_before: before?.balance,
      balance_after: Number(before?.balance) + 100,
    });
    expect(rows[0]?.id).not.toBe(1);
  });

  test('even the owner of the tables cannot write a balance without a ledger entry', async () => {
    const write = services.db.query({
      text: 'UPDATE users SET balance = balance + 100 WHERE id = $1',
      values: [reseller.id],
    });
    await expect(write).rejects.toMatchObject({ code: '23001' });
  });

  test('the server’s role can neither delete a sold code nor change the offer of a code', async () => {
    expect(await stateOf(`DELETE FROM codes WHERE status = 'sold'`)).toBe('23001');
    expect(await stateOf(`UPDATE codes SET offer_id = offer_id`)).toBe(insufficientPrivilege);
  });

  test('the serving role cannot write which code holds a fingerprint, nor have two codes hold one', async () => {
    for (const text of [
      `INSERT INTO code_fingerprints (fingerprint, code_id) VALUES ('\\x01', 1)`,
      'UPDATE code_fingerprints SET code_id = code_id',
      'UPDATE code_fingerprints SET fingerprint = fingerprint',
      'DELETE FROM code_fingerprints',
      'TRUNCATE code_fingerprints',
      'TRUNCATE codes',
      'DROP TRIGGER codes_claim_fingerprints ON codes',
      'ALTER TABLE codes DISABLE TRIGGER codes_release_fingerprints',
      'ALTER TABLE code_fingerprints DROP CONSTRAINT code_fingerprints_pkey',
      'CREATE TRIGGER mine AFTER DELETE ON notifications REFERENCING OLD TABLE AS deleted_codes FOR EACH STATEMENT EXECUTE FUNCTION release_code_fingerprints()',
      'LOCK TABLE code_fingerprints IN ACCESS EXCLUSIVE MODE',
    ])
      expect([text, await stateOf(text)]).toEqual([text, insufficientPrivilege]);
    const copy = `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
      SELECT product_id, offer_id, sealed, key_id, canonical_fingerprint FROM codes ORDER BY id LIMIT 1`;
    expect(await stateOf(copy)).toBe('23505');
    expect(
      await stateOf(`UPDATE codes SET canonical_fingerprint = (SELECT canonical_fingerprint FROM codes WHERE status = 'sold' LIMIT 1)
                      WHERE status = 'available'`),
    ).toBe('23505');
    // Allowed changes are made by the triggers, with the owner's rights.
    expect(
      await stateOf(
        `DELETE FROM codes WHERE status <> 'sold'; ${copy.replace('canonical_fingerprint FROM', `sha256('x') FROM`)}`,
      ),
    ).toBeUndefined();
  });

  test('the server’s role runs the recurring jobs, which delete expired sessions and release expired reservations', async () => {
    await query(
      `INSERT INTO sessions (token_hash, user_id, expires_at) SELECT '\\x01', id, now() - interval '1 day' FROM users LIMIT 1`,
    );
    await query(`UPDATE codes SET status = 'reserved', ttl = now() - interval '1 minute'
              WHERE id = (SELECT max(id) FROM codes WHERE status = 'available')`);
    await runJobs({ ...services, db: serving });
    const rows = await query(`SELECT (SELECT count(*) FROM sessions WHERE token_hash = '\\x01') AS sessions,
                    (SELECT count(*) FROM codes WHERE status = 'reserved') AS reserved`);
    expect(rows).toEqual([{ sessions: 0, reserved: 0 }]);
  });

  test('the server’s role reads every table and every sequence, so that a backup made as this role is complete', async () => {
    const { rows } = await serving.query({
      text: `SELECT c.relname AS name FROM pg_class c
              WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'S')
                AND NOT CASE c.relkind WHEN 'r' THEN has_table_privilege(c.oid, 'SELECT')
                                       ELSE has_sequence_privilege(c.oid, 'SELECT') END`,
    });
    expect(rows).toEqual([]);
  });
});

describe('every table', () => {
  /** Work in progress, which the server writes and deletes freely. */
  const working = [
    'api_test_orders',
    'disk_probe',
    'idempotency_keys',
    'code_checks',
    'code_forms',
    'key_retention',
    'maintenance_runs',
    'notifications',
    'outbox',
    'push_subscriptions',
    'low_stock_notices',
    'rate_limits',
    'readiness',
    'service_config',
    'free_fire_offers',
    'free_fire_customers',
    'retail_prices',
    'pinned_offers',
    'balance_thresholds',
    'shop_profiles',
    'sessions',
    'sign_in_networks',
    'simulated_orders',
    'user_settings',
    'webhook_offers',
    'pending_sign_ins',
    'second_factors',
    'recovery_codes',
    'password_resets',
    'days_without_stock',
    'sales_days',
    'sales_days_until',
    'sales_hours',
    'sales_resellers',
    'ledger_months_until',
    'ledger_days',
    'ledger_days_until',
    'transaction_counts',
    'account_standings',
    'account_standings_until',
    'transaction_counts_until',
  ];

  test('every table is listed as protected or as work in progress, so that a new table needs a decision', async () => {
    const rows = await query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([...Object.keys(protectedTables), ...working].sort());
  });
});

describe('a database whose tables belong to a superuser, as in a container of PostgreSQL', () => {
  const cluster = inject('cluster');
  const name = `almas_roles_${randomBytes(6).toString('hex')}`;
  afterAll(async () => {
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runStatements(cluster.adminUrl, `DROP ROLE IF EXISTS ${name}`, `DROP ROLE IF EXISTS ${name}_owner`);
  });

  test('a database whose tables belong to a superuser is handed to an owner, and the server’s role is not too strong', async () => {
    const password = 'not-a-secret';
    await runStatements(cluster.adminUrl, `CREATE DATABASE ${name}`);
    const superuserUrl = new URL(cluster.adminUrl);
    superuserUrl.pathname = `/${name}`;
    const before = openDatabase(superuserUrl.href, { max: 1 });
    await migrate(before);
    await before.end();
    const serving = { name, password };
    await splitRoles(cluster.adminUrl, name, { owner: { name: `${name}_owner`, password }, serving });
    const urlOf = (user: string) => databaseUrl({ ...cluster, owner: { name: user, password } }, name);
    const owner = openDatabase(urlOf(`${name}_owner`), { max: 1 });
    onTestFinished(() => owner.end());
    expect(await migrate(owner, name)).toEqual([]);
    const { rows } = await owner.query<{ owner: string }>({
      text: `SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
              WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')`,
    });
    expect(rows).toEqual([{ owner: `${name}_owner` }]);
    const after = openDatabase(urlOf(name), { max: 1 });
    onTestFinished(() => after.end());
    expect(await isRoleTooStrong(after)).toBe(false);
    expect(await stateOf('DELETE FROM audit_trail', after)).toBe(insufficientPrivilege);
  });
});

describe('a database whose tables belong to the server’s role', () => {
  const cluster = inject('cluster');
  const name = `almas_roles_${randomBytes(6).toString('hex')}`;
  const role = `almas_roles_${randomBytes(6).toString('hex')}`;
  afterAll(async () => {
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runStatements(cluster.adminUrl, `DROP ROLE IF EXISTS ${role}`, `DROP ROLE IF EXISTS ${role}_owner`);
  });

  test('a database whose tables belong to the server’s role is handed to an owner, and a second run changes nothing', async () => {
    const password = 'not-a-secret';
    await runStatements(
      cluster.adminUrl,
      `CREATE ROLE ${role} LOGIN PASSWORD '${password}'`,
      `CREATE DATABASE ${name} OWNER ${role}`,
    );
    const urlOf = (user: string) => databaseUrl({ ...cluster, owner: { name: user, password } }, name);
    const before = openDatabase(urlOf(role), { max: 1 });
    await migrate(before);
    expect(await isRoleTooStrong(before)).toBe(true);
    await before.end();
    const roles = {
      owner: { name: `${role}_owner`, password },
      serving: { name: role, password },
    };
    for (let time = 0; time < 2; time += 1) {
      await splitRoles(cluster.adminUrl, name, roles);
      const owner = openDatabase(urlOf(`${role}_owner`), { max: 1 });
      expect(await migrate(owner, role)).toEqual([]);
      await owner.end();
      const after = openDatabase(urlOf(role), { max: 1 });
      expect(await isRoleTooStrong(after)).toBe(false);
      for (const text of [
        'DELETE FROM ledger',
        'DROP EXTENSION pg_trgm CASCADE',
        'CREATE TEMPORARY TABLE t ()',
      ])
        expect(await stateOf(text, after)).toBe(insufficientPrivilege);
      // It finds its migrations applied, without the right to apply any.
      expect(await migrate(after)).toEqual([]);
      await after.end();
    }
    const owner = openDatabase(urlOf(`${role}_owner`), { max: 1 });
    onTestFinished(() => owner.end());
    await owner.query({
      text: `DROP INDEX recharge_requests_amount; DELETE FROM migrations WHERE name = '0059_searched_requests.sql'`,
    });
    const after = openDatabase(urlOf(role), { max: 1 });
    onTestFinished(() => after.end());
    await expect(migrate(after)).rejects.toThrow(/DATABASE_OWNER_URL/);
    expect(await migrate(owner, role)).toEqual(['0059_searched_requests.sql']);
  });
});
