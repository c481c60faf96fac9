import { setTimeout as pause } from 'node:timers/promises';

/** Waits for something that another process does. @returns whether it came about within `seconds` @throws once `signal` is aborted */
export async function until(
  holds: () => boolean | Promise<boolean>,
  seconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(100)) {
    signal?.throwIfAborted();
    if (await holds()) return true;
  }
  return false;
}
