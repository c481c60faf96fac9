import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import { spawnProgram } from './cluster.ts';
import type { LogFile } from './log-file.ts';
import { readPostmasterFile } from './orphan.ts';
import { settings } from './settings.ts';

export interface LaunchOptions {
  postgres: string;
  folder: string;
  account: Account;
  durable: boolean;
  log: LogFile;
  /** Further settings of PostgreSQL. */
  settings?: Readonly<Record<string, string>>;
  /** Aborts the start, and stops the PostgreSQL that it has started. */
  signal?: AbortSignal | undefined;
}

/** PostgreSQL ended before it accepted connections. */
export class LaunchError extends Error {
  readonly reason: 'port taken' | 'memory still held' | 'other';
  /** The last fatal error in its log, otherwise the last line. */
  readonly lastLine: string;

  constructor(reason: 'port taken' | 'memory still held' | 'other', lastLine: string) {
    super(lastLine);
    this.reason = reason;
    this.lastLine = lastLine;
  }
}

const slowMilliseconds = 3_000;

interface LaunchCallbacks {
  /** Called once when the start takes longer than 3 seconds, as a recovery does. */
  onSlow(): void;
}

/** Starts PostgreSQL and resolves when it accepts connections. @throws LaunchError */
export async function launch(
  options: LaunchOptions,
  port: number,
  callbacks: LaunchCallbacks,
): Promise<ChildProcess> {
  options.signal?.throwIfAborted();
  const offset = options.log.size();
  const args = ['-D', options.folder, ...settings(port, options.durable, options.settings)];
  const child = spawnProgram(options.postgres, args, options);
  let ended = false;
  child.once('exit', () => (ended = true)).once('error', () => (ended = true));
  stopOnExit(child, options.signal);
  const began = Date.now();
  for (let reported = false; !isReady(options.folder, child); await pause(15)) {
    if (ended) options.signal?.throwIfAborted();
    if (ended) throw explain(options.log.since(offset));
    if (!reported && Date.now() - began > slowMilliseconds) {
      reported = true;
      callbacks.onSlow();
    }
  }
  return child;
}

/** Stops PostgreSQL when this process exits or `signal` aborts. */
function stopOnExit(child: ChildProcess, signal: AbortSignal | undefined): void {
  const stop = () => void child.kill('SIGINT');
  process.once('exit', stop);
  signal?.addEventListener('abort', stop, { once: true });
  child.once('exit', () => {
    process.removeListener('exit', stop);
    signal?.removeEventListener('abort', stop);
  });
}

function isReady(folder: string, child: ChildProcess): boolean {
  const state = readPostmasterFile(folder);
  return state?.ready === true && state.pid === child.pid;
}

function explain(log: string): LaunchError {
  const line = log.split('\n').findLast((text) => text.includes('FATAL:')) ?? log.trim().split('\n').at(-1);
  const lastLine = line?.replace(/^.*?FATAL:\s*/, '') ?? '';
  if (/could not bind|could not create any TCP/.test(log)) return new LaunchError('port taken', lastLine);
  if (/pre-existing shared memory block/.test(log)) return new LaunchError('memory still held', lastLine);
  return new LaunchError('other', lastLine);
}
