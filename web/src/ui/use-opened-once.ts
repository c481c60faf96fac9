import { useRef } from 'react';

/** Whether something has been open before: a lazily loaded dialog then stays, to fade out and give the focus back. */
export function useOpenedOnce(opened: boolean): boolean {
  const once = useRef(opened);
  once.current ||= opened;
  return once.current;
}
