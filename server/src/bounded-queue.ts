import { AppError } from './app-error.ts';

const retrySeconds = 2;
const unavailable = () => new AppError('UNAVAILABLE', undefined, retrySeconds);

/** Options of a piece of work that waits in the queue. */
export interface Turn {
  /** The caller's network. At most half of the waiting work may come from one network. */
  readonly network?: string | undefined;
  /** Goes before all waiting work that is not `first`. */
  readonly first?: boolean;
  /** Part of work that was admitted before: it waits in order, however many wait. */
  readonly admitted?: boolean;
  /** The longest wait in milliseconds; by default without end. */
  readonly longestWait?: number;
}

/** Runs at most `concurrency` pieces of work at a time and lets `maxWaiting` more wait, at most half of them from one network. */
export class BoundedQueue {
  private running = 0;
  private readonly queue: { readonly network: string | undefined; readonly start: () => void }[] = [];

  private readonly concurrency: number;
  private readonly maxWaiting: number;

  constructor(concurrency: number, maxWaiting: number) {
    this.concurrency = concurrency;
    this.maxWaiting = maxWaiting;
  }

  /** @throws AppError UNAVAILABLE when too many wait already, or after the longest wait */
  async run<Result>(work: () => Promise<Result>, turn: Turn = {}): Promise<Result> {
    // Does not call `enter`, so that with a free turn the work starts in the same tick.
    if (!this.takeFree()) await this.wait(turn);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Waits for a turn. @returns a function that releases it @throws AppError UNAVAILABLE like `run` */
  async enter(turn: Turn = {}): Promise<() => void> {
    if (!this.takeFree()) await this.wait(turn);
    return () => this.leave();
  }

  /** Takes a turn if one is free. @returns whether it did */
  private takeFree(): boolean {
    if (this.running >= this.concurrency) return false;
    this.running += 1;
    return true;
  }

  private leave(): void {
    const next = this.queue.shift();
    if (next) next.start();
    else this.running -= 1;
  }

  private wait({ network, first = false, admitted = false, longestWait }: Turn): Promise<void> {
    const ofNetwork = this.queue.filter((entry) => entry.network === network).length;
    const isFull =
      this.queue.length >= this.maxWaiting ||
      (network !== undefined && ofNetwork >= Math.ceil(this.maxWaiting / 2));
    // `first` marks a sign-in from a network or a device that the account knows: a queue that others have filled still admits it.
    const isAdmitted = admitted || !isFull || (first && this.queue.length < this.maxWaiting * 2);
    if (!isAdmitted) throw unavailable();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const entry = {
        network,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      if (first) this.queue.unshift(entry);
      else this.queue.push(entry);
      if (longestWait === undefined) return;
      timer = setTimeout(() => {
        this.queue.splice(this.queue.indexOf(entry), 1);
        reject(unavailable());
      }, longestWait);
    });
  }
}
