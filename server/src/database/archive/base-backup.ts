import { once } from 'node:events';
import { createWriteStream, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile, lstat, open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { syncFolder } from '../sync-folder.ts';
import { type BaseBackup, basesOf, ignoreMissing } from './archive-folder.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

/** More than the time that archiving the last segment of a backup takes. */
const stopMilliseconds = 600_000;

/** Folders that are copied empty: a recovery recreates their content (PostgreSQL manual, "Making a Base Backup"). */
const emptyFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const isExcluded = (name: string) =>
  /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/.test(name);

const controlFile = 'global/pg_control';

interface BackupSource {
  /** ARCHIVE_DIR. */
  readonly archive: string;
  /** The folder of the running cluster. */
  readonly cluster: string;
  /** The passwords of the cluster's roles, which belong to the backup. */
  readonly accessFile: string;
  /** The URL of the cluster for its superuser. */
  readonly superuserUrl: string;
}

/**
 * Copies the files of the running cluster between pg_backup_start and pg_backup_stop; replaying the log makes them consistent. The
 * backup gets its final name when the log up to its end is archived. `signal` aborts it.
 */
export async function takeBaseBackup(source: BackupSource, signal: AbortSignal): Promise<BaseBackup> {
  const bases = basesOf(source.archive);
  for (const name of await readdir(bases))
    if (name.endsWith('.part')) rmSync(join(bases, name), { recursive: true, force: true });
  const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const part = join(bases, `${name}.part`);
  mkdirSync(part, { mode: 0o700 });
  // One session throughout: PostgreSQL aborts the backup when the session ends.
  const client = new pg.Client({ connectionString: source.superuserUrl, application_name: 'almas archive' });
  client.on('error', () => undefined);
  // An archive that cannot be written is waited for up to the limit of the statement; a server that stops does not wait for it.
  const end = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    await client.connect();
    await client.query(`SET statement_timeout = ${stopMilliseconds}`);
    const {
      rows: [start],
    } = await client.query<{ lsn: string; segment: string; timeline: number }>(
      `SELECT s.lsn, pg_walfile_name(s.lsn) AS segment, c.timeline_id AS timeline
         FROM pg_backup_start('almas', fast => true) s (lsn), pg_control_checkpoint() c`,
    );
    await writeClusterFiles(source.cluster, join(part, 'base.tar.gz'), signal);
    const {
      rows: [stop],
    } = await client.query<{ lsn: string; labelfile: string; spcmapfile: string | null; at: Date }>(
      'SELECT *, clock_timestamp() AS at FROM pg_backup_stop(wait_for_archive => true)',
    );
    if (!start || !stop) throw new Error('pg_backup_stop returned no row');
    // Unchanged: PostgreSQL reads the start of the recovery from these files.
    await writeFile(join(part, 'backup_label'), stop.labelfile, { mode: 0o600 });
    if (stop.spcmapfile?.trim())
      await writeFile(join(part, 'tablespace_map'), stop.spcmapfile, { mode: 0o600 });
    await copyFile(source.accessFile, join(part, 'postgres.access.json'));
    const manifest = {
      endedAt: stop.at.getTime(),
      timeline: start.timeline,
      startLsn: start.lsn,
      stopLsn: stop.lsn,
      startSegment: start.segment,
      bytes: (await stat(join(part, 'base.tar.gz'))).size,
    };
    await writeFile(join(part, 'manifest.json'), JSON.stringify(manifest), { mode: 0o600 });
    for (const file of await readdir(part)) await syncFile(join(part, file));
    syncFolder(part);
    const folder = join(bases, name);
    renameSync(part, folder);
    syncFolder(bases);
    return { ...manifest, folder };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies the files of a running cluster into one gzipped tar file. @throws Error for a file that cannot be read */
async function writeClusterFiles(cluster: string, file: string, signal: AbortSignal): Promise<void> {
  const gzip = createGzip({ level: 1 });
  const output = gzip.pipe(createWriteStream(file, { mode: 0o600 }));
  // An error of a stream (a full disk) is thrown by the next write, or at the end.
  let failure: Error | undefined;
  for (const stream of [gzip, output])
    stream.on('error', (error: Error) => {
      failure ??= error;
      gzip.destroy(error);
    });
  const write = async (part: Buffer) => {
    signal.throwIfAborted();
    if (failure) throw failure;
    if (!gzip.write(part)) await once(gzip, 'drain', { signal });
  };
  try {
    await addFolder(cluster, '', write);
    // Last, as pg_basebackup does.
    await addFile(join(cluster, controlFile), controlFile, write);
    await write(tarEnd());
    gzip.end();
    await finished(output);
  } catch (error) {
    gzip.destroy();
    output.destroy();
    throw failure ?? error;
  }
}

type Write = (part: Buffer) => Promise<void>;

async function addFolder(cluster: string, path: string, write: Write): Promise<void> {
  for (const name of (await readdir(join(cluster, path))).sort()) {
    const inside = path === '' ? name : `${path}/${name}`;
    if (isExcluded(name) || inside === controlFile) continue;
    // The file of a table that is dropped meanwhile may be missing: replaying the log drops it too.
    const entry = await ignoreMissing(lstat(join(cluster, inside)));
    if (entry?.isDirectory()) {
      await write(tarHeader({ name: inside, isFolder: true, size: 0 }));
      if (!emptyFolders.has(inside)) await addFolder(cluster, inside, write);
    } else if (entry?.isFile()) await addFile(join(cluster, inside), inside, write);
  }
}

/** Copies as many bytes as the file has when it is opened: the log contains later changes of its size. */
async function addFile(path: string, name: string, write: Write): Promise<void> {
  const file = await ignoreMissing(open(path, 'r'));
  if (!file) return;
  try {
    const { size } = await file.stat();
    await write(tarHeader({ name, isFolder: false, size }));
    for (let done = 0; done < size; ) {
      const part = Buffer.alloc(Math.min(256 * 1_024, size - done));
      const { bytesRead } = await file.read(part, 0, part.length, done);
      await write(bytesRead > 0 ? part.subarray(0, bytesRead) : part);
      done += bytesRead > 0 ? bytesRead : part.length;
    }
    await write(tarPadding(size));
  } finally {
    await file.close();
  }
}
