import { limits } from '@almas/contract/limits';
import { useEffect, useState } from 'react';

/** The value after it has not changed for 300 ms. */
export function useDebounced<V>(value: V, milliseconds: number = limits.searchDebounceMilliseconds): V {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debounced;
}
