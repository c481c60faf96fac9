import { setTimeout as pause } from 'node:timers/promises';
import { failUntil } from '../../app-error.ts';

export interface ThrottleOptions {
  readonly milliseconds: number;
  /** How many attempts of one account may wait. */
  readonly perAccount: number;
  /** How many attempts of all accounts may wait: each occupies a connection and one of the concurrent requests. */
  readonly inAll: number;
}

/**
 * Runs the attempts on an account under attack one after the other, each after a delay: guessing becomes too slow to succeed, and
 * the right password is still accepted.
 */
export class AttemptThrottle {
  private readonly queues = new Map<string, { last: Promise<unknown>; waiting: number }>();
  private waitingInAll = 0;

  private readonly options: ThrottleOptions;

  constructor(options: ThrottleOptions) {
    this.options = options;
  }

  /** @throws AppError UNAVAILABLE when too many wait already */
  async run<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    const { milliseconds, perAccount, inAll } = this.options;
    const queue = this.queues.get(account) ?? { last: Promise.resolve(), waiting: 0 };
    if (queue.waiting >= perAccount || this.waitingInAll >= inAll)
      throw failUntil('UNAVAILABLE', (queue.waiting * milliseconds) / 1_000);
    this.queues.set(account, queue);
    queue.waiting += 1;
    this.waitingInAll += 1;
    const turn = queue.last.then(async () => {
      await pause(milliseconds);
      return work();
    });
    queue.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      queue.waiting -= 1;
      this.waitingInAll -= 1;
      if (queue.waiting === 0) this.queues.delete(account);
    }
  }
}
