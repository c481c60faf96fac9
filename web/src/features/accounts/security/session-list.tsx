import type { OpenSession } from '@almas/contract/security';
import { security } from '@almas/locale/screens/security';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { apiQuery } from '../../../lib/queries.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/figures.tsx';
import { LoadError, SkeletonList } from '../../../ui/states.tsx';
import { deviceName } from './device-name.ts';
import styles from './security.module.css';

const words = security.sessions;

function deviceOf({ userAgent }: OpenSession): string {
  const { browser, system } = deviceName(userAgent);
  return words.device(browser, system) || words.unknownDevice;
}

/** Where the account is signed in; each session can be ended, and all others together. */
export function SessionList() {
  const { data, error, refetch } = useQuery(apiQuery('security', 'sessions'));
  const endOne = useAction((id: string) => api.security.endSession({ params: { id } }), {
    success: [words.ended],
    failure: words.endFailed,
    refreshes: ['security'],
  });
  const endOthers = useAction(() => api.security.endOtherSessions(), {
    success: ({ ended }) => [words.endedOthers(ended)],
    failure: words.endFailed,
    refreshes: ['security'],
  });
  if (!data && error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonList count={3} height={70} />;
  return (
    <div className={styles.form}>
      <ul className={styles.sessions}>
        {data.items.map((session) => (
          <li key={session.id} className={styles.session}>
            <div>
              <p>{deviceOf(session)}</p>
              <p className={styles.dim}>
                {session.address || words.unknownAddress} · {words.lastUse}{' '}
                <When at={session.lastUsedAt} form="relative" />
              </p>
            </div>
            {session.current ? (
              <span className={styles.here}>{words.current}</span>
            ) : (
              <Button
                look="secondary"
                aria-label={words.endNamed(deviceOf(session))}
                busy={endOne.busy}
                onClick={() => void endOne.run(session.id)}
              >
                {words.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.items.length > 1 && (
        <Button look="danger" busy={endOthers.busy} onClick={() => void endOthers.run()}>
          {words.endOthers}
        </Button>
      )}
    </div>
  );
}
