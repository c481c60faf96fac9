import { useEffect, useId, useMemo } from 'react';
import { dismissRemarks, remarksOf, toastsOf } from './toast-store.ts';

/**
 * The toasts of a component, each in place of the one before: `say` what became of it, `remark` what is wrong before it
 * is sent, which leaves with the component. `source` names them.
 */
export function useToasts() {
  const source = useId();
  useEffect(() => () => dismissRemarks(source), [source]);
  return useMemo(() => ({ source, say: toastsOf(source), remark: remarksOf(source) }), [source]);
}
