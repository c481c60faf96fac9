import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { landing } from '../../app/origin.ts';
import { useSession } from '../../lib/session.ts';

/** The sign-in and the registration lead a signed-in user on (AMB-02, AMB-03). @returns whether somebody is. */
export function useForward(): boolean {
  const { data: me } = useSession();
  const from = useRouterState({ select: (state) => state.location.state.from });
  const navigate = useNavigate();
  useEffect(() => {
    if (me) void navigate({ href: landing(me, from), replace: true });
  }, [me, from, navigate]);
  return Boolean(me);
}
