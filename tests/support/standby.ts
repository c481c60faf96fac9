import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { databaseAccount } from '../../server/src/database/embedded/account.ts';
import { findBinaries } from '../../server/src/database/embedded/binaries.ts';
import { databaseEnvironment } from '../../server/src/database/embedded/cluster.ts';
import { startEmbedded } from '../../server/src/database/embedded/index.ts';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { temporaryFolder } from './cluster.ts';
import { eventually } from './eventually.ts';
import { prepareDataDir } from './prepared-data.ts';

/** A PostgreSQL of the product's own package with a standby that streams from it. */
export interface PrimaryWithStandby {
  /** The product's database on the primary: as its owner, and as the server's role. */
  readonly ownerUrl: string;
  readonly url: string;
  /** The same database on the standby, as the server's role. */
  readonly standbyUrl: string;
  /** Another database of the standby. */
  readonly otherDatabaseUrl: string;
  /** Runs a statement on the standby as a superuser. */
  onStandby(sql: string): Promise<Record<string, unknown>[]>;
  startStandby(): Promise<void>;
  stopStandby(): Promise<void>;
  remove(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export async function primaryWithStandby(): Promise<PrimaryWithStandby> {
  const folder = temporaryFolder('standby');
  const dataDir = join(folder, 'primary');
  await prepareDataDir(dataDir);
  const primary = await startEmbedded({ dataDir, durable: true, log: quiet });
  const copy = join(folder, 'standby');
  const port = await freePort();
  await takeBaseBackup(primary.superuserUrl('postgres'), join(dataDir, 'postgres'), copy);
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const superuser = at(primary.superuserUrl('postgres'));
  let running: ChildProcess | undefined;

  const startStandby = async () => {
    const { postgres } = findBinaries();
    const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    running = spawn(postgres, ['-D', copy, ...flags], {
      ...databaseAccount(),
      cwd: copy,
      env: databaseEnvironment(),
      stdio: 'ignore',
    });
    const streams = async () => {
      const rows = await runStatements(superuser, 'SELECT status FROM pg_stat_wal_receiver').catch(() => []);
      return rows[0]?.status === 'streaming';
    };
    await eventually(streams, { seconds: 60, what: 'the standby streams' });
  };
  const stopStandby = async () => {
    if (!running || running.exitCode !== null) return;
    running.kill('SIGINT');
    await once(running, 'exit');
    running = undefined;
  };
  await startStandby();
  return {
    ownerUrl: primary.ownerUrl('almas'),
    url: primary.url('almas'),
    standbyUrl: at(primary.url('almas')),
    otherDatabaseUrl: superuser,
    onStandby: (sql) => runStatements(superuser, sql),
    startStandby,
    stopStandby,
    remove: async () => {
      await stopStandby();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Takes a base backup: the packaged programs have no pg_basebackup, so the files are copied between the two SQL functions. */
async function takeBaseBackup(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`SELECT pg_backup_start('standby', true)`);
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('postmaster.pid') });
  const { rows } = await client.query('SELECT labelfile, spcmapfile FROM pg_backup_stop(false)');
  await client.end();
  const segments = join(from, 'pg_wal');
  cpSync(segments, join(to, 'pg_wal'), { recursive: true });
  writeFileSync(join(to, 'backup_label'), rows[0].labelfile);
  writeFileSync(join(to, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(url);
  const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
  appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`);
  const account = databaseAccount();
  if (!account) return;
  const own = (path: string) => chownSync(path, account.uid, account.gid);
  for (const name of readdirSync(to, { recursive: true })) own(join(to, String(name)));
  own(to);
}
