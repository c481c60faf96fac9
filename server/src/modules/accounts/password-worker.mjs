import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

/** @typedef {{ password: string, expected?: string }} Task */
parentPort?.on('message', (/** @type {Task} */ { password, expected }) => {
  try {
    const result = expected === undefined ? hashSync(password) : verifySync(expected, password);
    parentPort?.postMessage({ result });
  } catch (error) {
    parentPort?.postMessage({ message: String(error) });
  }
});
