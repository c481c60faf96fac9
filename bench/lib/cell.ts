import { percentile } from './numbers.ts';

/** The result of one measurement. Times in ms. */
export interface Cell {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly done: number;
  readonly failed: number;
}

/** Runs `work` in `workers` loops for `seconds`. The first tenth warms up and is not counted. `work` returns whether it succeeded. */
export async function loop(
  workers: number,
  seconds: number,
  work: (worker: number, round: number) => Promise<boolean>,
): Promise<Cell> {
  const warm = performance.now() + seconds * 100;
  const end = performance.now() + seconds * 1_100;
  const times: number[] = [];
  let failed = 0;
  const one = async (worker: number) => {
    for (let i = 0; performance.now() < end; i += 1) {
      const began = performance.now();
      const ok = await work(worker, i);
      const now = performance.now();
      if (!ok) failed += 1;
      else if (began >= warm && now <= end) times.push(now - began);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => one(worker)));
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    done: times.length,
    failed,
  };
}
