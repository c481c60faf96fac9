import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/database/embedded/index.ts';
import { temporaryFolder } from './cluster.ts';
import { eventually } from './eventually.ts';
import { prepareDataDir } from './prepared-data.ts';

/** A PostgreSQL for one test file, which can be frozen, killed and restarted. */
export interface OwnPostgres {
  /** URL of the product's database, the same after each restart. */
  readonly url: string;
  /** kill -9 of the postmaster; resolves when its supervisor has another one running. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops all its processes with SIGSTOP: the system accepts connections, but nothing responds. */
  freeze(): void;
  thaw(): void;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

/** `durable`: a crash loses nothing that was committed; without it, PostgreSQL is faster. */
export async function ownPostgres(durable: boolean): Promise<OwnPostgres> {
  const folder = temporaryFolder('faults');
  const dataDir = join(folder, 'data');
  await prepareDataDir(dataDir);
  const launch = () => startEmbedded({ dataDir, durable, log: quiet });
  let running: EmbeddedDatabase | undefined = await launch();
  // The only role whose password survives a restart, so that the URL of a server under test stays valid.
  const url = running.superuserUrl('almas');
  const pid = () => running?.pid() ?? 0;
  let frozen: number[] = [];
  const thaw = () => {
    for (const each of frozen) signal(each, 'SIGCONT');
    frozen = [];
  };
  const stop = async () => {
    thaw();
    await running?.stop();
    running = undefined;
  };
  return {
    url,
    kill: async () => {
      // Between two processes there is no process id, and signalling id 0 would end this test run.
      await eventually(() => pid() > 0);
      const killed = pid();
      process.kill(killed, 'SIGKILL');
      await eventually(() => pid() > 0 && pid() !== killed);
    },
    stop,
    start: async () => {
      running ??= await launch();
    },
    freeze: () => {
      const postmaster = pid();
      // The postmaster first, so that it starts no new child.
      signal(postmaster, 'SIGSTOP');
      frozen = [postmaster, ...childrenOf(postmaster)];
      for (const each of frozen) signal(each, 'SIGSTOP');
    },
    thaw,
    remove: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 0) process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
