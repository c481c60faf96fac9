import { LoadError, SkeletonList } from './states.tsx';

interface UnloadedProps {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown };
  /** The specification's sentence for a failed load. */
  readonly text?: string | undefined;
  readonly count: number;
  readonly height: number;
}

/** In place of the data of a query that has none yet. Not in `states.tsx`, which the dashboard loads. */
export const Unloaded = ({ query: { error, refetch }, text, count, height }: UnloadedProps) =>
  error ? (
    <LoadError error={error} text={text} onRetry={() => void refetch()} />
  ) : (
    <SkeletonList count={count} height={height} />
  );
