import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';

/** The system account that runs PostgreSQL; undefined: the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root; then it runs as `postgres`, which is created when it is missing. @throws StartupError */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined;
  return lookUp() ?? create() ?? fail();
}

function lookUp(): Account {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function create(): Account {
  try {
    const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    execFileSync('useradd', [...flags, 'postgres'], { stdio: 'ignore' });
  } catch {
    // Another process may have created it meanwhile.
  }
  return lookUp();
}

function fail(): never {
  throw new StartupError(embeddedTexts.noAccount());
}

/** Creates `dataDir`. The account may enter it when it is new or empty; the permissions of any other folder stay. */
export function prepareFolder(dataDir: string, account: Account): void {
  makeFolder(dataDir, account ? 0o711 : 0o700);
  if (!account || readdirSync(dataDir).length > 0 || canEnter(dataDir, account)) return;
  chownSync(dataDir, process.getuid?.() ?? 0, account.gid);
  chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o010);
}

/** Creates one level at a time: on a file system that refuses it, `recursive: true` never returns on Node 20. */
function makeFolder(path: string, mode: number): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) mkdirSync(folder, { mode });
}

/** PostgreSQL starts only on files of its own account. @throws StartupError when another account owns the cluster */
export function checkOwner(cluster: string, account: Account): void {
  if (!existsSync(cluster)) return;
  const { uid } = statSync(cluster);
  // When root starts a copy made by root, PostgreSQL reports the problem itself.
  if (uid === 0 && process.getuid?.() === 0) return;
  if (uid !== (account?.uid ?? process.getuid?.() ?? uid))
    throw new StartupError(embeddedTexts.otherOwner(cluster, accountName(uid)));
}

function accountName(uid: number): string {
  try {
    return execFileSync('id', ['-nu', String(uid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim();
  } catch {
    return String(uid);
  }
}

/** @throws StartupError with the first folder of `path` that the account cannot enter */
export function checkEnterable(path: string, account: Account): void {
  if (!account) return;
  const folders: string[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    folders.unshift(at);
    if (at === dirname(at)) break;
  }
  const closed = folders.find((folder) => !canEnter(folder, account));
  if (closed) throw new StartupError(embeddedTexts.folderClosed(closed));
}

function canEnter(folder: string, account: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
