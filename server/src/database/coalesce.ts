/**
 * One reading answers everybody who asked before it began: however many ask concurrently, one reading is under way and one
 * waits. No caller gets a reading that began before its request, so each sees at least what was committed when they
 * asked: their own purchase, too.
 */
export function coalesce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Result> | undefined;
  const begin = () => {
    waiting = undefined;
    const reading = read();
    // A failure reaches the callers that waited for this run, not those of the next one.
    underWay = reading.catch(() => undefined);
    return reading;
  };
  return () => {
    waiting ??= underWay.then(begin);
    return waiting;
  };
}
