import { setTimeout as pause } from 'node:timers/promises';

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
