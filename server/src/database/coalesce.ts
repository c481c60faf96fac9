/**
 * Shares a read among concurrent callers: at most one run is under way and one waits. A caller gets the result of a run that
 * began after its own call, so it sees everything that was committed before, its own purchase included.
 */
export function coalesce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let underWay: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Result> | undefined;
  const begin = () => {
    waiting = undefined;
    const run = read();
    // A failure reaches the callers that waited for this run, not those of the next one.
    underWay = run.catch(() => undefined);
    return run;
  };
  return () => {
    waiting ??= underWay.then(begin);
    return waiting;
  };
}
