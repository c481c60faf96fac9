import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { embeddedTexts, serverTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';
import { type Access, createAccess, renewAccess } from './access.ts';
import type { Account } from './account.ts';
import { hasFinishedUpgrade } from './finish-upgrade.ts';
import type { LogFile } from './log-file.ts';

/** The major version of the embedded programs. */
export const expectedVersion = '18';

interface ClusterOptions {
  dataDir: string;
  initdb: string;
  account: Account;
  durable: boolean;
  log: LogFile;
}

export interface Cluster {
  folder: string;
  access: Access;
}

/**
 * The cluster in DATA_DIR/postgres, created when there is none. It is created under another name and renamed when it is
 * complete, so that an interrupted creation starts over. @throws StartupError
 */
export async function openCluster(options: ClusterOptions, onCreate: () => void): Promise<Cluster> {
  const folder = join(options.dataDir, 'postgres');
  const accessFile = join(options.dataDir, 'postgres.access.json');
  if (isEmpty(folder)) {
    onCreate();
    return { folder, access: await create(options, folder, accessFile) };
  }
  checkVersion(folder);
  return { folder, access: renewAccess(accessFile) };
}

/** Whether this DATA_DIR has a database. */
export const hasCluster = (dataDir: string): boolean =>
  clusterVersion(join(dataDir, 'postgres')) !== undefined || hasFinishedUpgrade(dataDir);

/** The major version of the PostgreSQL that created this cluster; undefined when there is none. */
export function clusterVersion(folder: string): string | undefined {
  const file = join(folder, 'PG_VERSION');
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function isEmpty(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

function checkVersion(folder: string): void {
  const found = clusterVersion(folder);
  if (found === undefined) throw new StartupError(embeddedTexts.notACluster(folder));
  if (found !== expectedVersion)
    throw new StartupError(embeddedTexts.otherVersion(folder, found, expectedVersion));
}

async function create(options: ClusterOptions, folder: string, accessFile: string): Promise<Access> {
  const unfinished = `${folder}.new`;
  const access = createAccess(accessFile);
  await initializeCluster(options, unfinished, access);
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(unfinished, folder);
  return access;
}

/** Creates an empty cluster in `folder`, whose former content is deleted. @throws StartupError */
export async function initializeCluster(
  options: ClusterOptions,
  folder: string,
  access: Access,
): Promise<void> {
  const passwordFile = `${folder}.password`;
  rmSync(folder, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(passwordFile, access.postgres, { mode: 0o600 });
  if (options.account) {
    for (const path of [folder, passwordFile]) chownSync(path, options.account.uid, options.account.gid);
  }
  try {
    await runInitdb(options, folder, passwordFile);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function runInitdb(options: ClusterOptions, folder: string, passwordFile: string): Promise<void> {
  const flags = [
    `--pgdata=${folder}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(options.durable ? [] : ['--no-sync']),
  ];
  const offset = options.log.size();
  const child = spawnProgram(options.initdb, flags, { ...options, folder });
  const stop = () => void child.kill();
  process.once('exit', stop);
  const code = await new Promise((done) => {
    child.once('error', () => done(null)).once('exit', done);
  });
  process.removeListener('exit', stop);
  if (code === 0) return;
  const isFull = /No space left on device|Disk quota exceeded/.test(options.log.since(offset));
  throw new StartupError(isFull ? serverTexts.diskFull : embeddedTexts.initFailed(options.log.path));
}

/** Starts a program of PostgreSQL on a cluster; its output is appended to the log. */
export function spawnProgram(
  program: string,
  args: readonly string[],
  { account, folder, log }: { account: Account; folder: string; log: LogFile },
): ChildProcess {
  const output = log.open();
  const child = spawn(program, args, {
    ...account,
    cwd: folder,
    env: databaseEnvironment(),
    stdio: ['ignore', output, output],
    // Its own process group: Ctrl-C in the terminal then reaches the server only, which finishes running calls first.
    detached: true,
  });
  closeSync(output);
  return child;
}

/** What the system loads into this process (an allocator, a clock) and its settings, without what belongs to this process alone. */
const ofLoader = /^(LD_PRELOAD|FAKETIME(?!_SHARED).*|NO_FAKE_STAT)$/;

/** Excludes the environment of this process, which contains secrets. `LC_ALL`: messages in English. */
export function databaseEnvironment(): NodeJS.ProcessEnv {
  const loader = Object.entries(process.env).filter(([name]) => ofLoader.test(name));
  return { ...Object.fromEntries(loader), PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
