import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * The moment at which a run of the tests begins: TEST_NOW, or the machine's. libfaketime gives TEST_NOW to every process of the run: workers, servers, commands, PostgreSQL and browsers. Clocks that measure durations, and
 * the times of files, stay as they are. The configurations of Vitest and Playwright call `setTestClock` before they start a process.
 */
const ofClock = /^(LD_PRELOAD|FAKETIME(?!_SHARED).*|NO_FAKE_STAT)$/;

/** The variables that give a child process the clock of this run; for one that does not get the whole environment. */
export const clockEnvironment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => ofClock.test(name)));

/** The environment of a child process that has the machine's clock. */
export const withoutTestClock = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofClock.test(name)));

/** For a process whose times are compared with those of files, which are the machine's. */
export const machineClock = { FAKETIME: '+0' };

/** The machine's time, in epoch milliseconds. */
export const machineNow = () => Date.now() - Number(process.env.FAKETIME ?? 0) * 1_000;

/** The path of libfaketime, or undefined where it is not installed. */
export function findFakeTime() {
  if (process.platform !== 'linux') return undefined;
  const folders = ['/usr/lib', '/usr/lib64', ...subfolders('/usr/lib')];
  return folders.map((folder) => join(folder, 'faketime', 'libfaketimeMT.so.1')).find(existsSync);
}

/**
 * A copy of the library that leaves `epoll_wait` to the system: during a call of it libfaketime gives signal handlers the machine's time.
 * The timers of PostgreSQL (statement_timeout, lock_timeout, deadlock_timeout) would never pass for a statement that waits.
 */
function withoutWaits(library) {
  const content = readFileSync(library);
  // The first place is the name that is exported; it gets one that nothing looks for.
  const exported = content.indexOf('\0epoll_wait\0');
  if (exported !== -1) content[exported + 1] = 'E'.charCodeAt(0);
  const folder = mkdtempSync(join(tmpdir(), 'almas-clock-'));
  const copy = join(tmpdir(), `almas-clock-${process.getuid?.()}.so`);
  // PostgreSQL reads it as another account. Replaced as a whole: another run may have loaded it.
  writeFileSync(join(folder, 'clock.so'), content, { mode: 0o644 });
  renameSync(join(folder, 'clock.so'), copy);
  rmdirSync(folder);
  return copy;
}

const subfolders = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

/**
 * Sets the clock of the processes that this one starts. Not by default: the machine's clock needs no library.
 * @throws when TEST_NOW is no moment, or cannot be given to every process
 */
export function setTestClock(env = process.env) {
  // The library names a semaphore in it that its children would use: one of them that is killed could hold it for ever.
  delete env.FAKETIME_SHARED;
  // A worker reads the configuration again, and keeps the clock of its run.
  if (env.FAKETIME || !env.TEST_NOW) return;
  const moment = Date.parse(env.TEST_NOW);
  if (Number.isNaN(moment))
    throw new Error(`TEST_NOW is no moment such as 2026-12-31T22:30:00Z: ${env.TEST_NOW}`);
  const library = env.TEST_DATABASE_URL ? undefined : findFakeTime();
  if (!library)
    throw new Error('TEST_NOW needs libfaketime (apt-get install libfaketime) and no TEST_DATABASE_URL');
  const seconds = ((moment - Date.now()) / 1_000).toFixed(3);
  Object.assign(env, {
    LD_PRELOAD: [env.LD_PRELOAD, withoutWaits(library)].filter(Boolean).join(':'),
    FAKETIME: seconds.startsWith('-') ? seconds : `+${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // The correction for a C library before 2.24; with a later one Chromium needs a minute to start.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
    // Files keep the machine's times for every program: Node reads them by a call (statx) that libfaketime does not change.
    NO_FAKE_STAT: '1',
  });
}
