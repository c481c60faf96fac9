import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FinishedProcess, finished } from './child-output.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `almas COMMAND` of the built product with these variables and nothing of this machine's configuration. */
export function runAlmas(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<FinishedProcess> {
  return finished(
    spawn(process.execPath, ['bin/almas.mjs', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}
