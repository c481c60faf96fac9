import { constants } from 'node:os';

/** Ends what the process has started, in the opposite order, once. */
export class Shutdown {
  private readonly steps: (() => unknown)[] = [];
  private signal: NodeJS.Signals | undefined;
  private receivedAt = 0;
  private resolveRequested: () => void = () => undefined;
  /** Resolves at the first SIGTERM or SIGINT. A second one ends the process immediately. */
  readonly requested = new Promise<void>((resolve) => {
    this.resolveRequested = resolve;
  });

  constructor() {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, this.onSignal);
  }

  get isRequested(): boolean {
    return this.signal !== undefined;
  }

  /** The exit code of a process that the received signal ends. */
  get exitCode(): number {
    return 128 + (this.signal ? constants.signals[this.signal] : 0);
  }

  /** Adds a step of the shutdown. It also runs when the start stops half-way. */
  add(step: () => unknown): void {
    this.steps.push(step);
  }

  /** Runs the steps in reverse order; a failing step does not prevent the others. */
  async run(onError: (error: unknown) => void): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        onError(error);
      }
    }
  }

  private readonly onSignal = (signal: NodeJS.Signals) => {
    // npm forwards a Ctrl-C that the terminal has also sent: two signals within 500 ms count as one.
    if (this.signal && Date.now() - this.receivedAt > 500) process.exit(1);
    if (this.signal) return;
    this.receivedAt = Date.now();
    this.signal = signal;
    this.resolveRequested();
  };
}

/** Resolves when `work` does, at the latest after `milliseconds`; `onLate` is called in that case. */
export async function waitAtMost(
  milliseconds: number,
  work: PromiseLike<unknown>,
  onLate: () => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve();
    }, milliseconds);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
