import type { SpawnOptions } from 'node:child_process';

/**
 * Spawn options for a process whose work must not slow the sales: a session of its own, and lower-priority.mjs as its first module.
 */
export const lowPriority = {
  options: { detached: true } satisfies SpawnOptions,
  nodeArguments: ['--import', new URL('./lower-priority.mjs', import.meta.url).href],
};
