import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Load, type LoadResult, longestGapOf, startLoad } from '../../support/load.ts';
import { aSeed, random } from '../../support/random.ts';
import type { ClusterFixture } from './cluster-fixture.ts';

const perSecond = 50;
const warmUp = 150;
const enough = 100;

/** A fault that is caused under load. */
export interface Fault {
  /** @returns what is over before sales are waited for; without, nothing */
  hit(): Promise<(() => Promise<boolean>) | undefined>;
}

export interface Survived {
  readonly result: LoadResult;
  /** From the fault to the end of the longest pause after it, in seconds. */
  readonly secondsToWrites: number;
  /** The slowest hundredth of the sales before the fault, in milliseconds: how busy this machine is. */
  readonly quiet: number;
  /** The slowest call that asks no database, meanwhile, in milliseconds: what the machine itself costs. */
  readonly slowestHealthz: number;
}

/**
 * What a run may take, from its own figures: the time that the design needs, and as many times a quiet sale as a machine
 * with nothing else to do leaves room for. A busy machine is no fault.
 */
const allowed = {
  /** The leader's key lives for 20 s and is looked at every 5 s. */
  secondsToWrites: ({ quiet }: Survived) => 26 + (100 * quiet) / 1_000,
  /** A call is answered within 4.5 s by the server's own clock. */
  slowestRefusal: ({ quiet, slowestHealthz }: Survived) => 4_500 + 10 * quiet + 3 * slowestHealthz,
};

/** What holds after every fault, when the cluster is whole again. */
export async function expectWhole(fixture: ClusterFixture, survived: Survived): Promise<void> {
  const { result, secondsToWrites } = survived;
  const compared = await fixture.compare(result.acknowledged);
  expect(result.givenUp).toEqual([]);
  expect(result.changedReplies).toEqual([]);
  expect(result.acknowledged.length).toBe(result.begun);
  expect(compared).toEqual({ lost: 0, duplicated: 0, unacknowledged: 0 });
  expect(await fixture.audit()).toEqual([]);
  expect(secondsToWrites).toBeLessThan(allowed.secondsToWrites(survived));
  expect(result.refusals.withoutRetryAfter).toBe(0);
  expect(result.refusals.slowest).toBeLessThan(allowed.slowestRefusal(survived));
  expect(fixture.servers.map((server) => server.output()).join('')).not.toMatch(/unforeseen error|Unhandled/);
}

const slowestHundredth = ({ times }: Load): number => {
  const sorted = times.map(({ begun, acknowledged }) => acknowledged - begun).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
};

/**
 * 50 purchases a second by customers who repeat with their key, while the fault happens; ends when new customers are
 * served again and every one under way has an answer. Prints the figures.
 */
export async function underLoad(
  fixture: ClusterFixture,
  title: string,
  fault: Fault,
  targets: () => readonly string[] = () => [fixture.baseURL],
): Promise<Survived> {
  const seed = aSeed();
  const load = startLoad(fixture.shop, targets, random(seed), {
    perSecond,
    purchases: 1,
    respectsRetryAfter: true,
    // A busy machine is slow to serve those who waited through the fault; none of them may be lost for that.
    giveUpAfterSeconds: 150,
  });
  const healthz = watchHealthz(targets);
  const figures = { at: 0, quiet: 0, secondsToWrites: 0 };
  let stopped: LoadResult | undefined;
  try {
    await eventually(() => load.times.length >= warmUp, { seconds: 60, what: 'sales before the fault' });
    figures.quiet = slowestHundredth(load);
    figures.at = performance.now();
    const over = await fault.hit();
    if (over) await eventually(over, { seconds: 90, what: 'the fault has had its effect' });
    const since = performance.now();
    const served = () => load.times.filter(({ begun }) => begun > since).length >= enough;
    await eventually(served, { seconds: 60, what: 'new customers are served' });
  } finally {
    // Before those who still wait are served: between the last of them are pauses that are no outage.
    figures.secondsToWrites = (endOfPause(load, figures.at) - figures.at) / 1_000;
    // A case that failed must not go on buying in the next one, and its figures say why it failed.
    stopped = await load.stop();
    await healthz.stop();
    printFigures(title, seed, stopped, { ...figures, slowestHealthz: healthz.slowest() });
  }
  return { ...figures, result: stopped, slowestHealthz: healthz.slowest() };
}

/** Asks /healthz of each target four times a second. */
function watchHealthz(targets: () => readonly string[]) {
  let [slowest, stopped] = [0, false];
  const watch = async () => {
    for (; !stopped; await pause(250)) {
      const began = performance.now();
      await Promise.all(targets().map((url) => fetch(`${url}/healthz`).catch(() => undefined)));
      slowest = Math.max(slowest, performance.now() - began);
    }
  };
  const watching = watch();
  return {
    slowest: () => slowest,
    stop: async () => {
      stopped = true;
      await watching;
    },
  };
}

/** When the longest time without an acknowledgement, from the fault on, was over. */
function endOfPause({ times }: Load, at: number): number {
  const after = times.map(({ acknowledged }) => acknowledged).filter((moment) => moment >= at);
  return longestGapOf([at, ...after]).end;
}

function printFigures(
  title: string,
  seed: number,
  result: LoadResult,
  figures: Omit<Survived, 'result'>,
): void {
  const { begun, failedAttempts, refusals } = result;
  const milliseconds = (value: number) => `${Math.round(value)} ms`;
  process.stdout.write(
    `${title}: SEED=${seed}, ${begun} sales, writes back after ${figures.secondsToWrites.toFixed(1)} s, ` +
      `slowest 503 ${milliseconds(refusals.slowest)}, quiet p99 ${milliseconds(figures.quiet)}, ` +
      `slowest /healthz ${milliseconds(figures.slowestHealthz)}, failed attempts ${JSON.stringify(failedAttempts)}\n`,
  );
}
