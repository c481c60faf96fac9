import type { SpawnOptions } from 'node:child_process';

/** What a process that gives way to the sales is started with (lower-priority.mjs): a session of its own, and Node's arguments. */
export const givesWay = {
  options: { detached: true } satisfies SpawnOptions,
  nodeArguments: ['--import', new URL('./lower-priority.mjs', import.meta.url).href],
};
