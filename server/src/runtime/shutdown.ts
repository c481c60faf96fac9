import { constants } from 'node:os';

/** What was started, to be ended in the opposite order, once. */
export class Shutdown {
  private readonly steps: (() => unknown)[] = [];
  private asked: NodeJS.Signals | undefined;
  private askedAt = 0;
  private ask: () => void = () => undefined;
  /** Settles at the first SIGTERM or SIGINT. A second one ends the process at once. */
  readonly requested = new Promise<void>((resolve) => {
    this.ask = resolve;
  });

  constructor() {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, this.onSignal);
  }

  get isRequested(): boolean {
    return this.asked !== undefined;
  }

  /** The exit code of a process that this signal has ended. */
  get exitCode(): number {
    return 128 + (this.asked ? constants.signals[this.asked] : 0);
  }

  /** Adds a step of the end. It runs even when the start stops half-way. */
  add(step: () => unknown): void {
    this.steps.push(step);
  }

  /** Runs the steps, the last one first; a failing step does not keep the others from running. */
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
    // npm passes a Ctrl-C on that the terminal has sent already: two together are one.
    if (this.asked && Date.now() - this.askedAt > 500) process.exit(1);
    if (this.asked) return;
    this.askedAt = Date.now();
    this.asked = signal;
    this.ask();
  };
}

/** Resolves when `work` does, at the latest after `milliseconds`; `onLate` is called in that case. */
export async function atMost(
  milliseconds: number,
  work: PromiseLike<unknown>,
  onLate: () => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve();
    }, milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
