import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useRouter } from '../platform/navigation/index.ts';
import { useLastKnown, useOnline } from '../platform/offline/index.ts';
import {
  isTillLocked,
  leaveTill,
  meQuery,
  personOf,
  SignedInUser,
  useSession,
} from '../platform/session/index.ts';
import { LoadError } from '../ui/states.tsx';

/** While cached responses are shown, the server is asked again: its first response replaces all of them (network/queries.ts). */
const askAgainMilliseconds = 5_000;

/**
 * The pages of a signed-in user. When the session ends they leave at once, because a press on them would act for the next user; the
 * route's guard (routes.tsx) then leads to /login.
 */
export function SessionGuard() {
  const since = useLastKnown();
  const isOnline = useOnline();
  const { data: me } = useQuery({
    ...meQuery,
    refetchInterval: since !== null && isOnline && askAgainMilliseconds,
  });
  const router = useRouter();
  const isOver = !me;
  const isLocked = me?.cashier !== undefined && isTillLocked();
  useEffect(() => {
    if (isLocked) leaveTill();
  }, [isLocked]);
  useEffect(() => {
    if (isOver) void router.invalidate();
  }, [isOver, router]);
  if (!me || isLocked) return null;
  return (
    // The screens of another user are mounted anew.
    <SignedInUser key={personOf(me)} value={me}>
      <Outlet />
    </SignedInUser>
  );
}

/** Shown when the session could not be read; goes on as soon as it is known. */
export function SessionFailed({ error }: { readonly error: unknown }) {
  const { data: me, refetch } = useSession();
  const router = useRouter();
  const isKnown = me !== undefined;
  useEffect(() => {
    if (isKnown) void router.invalidate();
  }, [isKnown, router]);
  return <LoadError error={error} onRetry={() => void refetch()} />;
}
