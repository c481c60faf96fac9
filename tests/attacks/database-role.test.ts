import { expect, inject, test } from 'vitest';
import { migrate } from '../../server/src/database/migrate.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { createUser } from '../support/users.ts';

/*
 * Attack: injected SQL runs as the role of the server, and tries to get around its rights. What that role may do with the ledger is in
 * tests/server/privileges.test.ts.
 */
const { server, services } = await testApp();
const serving = servingDatabase(services.db);
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { status: 'pending' });
await admin.post(`/api/users/${reseller.id}/activate`);
await runJobs({ ...services, db: serving });

async function refusal(...statements: string[]): Promise<string | undefined> {
  const client = await serving.pool.connect();
  try {
    await client.query('BEGIN');
    for (const text of statements) await client.query(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test.each<[what: string, statements: string[]]>([
  ['become the owner', ['SET ROLE almas_owner']],
  ['become the owner for one transaction', ['SET LOCAL SESSION AUTHORIZATION almas_owner']],
  ['give itself a role', ['GRANT almas_owner TO CURRENT_USER']],
  ['become a superuser', ['ALTER ROLE CURRENT_USER SUPERUSER']],
  ['make a role', ['CREATE ROLE intruder LOGIN']],
  ['leave triggers out', [`SET session_replication_role = replica`]],
  [
    'make a function that runs as another',
    ['CREATE FUNCTION f() RETURNS int LANGUAGE sql SECURITY DEFINER RETURN 1'],
  ],
  ['make a schema for the search path', ['CREATE SCHEMA intruder']],
  ['make a view of its own', ['CREATE VIEW v AS SELECT 1']],
  ['run a program', [`COPY (SELECT 1) TO PROGRAM 'true'`]],
  ['write a file', [`COPY (SELECT 1) TO '/tmp/intruder'`]],
  ['read a file', [`SELECT pg_read_file('postgresql.conf')`]],
  ['read a file through a large object', [`SELECT lo_import('/etc/hostname')`]],
  ['read the passwords of roles', ['SELECT rolpassword FROM pg_authid']],
  ['take the seal of an action away', ['DELETE FROM audit_trail_seals']],
  [
    'rewrite a seal on conflict',
    [
      `INSERT INTO audit_trail_seals SELECT position, row_id, sha256('x'), sealed_at FROM audit_trail_seals
     ON CONFLICT (position) DO UPDATE SET digest = sha256('y')`,
    ],
  ],
  [
    'rewrite an action through MERGE',
    [`MERGE INTO audit_trail t USING (SELECT 1) s (n) ON true WHEN MATCHED THEN UPDATE SET actor_name = 'x'`],
  ],
  ['write the past of the ledger through a lock', ['LOCK TABLE ledger IN ACCESS EXCLUSIVE MODE']],
])('the database role of the server cannot %s', async (_what, statements) => {
  expect(await refusal(...statements)).toMatch(
    /permission denied|must be|not permitted|restricted|cannot set|must have/i,
  );
});

// Turned red by: privileges that the owner grants on the tables alone.
test('the database role of the server cannot make a temporary table in a database that the operator created for a restore', async () => {
  const makeTable = 'CREATE TEMPORARY TABLE own (id int)';
  // As `createdb` leaves it.
  expect(await refusal(makeTable)).toBeUndefined();
  await migrate(services.db, inject('cluster').serving.name);
  expect(await refusal(makeTable)).toMatch(/permission denied/);
});
