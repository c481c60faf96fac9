import { setTimeout as pause } from 'node:timers/promises';
import { failUntil } from '../../app-error.ts';

export interface Delay {
  readonly milliseconds: number;
  /** Tries of one account that may wait. */
  readonly perAccount: number;
  /** Tries of all accounts that may wait: each holds a connection and one of the concurrent requests. */
  readonly inAll: number;
}

/**
 * Tries of an account that is being guessed: one at a time, each after a second. Guessing becomes too slow to succeed,
 * and the right password still gets in.
 */
export class DelayedTries {
  private readonly queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  private all = 0;

  constructor(private readonly delay: Delay) {}

  /** @throws AppError UNAVAILABLE when too many wait already */
  async run<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    const { milliseconds, perAccount, inAll } = this.delay;
    const queue = this.queues.get(account) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= perAccount || this.all >= inAll)
      throw failUntil('UNAVAILABLE', (queue.waiting * milliseconds) / 1_000);
    this.queues.set(account, queue);
    queue.waiting += 1;
    this.all += 1;
    const turn = queue.last.then(async () => {
      await pause(milliseconds);
      return work();
    });
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.waiting -= 1;
      this.all -= 1;
      if (queue.waiting === 0) this.queues.delete(account);
    }
  }
}
