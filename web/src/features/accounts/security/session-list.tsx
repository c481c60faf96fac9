import type { OpenSession } from '@almas/contract/security';
import { security } from '@almas/locale/screens/security';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { api, apiQuery, useAction } from '../../../platform/network/index.ts';
import { DecidingButton } from '../../../ui/deciding-button.tsx';
import { When } from '../../../ui/figures.tsx';
import { useMovedDecisions } from '../../../ui/slips.ts';
import { Unloaded } from '../../../ui/unloaded.tsx';
import { useLeavingFocus } from '../../../ui/use-leaving-focus.ts';
import { deviceName } from './device-name.ts';
import styles from './security.module.css';

const words = security.sessions;

function deviceOf({ userAgent }: OpenSession): string {
  const { browser, system } = deviceName(userAgent);
  return words.device(browser, system) || words.unknownDevice;
}

/** The sessions of the account; each can be ended, and all others together. */
export function SessionList() {
  const found = useQuery(apiQuery('security', 'sessions'));
  const list = useRef<HTMLUListElement>(null);
  useMovedDecisions(list, found.data?.items.map(({ id }) => id).join(' '));
  const endOthers = useAction(() => api.security.endOtherSessions(), {
    success: ({ ended }) => [words.endedOthers(ended)],
    failure: words.endFailed,
    refreshes: ['security'],
    // The button disappears with the other sessions.
    onDone: () => list.current?.focus(),
  });
  if (!found.data) return <Unloaded query={found} count={3} height={70} />;
  return (
    <div className="column gap-16">
      <ul ref={list} className={styles.sessions} aria-label={words.list} tabIndex={-1}>
        {found.data.items.map((session) => (
          <Session key={session.id} session={session} list={list} />
        ))}
      </ul>
      {found.data.items.length > 1 && (
        <DecidingButton variant="danger" busy={endOthers.busy} onClick={() => void endOthers.run()}>
          {words.endOthers}
        </DecidingButton>
      )}
    </div>
  );
}

interface SessionProps {
  readonly session: OpenSession;
  /** Takes the focus of a row that leaves. */
  readonly list: RefObject<HTMLElement | null>;
}

/** One session, with its own action state: one can be ended while another is being ended. */
function Session({ session, list }: SessionProps) {
  const row = useLeavingFocus(list);
  const { run, busy } = useAction(() => api.security.endSession({ params: { id: session.id } }), {
    success: [words.ended],
    failure: words.endFailed,
    refreshes: ['security'],
  });
  const device = deviceOf(session);
  return (
    <li ref={row} className={`row spread ${styles.session}`}>
      <div>
        <p>{device}</p>
        <p className="dim">
          {session.address || words.unknownAddress} · {words.lastUse}{' '}
          <When at={session.lastUsedAt} form="in-sentence" />
        </p>
      </div>
      {session.current ? (
        <span className={styles.here}>{words.current}</span>
      ) : (
        <DecidingButton
          variant="secondary"
          aria-label={words.endNamed(device)}
          busy={busy}
          onClick={() => void run()}
        >
          {words.end}
        </DecidingButton>
      )}
    </li>
  );
}
