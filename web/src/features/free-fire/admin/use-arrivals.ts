import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useEffect, useRef } from 'react';
import { toastsOf } from '../../../lib/toast-store.ts';

const say = toastsOf('free-fire-arrivals');

/** Tells that requests came while the screen was open; what was there when it opened is no news. */
export function useArrivals(items: readonly FreeFireRequest[] | undefined): void {
  const newest = useRef<number | null>(null);
  useEffect(() => {
    if (!items) return;
    const numbers = items.map(({ id }) => Number(id));
    const known = newest.current;
    newest.current = Math.max(known ?? 0, ...numbers);
    const arrived = known === null ? 0 : numbers.filter((number) => number > known).length;
    if (arrived > 0) say.info(adminFreeFire.pending.arrived(arrived));
  }, [items]);
}
