import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { testConfig } from './app.ts';
import { finished } from './child-output.ts';

/** The built commands: run from the sources each takes twice the CPU time, as two do in read-replica.test.ts. */
const commands = fileURLToPath(new URL('../../server/dist/commands/', import.meta.url));

/** The variables of a command on this database, with the key of the servers under test. */
export const onDatabase = (url: string) => ({ DATABASE_URL: url, CODES_KEY: testConfig().codesKey });

/** Starts `almas COMMAND` with these variables in addition to those of the tests; undefined removes one. */
export function startCommand(
  [name, ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  /** The file descriptor for standard output. */
  output: number | 'pipe' = 'pipe',
) {
  const child = spawn(process.execPath, [`${commands}${name}.js`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'pipe'],
  }) as ChildProcessByStdio<null, Readable | null, Readable>;
  return { child, ended: finished(child) };
}
