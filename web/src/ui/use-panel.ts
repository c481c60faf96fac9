import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A panel next to the button that opens it: Escape and a tap elsewhere close it; the focus moves in and returns.
 * @returns props for the root around both, for the button, and the panel's state.
 */
export function usePanel<Root extends HTMLElement = HTMLDivElement>() {
  const [opened, setOpened] = useState(false);
  const root = useRef<Root>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback((giveFocusBack = true) => {
    setOpened(false);
    if (giveFocusBack) button.current?.focus();
  }, []);

  useEffect(() => {
    if (!opened) return;
    // Without a scroll: the whole panel would otherwise be brought into view, and its beginning out of it.
    root.current?.querySelector<HTMLElement>('[data-panel]')?.focus({ preventScroll: true });
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpened(false);
    };
    // On the document: the focused button may have been removed by its own action.
    const onEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('keydown', onEscape);
    document.addEventListener('pointerdown', away);
    document.addEventListener('focusin', away);
    return () => {
      document.removeEventListener('keydown', onEscape);
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('focusin', away);
    };
  }, [opened, close]);

  return {
    opened,
    close,
    rootProps: { ref: root },
    buttonProps: { ref: button, 'aria-expanded': opened, onClick: () => setOpened(!opened) },
  };
}
