import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { clusterTexts as texts } from '@almas/locale/cluster';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { withDatabase } from '../../server/src/database/pool.ts';
import { prepareRestored } from '../../server/src/runtime/prepare-restored.ts';
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

/** @returns the output of pgBackRest @throws Error with its message, or after it was ended by `signal` */
async function pgbackrest(
  place: Layout,
  node: NodeNumber,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  signal?.throwIfAborted();
  const command = [
    '/usr/bin/pgbackrest',
    `--config=${place.backrestFile(node)}`,
    `--stanza=${stanza}`,
    ...args,
  ];
  const [program = '', ...rest] = process.getuid?.() === 0 ? [...asPostgres, ...command] : command;
  // In a process group of its own, which a Ctrl-C in the terminal does not reach: `signal` ends it.
  const child = spawn(program, rest, {
    cwd: place.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => void child.kill();
  signal?.addEventListener('abort', end, { once: true });
  const [output, errors, [code]] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    // Its child processes hold the streams: after `close` none of them runs any more.
    once(child, 'close'),
  ]).finally(() => signal?.removeEventListener('abort', end));
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(texts.backupFailed([...output, ...errors].join('').trim()));
  return output.join('');
}

/** Refuses a time that cannot be restored, before anything is stopped. @throws Error with the sentence */
export async function checkMoment(place: Layout, moment: Date, signal?: AbortSignal): Promise<void> {
  if (moment.getTime() > Date.now()) throw new Error(texts.momentToCome(moment.toISOString()));
  const first = (await backupsOf(place, 1, signal))[0]?.timestamp.stop;
  if (first === undefined) throw new Error(texts.noBackup);
  // pgBackRest reports whole seconds, and refuses a time within the second of the backup's end.
  if (moment.getTime() < (first + 1) * 1_000)
    throw new Error(texts.momentTooEarly(new Date((first + 1) * 1_000).toISOString()));
}

/** The part of `pgbackrest info` about a backup; times in seconds since 1970. */
interface BackupInfo {
  readonly timestamp: { readonly stop: number };
}

/** Oldest first. */
async function backupsOf(
  place: Layout,
  node: NodeNumber,
  signal?: AbortSignal,
): Promise<readonly BackupInfo[]> {
  const [known] = JSON.parse(await pgbackrest(place, node, ['info', '--output=json'], signal));
  return known?.backup ?? [];
}

/** Whether there are backups, also where the nodes have lost their data. */
export const hasBackups = (place: Layout): boolean =>
  existsSync(`${place.backupsFolder}/backup/${stanza}/backup.info`);

/** Creates the stanza and a first base backup, so that every later second can be restored. */
export async function prepareBackups(
  place: Layout,
  primary: NodeNumber,
  signal?: AbortSignal,
): Promise<void> {
  if (!hasBackups(place)) {
    removeHalfStanza(place);
    await pgbackrest(place, primary, ['stanza-create'], signal);
  }
  // An interrupted `up` may have left a folder without a backup.
  if ((await backupsOf(place, primary, signal)).length === 0) await makeBackup(place, primary, signal);
}

/** A `stanza-create` that was interrupted or killed leaves one of its two files, with which pgBackRest refuses to make the other. */
function removeHalfStanza(place: Layout): void {
  const folders = ['archive', 'backup'].map((name) => `${place.backupsFolder}/${name}/${stanza}`);
  // When it has a backup, the stanza is damaged and not unfinished: the operator decides.
  const isEmpty = folders.every(
    (folder) => !existsSync(folder) || readdirSync(folder).every((name) => !/^\d{8}-\d{6}F/.test(name)),
  );
  if (isEmpty) for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Takes a base backup of the running primary and deletes backups older than a week. */
export async function makeBackup(place: Layout, primary: NodeNumber, signal?: AbortSignal): Promise<void> {
  await pgbackrest(place, primary, ['--type=full', 'backup'], signal);
}

/** Waits until everything written so far is archived. @throws Error after a minute */
export async function archiveNow(place: Layout): Promise<void> {
  const ask = (sql: string) => runStatements(superuserUrl(place), sql);
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
 * When it fails, or is ended by `signal`, everything is where it was.
 */
export async function restoreNodeTo(
  options: ClusterOptions,
  moment: Date,
  signal?: AbortSignal,
): Promise<void> {
  const place = layout(options);
  const suffix = `.before-${Date.now()}`;
  const replaced = [...nodes.map(place.dataFolder), place.etcdFolder];
  for (const folder of replaced) if (existsSync(folder)) renameSync(folder, `${folder}${suffix}`);
  // A killed PostgreSQL leaves the lock file of its socket with its process id, which another program may have by now.
  for (const node of nodes)
    for (const name of ['', '.lock'])
      rmSync(`${place.folder}/.s.PGSQL.${place.ports.postgres(node)}${name}`, { force: true });
  const target = moment.toISOString().replace('T', ' ').replace('Z', '+00');
  try {
    const how = ['--type=time', `--target=${target}`, '--target-action=promote'];
    await pgbackrest(place, 1, ['restore', ...how], signal);
    await recoverAlone(options, place, signal);
  } catch (error) {
    for (const folder of replaced) {
      if (!existsSync(`${folder}${suffix}`)) continue;
      rmSync(folder, { recursive: true, force: true });
      renameSync(`${folder}${suffix}`, folder);
    }
    throw error;
  }
  rmSync(`${place.etcdFolder}${suffix}`, { recursive: true, force: true });
}

/** Runs PostgreSQL without Patroni until it has recovered to this time: Patroni would treat a long recovery as a failed start. */
async function recoverAlone(options: ClusterOptions, place: Layout, signal?: AbortSignal): Promise<void> {
  const name = 'recovery';
  const port = place.ports.postgres(1);
  const data = place.dataFolder(1);
  // The configuration in the data folder is that of the node from which the backup was taken.
  const settings = {
    listen_addresses: place.host,
    port,
    hba_file: `${data}/pg_hba.conf`,
    ident_file: `${data}/pg_ident.conf`,
    archive_command: archivePush(options, 1),
    // No standby confirms what is written before Patroni starts.
    synchronous_standby_names: '',
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
    const rows = await runStatements(url.href, 'SELECT pg_is_in_recovery() AS recovering').catch(() => []);
    return rows[0]?.recovering === false;
  };
  try {
    if (!(await until(isOver, recoverySeconds, signal))) throw new Error(texts.ended([place.log(name)]));
    // Before a server finds the database again by itself.
    await withDatabase(Object.assign(new URL(url), { pathname: '/almas' }).href, prepareRestored);
  } finally {
    await stop(place, name, 60, 'SIGINT');
    rmSync(place.pid(name), { force: true });
  }
}
