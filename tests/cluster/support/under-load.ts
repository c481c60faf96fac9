import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Load, type LoadResult, longestGapOf, startLoad } from '../../support/load.ts';
import { random, seedOfRun } from '../../support/random.ts';
import type { ClusterFixture } from './cluster-fixture.ts';

const perSecond = 50;
const warmUp = 150;
const enough = 100;

/** A fault that is caused under load. */
export interface Fault {
  /** @returns a condition that must hold before the test waits for sales; undefined: none */
  hit(): Promise<(() => Promise<boolean>) | undefined>;
}

export interface Survived {
  readonly result: LoadResult;
  /** Seconds from the fault to the end of the longest time without an acknowledgement. */
  readonly secondsToWrites: number;
  /** The 99th percentile of the sales before the fault, in milliseconds: it shows how busy the machine is. */
  readonly quiet: number;
  /** The slowest call without a database statement during the fault, in milliseconds: the delay of the machine itself. */
  readonly slowestHealthz: number;
}

/**
 * The time limits of a run: the time that the design needs, plus a multiple of the times that the run measured itself, so that a busy
 * machine does not fail the test.
 */
const allowed = {
  /** The leader's key expires after 20 s and is checked every 5 s. */
  secondsToWrites: ({ quiet }: Survived) => 26 + (100 * quiet) / 1_000,
  /** The server responds to a call within 4.5 s by its own clock. */
  slowestRefusal: ({ quiet, slowestHealthz }: Survived) => 4_500 + 10 * quiet + 3 * slowestHealthz,
};

/** Expects that no sale was lost or made twice by a fault, and that the cluster recovered in time. */
export async function expectWhole(fixture: ClusterFixture, survived: Survived): Promise<void> {
  const { result, secondsToWrites } = survived;
  const compared = await fixture.compare(result.acknowledged);
  expect(result.givenUp).toEqual([]);
  expect(result.changedResponses).toEqual([]);
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
 * Runs 50 purchases a second, repeated with their key after a failure, while the fault happens; ends when new purchases are
 * acknowledged again and every started one has a response. Prints the figures.
 */
export async function underLoad(
  fixture: ClusterFixture,
  title: string,
  fault: Fault,
  targets: () => readonly string[] = () => [fixture.baseURL],
): Promise<Survived> {
  const seed = seedOfRun();
  const load = startLoad(fixture.shop, targets, random(seed), {
    perSecond,
    purchases: 1,
    respectsRetryAfter: true,
    // On a busy machine the purchases that waited during the fault take long; none of them may be given up for that.
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
    await eventually(served, { seconds: 60, what: 'new purchases are acknowledged' });
  } finally {
    // Computed before the waiting purchases are served: between the last of them are pauses that are no outage.
    figures.secondsToWrites = (endOfPause(load, figures.at) - figures.at) / 1_000;
    // Also after a failure: the load must not continue during the next test, and the figures show why the test failed.
    stopped = await load.stop();
    await healthz.stop();
    printFigures(title, seed, stopped, { ...figures, slowestHealthz: healthz.slowest() });
  }
  return { ...figures, result: stopped, slowestHealthz: healthz.slowest() };
}

/** Calls /healthz of each target four times a second. */
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
