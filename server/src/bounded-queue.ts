import { AppError } from './app-error.ts';

const retrySeconds = 2;

/** Work that waits for its turn; `first` goes before everything that waits and is not. */
export interface Turn {
  /** Who asks, for the share of one network. */
  readonly network?: string | undefined;
  readonly first?: boolean;
  /** Part of something that was let in before: waits in its order and is not refused. */
  readonly admitted?: boolean;
}

/** Runs `atOnce` pieces of work at a time and lets `waiting` more wait, half of them at the most from one network. */
export class BoundedQueue {
  private running = 0;
  private readonly queue: { readonly network: string | undefined; readonly start: () => void }[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  /** @throws AppError UNAVAILABLE when too many wait already */
  async run<Result>(work: () => Promise<Result>, turn: Turn = {}): Promise<Result> {
    // Not through `enter`: with a free turn the work starts in this very moment.
    if (!this.takeFree()) await this.wait(turn);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** Waits for a turn. @returns what gives it to the next one. @throws AppError UNAVAILABLE when too many wait already */
  async enter(turn: Turn = {}): Promise<() => void> {
    if (!this.takeFree()) await this.wait(turn);
    return () => this.leave();
  }

  /** Takes a turn when one is free. */
  private takeFree(): boolean {
    if (this.running >= this.atOnce) return false;
    this.running += 1;
    return true;
  }

  private leave(): void {
    const next = this.queue.shift();
    if (next) next.start();
    else this.running -= 1;
  }

  private wait({ network, first = false, admitted = false }: Turn): Promise<void> {
    const ofNetwork = this.queue.filter((entry) => entry.network === network).length;
    const isFull =
      this.queue.length >= this.waiting ||
      (network !== undefined && ofNetwork >= Math.ceil(this.waiting / 2));
    // A caller that goes first is known to the account: others who wait do not keep them out.
    const isLetIn = admitted || !isFull || (first && this.queue.length < this.waiting * 2);
    if (!isLetIn) throw new AppError('UNAVAILABLE', undefined, retrySeconds);
    return new Promise((start) => {
      if (first) this.queue.unshift({ network, start });
      else this.queue.push({ network, start });
    });
  }
}
