import { useBlocker } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { asksBeforeLeaving, subscribeUnsaved } from '../lib/unsaved.ts';
import { UnsavedQuestion } from '../ui/unsaved-question.tsx';
import { isReloading } from './reload.ts';

/**
 * Leaving a page asks first while a form on it, or in a dialog over it, holds something unsaved. A reload and a closed
 * tab can only be asked about by the browser itself.
 */
export function UnsavedChanges() {
  const asks = useSyncExternalStore(subscribeUnsaved, () => asksBeforeLeaving());
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && asksBeforeLeaving(),
    enableBeforeUnload: () => !isReloading(),
    disabled: !asks,
    withResolver: true,
  });
  return (
    <UnsavedQuestion opened={status === 'blocked'} onStay={() => reset?.()} onLeave={() => proceed?.()} />
  );
}
