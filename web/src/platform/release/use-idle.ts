import { useEffect } from 'react';

/** Loads code that a tap will probably need, once the screen itself is loaded. */
export function useIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), 2_000);
    return () => clearTimeout(timer);
  }, [load]);
}
