import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface CommandResult {
  readonly code: number | null;
  /** Standard output and errors together. */
  readonly output: string;
}

/** Runs `almas COMMAND` of the built product with these variables and nothing of this machine's configuration. */
export async function runAlmas(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<CommandResult> {
  const child = spawn(process.execPath, ['bin/almas.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
