import { AppError } from './app-error.ts';

const retrySeconds = 2;
const unavailable = () => new AppError('UNAVAILABLE', undefined, retrySeconds);

/** Options of a piece of work that waits in the queue. */
export interface Turn {
  /** The caller's network. Work with one may be displaced by newer work, and displaces others when the queue is full. */
  readonly network?: string | undefined;
  /** Goes before all waiting work that is not `first`, and is not displaced. */
  readonly first?: boolean | undefined;
  /** The longest wait in milliseconds; by default without end. */
  readonly longestWait?: number;
  /** Whether the caller has closed its connection. */
  readonly hasLeft?: (() => boolean) | undefined;
}

interface Entry extends Turn {
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * Runs at most `concurrency` pieces of work at a time and lets `maxWaiting` more wait. A full queue displaces one of the network with
 * the most waiting entries, at random: who arrives last is not the one who is turned away, and neither one network nor ever new
 * ones keep the others out.
 */
export class BoundedQueue {
  private running = 0;
  private queue: Entry[] = [];

  private readonly concurrency: number;
  private readonly maxWaiting: number;

  constructor(concurrency: number, maxWaiting: number) {
    this.concurrency = concurrency;
    this.maxWaiting = maxWaiting;
  }

  get waiting(): number {
    return this.queue.length;
  }

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** @throws AppError UNAVAILABLE when it is displaced, after the longest wait, or when nothing in a full queue may be displaced */
  async run<Result>(work: () => Promise<Result>, turn: Turn = {}): Promise<Result> {
    // With a free turn the work starts in the same tick.
    if (!this.takeFree()) await this.wait(turn);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Refuses a waiting entry: one whose caller has left, else one of the network with the most. @returns whether there was one */
  displace(): boolean {
    const candidates = this.queue.filter(({ network, first }) => network !== undefined && !first);
    const counts = new Map<string | undefined, number>();
    for (const { network } of candidates) counts.set(network, (counts.get(network) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const largest = candidates.filter(({ network }) => counts.get(network) === most);
    const displaced =
      candidates.find(({ hasLeft }) => hasLeft?.()) ?? largest[Math.floor(Math.random() * largest.length)];
    displaced?.refuse();
    return displaced !== undefined;
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

  private wait(turn: Turn): Promise<void> {
    const { network, first = false, longestWait } = turn;
    // `first` marks a sign-in from a network or a device that the account knows: a queue full of these admits it too.
    const isAdmitted =
      this.queue.length < this.maxWaiting ||
      (network !== undefined && this.displace()) ||
      (first && this.queue.length < this.maxWaiting * 2);
    if (!isAdmitted) throw unavailable();
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const entry: Entry = {
        ...turn,
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          this.queue = this.queue.filter((each) => each !== entry);
          reject(unavailable());
        },
      };
      if (first) this.queue.unshift(entry);
      else this.queue.push(entry);
      if (longestWait !== undefined) timer = setTimeout(entry.refuse, longestWait);
    });
  }
}
