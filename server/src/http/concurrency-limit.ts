import { AppError } from '../app-error.ts';

const retrySeconds = 1;

/** Bounds the requests in progress in this process; the others are refused immediately. */
export interface ConcurrencyLimit {
  /** Runs a request. @throws AppError UNAVAILABLE, without starting it, when too many are in progress. */
  run<Result>(request: () => Promise<Result>): Promise<Result>;
}

/**
 * Refuses requests beyond `max` in progress immediately, with Retry-After. A queue in front of a slow database only grows, because
 * clients give up and send again; the refusal leaves the database to the requests in progress (P8).
 */
export function limitConcurrency(max: number): ConcurrencyLimit {
  let inProgress = 0;
  return {
    run: async (request) => {
      if (inProgress >= max) throw new AppError('UNAVAILABLE', undefined, retrySeconds);
      inProgress += 1;
      try {
        return await request();
      } finally {
        inProgress -= 1;
      }
    },
  };
}
