import type { SpawnOptions } from 'node:child_process';

/**
 * How to start a process whose work must not slow the sales: in a session of its own, with lower-priority.mjs as its first
 * module.
 */
export const lowPriority = {
  options: { detached: true } satisfies SpawnOptions,
  nodeArguments: ['--import', new URL('./lower-priority.mjs', import.meta.url).href],
};
