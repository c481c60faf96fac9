import { common } from '@almas/locale/screens/common';
import { shell } from '@almas/locale/screens/shell';
import { CatchBoundary, Outlet } from '@tanstack/react-router';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { EmptyState } from '../ui/states.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

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
