import { setTimeout as pause } from 'node:timers/promises';

/** Polls a condition. @returns whether it became true within `seconds` @throws when `signal` is aborted */
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
