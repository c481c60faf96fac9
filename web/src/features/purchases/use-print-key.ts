import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Whether the dialog around this element is the topmost: a dialog above it handles the keys. */
export const isOnTop = (element: HTMLElement | null): boolean =>
  [...document.querySelectorAll('dialog[open]')].at(-1)?.contains(element) ?? false;

/**
 * Ctrl+P over the dialog around `inside` does what its « Imprimer » button does, because the browser's own print would not be
 * recorded. A press within `appearing` milliseconds of the opening does nothing: it is the second one of a double press.
 */
export function usePrintKey(inside: RefObject<HTMLElement | null>, print: () => void, appearing = 0): void {
  const onPrint = useEffectEvent(print);
  useEffect(() => {
    const from = performance.now() + appearing;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      if (!isOnTop(inside.current)) return;
      event.preventDefault();
      if (!event.repeat && performance.now() >= from) onPrint();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [inside, appearing]);
}
