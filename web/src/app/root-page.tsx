import { common } from '@almas/locale/screens/common';
import { shell } from '@almas/locale/screens/shell';
import { CatchBoundary, Outlet, useBlocker } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { asksBeforeLeaving, subscribeUnsaved } from '../lib/unsaved.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { EmptyState } from '../ui/states.tsx';
import { UnsavedQuestion } from '../ui/unsaved-question.tsx';
import { isReloading } from './reload.ts';

export const NotFound = lazyPart(() => import('../routes/not-found.tsx'));

export const Loading = () => <PageSpinner text={common.loading} />;

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
    <CatchBoundary getResetKey={() => location.pathname} errorComponent={Crashed}>
      <Outlet />
    </CatchBoundary>
  </>
);

/**
 * Leaving a page asks first while a form on it, or in a dialog over it, holds something unsaved. A reload and a closed
 * tab can only be asked about by the browser itself.
 */
function UnsavedChanges() {
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
