import { Worker } from 'node:worker_threads';

interface Task {
  readonly password: string;
  /** The stored hash to compare with; without it the password is hashed. */
  readonly expected?: string;
}
interface Reply {
  readonly result?: string | boolean;
  readonly message?: string;
}
interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

const file = new URL('./password-worker.mjs', import.meta.url);

/**
 * Threads that compute argon2 and nothing else. The library's own asynchronous calls run on the threads that Node
 * reads files and compresses answers with (UV_THREADPOOL_SIZE), where a flood of sign-ins delays every page.
 */
export class PasswordThreads {
  private readonly idle: PasswordThread[] = [];

  /** The caller bounds how many run at the same time: a thread is kept for each. */
  async run<Result extends string | boolean>(task: Task): Promise<Result> {
    const thread = this.idle.pop() ?? new PasswordThread();
    try {
      return await thread.run<Result>(task);
    } finally {
      if (thread.isAlive) this.idle.push(thread);
    }
  }
}

/** Runs one task at a time. */
class PasswordThread {
  private readonly worker = new Worker(file, { env: {}, execArgv: [] });
  private pending: Pending | undefined;
  isAlive = true;

  constructor() {
    this.worker.on('message', ({ result, message }: Reply) => {
      const task = this.pending;
      this.pending = undefined;
      // An idle thread does not keep a command from ending.
      this.worker.unref();
      if (message === undefined) task?.resolve(result as never);
      else task?.reject(new Error(message));
    });
    this.worker.on('error', (error) => this.end(error));
    this.worker.on('exit', () => this.end(new Error('the thread for passwords has ended')));
  }

  run<Result extends string | boolean>(task: Task): Promise<Result> {
    this.worker.ref();
    return new Promise<Result>((resolve, reject) => {
      this.pending = { resolve, reject };
      this.worker.postMessage(task);
    });
  }

  private end(error: Error): void {
    this.isAlive = false;
    this.pending?.reject(error);
    this.pending = undefined;
  }
}
