import { useRef } from 'react';

/** The last value that was not null: a dialog shows it while it fades out. */
export function useLast<V>(value: V | null): V | null {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
}
