import { AppError } from '../app-error.ts';

/** Below the 5 s within which a call must be answered, whatever the state of the database (P8). */
export const callTimeoutMilliseconds = 4_500;
const retrySeconds = 2;

/**
 * Bounds the whole call: it may wait for the database several times, each time below the limit. After the limit the caller gets
 * UNAVAILABLE while the work goes on; repeating the call with the same key finds its outcome.
 * @throws AppError UNAVAILABLE after the limit
 */
export const withTimeout = <Result>(
  work: Promise<Result>,
  milliseconds = callTimeoutMilliseconds,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new AppError('UNAVAILABLE', undefined, retrySeconds));
    const timer = setTimeout(late, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
