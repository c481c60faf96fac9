import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trailTexts } from '@almas/locale/audit';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { restoreBackup } from '../../server/src/backup/restore-backup.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { operator, recordAction } from '../../server/src/modules/audit-trail/record-action.ts';
import { auditTrailSealing } from '../../server/src/modules/audit-trail/seal-actions.ts';
import {
  chainHead,
  headText,
  parseHead,
  trailKey,
} from '../../server/src/modules/audit-trail/trail-chain.ts';
import { type KnownHead, verifyTrail } from '../../server/src/modules/audit-trail/verify-trail.ts';
import { openServices } from '../../server/src/open-services.ts';
import type { Services } from '../../server/src/services.ts';
import { masterSecret } from '../../server/src/vault/master-secret.ts';
import { openVault } from '../../server/src/vault/open-vault.ts';
import { replaceKeys } from '../../server/src/vault/rotate-keys.ts';
import { secondServer, testConfig } from '../support/app.ts';
import { copyDatabase, databaseUrl } from '../support/cluster.ts';
import { freshDatabase } from '../support/database.ts';
import { repeatUntil } from '../support/eventually.ts';
import { createUser } from '../support/users.ts';

const cluster = inject('cluster');
const newName = () => `almas_chain_${randomBytes(6).toString('hex')}`;
const sealed = newName();
const databases = [sealed];
afterAll(async () => {
  for (const name of databases)
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
});

const note = (db: Database, id: string) =>
  transaction(db, (tx) =>
    recordAction(tx, operator, undefined, { action: 'test', subject: { type: 'x', id } }),
  );
const open = (db: Database) => openServices(testConfig(), db, pino({ level: 'silent' }));

/** Seals all that is committed, as the job does; a new job, as after a start. */
async function seal(services: Services, limit = 4, job = auditTrailSealing(services)): Promise<void> {
  await repeatUntil(async () => (await transaction(services.db, (tx) => job.batch(tx, limit))) < limit);
}
const verify = async ({ db, vault }: Pick<Services, 'db' | 'vault'>, known: readonly KnownHead[] = []) =>
  verifyTrail(db, trailKey(vault), known);
const known = (text: string): KnownHead[] => {
  const head = parseHead(text);
  return head ? [head] : [];
};

let heads: string[] = [];
/** Ten actions of an administrator through the API, all sealed, and the end of the chain after each. */
beforeAll(async () => {
  await copyDatabase(cluster, sealed);
  const db = openDatabase(databaseUrl(cluster, sealed), { max: 4 });
  const { server, services } = await secondServer(db);
  const admin = await createUser(server, services, { role: 'admin' });
  const job = auditTrailSealing(services);
  for (let n = 0; n < 5; n += 1) {
    const reseller = await createUser(server, services, { status: 'pending' });
    await admin.post(`/api/users/${reseller.id}/activate`);
    await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 100 + n });
    await seal(services, 4, job);
    heads = [...heads, headText(await chainHead(db))];
  }
  await server.close();
  await db.end();
});

/** A copy of the sealed trail that a superuser has tampered with, triggers off, and its services. */
async function tampered(...tampering: string[]): Promise<Services & { end(): Promise<void> }> {
  const name = newName();
  databases.push(name);
  await copyDatabase({ ...cluster, template: sealed }, name);
  const superuser = new URL(cluster.adminUrl);
  superuser.pathname = `/${name}`;
  if (tampering.length > 0)
    await runStatements(superuser.href, 'SET session_replication_role = replica', ...tampering);
  const db = openDatabase(databaseUrl(cluster, name), { max: 2 });
  const services = await open(db);
  const end = async () => {
    await services.streams.close();
    await db.end();
  };
  return { ...services, end };
}

async function foundAfter(tampering: string[], before: readonly KnownHead[] = [], sealsAfterwards = false) {
  const services = await tampered(...tampering);
  try {
    if (sealsAfterwards) await seal(services);
    return (await verify(services, before)).findings;
  } finally {
    await services.end();
  }
}

const at = (position: number) => `(SELECT row_id FROM audit_trail_seals WHERE position = ${position})`;

