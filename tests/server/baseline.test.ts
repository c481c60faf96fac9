import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { restoreBackup } from '../../server/src/backup/restore-backup.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { baseline } from '../../server/src/database/baseline.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { readMigrationFiles } from '../../server/src/database/migration-files.ts';
import type { Database } from '../../server/src/database/pool.ts';
import { appliedMigrations } from '../../server/src/upgrade/copy-content.ts';
import { catalogueOf, contentOf } from '../support/catalogue.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { freshDatabase } from '../support/database.ts';
import { onDatabase, startCommand } from '../support/operator-command.ts';
import { tableFingerprints } from '../support/table-fingerprints.ts';
import { backupOf11, bareDatabase, codesKeyOf11, databaseOf11 } from '../support/version-1.1.ts';

/*
 * The baseline is the schema of version 1.1.0: a new database and one that 1.1.0 made have the same one. Turned red by: any statement of
 * migrations/baseline that is changed or left out; a start or a restore that does not look for what 1.1.0 has to finish.
 */
const keys = { secrets: [codesKeyOf11] };
const quiet = () => undefined;
const run = async (db: Database, text: string) => (await db.query({ text })).rows;
const names = readMigrationFiles().map(({ name }) => name);

/** Makes a database of 1.1.0 one that its fingerprint job has not finished. */
const leaveUnchecked = (db: Database) =>
  run(
    db,
    `UPDATE codes SET canonical_fingerprint = NULL, fingerprint = canonical_fingerprint
      WHERE id = (SELECT min(id) FROM codes WHERE status = 'sold')`,
  );

describe('the schema', () => {
  test.each([
    ['the baseline alone', new Set([baseline.name])],
    ['every migration', undefined],
  ])('a new database has the objects and rows of one that version 1.1.0 made, after %s', async (_, only) => {
    const [{ db: made }, { db: migrated }] = [await bareDatabase(), await databaseOf11('empty')];
    await migrate(made, undefined, only);
    await migrate(migrated, undefined, only);
    const [expected, found] = [await catalogueOf(migrated), await catalogueOf(made)];
    expect(Object.values(expected).flat().length).toBeGreaterThan(1_000);
    for (const kind of Object.keys(expected)) expect(found[kind], kind).toEqual(expected[kind]);
    expect(await contentOf(made)).toEqual(await contentOf(migrated));
  });

  test('a new database records the baseline and the migrations after it; one of version 1.1.0 gets the later ones alone', async () => {
    const [{ db: made }, { db: migrated }] = [await bareDatabase(), await databaseOf11('empty')];
    expect(await migrate(made)).toEqual(names);
    expect(await migrate(migrated)).toEqual(names.slice(1));
    for (const db of [made, migrated]) expect(await migrate(db)).toEqual([]);
  });
});

describe('a database of a version before 1.1.0', () => {
  const sentence =
    'Cette base est d’une version plus ancienne qu’Almas 1.1.0. Démarrez-la une fois avec Almas 1.1.0, puis avec cette version (docs/upgrades.md). Rien n’a été modifié.';

  test('a database without the last migration of 1.1.0 is refused with the version to start first, and nothing is changed [AMB-103]', async () => {
    const { db, url } = await databaseOf11('demo');
    await run(db, `DELETE FROM migrations WHERE name = '${baseline.name}'`);
    // Version 1.0.0 did not record the version that applied a migration.
    await run(db, 'ALTER TABLE migrations DROP COLUMN version');
    const before = [await catalogueOf(db), await tableFingerprints(db)];
    await expect(migrate(db)).rejects.toThrow(sentence);
    await expect(appliedMigrations(url)).rejects.toThrow(sentence);
    expect([await catalogueOf(db), await tableFingerprints(db)]).toEqual(before);
  });

  test('a backup without the last migration of 1.1.0 is refused with the version to restore it with, and nothing is written [AMB-103]', async () => {
    const { db: older } = await databaseOf11('demo');
    await run(older, `DELETE FROM migrations WHERE name = '${baseline.name}'`);
    await expectRefused(
      older,
      'La sauvegarde est d’une version plus ancienne qu’Almas 1.1.0. Restaurez-la avec Almas 1.1.0, démarrez-le une fois, puis passez à cette version (docs/upgrades.md). Rien n’a été écrit.',
    );
  });
});

