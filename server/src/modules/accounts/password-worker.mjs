import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** @typedef {{ id: number, password: string, expected?: string }} Task */
parentPort?.on('message', (/** @type {Task} */ { id, password, expected }) => {
  try {
    const result = expected === undefined ? hashSync(password) : verifySync(expected, password);
    parentPort?.postMessage({ id, result });
  } catch (error) {
    parentPort?.postMessage({ id, message: String(error) });
  }
});
