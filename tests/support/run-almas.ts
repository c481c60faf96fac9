import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type FinishedProcess, finished } from './child-output.ts';
import { clockEnvironment } from './test-clock.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `almas COMMAND` of the built product with these variables and nothing of this machine's configuration. */
export function runAlmas(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<FinishedProcess> {
  return finished(startAlmas(env, args));
}

const startAlmas = (env: Readonly<Record<string, string>>, args: readonly string[]) =>
  spawn(process.execPath, ['bin/almas.mjs', ...args], {
    cwd: root,
    env: { ...clockEnvironment(), PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/**
 * Runs a command and sends it a signal when it has printed this text. @returns how it ended; `code` is null when the signal ended it
 */
export function signalAlmas(
  signal: NodeJS.Signals,
  line: RegExp,
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<FinishedProcess> {
  const child = startAlmas(env, args);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const had = line.test(output);
    output += text;
    if (!had && line.test(output)) child.kill(signal);
  });
  return finished(child);
}
