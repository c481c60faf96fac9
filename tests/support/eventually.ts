import { setTimeout as pause } from 'node:timers/promises';

/**
 * Repeats `work` until the condition is true, for jobs that finish after several runs. Fails after `runs` of them: a job that never
 * finishes would be repeated without an end.
 */
export async function repeatUntil(
  holds: () => Promise<boolean>,
  work: () => Promise<unknown> = async () => undefined,
  runs = 1_000,
): Promise<void> {
  for (let run = 0; run < runs; run += 1) {
    if (await holds()) return;
    await work();
  }
  throw new Error(`not after ${runs} runs of ${work}: ${holds}`);
}

/** Waits until the condition is true. Fails after `seconds` with what it waited for. */
export async function eventually(
  holds: () => boolean | Promise<boolean>,
  { seconds = 20, what = String(holds) } = {},
): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(20)) {
    if (await holds()) return;
  }
  throw new Error(`not after ${seconds} s: ${what}`);
}
