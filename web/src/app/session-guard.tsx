import { common } from '@almas/locale/screens/common';
import { Navigate, Outlet, useLocation } from '@tanstack/react-router';
import { leftOnPurpose, useSession } from '../lib/session.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { LoadError } from '../ui/states.tsx';

/** No session: /login, remembering the origin (SPEC §2). Signing out is no interrupted visit: nothing is remembered. */
export function SessionGuard() {
  const { data: me, error, refetch } = useSession();
  const from = useLocation({ select: (location) => location.href });
  if (me) return <Outlet />;
  if (me === null) return <Navigate to="/login" replace state={leftOnPurpose() ? {} : { from }} />;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  return <PageSpinner text={common.loadingProfile} />;
}
