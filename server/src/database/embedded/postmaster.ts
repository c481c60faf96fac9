import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.ts';
import { databaseEnvironment } from './cluster.ts';
import type { LogFile } from './log-file.ts';
import { readPostmasterFile } from './orphan.ts';
import { settings } from './settings.ts';

export interface LaunchOptions {
  postgres: string;
  folder: string;
  account: Account;
  durable: boolean;
  log: LogFile;
  /** Settings beside those of every cluster of the product. */
  settings?: Readonly<Record<string, string>>;
  /** Ends the start, or the PostgreSQL that it has started. */
  signal?: AbortSignal | undefined;
}

/** Why PostgreSQL ended before it was ready. */
export class LaunchError extends Error {
  constructor(
    readonly why: 'port taken' | 'memory still held' | 'other',
    readonly lastLine: string,
  ) {
    super(lastLine);
  }
}

const slowMilliseconds = 3_000;

interface Watch {
  /** Once, when it takes long: it is recovering. */
  onSlow(): void;
}

/** Starts PostgreSQL and resolves once it accepts connections. Throws a LaunchError. */
export async function launch(options: LaunchOptions, port: number, watch: Watch): Promise<ChildProcess> {
  options.signal?.throwIfAborted();
  const offset = options.log.size();
  const output = options.log.open();
  const child = spawn(
    options.postgres,
    ['-D', options.folder, ...settings(port, options.durable, options.settings)],
    {
      ...options.account,
      cwd: options.folder,
      env: databaseEnvironment(),
      stdio: ['ignore', output, output],
      // Its own process group: a Ctrl-C in the terminal must reach the server alone, which drains first.
      detached: true,
    },
  );
  closeSync(output);
  let ended = false;
  child.once('exit', () => (ended = true)).once('error', () => (ended = true));
  endWith(child, options.signal);
  const began = Date.now();
  for (let reported = false; !isReady(options.folder, child); await pause(15)) {
    if (ended) options.signal?.throwIfAborted();
    if (ended) throw explain(options.log.since(offset));
    if (!reported && Date.now() - began > slowMilliseconds) {
      reported = true;
      watch.onSlow();
    }
  }
  return child;
}

/** When this process ends without stopping it, or is asked to give up, PostgreSQL is stopped too: no process may stay behind. */
function endWith(child: ChildProcess, signal: AbortSignal | undefined): void {
  const end = () => void child.kill('SIGINT');
  process.once('exit', end);
  signal?.addEventListener('abort', end, { once: true });
  child.once('exit', () => {
    process.removeListener('exit', end);
    signal?.removeEventListener('abort', end);
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
