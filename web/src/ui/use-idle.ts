import { useEffect } from 'react';

/** Fetches what a tap will soon need once the screen itself is there. */
export function useIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load(), 2_000);
    return () => clearTimeout(timer);
  }, [load]);
}
