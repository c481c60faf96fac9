import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A panel that a button opens beside itself: Escape and a tap elsewhere close it, the focus goes in and comes back.
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
    root.current?.querySelector<HTMLElement>('[data-panel]')?.focus();
    const away = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpened(false);
    };
    // On the document: the focus may have gone with a button that has done its work.
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
