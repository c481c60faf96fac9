import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What PostgreSQL writes in postmaster.pid: the process, and whether it accepts connections. */
export function readPostmasterFile(folder: string): { pid: number; ready: boolean } | undefined {
  const lines = readIfThere(join(folder, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines?.[7]?.trim() === 'ready' } : undefined;
}

/** PostgreSQL takes its files away at any moment, also between a look at whether one exists and its reading. */
function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Clears the way after a server was killed: a PostgreSQL still running on this folder is stopped cleanly, and a
 * postmaster.pid whose number now belongs to another program is marked stale.
 */
export async function clearOrphan(folder: string, onStop: (pid: number) => void): Promise<void> {
  const found = readPostmasterFile(folder);
  if (!found || !isAlive(found.pid)) return;
  if (!runsOn(found.pid, folder)) return markStale(folder);
  onStop(found.pid);
  await stopProcess(found.pid, (signal) => process.kill(found.pid, signal));
}

/** Fast shutdown, then immediate, then by force; resolves when the process is gone. */
export async function stopProcess(pid: number, send: (signal: NodeJS.Signals) => void): Promise<void> {
  const steps = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, milliseconds] of steps) {
    if (!isAlive(pid)) return;
    try {
      send(signal);
    } catch {
      return; // gone in between
    }
    for (const end = Date.now() + milliseconds; Date.now() < end; await pause(20)) {
      if (!isAlive(pid)) return;
    }
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A process number is reused sooner or later, so the process itself is asked: PostgreSQL works in its folder. */
function runsOn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return commandOf(pid).includes(`-D ${folder}`);
  }
}

/** Readable where the folder is not: a container may keep even root from looking into other users' processes. */
function commandOf(pid: number): string {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * PostgreSQL takes the number of its own parent for a leftover, so ours is written in place of the other
 * program's. The file itself stays: it names the shared memory that children of the dead server may still hold.
 */
function markStale(folder: string): void {
  const file = join(folder, 'postmaster.pid');
  const left = readIfThere(file);
  if (left === undefined) return;
  const [, ...rest] = left.split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}
