import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** How far below the rest of the process; the lowest priority of all is 19. */
const lower = 10;

/**
 * Lets the other threads of this process go first on a busy processor: Linux schedules each thread for itself. Connections of
 * PostgreSQL are sessions of their own, between which Linux shares the processors before it compares priorities (P26 in
 * docs/promises.md). Elsewhere all threads share the priority of the process, which stays.
 */
function giveWay() {
  try {
    const [, , thread] = readlinkSync('/proc/thread-self').split('/');
    setPriority(Number(thread), Math.min(getPriority() + lower, 19));
  } catch {
    // No /proc: not Linux.
  }
}

giveWay();

/** @typedef {{ password: string, expected?: string }} Task */
parentPort?.on('message', (/** @type {Task} */ { password, expected }) => {
  try {
    const result = expected === undefined ? hashSync(password) : verifySync(expected, password);
    parentPort?.postMessage({ result });
  } catch (error) {
    parentPort?.postMessage({ message: String(error) });
  }
});
