import { useEffect, useRef } from 'react';
import { keepTyped } from './stale-form.tsx';

interface FollowingForm<Values> {
  readonly fields: { readonly getValues: () => Values };
  readonly set: (part: Partial<Values>) => void;
}

/** A field that was left as it was follows what a colleague has saved: all of them are sent together. */
export function useFollowStored<Values extends object>(form: FollowingForm<Values>, stored: Values): void {
  const opened = useRef(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by what is stored, which each reading gives anew
  useEffect(() => {
    if (stored === opened.current) return;
    form.set(keepTyped(form.fields.getValues(), opened.current, stored));
    opened.current = stored;
  }, [JSON.stringify(stored)]);
}
