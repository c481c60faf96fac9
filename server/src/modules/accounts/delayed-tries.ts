import { setTimeout as pause } from 'node:timers/promises';
import { failUntil } from '../../app-error.ts';

export interface Delay {
  readonly milliseconds: number;
  /** Tries of one account that may wait. */
  readonly perAccount: number;
  /** Tries of all accounts that may wait: each holds a connection and a place among the calls. */
  readonly inAll: number;
}

/**
 * Tries of an account that is being guessed: one at a time, each after a second. Guessing becomes too slow to succeed,
 * and the right password still gets in.
 */
export class DelayedTries {
  private readonly lanes = new Map<string, { last: Promise<unknown>; waiting: number }>();
  private all = 0;

  constructor(private readonly delay: Delay) {}

  /** @throws AppError UNAVAILABLE when too many wait already */
  async run<Result>(account: string, work: () => Promise<Result>): Promise<Result> {
    const { milliseconds, perAccount, inAll } = this.delay;
    const lane = this.lanes.get(account) ?? { last: Promise.resolve(), waiting: 0 };
    if (lane.waiting >= perAccount || this.all >= inAll)
      throw failUntil('UNAVAILABLE', (lane.waiting * milliseconds) / 1_000);
    this.lanes.set(account, lane);
    lane.waiting += 1;
    this.all += 1;
    const turn = lane.last.then(async () => {
      await pause(milliseconds);
      return work();
    });
    lane.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      lane.waiting -= 1;
      this.all -= 1;
      if (lane.waiting === 0) this.lanes.delete(account);
    }
  }
}
