import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/database/embedded/index.ts';
import { temporaryFolder } from './cluster.ts';
import { eventually } from './eventually.ts';
import { prepareDataDir } from './prepared-data.ts';

/** A PostgreSQL of one test file's own, to be frozen, killed and brought back. */
export interface OwnPostgres {
  /** The product's database; the same address over every restart. */
  readonly url: string;
  /** kill -9 of the postmaster; resolves when its supervisor has another one running. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Every process of it stands still: connections are accepted by the system and nothing is ever answered. */
  freeze(): void;
  thaw(): void;
  /** Ends it for good and removes its files. */
  remove(): Promise<void>;
}

const quiet = { info: () => undefined, warn: () => undefined };

/** `durable`: nothing committed is lost in a crash; without, it is quicker. */
export async function ownPostgres(durable: boolean): Promise<OwnPostgres> {
  const folder = temporaryFolder('faults');
  const dataDir = join(folder, 'data');
  await prepareDataDir(dataDir);
  const launch = () => startEmbedded({ dataDir, durable, log: quiet });
  let running: EmbeddedDatabase | undefined = await launch();
  // The one role whose password a start keeps: a server under test keeps its address.
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
      // Between two there is no process number, and signalling number 0 would end this very test run.
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
      // The postmaster first: it makes no new child then.
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
    // It has ended by itself.
  }
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
