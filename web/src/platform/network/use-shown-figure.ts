import { useState } from 'react';
import { ApiError } from './api-errors.ts';

/** A figure that a call changes: `now`, but as it was before the call while that is under way or its answer was lost. */
export function useFigureBefore(isUnderWay: boolean, now: number): number {
  const [figure, setFigure] = useState(now);
  if (!isUnderWay && figure !== now) setFigure(now);
  return figure;
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
