import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface FinishedProcess {
  readonly code: number | null;
  /** Standard output and errors together. */
  readonly output: string;
}

/** Waits until a process that was started with `stdio: ['ignore', 'pipe', 'pipe']` has ended and both streams are closed. */
export async function finished(
  child: ChildProcessByStdio<null, Readable | null, Readable>,
): Promise<FinishedProcess> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
