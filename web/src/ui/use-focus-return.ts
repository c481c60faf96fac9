import { useLayoutEffect } from 'react';

/** The focus goes back to what opened a dialog, also when its code arrived late or it leaves with its screen. */
export function useFocusReturn(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement as HTMLElement | null;
    return () => {
      setTimeout(() => opener?.isConnected && opener.focus({ preventScroll: true }));
    };
  }, [opened]);
}
