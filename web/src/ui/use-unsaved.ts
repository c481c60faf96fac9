import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addUnsavedForm, forgetDraft, keptDraft } from '../lib/unsaved.ts';

/** The dialog around a form. */
export const DialogContext = createContext<object | null>(null);

interface UnsavedOptions<Value> {
  /** The form holds something that is not saved. */
  readonly changed: boolean;
  /** Leaving asks first; false for a form whose loss costs nothing. */
  readonly asks?: boolean;
  /** Kept over a reload of the application itself. Absent: nothing of it may be kept (codes, passwords). */
  readonly draft?: { readonly name: string; readonly value: Value } | undefined;
}

/** Says that a form holds something unsaved, as long as it does. */
export function useUnsaved<Value>({ changed, asks = true, draft }: UnsavedOptions<Value>): void {
  const dialog = useContext(DialogContext);
  const latest = useRef(draft?.value);
  useEffect(() => {
    latest.current = draft?.value;
  });
  const name = draft?.name ?? null;
  useEffect(() => {
    if (name !== null) forgetDraft(name);
  }, [name]);
  // Before anything else looks whether it may leave: a form that goes with the end of its session asks nothing.
  useLayoutEffect(() => {
    if (!changed) return;
    return addUnsavedForm({ dialog, asks, draft: name, read: () => latest.current });
  }, [changed, dialog, asks, name]);
}

/** What the form of this name held before a reload of the application, else its usual beginning. */
export function useDraft<Value>(name: string, initial: Value | (() => Value)) {
  return useState<Value>(
    () => keptDraft<Value>(name) ?? (typeof initial === 'function' ? (initial as () => Value)() : initial),
  );
}
