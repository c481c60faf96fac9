import { limits } from '@almas/contract/limits';
import { useEffect, useState } from 'react';

/** The value after it has not changed for 300 ms. */
export function useDebounced<V>(value: V, milliseconds: number = limits.searchDebounceMilliseconds): V {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