describe('the chain of the audit trail', () => {
  test('the chain of the audit trail is complete after actions through the API: one seal per row, positions without a gap', async () => {
    const services = await tampered();
    const { rows } = await services.db.query({
      text: `SELECT count(*) AS rows, (SELECT count(*) FROM audit_trail_seals) AS seals,
               (SELECT max(position) FROM audit_trail_seals) AS last FROM audit_trail`,
    });
    expect(rows).toEqual([{ rows: 10, seals: 10, last: 10 }]);
    expect(await verify(services, known(heads[2] ?? ''))).toMatchObject({ findings: [], unsealed: 0 });
    await services.end();
  });

  test('a change of any column of an audit trail row but its id is found by the verification of the chain', async () => {
    const services = await tampered();
    const { rows } = await services.db.query<{ name: string; type: string }>({
      text: `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
              WHERE attrelid = 'audit_trail'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'id'`,
    });
    await services.end();
    const another: Record<string, string> = {
      uuid: 'gen_random_uuid()',
      text: "'another'",
      jsonb: `'{"amount":1}'`,
      'timestamp with time zone': "created_at + interval '1 millisecond'",
    };
    expect(rows.length).toBeGreaterThanOrEqual(11);
    for (const { name, type } of rows) {
      const found = await foundAfter([
        `UPDATE audit_trail SET ${name} = ${another[type]} WHERE id = ${at(4)}`,
      ]);
      expect(found, name).toEqual([{ kind: 'rowChanged', rowId: expect.any(Number), position: 4 }]);
    }
  });

  test.each<[what: string, tampering: string[], findings: [kind: string, position: number][]]>([
    ['a row was removed', [`DELETE FROM audit_trail WHERE id = ${at(5)}`], [['rowRemoved', 5]]],
    [
      'a row was removed with its seal',
      [`DELETE FROM audit_trail WHERE id = ${at(5)}`, 'DELETE FROM audit_trail_seals WHERE position = 5'],
      [['sealRemoved', 5]],
    ],
    [
      'a row was removed with its seal and the rest moved up',
      [
        `DELETE FROM audit_trail WHERE id = ${at(9)}`,
        'DELETE FROM audit_trail_seals WHERE position = 9',
        'UPDATE audit_trail_seals SET position = 9 WHERE position = 10',
      ],
      [['rowChanged', 9]],
    ],
    [
      'the first rows were removed',
      ['DELETE FROM audit_trail_seals WHERE position <= 3'],
      [['sealRemoved', 1]],
    ],
    [
      'two rows were exchanged',
      [
        'UPDATE audit_trail SET id = -1 WHERE id = (SELECT min(id) FROM audit_trail)',
        'UPDATE audit_trail SET id = (SELECT row_id FROM audit_trail_seals WHERE position = 1) WHERE id = (SELECT row_id FROM audit_trail_seals WHERE position = 2)',
        'UPDATE audit_trail SET id = (SELECT row_id FROM audit_trail_seals WHERE position = 2) WHERE id = -1',
      ],
      [
        ['rowChanged', 1],
        ['rowChanged', 2],
      ],
    ],
    [
      'two seals were exchanged',
      [
        `UPDATE audit_trail_seals s SET row_id = -s.row_id WHERE position IN (6, 7)`,
        `UPDATE audit_trail_seals s SET row_id = -(SELECT o.row_id FROM audit_trail_seals o WHERE o.position = 13 - s.position)
          WHERE position IN (6, 7)`,
      ],
      [
        ['rowChanged', 6],
        ['rowChanged', 7],
      ],
    ],
    [
      'the time of a seal was changed',
      [`UPDATE audit_trail_seals SET sealed_at = sealed_at - interval '1 second' WHERE position = 10`],
      [['rowChanged', 10]],
    ],
    [
      'a row and its seal were forged without the key',
      [
        `INSERT INTO audit_trail (id, actor_name, action, subject_type, subject_id) VALUES (5000, 'x', 'x', 'x', 'x')`,
        `INSERT INTO audit_trail_seals VALUES (11, 5000, sha256('x'), now())`,
      ],
      [['rowChanged', 11]],
    ],
  ])(
    'the verification of the chain reports the kind and the position of the damage when %s',
    async (_what, tampering, findings) => {
      const found = await foundAfter(tampering);
      expect(found.map(({ kind, position }) => [kind, position])).toEqual(findings);
      for (const { kind, position, rowId } of found)
        expect(trailTexts.findings[kind].sentence(position, rowId)).toMatch(/^[AP].* \d+ .*\.$/);
    },
  );

  const forged = (id: number, when: string) =>
    `INSERT INTO audit_trail (id, actor_name, action, subject_type, subject_id, created_at)
     VALUES (${id}, 'Amine Benali', 'wallet.recharge', 'user', 'x', ${when})`;

  test.each([
    ['behind the others', 5_000],
    ['at a number between them', -5],
  ])(
    'the verification of the chain reports a row that was inserted with a date three days back, %s',
    async (_where, id) => {
      const past = forged(id, "now() - interval '3 days'");
      const rows = await foundAfter([past], [], true);
      expect(rows).toEqual([{ kind: 'rowInserted', rowId: id, position: 11 }]);
      if (id < 0)
        expect(await foundAfter([past])).toEqual([{ kind: 'rowInserted', rowId: id, position: null }]);
    },
  );

  test('a chain that is longer than one read is verified to its end, and the verification stops after a thousand faults', async () => {
    const services = await tampered();
    await services.db.query({
      text: `INSERT INTO audit_trail (actor_name, action, subject_type, subject_id)
             SELECT 'Amine Benali', 'wallet.recharge', 'user', 'x' FROM generate_series(1, 4990)`,
    });
    await seal(services, 5_000);
    expect((await verify(services)).head.position).toBe(5_000);
    await note(services.db, 'one more');
    await seal(services, 5_000);
    expect(await verify(services)).toMatchObject({ head: { position: 5_001 }, findings: [] });
    const superuser = new URL(cluster.adminUrl);
    superuser.pathname = `/${databases.at(-1)}`;
    await runStatements(
      superuser.href,
      'SET session_replication_role = replica',
      `UPDATE audit_trail SET ip = '10.0.0.1'`,
    );
    expect((await verify(services)).findings).toHaveLength(1_000);
    await services.end();
  });

  test('the verification of the chain reports that its newest rows were removed only against a known head that they held', async () => {
    const cut = [
      `DELETE FROM audit_trail WHERE id IN (SELECT row_id FROM audit_trail_seals WHERE position > 8)`,
      'DELETE FROM audit_trail_seals WHERE position > 8',
    ];
    expect(await foundAfter(cut)).toEqual([]);
    expect(await foundAfter(cut, known(heads[3] ?? ''))).toEqual([]);
    expect(await foundAfter(cut, known(heads[4] ?? ''))).toEqual([
      { kind: 'cutOff', rowId: null, position: 10 },
    ]);
  });

  test('the verification reports a chain that was sealed anew over changed rows, against a head known from before', async () => {
    const anew = [
      `UPDATE audit_trail SET actor_name = 'another' WHERE id = ${at(2)}`,
      'DELETE FROM audit_trail_seals',
    ];
    expect(await foundAfter(anew, known(heads[0] ?? ''), true)).toEqual([
      { kind: 'cutOff', rowId: null, position: 2 },
    ]);
  });
});

