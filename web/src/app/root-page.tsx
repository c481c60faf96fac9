import { common } from '@almas/locale/screens/common';
import { shell } from '@almas/locale/screens/shell';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Outlet, useNavigation } from '../lib/router.tsx';
import { confirmsLeaving, subscribeUnsaved } from '../lib/unsaved.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { EmptyState } from '../ui/states.tsx';
import { UnsavedQuestion } from '../ui/unsaved-question.tsx';
import { isReloading } from './reload.ts';

export const NotFound = lazyPart(() => import('../routes/not-found.tsx'));

export const Crashed = () => (
  <main>
    <EmptyState
      title={shell.crashed.title}
      text={shell.crashed.text}
      action={<Button onClick={() => location.reload()}>{common.refresh}</Button>}
    />
  </main>
);

export const RootPage = () => (
  <>
    <OfflineBanner />
    <UnsavedChanges />
    <Outlet />
  </>
);

/**
 * Shows a question before a page is left while a form on it, or in a dialog over it, has unsaved changes. For a reload or a closed tab
 * only the browser can ask.
 */
function UnsavedChanges() {
  const asks = useSyncExternalStore(subscribeUnsaved, () => confirmsLeaving());
  const { history } = useNavigation();
  /** While the question is open: the function that takes the answer, whether to stay. */
  const [question, setQuestion] = useState<((stays: boolean) => void) | null>(null);
  useEffect(() => {
    if (!asks) return;
    return history.block({
      enableBeforeUnload: () => !isReloading(),
      blockerFn: async ({ currentLocation, nextLocation }) => {
        if (currentLocation.pathname === nextLocation.pathname || !confirmsLeaving()) return false;
        const stays = await new Promise<boolean>((resolve) => setQuestion(() => resolve));
        setQuestion(null);
        return stays;
      },
    });
  }, [asks, history]);
  return (
    <UnsavedQuestion
      opened={question !== null}
      onStay={() => question?.(true)}
      onLeave={() => question?.(false)}
    />
  );
}
