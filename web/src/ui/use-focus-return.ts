import { useLayoutEffect } from 'react';

/** The focus goes back to what opened a dialog, also when its code arrived late or it leaves with its screen. */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement as HTMLElement | null;
    return () => {
      setTimeout(() => {
        if (!opener?.isConnected) return;
        opener.focus({ preventScroll: true });
        // The button gave way to what was decided: the row says it.
        if (document.activeElement !== opener)
          opener.closest<HTMLElement>('[data-decided]')?.focus({ preventScroll: true });
      });
    };
  }, [opened]);
}
