import { common } from '@almas/locale/screens/common';
import { useState } from 'react';
import { Outlet, Redirect, useNavigation } from '../lib/router.tsx';
import { leftOnPurpose, SignedInUser, useSession } from '../lib/session.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { LoadError } from '../ui/states.tsx';

/** Redirects to /login without a session and keeps the address for the return, except after a sign-out. */
export function SessionGuard() {
  const { data: me, error, refetch } = useSession();
  if (me)
    return (
      // The screens of another user are mounted anew.
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
  // Computed once: the location becomes /login as soon as the redirect begins.
  const [state] = useState(() => (leftOnPurpose() ? {} : { from: navigation.location.href }));
  return <Redirect to="/login" state={state} />;
}
