import { useEffect, useState } from 'react';
import { useLocation, useRouter } from '../platform/navigation/index.ts';
import { useSession } from '../platform/session/index.ts';
import { landingPage } from './origin.ts';

/**
 * The sign-in and the registration redirect a signed-in user (AMB-02, AMB-03).
 * @param waits something is on the screen that the user has to read or finish first
 * @returns whether the user is redirected
 */
export function useForward(waits = false): boolean {
  const { data: me } = useSession();
  const origin = useLocation({ select: ({ state }) => state.from });
  // The location is already that of the next page while this one is left.
  const [from] = useState(origin);
  const router = useRouter();
  useEffect(() => {
    if (me && !waits) void router.navigate({ href: landingPage(router, me, from), replace: true });
  }, [me, waits, from, router]);
  return Boolean(me) && !waits;
}
