import { setTimeout as pause } from 'node:timers/promises';
import { failUntil } from '../../app-error.ts';
import { BoundedQueue, type Turn } from '../../bounded-queue.ts';

export interface ThrottleOptions {
  readonly milliseconds: number;
  /** How many attempts of one account are delayed at the same time. The others wait for their turn. */
  readonly concurrency: number;
  /** How many attempts of one account may wait for their turn. */
  readonly perAccount: number;
  /** How many attempts of all accounts may wait: each occupies a connection and one of the concurrent requests. */
  readonly inAll: number;
}

/**
 * Delays the attempts on an account under attack: guessing becomes too slow to succeed, and the right password is still accepted,
 * because a full queue displaces an earlier attempt instead of the newest (BoundedQueue).
 */
export class AttemptThrottle {
  private readonly queues = new Map<string, BoundedQueue>();
  private inside = 0;

  private readonly options: ThrottleOptions;

  constructor(options: ThrottleOptions) {
    this.options = options;
  }

  /** @throws AppError UNAVAILABLE when a newer attempt has displaced this one, or its caller has left */
  async run<Result>(account: string, work: () => Promise<Result>, turn: Turn): Promise<Result> {
    const { milliseconds, concurrency, perAccount, inAll } = this.options;
    const queues = [...this.queues.values()].sort((a, b) => b.waiting - a.waiting);
    if (this.inside >= inAll && !queues[0]?.displace()) throw failUntil('UNAVAILABLE', milliseconds / 1_000);
    const queue = this.queues.get(account) ?? new BoundedQueue(concurrency, perAccount);
    this.queues.set(account, queue);
    this.inside += 1;
    try {
      return await queue.run(async () => {
        // An attempt that was sent and left costs the others no time.
        if (turn.hasLeft?.()) throw failUntil('UNAVAILABLE', milliseconds / 1_000);
        await pause(milliseconds);
        return work();
      }, turn);
    } finally {
      this.inside -= 1;
      if (queue.isIdle) this.queues.delete(account);
    }
  }
}
