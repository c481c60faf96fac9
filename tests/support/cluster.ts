import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../server/src/database/embedded/index.ts';
import { clearOrphan, isAlive } from '../../server/src/database/embedded/orphan.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { openDatabase } from '../../server/src/database/pool.ts';
import { unmount } from './mounts.ts';

const prefix = 'almas-test-';
const quiet = { info: () => undefined, warn: (message: string) => console.error(message) };

/** A PostgreSQL server for a test run, with a migrated template database. */
export interface TestCluster {
  /** URL with a role that may create databases; its own database is not used. */
  adminUrl: string;
  /** The role that owns the copies, and its password; the administrator's own when it is another server. */
  owner: { name: string; password: string };
  /** The serving role, which cannot change the ledger. */
  serving: { name: string; password: string };
  template: string;
  stop(): Promise<void>;
}

/** A new folder that every account may enter: PostgreSQL runs as another account when the tests run as root. */
export function temporaryFolder(label: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-${label}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/** Starts a non-durable PostgreSQL with a migrated template; with TEST_DATABASE_URL (of a superuser) it uses that server instead. */
export async function startTestCluster(): Promise<TestCluster> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? givenServer(given) : await startOwnServer();
  const template = `almas_template_${randomBytes(6).toString('hex')}`;
  await runStatements(server.adminUrl, `CREATE DATABASE ${template} OWNER "${server.owner.name}"`);
  const db = openDatabase(databaseUrl(server, template), { max: 2 });
  await migrate(db, server.serving.name === server.owner.name ? undefined : server.serving.name);
  await db.end();
  const stop = async () => {
    await runStatements(server.adminUrl, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await server.stop();
  };
  return { ...server, template, stop };
}

type Role = TestCluster['owner'];

/** URL of a database of the cluster as its owner: tests prepare and read data with it. */
export const databaseUrl = (cluster: Pick<TestCluster, 'adminUrl' | 'owner'>, database: string): string =>
  urlOf(cluster.adminUrl, cluster.owner, database);

/** URL of a database of the cluster as the serving role. */
export const servingUrl = (cluster: Pick<TestCluster, 'adminUrl' | 'serving'>, database: string): string =>
  urlOf(cluster.adminUrl, cluster.serving, database);

function urlOf(adminUrl: string, role: Role, database: string): string {
  const url = new URL(adminUrl);
  url.username = role.name;
  url.password = role.password;
  url.pathname = `/${database}`;
  return url.href;
}

/** A new database with the template's tables. FILE_COPY is quicker than the default on a server without fsync. */
export async function copyDatabase(cluster: Omit<TestCluster, 'stop'>, name: string): Promise<void> {
  const { template, owner } = cluster;
  const copy = `CREATE DATABASE ${name} TEMPLATE ${template} OWNER "${owner.name}" STRATEGY FILE_COPY`;
  await runStatements(cluster.adminUrl, copy);
}

function givenServer(adminUrl: string) {
  const { username, password } = new URL(adminUrl);
  const superuser = { name: username, password };
  return { adminUrl, owner: superuser, serving: superuser, stop: async () => undefined };
}

async function startOwnServer() {
  await removeLeftovers();
  const folder = temporaryFolder('postgres');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  // The servers of several test files at a time, each with its pool.
  const settings = { max_connections: '200' };
  const server = await startEmbedded({ dataDir, durable: false, log: quiet, settings });
  // Tests end the server's connections and read which locks they wait for.
  await runStatements(
    server.superuserUrl('postgres'),
    'GRANT pg_signal_backend, pg_read_all_stats TO almas_owner',
  );
  const roleOf = (url: string): Role => ({ name: new URL(url).username, password: new URL(url).password });
  return {
    adminUrl: server.superuserUrl('postgres'),
    owner: roleOf(server.ownerUrl('almas')),
    serving: roleOf(server.url('almas')),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where a small disk is mounted in its folder (small-disk.ts). */
export const smallDiskOf = (folder: string): string => join(folder, 'small');

/** Removes the folders of runs that were killed, which may hold gigabytes, and ends their PostgreSQL. */
export async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(/^almas-test-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    const folder = join(tmpdir(), name);
    // Another run may have removed it meanwhile.
    const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
    if (Number.isNaN(pid) || isAlive(pid) || owner !== process.getuid?.()) continue;
    await clearOrphan(join(folder, 'data', 'postgres'), () => undefined);
    await clearOrphan(join(smallDiskOf(folder), 'data', 'postgres'), () => undefined);
    unmount(smallDiskOf(folder));
    rmSync(folder, { recursive: true, force: true });
  }
}
