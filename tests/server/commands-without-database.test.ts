import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { encrypt } from '../../server/src/backup/encryption.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { databaseUrl } from '../support/cluster.ts';
import { startCommand } from '../support/operator-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'almas-commands-'));
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (env: Record<string, string>, ...args: string[]) =>
  startCommand(args, { DATABASE_URL: undefined, DATA_DIR: undefined, ...env }).ended;

const cluster = inject('cluster');
const emptyName = 'almas_test_empty_for_commands';
const emptyUrl = databaseUrl(cluster, emptyName);
await runStatements(
  cluster.adminUrl,
  `DROP DATABASE IF EXISTS ${emptyName}`,
  `CREATE DATABASE ${emptyName} OWNER almas`,
);
afterAll(() => runStatements(cluster.adminUrl, `DROP DATABASE ${emptyName} WITH (FORCE)`));

/** One that only reads and one that writes a file: what they do without a database is that of every command but two. */
const commands = [['audit'], ['backup', join(folder, 'nothing.backup')]];

test('the commands demo and restore alone may create a database', () => {
  const sources = fileURLToPath(new URL('../../server/src/commands/', import.meta.url));
  const creating = readdirSync(sources).filter((name) =>
    /^ +createsDatabase: true,$/m.test(readFileSync(join(sources, name), 'utf8')),
  );
  expect(creating).toEqual(['demo.ts', 'restore.ts']);
});

describe('a command of the operator that finds no database', () => {
  test.each(commands)(
    'the command %s refuses a DATA_DIR without a database with a sentence, and creates no folder',
    async (...args) => {
      const dataDir = join(folder, `missing-${args[0]}`);
      const { code, output } = await run({ DATA_DIR: dataDir }, ...args);
      expect(code).toBe(1);
      expect(output).toContain(`Aucune base de données dans ${dataDir}.`);
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  test.each(commands)(
    'the command %s refuses an empty database with a sentence, and creates no table in it',
    async (...args) => {
      const { code, output } = await run(
        { DATABASE_URL: emptyUrl, DATA_DIR: join(folder, 'unused') },
        ...args,
      );
      expect(code).toBe(1);
      expect(output).toContain('est vide : aucun serveur Almas n’y a encore démarré.');
      const tables = await runStatements(
        emptyUrl,
        `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
      );
      expect(tables).toHaveLength(0);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'the command audit refuses a database folder of another system account, and names that account',
    async () => {
      const dataDir = join(folder, 'of-another');
      mkdirSync(join(dataDir, 'postgres'), { recursive: true });
      chownSync(join(dataDir, 'postgres'), 1, 1);
      const { code, output } = await run({ DATA_DIR: dataDir }, 'audit');
      expect(code).toBe(1);
      expect(output).toContain('appartient au compte daemon');
    },
  );

  test('the command backup leaves no file behind when it finds no database', () => {
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([]);
  });

  test('the command restore looks for its file before it creates a database folder', async () => {
    const dataDir = join(folder, 'restore');
    const { code, output } = await run({ DATA_DIR: dataDir }, 'restore', join(folder, 'absent.backup'));
    expect(code).toBe(1);
    expect(output).toContain('n’existe pas');
    expect(existsSync(dataDir)).toBe(false);
  });

  test('the command restore looks for the key of its file before it creates a database folder', async () => {
    const dataDir = join(folder, 'restore-without-key');
    const { code, output } = await run({ DATA_DIR: dataDir }, 'restore', fileURLToPath(import.meta.url));
    expect(code).toBe(1);
    expect(output).toContain(`Le fichier ${join(dataDir, 'codes.key')}`);
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a refused restore of an empty, foreign or differently encrypted file leaves nothing but what was there', async () => {
    const dataDir = join(folder, 'restore-refused');
    mkdirSync(dataDir);
    const former = join(dataDir, 'codes.key.before-2026-03-02');
    writeFileSync(join(dataDir, 'codes.key'), 'the key of today, which opens nothing here');
    writeFileSync(former, 'the key of before, longer than 32 characters');
    const [empty, foreign, older] = ['empty', 'foreign', 'older'].map((name) =>
      join(folder, `${name}.backup`),
    );
    writeFileSync(empty ?? '', '');
    writeFileSync(foreign ?? '', 'age-encryption.org/v1\nnothing');
    const sealed = await encrypt(Readable.from([Buffer.from('x')]), {
      secrets: ['the key of before, longer than 32 characters'],
    });
    writeFileSync(older ?? '', await buffer(sealed));
    const before = readdirSync(dataDir);
    const restore = (file = '') => run({ DATA_DIR: dataDir }, 'restore', file);
    expect(await restore(empty)).toEqual({
      code: 1,
      output: `Le fichier ${empty} est vide. Rien n’a été écrit.\n`,
    });
    expect((await restore(foreign)).output).toContain('ne s’ouvre pas');
    expect((await restore(older)).output).toContain(`CODES_KEY_FILE=${former}`);
    // A trial, with the key of the shop's folder.
    const trial = { DATA_DIR: join(folder, 'trial'), CODES_KEY_FILE: join(dataDir, 'codes.key') };
    expect((await run(trial, 'restore', older ?? '')).output).toContain(`CODES_KEY_FILE=${former}`);
    expect(readdirSync(dataDir)).toEqual(before);
  });

  test.each([
    ['restore', '--at', 'latest'],
    ['upgrade-database', '--programs', '/usr'],
  ])('the command %s %s creates no folder when there is no database to work on', async (...args) => {
    const dataDir = join(folder, `nothing-for-${args[0]}`);
    const { code, output } = await run({ DATA_DIR: dataDir }, ...args);
    expect(code).toBe(1);
    expect(output).toContain('Rien n’a été modifié.');
    expect(existsSync(dataDir)).toBe(false);
  });
});
