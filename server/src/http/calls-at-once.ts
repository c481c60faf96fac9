import { Refusal } from '../refusal.ts';

const retrySeconds = 1;

/** How many calls may be under way in this process; the others are sent back at once. */
export interface CallsAtOnce {
  /** Runs a call. @throws Refusal UNAVAILABLE, without starting it, when there are too many. */
  run<Result>(call: () => Promise<Result>): Promise<Result>;
}

/**
 * A queue in front of a slow database only grows: those in it give up, try again and queue twice. Beyond `most` calls a
 * caller is told at once when to come back, and the database is left to those who are inside (P8).
 */
export function callsAtOnce(most: number): CallsAtOnce {
  let underWay = 0;
  return {
    run: async (call) => {
      if (underWay >= most) throw new Refusal('UNAVAILABLE', undefined, retrySeconds);
      underWay += 1;
      try {
        return await call();
      } finally {
        underWay -= 1;
      }
    },
  };
}
