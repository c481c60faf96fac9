import { hash, verify } from '@node-rs/argon2';

/*
 * Computes argon2 in UV_THREADPOOL_SIZE threads. A process of its own, because only a process can have a lower priority than the
 * sales (lower-priority.mjs).
 */

/** @typedef {{ id: number, password: string, expected?: string }} Task */
process.on('message', async (/** @type {Task} */ { id, password, expected }) => {
  try {
    const result = expected === undefined ? await hash(password) : await verify(expected, password);
    process.send?.({ id, result });
  } catch (error) {
    process.send?.({ id, message: String(error) });
  }
});
// The server has exited or crashed.
process.on('disconnect', () => process.exit());
