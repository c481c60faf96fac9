import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { renewAccess } from '../../server/src/database/embedded/access.ts';
import { linkLibraries } from '../../server/src/database/embedded/binaries.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/database/embedded/index.ts';
import { isAlive } from '../../server/src/database/embedded/orphan.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { prepareDataDir } from '../support/prepared-data.ts';

const root = temporaryFolder('embedded');
const running = new Set<EmbeddedDatabase>();
afterAll(async () => {
  for (const database of running) await database.stop();
  rmSync(root, { recursive: true, force: true });
});

const messages: string[] = [];
const log = {
  info: (message: string) => messages.push(message),
  warn: (message: string) => messages.push(message),
};

async function start(name: string): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir: join(root, name), durable: true, log });
  running.add(database);
  return database;
}

/** Starts on a folder that already has a cluster, for tests that are not about its creation. */
async function startPrepared(name: string): Promise<EmbeddedDatabase> {
  await prepareDataDir(join(root, name));
  return start(name);
}

async function stop(database: EmbeddedDatabase): Promise<void> {
  running.delete(database);
  await database.stop();
}

const makeTable = 'CREATE TABLE IF NOT EXISTS kept (id int PRIMARY KEY)';
const keep = (database: EmbeddedDatabase, id: number) =>
  runStatements(database.ownerUrl('almas'), makeTable, `INSERT INTO kept VALUES (${id})`);
const kept = async (database: EmbeddedDatabase) =>
  (await runStatements(database.ownerUrl('almas'), 'SELECT id FROM kept ORDER BY id')).map((row) => row.id);

