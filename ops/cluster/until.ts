import { setTimeout as pause } from 'node:timers/promises';

/** Waits for something that another process does. @returns whether it came about within `seconds` */
export async function until(holds: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(100)) {
    if (await holds()) return true;
  }
  return false;
}
