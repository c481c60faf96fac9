import type { AccountFlag } from '@almas/contract/account-flags';
import { brakes } from '@almas/locale/screens/brakes';
import { useQuery } from '@tanstack/react-query';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { When } from '../../ui/figures.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { AccountLink } from '../accounts/account-link.tsx';
import styles from './open-flags.module.css';

const words = brakes.flags;

/** The flags that no administrator has looked at, on the dashboard while there is any. */
export function OpenFlags() {
  const { data } = useQuery(apiQuery('accountFlags', 'list', { query: { state: 'unseen' } }));
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={words.title}>
      <p className="dim">{words.text}</p>
      <ul className="column gap-12" aria-label={words.title}>
        {data.items.map((flag) => (
          <Flag key={flag.id} flag={flag} />
        ))}
      </ul>
    </Section>
  );
}

function Flag({
  flag: { id, userId, userName, kind, amount, usual, createdAt },
}: {
  readonly flag: AccountFlag;
}) {
  const { run, busy } = useAction(() => api.accountFlags.see({ params: { id } }), {
    success: [words.seen],
    failure: words.seeFailed,
    refreshes: ['accountFlags', 'auditTrail'],
  });
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="flag">
      <div className={styles.head}>
        <strong>
          <AccountLink id={userId} name={userName} />
        </strong>
        <StatusBadge tone="waiting">{words.kinds[kind]}</StatusBadge>
      </div>
      <p>{words.said(amount, usual)}</p>
      <div className={styles.head}>
        <p className="dim">
          <When at={createdAt} />
        </p>
        <Button variant="secondary" busy={busy} onClick={() => void run()}>
          {words.see}
        </Button>
      </div>
    </li>
  );
}
