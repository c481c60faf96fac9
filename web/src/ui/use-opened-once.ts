import { useRef } from 'react';

/** Whether a dialog has been open before: a lazily loaded one then stays mounted, to fade out and return the focus. */
export function useOpenedOnce(opened: boolean): boolean {
  const once = useRef(opened);
  once.current ||= opened;
  return once.current;
}
