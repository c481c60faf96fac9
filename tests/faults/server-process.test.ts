import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
import { isAlive, readPostmasterFile } from '../../server/src/database/embedded/orphan.ts';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { copyDatabase, databaseUrl, temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { prepareDataDir } from '../support/prepared-data.ts';
import { type ServerProcess, spawnServer, startServer } from '../support/server-process.ts';

const root = temporaryFolder('server');
const running = new Set<ServerProcess>();
afterEach(async () => {
  for (const server of running) if (server.child.exitCode === null) await server.stop();
  running.clear();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = (name: string) => join(root, name);

/** Starts a server. A new data folder gets a prepared cluster, unless `isPrepared` is false. */
async function start(
  name: string,
  { isPrepared = true, env = {} }: { isPrepared?: boolean; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  if (isPrepared && !existsSync(folder(name))) await prepareDataDir(folder(name));
  const server = await startServer({ DATA_DIR: folder(name), ...env });
  running.add(server);
  return server;
}

/** Runs a start that must be refused. @returns its exit code and everything it printed */
async function refused(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { exited, output } = spawnServer(env);
  return { code: await exited, output: output() };
}

const postgresPid = (name: string) => readPostmasterFile(join(folder(name), 'postgres'))?.pid ?? noProcess;
/** An impossible process id; 0 would be the process group of the tests. */
const noProcess = 2 ** 31 - 1;

/** The product's database, reached from outside with the files of the data folder. */
function embeddedUrl(name: string): string {
  const read = (file: string) => readFileSync(join(folder(name), file), 'utf8');
  const access = JSON.parse(read('postgres.access.json')) as { almas_owner: string };
  return `postgres://almas_owner:${access.almas_owner}@127.0.0.1:${read('postgres.port')}/almas`;
}

const databasePort = (name: string) => Number(readFileSync(join(folder(name), 'postgres.port'), 'utf8'));

const keep = (name: string, id: number) =>
  runStatements(
    embeddedUrl(name),
    'CREATE TABLE IF NOT EXISTS kept (id int)',
    `INSERT INTO kept VALUES (${id})`,
  );
const kept = async (name: string) =>
  (await runStatements(embeddedUrl(name), 'SELECT id FROM kept ORDER BY id')).map((row) => row.id);
const isReady = (server: ServerProcess) =>
  fetch(`${server.baseURL}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

describe('start and stop', () => {
  test('a first start writes the administrator’s password into a file, not to its output; SIGTERM ends server and database', async () => {
    const first = await start('fresh', { isPrepared: false });
    const file = join(folder('fresh'), 'first-administrator.txt');
    const [email = '', password = ''] = readFileSync(file, 'utf8').split('\n');
    expect(email).toBe('admin@almas.local');
    expect(password).toMatch(/^\S{8,}$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.output()).toContain(file);
    expect(first.output()).not.toContain(password);
    // Without a terminal every line is JSON, the sentences for the operator as well.
    for (const line of first.output().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('msg');
    expect(await isReady(first)).toBe(true);
    // The ports distinguish two servers of one machine.
    const { port } = new URL(first.baseURL);
    const line =
      first
        .output()
        .split('\n')
        .find((text) => text.includes('Almas est prêt')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ port: Number(port), databasePort: databasePort('fresh') });
    const database = postgresPid('fresh');
    expect(await first.stop()).toBe(0);
    expect(isAlive(database)).toBe(false);
    const second = await start('fresh');
    expect(second.output()).not.toContain('mot de passe');
  });

  // Turned red by: the file of another database's first administrator overwritten.
  test('a first start keeps the first-administrator.txt that another database has left, and writes its own beside it', async () => {
    await prepareDataDir(folder('second-shop'));
    const kept = join(folder('second-shop'), 'first-administrator.txt');
    writeFileSync(kept, 'admin@almas.local\nthe only copy\n');
    const server = await start('second-shop');
    expect(readFileSync(kept, 'utf8')).toBe('admin@almas.local\nthe only copy\n');
    const [own = ''] = readdirSync(folder('second-shop')).filter((name) =>
      name.startsWith('first-administrator-'),
    );
    expect(server.output()).toContain(join(folder('second-shop'), own));
  });

  test('Ctrl-C while the database is created is a clean stop, and the next start goes on', async () => {
    const { child, output, exited } = spawnServer({ DATA_DIR: folder('cancelled') }, ['setsid']);
    await eventually(() => existsSync(join(folder('cancelled'), 'postgres.new', 'global', 'pg_control')), {
      seconds: 60,
    });
    // As a terminal does: to every process of the group.
    process.kill(-(child.pid ?? noProcess), 'SIGINT');
    expect(await exited).toBe(0);
    expect(output()).not.toContain('a échoué');
    await start('cancelled', { isPrepared: false });
  });

  test('a DATA_DIR on a file system that takes no folders is refused with a sentence', async () => {
    const { code, output } = await refused({ DATA_DIR: '/proc/almas/data' });
    expect(code).toBe(1);
    expect(output).toContain('ne peut pas écrire dans le dossier /proc/almas/data');
  });

  test('a second SIGTERM ends a server that is still finishing a request, and its database with it', async () => {
    const server = await start('impatient');
    const database = postgresPid('impatient');
    const { hostname, port } = new URL(server.baseURL);
    // A request that never ends keeps the server draining.
    const { connect } = await import('node:net');
    const socket = connect(Number(port), hostname);
    socket
      .on('error', () => undefined)
      .write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
    await eventually(() => socket.bytesWritten > 0);
    server.child.kill('SIGTERM');
    await eventually(() => server.output().includes('Arrêt en cours'));
    const again = setInterval(() => server.child.kill('SIGTERM'), 100);
    await eventually(() => server.child.exitCode !== null, { seconds: 5 });
    clearInterval(again);
    socket.destroy();
    await eventually(() => !isAlive(database));
  });
});

test('the embedded PostgreSQL has connections for a large DATABASE_POOL, and for commands beside it', async () => {
  await start('large-pool', { env: { DATABASE_POOL: '150' } });
  const db = openDatabase(embeddedUrl('large-pool'), { max: 170 });
  const clients = [];
  // One after another: each has its own time to connect.
  while (clients.length < 170) clients.push(await db.pool.connect());
  for (const client of clients) client.release();
  await db.end();
});

describe('no committed row is lost', () => {
  test('after kill -9 of the server, every committed row is there at the next start', async () => {
    const server = await start('server-killed');
    await keep('server-killed', 1);
    const orphan = postgresPid('server-killed');
    await server.kill();
    expect(isAlive(orphan)).toBe(true);
    const again = await start('server-killed');
    expect(await kept('server-killed')).toEqual([1]);
    expect(isAlive(orphan)).toBe(false);
    expect(await isReady(again)).toBe(true);
  });

  test('after kill -9 of PostgreSQL, every committed row is there again without a restart of the server', async () => {
    const server = await start('database-killed');
    for (let round = 1; round <= 3; round++) {
      await keep('database-killed', round);
      const killed = postgresPid('database-killed');
      process.kill(killed, 'SIGKILL');
      await eventually(() => ![killed, noProcess].includes(postgresPid('database-killed')));
      await eventually(() => isReady(server));
    }
    expect(await kept('database-killed')).toEqual([1, 2, 3]);
    expect(server.child.exitCode).toBeNull();
  });

  test('after kill -9 of server and PostgreSQL, in either order, every committed row is there at the next start', async () => {
    for (let round = 1; round <= 2; round++) {
      const server = await start('both-killed');
      await keep('both-killed', round);
      const database = postgresPid('both-killed');
      if (round === 1) process.kill(database, 'SIGKILL');
      await server.kill();
      // The supervisor may have restarted PostgreSQL before the server was killed: then that process is killed too.
      const left = postgresPid('both-killed');
      if (isAlive(left)) process.kill(left, 'SIGKILL');
      await eventually(() => !isAlive(left));
    }
    await start('both-killed');
    expect(await kept('both-killed')).toEqual([1, 2]);
  });
});

describe('an impossible start is refused in one sentence, with exit code 1 and without a stack trace', () => {
  const oneSentence = /^[^\n]+\.\n$/;

  test('a start is refused in one sentence, with exit code 1, when another server uses the data folder', async () => {
    const server = await start('shared');
    const second = await refused({ DATA_DIR: folder('shared') });
    expect(second.code).toBe(1);
    expect(second.output).toMatch(oneSentence);
    expect(second.output).toContain(`utilise déjà le dossier ${folder('shared')} (processus ${server.pid})`);
    expect(await isReady(server)).toBe(true);
  });

  test('a start is refused in one sentence when the port is taken, and no database is created', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { code, output } = await refused({ DATA_DIR: folder('port'), PORT: String(port) });
    other.close();
    expect(code).toBe(1);
    expect(output).toMatch(oneSentence);
    expect(output).toContain(`Le port ${port} de 127.0.0.1 est déjà utilisé`);
    expect(existsSync(join(folder('port'), 'postgres'))).toBe(false);
  });

  test('a start is refused in one sentence without the password when nothing listens at DATABASE_URL', async () => {
    const DATABASE_URL = `postgres://almas:secret-word@127.0.0.1:${await freePort()}/almas`;
    const { code, output } = await refused({ DATA_DIR: folder('url'), DATABASE_URL });
    expect(code).toBe(1);
    expect(output).toMatch(oneSentence);
    expect(output).toContain('est injoignable');
    expect(output).not.toContain('secret-word');
  });

  test.for([
    ['the password is wrong', { password: 'wrong' }, 'refuse la connexion'],
    ['the database does not exist', { pathname: '/absent' }, 'n’existe pas'],
  ] as const)(
    'a start with DATABASE_URL is refused in one sentence when %s',
    async ([, change, sentence]) => {
      const cluster = inject('cluster');
      const url = new URL(databaseUrl(cluster, cluster.template));
      Object.assign(url, change);
      const { code, output } = await refused({ DATA_DIR: folder('url'), DATABASE_URL: url.href });
      expect(code).toBe(1);
      expect(output).toMatch(oneSentence);
      expect(output).toContain(sentence);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'a start is refused in one sentence when PostgreSQL cannot enter the data folder',
    async () => {
      mkdirSync(folder('closed'));
      chmodSync(folder('closed'), 0o700);
      const { code, output } = await refused({ DATA_DIR: join(folder('closed'), 'data') });
      expect(code).toBe(1);
      expect(output).toMatch(oneSentence);
      expect(output).toContain(`ne peut pas entrer dans le dossier ${folder('closed')} `);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'a start is refused in one sentence when another system account owns the database',
    async () => {
      const cluster = join(folder('of-another'), 'postgres');
      mkdirSync(cluster, { recursive: true });
      chownSync(cluster, 1, 1);
      const { code, output } = await refused({ DATA_DIR: folder('of-another') });
      expect(code).toBe(1);
      expect(output).toMatch(oneSentence);
      expect(output).toContain(`La base dans ${cluster} appartient au compte daemon`);
    },
  );

  test.runIf(process.getuid?.() === 0)(
    'a start under another account is refused in one sentence when root has used the data folder before',
    async () => {
      const locked = join(folder('of-root'), 'lock');
      mkdirSync(locked, { recursive: true, mode: 0o700 });
      chownSync(folder('of-root'), 65_534, 65_534);
      const account = { uid: 65_534, gid: 65_534 };
      const { exited, output } = spawnServer({ DATA_DIR: folder('of-root') }, [], account);
      expect(await exited).toBe(1);
      expect(output()).toMatch(oneSentence);
      expect(output()).toContain(`ne peut pas écrire dans le dossier ${locked}.`);
    },
  );

  test('a start is refused with a sentence when the file of the codes key is missing, and no other key is created', async () => {
    const server = await start('keyless');
    await server.stop();
    const key = join(folder('keyless'), 'codes.key');
    const content = readFileSync(key);
    rmSync(key);
    const { code, output } = await refused({ DATA_DIR: folder('keyless') });
    expect(code).toBe(1);
    expect(output).toContain(`Le fichier ${key}, la clé qui protège les codes de cette base, manque.`);
    expect(existsSync(key)).toBe(false);
    writeFileSync(key, content, { mode: 0o600 });
    expect(await isReady(await start('keyless'))).toBe(true);
  });

  test('a start with DATABASE_URL and without CODES_KEY is refused, and no key is created', async () => {
    const cluster = inject('cluster');
    const name = 'almas_test_keyless';
    await runStatements(
      cluster.adminUrl,
      `DROP DATABASE IF EXISTS ${name}`,
      `CREATE DATABASE ${name} OWNER "${cluster.owner.name}"`,
    );
    const DATABASE_URL = databaseUrl(cluster, name);
    const { code, output } = await refused({ DATA_DIR: folder('no-key'), DATABASE_URL });
    // The key of the embedded database that was in this folder before.
    const candidate = join(folder('other-key'), 'codes.key');
    mkdirSync(folder('other-key'), { recursive: true });
    writeFileSync(candidate, 'the key of another installation, for its codes');
    const other = await refused({ DATA_DIR: folder('other-key'), DATABASE_URL });
    const keys = await runStatements(databaseUrl(cluster, name), 'SELECT FROM code_keys');
    await runStatements(cluster.adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    expect(code).toBe(1);
    expect(output).toContain('Avec DATABASE_URL, donnez CODES_KEY');
    expect(existsSync(join(folder('no-key'), 'codes.key'))).toBe(false);
    expect([other.code, keys]).toEqual([1, []]);
    expect(other.output).toContain(`CODES_KEY_FILE`);
    expect(other.output).toContain(candidate);
    expect(existsSync(join(folder('other-key'), 'first-administrator.txt'))).toBe(false);
  });

  test('a start that cannot write the first administrator’s password is refused and creates no administrator', async () => {
    const cluster = inject('cluster');
    const name = 'almas_test_no_password_file';
    await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name}`);
    await copyDatabase(cluster, name);
    const DATABASE_URL = databaseUrl(cluster, name);
    writeFileSync(folder('occupied'), '');
    const { code, output } = await refused({
      DATA_DIR: join(folder('occupied'), 'data'),
      DATABASE_URL,
      CODES_KEY: 'a key for tests, longer than 32 characters',
    });
    const accounts = await runStatements(DATABASE_URL, 'SELECT email FROM users');
    await runStatements(cluster.adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    expect(code).toBe(1);
    expect(output).toContain(folder('occupied'));
    expect(accounts).toEqual([]);
  });

  test('a start is refused in one sentence when ARCHIVE_DIR holds other files, whose folder stays as it is', async () => {
    const photos = folder('photos');
    mkdirSync(photos);
    chmodSync(photos, 0o755);
    writeFileSync(join(photos, 'photo.jpg'), '');
    const { code, output } = await refused({ DATA_DIR: folder('archived'), ARCHIVE_DIR: photos });
    expect(code).toBe(1);
    expect(output).toMatch(oneSentence);
    expect(output).toContain(`Le dossier ${photos} contient autre chose qu’une archive`);
    expect(statSync(photos).mode & 0o777).toBe(0o755);
    expect(existsSync(join(folder('archived'), 'postgres'))).toBe(false);
  });

  test('a start is refused in one sentence when the configuration is wrong, and no folder is created', async () => {
    const { code, output } = await refused({ DATA_DIR: folder('config'), PORT: 'three thousand' });
    expect(code).toBe(1);
    expect(output).toMatch(oneSentence);
    expect(existsSync(folder('config'))).toBe(false);
  });
});
