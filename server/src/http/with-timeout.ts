import { AppError } from '../app-error.ts';

/** Less than the 5 s that a call may take, whatever becomes of the database (P8). */
export const callMilliseconds = 4_500;
const retrySeconds = 2;

/**
 * A call may wait for the database several times, each time less than this, and together longer. Then it is answered
 * without its end: what it does goes on, and the same call with the same key finds out what became of it.
 * @throws AppError UNAVAILABLE when the time is over
 */
export const withTimeout = <Result>(
  work: Promise<Result>,
  milliseconds = callMilliseconds,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new AppError('UNAVAILABLE', undefined, retrySeconds));
    const timer = setTimeout(late, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
