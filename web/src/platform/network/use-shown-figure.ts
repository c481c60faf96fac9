import { useState } from 'react';
import { ApiError } from './api-errors.ts';

/** What the screen says of something that a call changes: `now`, but as it was shown while it is kept. */
export function useKeptValue<Value>(isKept: boolean, now: Value): Value {
  const [value, setValue] = useState(() => now);
  if (!isKept && value !== now) setValue(() => now);
  return value;
}

/**
 * A figure as the user has seen it, on opening or in the last refusal, under its name in refusals. The call sends it, so that what a
 * colleague changed meanwhile is not changed again unseen. @returns the figure, and what to do when the call fails
 */
export function useShownFigure(name: string, onOpening: number) {
  const [figure, setFigure] = useState(onOpening);
  const onFailed = (error: unknown) => {
    const now = error instanceof ApiError ? error.figures[name] : undefined;
    if (now !== undefined) setFigure(now);
  };
  return [figure, onFailed] as const;
}
