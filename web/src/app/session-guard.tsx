import { common } from '@almas/locale/screens/common';
import { useState } from 'react';
import { Outlet, Redirect, useNavigation } from '../lib/router.tsx';
import { leftOnPurpose, SignedInUser, useSession } from '../lib/session.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { LoadError } from '../ui/states.tsx';

/** Without a session: to /login, with the requested address kept for the return. Signing out on purpose keeps none. */
export function SessionGuard() {
  const { data: me, error, refetch } = useSession();
  if (me)
    return (
      // Another user's screens begin anew.
      <SignedInUser key={me.id} value={me}>
        <Outlet />
      </SignedInUser>
    );
  if (me === null) return <ToLogin />;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  return <PageSpinner text={common.loadingProfile} />;
}

function ToLogin() {
  const navigation = useNavigation();
  // Once: the location is /login's own as soon as the way there begins.
  const [state] = useState(() => (leftOnPurpose() ? {} : { from: navigation.location.href }));
  return <Redirect to="/login" state={state} />;
}