describe('the embedded PostgreSQL', () => {
  test('the embedded PostgreSQL keeps its rows and its port over a stop, and leaves no process behind', async () => {
    const first = await start('kept');
    await keep(first, 1);
    const { port } = new URL(first.url('almas'));
    const pid = first.pid();
    await stop(first);
    expect(isAlive(pid)).toBe(false);
    const second = await start('kept');
    expect(new URL(second.url('almas')).port).toBe(port);
    expect(await kept(second)).toEqual([1]);
    await stop(second);
  });

  test('the embedded PostgreSQL uses UTF-8 and checksums, listens on 127.0.0.1 alone and asks for a password', async () => {
    const database = await startPrepared('settings');
    const settings = await runStatements(
      database.superuserUrl('postgres'),
      `SELECT name, setting FROM pg_settings WHERE name IN ('server_encoding', 'data_checksums',
         'listen_addresses', 'unix_socket_directories', 'fsync', 'jit') ORDER BY name`,
    );
    expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      jit: 'off',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
      unix_socket_directories: '',
    });
    const wrong = new URL(database.url('almas'));
    wrong.password = 'wrong';
    await expect(runStatements(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const mode = statSync(join(root, 'settings', 'postgres.access.json')).mode & 0o777;
    expect(mode).toBe(0o600);
    await stop(database);
  });

  test('after kill -9 the embedded PostgreSQL restarts by itself on the same port with every committed row', async () => {
    const database = await startPrepared('supervised');
    await keep(database, 1);
    for (let round = 2; round <= 4; round++) {
      const url = database.url('almas');
      const pid = database.pid();
      process.kill(pid, 'SIGKILL');
      await eventually(() => ![0, pid].includes(database.pid()));
      expect(database.url('almas')).toBe(url);
      await keep(database, round);
    }
    expect(await kept(database)).toEqual([1, 2, 3, 4]);
    await stop(database);
  });

  test('each start of the embedded PostgreSQL sets new passwords, and the former ones are refused', async () => {
    const first = await startPrepared('passwords');
    await keep(first, 1);
    const former = [first.url('almas'), first.ownerUrl('almas')].map((url) => new URL(url));
    await stop(first);
    const second = await start('passwords');
    expect(await kept(second)).toEqual([1]);
    for (const url of former) {
      url.port = new URL(second.url('almas')).port;
      await expect(runStatements(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    }
    await stop(second);
  });

  test('the embedded PostgreSQL starts after a start that was killed between writing new passwords and setting them', async () => {
    const first = await startPrepared('half-renewed');
    await keep(first, 1);
    await stop(first);
    renewAccess(join(root, 'half-renewed', 'postgres.access.json'));
    const second = await start('half-renewed');
    expect(await kept(second)).toEqual([1]);
    expect(await runStatements(second.url('almas'), 'SELECT 2 AS two')).toEqual([{ two: 2 }]);
    await stop(second);
  });

  test('the embedded PostgreSQL can be stopped while it is restarting after a kill', async () => {
    const database = await startPrepared('stopped-early');
    process.kill(database.pid(), 'SIGKILL');
    await stop(database);
    expect(database.pid()).toBe(0);
  });

  test('the embedded PostgreSQL creates its cluster again when an earlier creation was interrupted', async () => {
    const unfinished = join(root, 'interrupted', 'postgres.new');
    mkdirSync(unfinished, { recursive: true });
    chmodSync(join(root, 'interrupted'), 0o711);
    writeFileSync(join(unfinished, 'PG_VERSION'), '18\n');
    const database = await start('interrupted');
    expect(existsSync(unfinished)).toBe(false);
    await keep(database, 1);
    await stop(database);
  });

  test('the embedded PostgreSQL starts when the process id in postmaster.pid now belongs to another program', async () => {
    const database = await startPrepared('reused');
    await keep(database, 1);
    const file = join(root, 'reused', 'postgres', 'postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    await stop(database);
    // The test runner itself is the other program: it must survive.
    writeFileSync(file, [process.ppid, ...rest].join('\n'));
    const again = await start('reused');
    expect(await kept(again)).toEqual([1]);
    expect(isAlive(process.ppid)).toBe(true);
    await stop(again);
  });
});

describe('an unusable data folder is refused in one sentence', () => {
  test('the embedded PostgreSQL refuses a data folder that holds something else, and leaves its files alone', async () => {
    mkdirSync(join(root, 'other', 'postgres'), { recursive: true });
    writeFileSync(join(root, 'other', 'postgres', 'letter.txt'), 'hello');
    await expect(start('other')).rejects.toThrow(/contient autre chose.*\.$/);
    expect(existsSync(join(root, 'other', 'postgres', 'letter.txt'))).toBe(true);
  });

  test('the embedded PostgreSQL refuses a cluster of another version and names `almas upgrade-database`', async () => {
    mkdirSync(join(root, 'older', 'postgres'), { recursive: true });
    writeFileSync(join(root, 'older', 'postgres', 'PG_VERSION'), '16\n');
    await expect(start('older')).rejects.toThrow(/PostgreSQL 16.*PostgreSQL 18\..*almas upgrade-database/);
  });

  test.runIf(process.getuid?.() === 0)(
    'the embedded PostgreSQL refuses, in one line, a data folder that the database account cannot enter',
    async () => {
      const closed = join(root, 'closed');
      mkdirSync(join(closed, 'inside'), { recursive: true });
      chmodSync(closed, 0o700);
      const refusal = await start('closed/inside/data').catch((error: Error) => error.message);
      expect(refusal).toContain(`ne peut pas entrer dans le dossier ${closed} `);
      expect(refusal).not.toContain('\n');
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'programs of PostgreSQL whose install script did not run are refused with the command that runs it, where another account owns them',
    () => {
      const programs = join(root, 'programs');
      const libraries = join(programs, 'native', 'lib');
      mkdirSync(libraries, { recursive: true });
      const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' };
      writeFileSync(join(programs, 'native', 'pg-symlinks.json'), JSON.stringify([link]));
      writeFileSync(join(libraries, 'libpq.so.5.18'), '');
      const asAnotherAccount = () => {
        process.seteuid?.(65_534);
        try {
          linkLibraries(programs);
        } finally {
          process.seteuid?.(0);
        }
      };
      expect(asAnotherAccount).toThrow(
        new RegExp(`^Il manque des liens dans ${libraries} .* « npm rebuild --ignore-scripts=false » .*\\.$`),
      );
      linkLibraries(programs);
      expect(asAnotherAccount).not.toThrow();
    },
  );

  test('the embedded PostgreSQL refuses a cluster whose passwords are lost, or are in a file that is cut off', async () => {
    await stop(await startPrepared('lost'));
    const file = join(root, 'lost', 'postgres.access.json');
    const content = readFileSync(file, 'utf8');
    const sentence =
      /^Le fichier \S+, qui contient les mots de passe de la base, manque ou est abîmé\. .*\.$/;
    rmSync(file);
    await expect(start('lost')).rejects.toThrow(sentence);
    for (const rest of ['', content.slice(0, -20), '{"postgres":"x"}']) {
      writeFileSync(file, rest);
      await expect(start('lost')).rejects.toThrow(sentence);
      expect(readFileSync(file, 'utf8')).toBe(rest);
    }
    writeFileSync(file, content);
    await stop(await start('lost'));
  });
});
