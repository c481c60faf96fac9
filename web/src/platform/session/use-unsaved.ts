import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addUnsavedForm, deleteDraft, keptDraft } from './unsaved.ts';

/** The dialog around a form. */
export const DialogContext = createContext<object | null>(null);

interface UnsavedOptions<Value> {
  /** The form has unsaved changes. */
  readonly changed: boolean;
  /** Leaving asks first; false for a form that may be lost. */
  readonly asks?: boolean;
  /**
   * Kept over the end of the session and an automatic reload of the application; `isWhole` is false when a part of the form must not be
   * stored. Absent: nothing of it may be (codes, passwords).
   */
  readonly draft?: { readonly name: string; readonly value: Value; readonly isWhole?: boolean } | undefined;
}

/**
 * Registers a form as unsaved while it has unsaved changes, also while it is being saved: the session may turn out to have ended, and
 * what was typed is then kept. `asks` is false meanwhile.
 */
export function useUnsaved<Value>({ changed, asks = true, draft }: UnsavedOptions<Value>): void {
  const dialog = useContext(DialogContext);
  const latest = useRef(draft?.value);
  useEffect(() => {
    latest.current = draft?.value;
  });
  const name = draft?.name ?? null;
  const isWhole = draft?.isWhole ?? true;
  useEffect(() => {
    if (name !== null) deleteDraft(name);
  }, [name]);
  // Before any other check for leaving: a form that disappears because its session ended does not ask.
  useLayoutEffect(() => {
    if (!changed) return;
    return addUnsavedForm({ dialog, asks, draft: name, isWhole, read: () => latest.current });
  }, [changed, dialog, asks, name, isWhole]);
}

/** The values that the form of this name had before a reload of the application, else its initial ones. */
export function useDraft<Value>(name: string, initial: Value | (() => Value)) {
  return useState<Value>(
    () => keptDraft<Value>(name) ?? (typeof initial === 'function' ? (initial as () => Value)() : initial),
  );
}
