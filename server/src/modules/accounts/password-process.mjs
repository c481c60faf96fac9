import { hash, verify } from '@node-rs/argon2';

/*
 * Computes argon2 and nothing else: the threads of this process do it, as many as UV_THREADPOOL_SIZE says. A process of its
 * own, because only so it can have a lower priority than the sales (lower-priority.mjs).
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
// The server has ended, however it did.
process.on('disconnect', () => process.exit());
