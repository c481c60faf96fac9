import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Verdict {
  /** Whether every test of the file passed. */
  readonly ok: boolean;
  /** The first failed test, and its error. */
  readonly failed: string;
  readonly error: string;
  readonly seconds: number;
}

/** Runs test files on a copy of the sources, in a process of their own (runner.mjs). */
export class TestProcess {
  private child: ChildProcess | undefined;
  /** The files of the previous mutation, which have their original content again. */
  private former: readonly string[] = [];

  private readonly copy: string;
  private readonly env: NodeJS.ProcessEnv;

  constructor(copy: string, env: NodeJS.ProcessEnv = {}) {
    this.copy = copy;
    this.env = env;
  }

  /**
   * Runs one test file.
   * @param changed sources that were changed since the last run; undefined when none was @param limit seconds after which the file counts
   * as failed
   */
  async run(file: string, limit: number, changed?: readonly string[]): Promise<Verdict> {
    if (!this.child) {
      this.child = fork(join(this.copy, 'tests/mutations/runner.mjs'), [this.copy], {
        cwd: this.copy,
        env: { ...process.env, ...this.env },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await once(this.child, 'message');
    }
    const { child } = this;
    const stop = new AbortController();
    const response = Promise.race([
      once(child, 'message', { signal: stop.signal }),
      once(child, 'exit', { signal: stop.signal }).then(() => {
        throw new Error('the process of the tests ended');
      }),
    ]);
    child.send({ file, limit, changed: changed && [...this.former, ...changed] });
    this.former = changed ?? this.former;
    const [verdict] = await response;
    stop.abort();
    return verdict as Verdict;
  }

  async close(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.disconnect();
    await gone;
  }
}
