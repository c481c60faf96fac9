import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from '../lib/router.tsx';
import { useSession } from '../lib/session.ts';
import { landing } from './origin.ts';

/** The sign-in and the registration redirect a signed-in user (AMB-02, AMB-03). @returns whether a user is signed in. */
export function useForward(): boolean {
  const { data: me } = useSession();
  const origin = useLocation(({ state }) => state.from);
  // The location is already the next one's while this page is being left.
  const [from] = useState(origin);
  const navigation = useNavigation();
  useEffect(() => {
    if (me) void navigation.navigate({ href: landing(me, from), replace: true });
  }, [me, from, navigation]);
  return Boolean(me);
}