describe('a database whose codes version 1.1.0 has not finished to compare', () => {
  test('a code without a fingerprint refuses the start until 1.1.0 has computed it, and nothing is changed', async () => {
    const { db } = await databaseOf11('demo');
    await leaveUnchecked(db);
    const before = [await catalogueOf(db), await tableFingerprints(db)];
    await expect(migrate(db)).rejects.toThrow(
      'Almas 1.1.0 n’a pas fini de contrôler les codes de cette base. Démarrez-la avec Almas 1.1.0, attendez la fin du contrôle, puis démarrez cette version (docs/upgrades.md). Rien n’a été modifié.',
    );
    expect([await catalogueOf(db), await tableFingerprints(db)]).toEqual(before);
  });

  test('a backup with a code without a fingerprint is refused, and nothing is written', async () => {
    const { db } = await databaseOf11('demo');
    await leaveUnchecked(db);
    await expectRefused(
      db,
      'La sauvegarde contient des codes qu’Almas 1.1.0 n’a pas fini de contrôler. Restaurez-la avec Almas 1.1.0, démarrez-le et attendez la fin du contrôle, puis passez à cette version (docs/upgrades.md). Rien n’a été écrit.',
    );
  });

  test('sold codes whose key is lost for good keep the hash of their text by the statements of docs/upgrades.md, and the database starts', async () => {
    const { db } = await databaseOf11('demo');
    await leaveUnchecked(db);
    await run(
      db,
      'INSERT INTO unreadable_sold_codes SELECT id, fingerprint FROM codes WHERE canonical_fingerprint IS NULL',
    );
    const page = readFileSync(new URL('../../docs/upgrades.md', import.meta.url), 'utf8');
    const [, statements = ''] = /```sql\n([^`]*)```/.exec(page) ?? [];
    await run(db, statements);
    expect(await migrate(db)).toEqual(names.slice(1));
    expect(await audit(db)).toEqual([]);
    expect(await run(db, 'SELECT FROM unreadable_sold_codes')).toEqual([]);
  });
});

test('a backup that version 1.1.0 wrote is restored with all its rows, and passes the audit', async () => {
  const { db } = await freshDatabase();
  const { rows: restored } = await restoreBackup(db, backupOf11, keys, quiet);
  const { db: original } = await databaseOf11('demo');
  const counts: Record<string, unknown> = {};
  for (const table of Object.keys(restored))
    counts[table] = (await run(original, `SELECT count(*) AS n FROM "${table}"`))[0]?.n;
  expect(restored).toEqual(counts);
  expect(restored.codes).toBeGreaterThan(700);
  expect(await run(db, 'SELECT count(*) AS n FROM code_fingerprints')).toEqual([{ n: restored.codes }]);
  expect(await audit(db)).toEqual([]);
});

// Turned red by: a restore that loads the rows into the newest schema, whose migrations have run without them.
test.each([
  ['a bare database', () => Promise.resolve()],
  ['a database that has every migration, as the command roles leaves it', migrate],
])(
  'the command restore gives a backup of version 1.1.0 what the migrations after it derive from its rows, as an upgrade does, in %s',
  async (_, prepare) => {
    const { db: former } = await databaseOf11('demo');
    await run(
      former,
      `UPDATE recharge_requests r SET reference = CASE n.number WHEN 1 THEN 'CCP 123456789' ELSE '123456789' END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM recharge_requests ORDER BY id LIMIT 2) n WHERE r.id = n.id`,
    );
    const folder = temporaryFolder('derived');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'former.backup');
    await writeBackup(former, file, keys, quiet);
    await migrate(former);
    const { db, url } = await bareDatabase();
    await prepare(db);
    const env = { ...onDatabase(url), CODES_KEY: codesKeyOf11 };
    const { code, output } = await startCommand(['restore', file], env).ended;
    expect(output).toContain('Les comptes sont justes');
    expect(code).toBe(0);
    const warnings = 'SELECT request_id, kind, earlier_id FROM recharge_warnings ORDER BY 1, 3';
    const expected = await run(former, warnings);
    expect(expected.length).toBeGreaterThan(0);
    expect(await run(db, warnings)).toEqual(expected);
  },
);

async function expectRefused(from: Database, sentence: string): Promise<void> {
  const folder = temporaryFolder('baseline');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'former.backup');
  await writeBackup(from, file, keys, quiet);
  const { db } = await freshDatabase();
  const empty = await tableFingerprints(db);
  await expect(restoreBackup(db, file, keys, quiet)).rejects.toThrow(sentence);
  expect(await tableFingerprints(db)).toEqual(empty);
}
