import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readIfExists } from '../read-if-exists.ts';

/** The process id in postmaster.pid, and whether that process accepts connections; undefined without the file. */
export function readPostmasterFile(folder: string): { pid: number; ready: boolean } | undefined {
  const lines = readIfExists(join(folder, 'postmaster.pid'))?.split('\n');
  const pid = Number(lines?.[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, ready: lines?.[7]?.trim() === 'ready' } : undefined;
}

/**
 * After a server was killed: stops a PostgreSQL that still runs on this folder, and marks a postmaster.pid stale whose process id
 * now belongs to another program.
 */
export async function clearOrphan(folder: string, onStop: (pid: number) => void): Promise<void> {
  const found = readPostmasterFile(folder);
  if (!found || !isAlive(found.pid)) return;
  if (!runsOn(found.pid, folder)) return markStale(folder);
  onStop(found.pid);
  await stopProcess(found.pid, (signal) => process.kill(found.pid, signal));
}

/** Fast shutdown (20 s), then immediate (5 s), then SIGKILL; resolves when the process has ended. */
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
      return; // it has ended meanwhile
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

/** A process id can be reused. The working directory of PostgreSQL is its folder. */
function runsOn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return commandOf(pid).includes(`-D ${folder}`);
  }
}

/** The command line, which can be read where a container denies even root the working directory of other users' processes. */
function commandOf(pid: number): string {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * PostgreSQL treats a postmaster.pid with the id of its own parent as stale, so the id of this process replaces the other program's.
 * The file is kept because it names the shared memory that children of the dead server may still use.
 */
function markStale(folder: string): void {
  const file = join(folder, 'postmaster.pid');
  const left = readIfExists(file);
  if (left === undefined) return;
  const [, ...rest] = left.split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}
