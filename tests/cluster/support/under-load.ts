import { eventually } from '../../support/eventually.ts';
import { type Load, type LoadResult, longestGapOf, startLoad } from '../../support/load.ts';
import { aSeed, random } from '../../support/random.ts';
import type { ClusterFixture } from './cluster-fixture.ts';

const perSecond = 50;
const warmUp = 150;
const enough = 100;

/** What is done to the stage while customers buy. */
export interface Fault {
  /** @returns what is over before sales are waited for; without, nothing */
  hit(): Promise<(() => Promise<boolean>) | undefined>;
}

export interface Survived {
  readonly result: LoadResult;
  /** From the fault to the end of the longest pause after it, in seconds. */
  readonly secondsToWrites: number;
}

/**
 * 50 purchases a second by customers who repeat with their key, while the fault happens; ends when new customers are
 * served again and every one under way has an answer. Prints the figures.
 */
export async function underLoad(stage: ClusterFixture, title: string, fault: Fault): Promise<Survived> {
  const seed = aSeed();
  const load = startLoad(stage.shop, () => [stage.baseURL], random(seed), {
    perSecond,
    purchases: 1,
    heedsRetryAfter: true,
  });
  let [at, stopped]: [number, LoadResult | undefined] = [0, undefined];
  try {
    await eventually(() => load.times.length >= warmUp, { seconds: 60, what: 'sales before the fault' });
    at = performance.now();
    const over = await fault.hit();
    if (over) await eventually(over, { seconds: 90, what: 'the fault has had its effect' });
    const since = performance.now();
    const served = () => load.times.filter(({ begun }) => begun > since).length >= enough;
    await eventually(served, { seconds: 60, what: 'new customers are served' });
  } finally {
    // A case that failed must not go on buying in the next one, and its figures say why it failed.
    stopped = await load.stop();
    tell(title, seed, stopped, (endOfPause(load, at) - at) / 1_000);
  }
  return { result: stopped, secondsToWrites: (endOfPause(load, at) - at) / 1_000 };
}

/** When the longest time without an acknowledgement, from the fault on, was over. */
function endOfPause({ times }: Load, at: number): number {
  const after = times.map(({ acknowledged }) => acknowledged).filter((moment) => moment >= at);
  return longestGapOf([at, ...after]).end;
}

function tell(title: string, seed: number, result: LoadResult, seconds: number): void {
  const { begun, setbacks, longestGap, refusals } = result;
  process.stdout.write(
    `${title}: SEED=${seed}, ${begun} sales, writes back after ${seconds.toFixed(1)} s, ` +
      `longest pause ${(longestGap / 1_000).toFixed(1)} s, slowest 503 ${Math.round(refusals.slowest)} ms, ` +
      `setbacks ${JSON.stringify(setbacks)}\n`,
  );
}