describe('the job that seals', () => {
  test('the sealing job skips a row whose transaction is open, and seals it after its commit, after later rows', async () => {
    const { db } = await freshDatabase();
    const services = await open(db);
    const job = auditTrailSealing(services);
    let commit = () => {};
    const slow = transaction(db, async (tx) => {
      await recordAction(tx, operator, undefined, { action: 'test', subject: { type: 'x', id: 'slow' } });
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    for (let n = 0; n < 5; n += 1) await note(db, 'quick');
    await seal(services, 4, job);
    expect(await verify(services)).toMatchObject({ findings: [], unsealed: 0, head: { position: 5 } });
    commit();
    await slow;
    await note(db, 'after');
    await seal(services, 4, job);
    const { rows } = await db.query({
      text: 'SELECT t.subject_id FROM audit_trail_seals s JOIN audit_trail t ON t.id = s.row_id ORDER BY s.position',
    });
    expect(rows.map(({ subject_id }) => subject_id)).toEqual([...Array(5).fill('quick'), 'slow', 'after']);
    expect(await verify(services)).toMatchObject({ findings: [], unsealed: 0 });
    await services.streams.close();
  });

  test('the sealing job seals the rows of an earlier version, whatever their dates, and continues after an interruption', async () => {
    const { db } = await freshDatabase();
    const services = await open(db);
    await db.query({
      text: `INSERT INTO audit_trail (actor_name, action, subject_type, subject_id, created_at)
             SELECT 'x', 'x', 'x', n::text, now() - make_interval(days => 2000 - n) FROM generate_series(1, 1999) n`,
    });
    const interrupted = transaction(services.db, async (tx) => {
      await auditTrailSealing(services).batch(tx, 500);
      throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    await transaction(services.db, (tx) => auditTrailSealing(services).batch(tx, 700));
    await note(db, 'new');
    expect(await verify(services)).toMatchObject({ findings: [], unsealed: 1_300 });
    await seal(services, 500);
    expect(await verify(services)).toMatchObject({ findings: [], unsealed: 0, head: { position: 2_000 } });
    await services.streams.close();
  });

  /** A trail that a running job has sealed, and a row below its end that is committed only then. */
  async function rowCommittedLate() {
    const { db } = await freshDatabase();
    const services = await open(db);
    const many = `INSERT INTO audit_trail (id, actor_name, action, subject_type, subject_id)
                  SELECT n, 'x', 'x', 'x', n::text FROM generate_series`;
    await db.query({ text: `${many}(10, 3000) n` });
    const job = auditTrailSealing(services);
    await seal(services, 5_000, job);
    await db.query({ text: `${many}(5, 5) n` });
    return { services, job };
  }

  test('a new sealing job seals a row that was committed more than a thousand rows late, which a running job leaves unsealed', async () => {
    const { services, job } = await rowCommittedLate();
    await seal(services, 5_000, job);
    expect(await verify(services)).toMatchObject({ unsealed: 1 });
    await seal(services, 5_000);
    expect(await verify(services)).toMatchObject({ findings: [], unsealed: 0 });
    await services.streams.close();
  });

  // Turned red by: an hour that is measured by a clock that may be set back.
  test('a running sealing job covers all rows once an hour, also while the clock is a day behind', async () => {
    const { services, job } = await rowCommittedLate();
    const spies = [
      vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000),
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_001),
    ];
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    // The first of them ends a pass over the end of the trail.
    for (let pass = 0; pass < 2; pass += 1) await seal(services, 5_000, job);
    expect(await verify(services)).toMatchObject({ findings: [], unsealed: 0 });
    await services.streams.close();
  });

  test('the chain of the audit trail stays valid after a replacement of the keys, and continues in a restored backup', async () => {
    const { db } = await freshDatabase();
    const services = await open(db);
    await note(db, 'one');
    await seal(services);
    const next = 'another key for tests, longer than 32 characters';
    const master = masterSecret({ ...testConfig(), codesKeyNext: next });
    await transaction(db, (tx) => replaceKeys(tx, master));
    const vault = await openVault(db, masterSecret({ ...testConfig(), codesKey: next }));
    await note(db, 'two');
    await seal({ ...services, vault });
    await note(db, 'not sealed yet');
    expect(await verify({ db, vault })).toMatchObject({ findings: [], unsealed: 1, head: { position: 2 } });

    const folder = mkdtempSync(join(tmpdir(), 'almas-chain-'));
    chmodSync(folder, 0o700);
    const file = join(folder, 'almas.backup');
    const keys = { secrets: [next] };
    const { trail } = await writeBackup(db, file, keys, () => {});
    expect(trail).toBe(headText(await chainHead(db)));
    const { db: restored } = await freshDatabase();
    await restoreBackup(restored, file, keys, () => {});
    rmSync(folder, { recursive: true });
    await note(restored, 'after the restore');
    await seal({ ...services, db: restored, vault });
    expect(await verify({ db: restored, vault }, known(trail))).toMatchObject({
      findings: [],
      unsealed: 0,
      head: { position: 4 },
    });
    await services.streams.close();
  });
});
