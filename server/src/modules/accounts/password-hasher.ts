import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../../app-error.ts';
import { lowPriority } from '../../low-priority.ts';

interface Task {
  readonly password: string;
  /** The stored hash to compare with; without it the password is hashed. */
  readonly expected?: string;
}
interface Reply {
  readonly id: number;
  readonly result?: string | boolean;
  readonly message?: string;
}
interface Pending {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** A hash takes 25 ms, and seconds on a busy machine, where this process comes last. */
const longestMilliseconds = 30_000;

const program = new URL('./password-process.mjs', import.meta.url);

/**
 * Computes argon2 in a child process of low priority, which is restarted when it has exited or takes too long. The library's own asynchronous calls
 * would use the threads with which Node reads files and compresses responses, at the server's priority: a flood of sign-ins would
 * delay every page and every purchase.
 */
export class PasswordHasher {
  private readonly threads: number;
  private readonly pending = new Map<number, Pending>();
  private child: ChildProcess | undefined;
  private lastId = 0;

  /** @param threads how many hashes are computed concurrently; the caller must not start more */
  constructor(threads: number) {
    this.threads = threads;
  }

  /** @throws AppError UNAVAILABLE when the process exited before it replied, or took too long; Error when the stored hash is malformed */
  run<Result extends string | boolean>(task: Task): Promise<Result> {
    this.child ??= this.start();
    const { child } = this;
    this.lastId += 1;
    const id = this.lastId;
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), longestMilliseconds);
      this.pending.set(id, { timer, resolve, reject });
      child.ref();
      child.channel?.ref();
      child.send({ id, ...task }, (error) => error && this.refuse(id));
    });
  }

  private start(): ChildProcess {
    const child = fork(program, {
      ...lowPriority.options,
      env: { UV_THREADPOOL_SIZE: String(this.threads) },
      execArgv: [...lowPriority.nodeArguments, '--max-old-space-size=64', '--max-semi-space-size=1'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = () => {
      if (this.child !== child) return;
      this.child = undefined;
      for (const id of [...this.pending.keys()]) this.refuse(id);
    };
    child.on('message', ({ id, result, message }: Reply) => {
      const task = this.take(id);
      if (message === undefined) task?.resolve(result as never);
      else task?.reject(new Error(message));
    });
    child.on('error', end);
    child.on('exit', end);
    return child;
  }

  private refuse(id: number): void {
    this.take(id)?.reject(new AppError('UNAVAILABLE', undefined, 2));
  }

  private take(id: number): Pending | undefined {
    const task = this.pending.get(id);
    clearTimeout(task?.timer);
    this.pending.delete(id);
    // An idle child process must not keep a command of the operator from exiting.
    if (this.pending.size === 0) {
      this.child?.channel?.unref();
      this.child?.unref();
    }
    return task;
  }
}
