import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { embeddedTexts } from '@almas/locale/runtime';
import { StartupError } from '../../startup-error.ts';

/** The system account that runs PostgreSQL; `undefined` means the account of this process. */
export type Account = { uid: number; gid: number } | undefined;

/** PostgreSQL refuses to run as root: it then runs as `postgres`, which is created when it is missing. */
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
    // Another start may have just created it; the look-up decides.
  }
  return lookUp();
}

function fail(): never {
  throw new StartupError(embeddedTexts.noAccount());
}

/** Makes `dataDir`. Only a folder that is new or empty is opened to the account: others keep the rights they have. */
export function prepareFolder(dataDir: string, account: Account): void {
  makeFolder(dataDir, account ? 0o711 : 0o700);
  if (!account || readdirSync(dataDir).length > 0 || canEnter(dataDir, account)) return;
  chownSync(dataDir, process.getuid?.() ?? 0, account.gid);
  chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o010);
}

/** One level after the other: on a file system that refuses them, the recursive form never returns on Node 20. */
function makeFolder(path: string, mode: number): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) mkdirSync(folder, { mode });
}

/**
 * PostgreSQL takes only what its own account has made: root's would stand in the way of the service, and the service cannot read root's.
 * @throws StartupError when another account made the cluster
 */
export function checkOwner(cluster: string, account: Account): void {
  if (!existsSync(cluster)) return;
  const { uid } = statSync(cluster);
  // A copy that root has made belongs to no service: PostgreSQL itself says what is wrong with it.
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

/** Throws a StartupError that names the first folder on the way to `path` which the account cannot enter. */
export function checkWay(path: string, account: Account): void {
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
