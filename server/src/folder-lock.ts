import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverTexts } from '@almas/locale/runtime';
import { StartupError } from './startup-error.ts';

/** Longest name in bytes that a local socket may have on Linux and macOS, less the file's own part. A longer one is cut off silently. */
const folderPathMax = 75;

/**
 * Locks the folder for this process. The lock is a listening local socket: the system closes it with the process, also after kill -9,
 * so that a leftover file refuses connections and blocks no later start.
 * Files are never reused and a live one is never removed, so that of two concurrent starts one wins: each creates its socket before it
 * looks for others; the process with the larger name gives up, the one with the smaller waits until the other is gone.
 * @returns a function that releases the lock
 * @throws StartupError when another live process holds it, or another account owns the folder of the lock
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const lock = openLock(folder);
  const { path } = lock;
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const starting = join(path, `${name}.starting`);
  const server = await listen(join(lock.sockets, `${name}.starting`)).catch((error: unknown) => {
    lock.close();
    const { code = '' } = error as NodeJS.ErrnoException;
    throw ['EACCES', 'EPERM'].includes(code) ? new StartupError(serverTexts.folderNotWritable(path)) : error;
  });
  const release = () => {
    server.close(lock.close);
    rmSync(starting, { force: true });
    rmSync(join(path, `${name}.held`), { force: true });
  };
  for (let others = await findOthers(lock, name); others !== 'none'; others = await findOthers(lock, name)) {
    if (others !== 'unsettled' && (others.held || others.name < name)) {
      release();
      throw new StartupError(serverTexts.folderInUse(folder, others.name.split('-')[0] ?? ''));
    }
    await pause(20);
  }
  renameSync(starting, join(path, `${name}.held`));
  return release;
}

interface Lock {
  readonly path: string;
  /** The same folder under a name that is short enough for the addresses of sockets in it. */
  readonly sockets: string;
  /** Closes the handle behind the short name. */
  close(): void;
}

/**
 * A folder with a long path is reached through a handle where the system has /proc. Elsewhere the lock is in the folder for
 * temporary files, and holds among processes that share it.
 */
function openLock(folder: string): Lock {
  const real = realpathSync(folder);
  const inside = join(real, 'lock');
  const isShort = Buffer.byteLength(inside) <= folderPathMax;
  if (isShort || existsSync('/proc/self/fd')) mkdirSync(inside, { recursive: true, mode: 0o700 });
  if (isShort) return { path: inside, sockets: inside, close: () => undefined };
  if (existsSync('/proc/self/fd')) {
    const handle = openSync(inside, 'r');
    return { path: inside, sockets: `/proc/self/fd/${handle}`, close: () => closeSync(handle) };
  }
  const hash = createHash('sha256').update(real).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `almas-${hash}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return { path, sockets: path, close: () => undefined };
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', reject).listen(path, () => resolve(server.unref()));
  });
}

interface Other {
  name: string;
  held: boolean;
}

/** The live holder, else the live starter with the smallest name; files of dead processes are removed. */
async function findOthers({ path, sockets }: Lock, own: string): Promise<Other | 'unsettled' | 'none'> {
  const live: Other[] = [];
  for (const file of readdirSync(path).sort()) {
    const [name = '', state] = file.split('.');
    if (name === own) continue;
    const status = await probe(join(sockets, file));
    // Renamed or removed since the folder was listed: it may hold the lock by now.
    if (status === 'moved') return 'unsettled';
    if (status === 'dead') rmSync(join(path, file), { force: true });
    else live.push({ name, held: state === 'held' });
  }
  return live.find((other) => other.held) ?? live[0] ?? 'none';
}

function probe(path: string): Promise<'live' | 'dead' | 'moved'> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('live');
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'ECONNREFUSED' ? 'dead' : error.code === 'ENOENT' ? 'moved' : 'live');
    });
  });
}
