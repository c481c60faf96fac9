import { type SpawnOptions, spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { AppError } from './app-error.ts';

/**
 * Spawn options for a process whose work must not slow the sales: a session of its own, and lower-priority.mjs as its first module.
 */
export const lowPriority = {
  options: { detached: true } satisfies SpawnOptions,
  nodeArguments: ['--import', new URL('./lower-priority.mjs', import.meta.url).href],
};

interface LowPriorityWork {
  /** The path of a module, and what it gets as its arguments. */
  readonly program: string;
  readonly args?: readonly string[];
  readonly input: AsyncIterable<string | Buffer> | Iterable<string | Buffer>;
  /** A process that takes longer is killed. */
  readonly timeoutMilliseconds: number;
}

/**
 * Runs a module in a process of low priority, without the environment of the server. @returns its output, incomplete when it crashed or
 * was killed, and its exit code
 * @throws AppError UNAVAILABLE when no process can be started, and whatever the input throws
 */
export async function runLowPriority({
  program,
  args = [],
  input,
  timeoutMilliseconds,
}: LowPriorityWork): Promise<{ readonly code: number | null; readonly output: Buffer }> {
  const child = spawn(process.execPath, [...lowPriority.nodeArguments, program, ...args], {
    ...lowPriority.options,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', () => reject(new AppError('UNAVAILABLE', undefined, 5)));
    child.once('close', resolve);
  });
  // It is awaited only when the whole input has been sent.
  ended.catch(() => undefined);
  try {
    let failure: { readonly error: unknown } | undefined;
    const read = async function* () {
      try {
        yield* input;
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    // A process that ends before it has read its whole input says why by its exit code and its output.
    await pipeline(read, child.stdin).catch(() => undefined);
    if (failure) throw failure.error;
    return { code: await ended, output: Buffer.concat(chunks) };
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}
