import { AppError } from '../../app-error.ts';

const retrySeconds = 2;

/** Work that waits for its turn; `first` goes before everything that waits and is not. */
export interface Turn {
  /** Who asks, for the share of one network. */
  readonly network?: string | undefined;
  readonly first?: boolean;
}

/**
 * Computing a password hash takes a core for some 25 ms and 19 MB: a flood of sign-ins would take both from the sales.
 * `atOnce` are computed at a time, `waiting` may wait, and of those one network holds half at most.
 */
export class PasswordQueue {
  private running = 0;
  private readonly queue: { readonly network: string | undefined; readonly start: () => void }[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
  ) {}

  /** @throws AppError UNAVAILABLE when too many wait already */
  async run<Result>(work: () => Promise<Result>, { network, first = false }: Turn = {}): Promise<Result> {
    if (this.running >= this.atOnce) await this.turn(network, first);
    else this.running += 1;
    try {
      return await work();
    } finally {
      // The place passes to the next one, or becomes free.
      const next = this.queue.shift();
      if (next) next.start();
      else this.running -= 1;
    }
  }

  private turn(network: string | undefined, first: boolean): Promise<void> {
    const ofNetwork = this.queue.filter((entry) => entry.network === network).length;
    const isFull =
      this.queue.length >= this.waiting ||
      (network !== undefined && ofNetwork >= Math.ceil(this.waiting / 2));
    // Whoever goes first is known to the account: the places of the others do not keep them out.
    if (isFull && !(first && this.queue.length < this.waiting * 2))
      throw new AppError('UNAVAILABLE', undefined, retrySeconds);
    return new Promise((start) => {
      if (first) this.queue.unshift({ network, start });
      else this.queue.push({ network, start });
    });
  }
}
