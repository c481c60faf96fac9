import { useEffect, useId, useMemo } from 'react';
import { dismissRemarks, fieldMessagesOf, toastsOf } from './toast-store.ts';

/**
 * The toasts of a component, each replacing the one before: `say` shows outcomes; `fieldMessage` shows validation errors, which are removed
 * with the component. `source` names the component.
 */
export function useToasts() {
  const source = useId();
  useEffect(() => () => dismissRemarks(source), [source]);
  return useMemo(() => ({ source, say: toastsOf(source), fieldMessage: fieldMessagesOf(source) }), [source]);
}
