import { common } from '@almas/locale/screens/common';
import { Redirect } from '../lib/router.tsx';
import { homeOf, useSession } from '../lib/session.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { LoadError } from '../ui/states.tsx';

/** Waits for the session, then leads to the right place. */
export default function IndexPage() {
  const { data: me, error, refetch } = useSession();
  if (me) return <Redirect to={homeOf(me)} />;
  if (me === null) return <Redirect to="/login" />;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  return <PageSpinner text={common.loading} />;
}
