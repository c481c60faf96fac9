import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from './cluster.ts';
import { repeatUntil } from './eventually.ts';
import { machineClock } from './test-clock.mjs';

/**
 * Gives this worker and the processes it starts from now on the machine's clock, for code under test that compares its time with that of
 * files. libfaketime reads FAKETIME every ten seconds.
 * @returns a function that gives back the clock of the run, for the later files of the worker
 */
export async function useMachineClock(): Promise<() => Promise<void>> {
  const { FAKETIME } = process.env;
  if (FAKETIME === undefined) return async () => undefined;
  await setClock(machineClock.FAKETIME);
  return () => setClock(FAKETIME);
}

async function setClock(offset: string): Promise<void> {
  process.env.FAKETIME = offset;
  const folder = temporaryFolder('clock');
  const file = join(folder, 'now');
  const isSet = async () => {
    writeFileSync(file, '');
    return Math.abs(Date.now() - Number(offset) * 1_000 - statSync(file).mtimeMs) < 1_000;
  };
  // Counted, because `eventually` measures by the clock that jumps.
  await repeatUntil(isSet, () => pause(100));
  rmSync(folder, { recursive: true });
}
