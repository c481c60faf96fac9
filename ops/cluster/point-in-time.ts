import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { clusterTexts as texts } from '@almas/locale/cluster';
import { runAlone } from '../../server/src/database/embedded/provision.ts';
import { archivePush, stanza } from './config/pgbackrest.ts';
import { pidOf, start, stop } from './daemons.ts';
import {
  type ClusterOptions,
  type Layout,
  layout,
  type NodeNumber,
  nodes,
  postgresPrograms,
} from './layout.ts';
import { databaseUrl, secretsOf, superuserUrl } from './secrets.ts';
import { until } from './until.ts';

const archivedSeconds = 60;
const recoverySeconds = 600;
const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];

/** @throws Error with what pgBackRest said */
function pgbackrest(place: Layout, node: NodeNumber, ...args: string[]): void {
  const command = [
    '/usr/bin/pgbackrest',
    `--config=${place.backrestFile(node)}`,
    `--stanza=${stanza}`,
    ...args,
  ];
  const [program = '', ...rest] = process.getuid?.() === 0 ? [...asPostgres, ...command] : command;
  try {
    execFileSync(program, rest, { cwd: place.folder, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(texts.backupFailed(`${stdout}${stderr}`.trim()));
  }
}

/** The first time: makes the place for backups and a base backup, so that every second from then on can be restored. */
export function prepareBackups(place: Layout, primary: NodeNumber): void {
  if (existsSync(`${place.backupsFolder}/backup/${stanza}/backup.info`)) return;
  pgbackrest(place, primary, 'stanza-create');
  makeBackup(place, primary);
}

/** A base backup of the primary while it works; what is older than a week goes. */
export const makeBackup = (place: Layout, primary: NodeNumber): void =>
  pgbackrest(place, primary, '--type=full', 'backup');

/** Waits until everything written so far is in the archive. @throws Error after a minute */
export async function archiveNow(place: Layout): Promise<void> {
  const ask = (sql: string) => runAlone(superuserUrl(place), sql);
  const [switched] = await ask('SELECT pg_walfile_name(pg_switch_wal()) AS segment');
  const isArchived = async () => {
    const [row] = await ask('SELECT last_archived_wal AS segment FROM pg_stat_archiver');
    return String(row?.segment ?? '') >= String(switched?.segment);
  };
  if (!(await until(isArchived, archivedSeconds)))
    throw new Error(texts.notWithin(texts.what.archived, archivedSeconds));
}

/**
 * Makes the data of node 1 what the database was at this moment, out of a base backup and the archived log. The cluster is
 * stopped. What was there is kept beside it; etcd forgets the former cluster, so that the restored node becomes its primary.
 */
export async function restoreNodeTo(options: ClusterOptions, moment: Date): Promise<void> {
  const place = layout(options);
  for (const node of nodes) {
    const data = place.dataFolder(node);
    if (existsSync(data)) renameSync(data, `${data}.before-${Date.now()}`);
  }
  rmSync(place.etcdFolder, { recursive: true, force: true });
  const target = moment.toISOString().replace('T', ' ').replace('Z', '+00');
  pgbackrest(place, 1, 'restore', '--type=time', `--target=${target}`, '--target-action=promote');
  await recoverAlone(options, place);
}

/** PostgreSQL without Patroni until it has come to the moment: Patroni would take its long recovery for a failed start. */
async function recoverAlone(options: ClusterOptions, place: Layout): Promise<void> {
  const name = 'recovery';
  const port = place.ports.postgres(1);
  const data = place.dataFolder(1);
  // The configuration in the data is that of the node which the backup was made from.
  const settings = {
    listen_addresses: place.host,
    port,
    hba_file: `${data}/pg_hba.conf`,
    ident_file: `${data}/pg_ident.conf`,
    archive_command: archivePush(options, 1),
  };
  start(place, {
    name,
    command: `${postgresPrograms()}/postgres`,
    args: ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
  });
  const url = Object.assign(new URL(databaseUrl(place)), {
    username: 'postgres',
    password: secretsOf(place).superuser,
    port: String(port),
    pathname: '/postgres',
  });
  const isOver = async () => {
    if (pidOf(place, name) === undefined) throw new Error(texts.ended([place.log(name)]));
    const rows = await runAlone(url.href, 'SELECT pg_is_in_recovery() AS recovering').catch(() => []);
    return rows[0]?.recovering === false;
  };
  const isRecovered = await until(isOver, recoverySeconds);
  await stop(place, name, 60, 'SIGINT');
  if (!isRecovered) throw new Error(texts.ended([place.log(name)]));
  rmSync(place.pid(name), { force: true });
}
