import type { AccountFlag } from '@almas/contract/account-flags';
import { brakes } from '@almas/locale/screens/brakes';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Section } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { When } from '../../ui/figures.tsx';
import record from '../../ui/record.module.css';
import { useMovedDecisions } from '../../ui/slips.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useLeavingFocus } from '../../ui/use-leaving-focus.ts';
import { AccountLink } from '../accounts/account-link.tsx';
import styles from './open-flags.module.css';

const words = brakes.flags;

/** The flags that no administrator has looked at, on the dashboard while there is any. */
export function OpenFlags() {
  const { data } = useQuery(apiQuery('accountFlags', 'list', { query: { state: 'unseen' } }));
  const list = useRef<HTMLUListElement>(null);
  useMovedDecisions(list, data?.items.map(({ id }) => id).join(' '));
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={words.title}>
      <p className="dim">{words.text}</p>
      <ul ref={list} tabIndex={-1} className="column gap-12" aria-label={words.title}>
        {data.items.map((flag) => (
          <Flag key={flag.id} flag={flag} list={list} />
        ))}
      </ul>
    </Section>
  );
}

interface FlagProps {
  readonly flag: AccountFlag;
  /** Takes the focus of a row that leaves. */
  readonly list: RefObject<HTMLElement | null>;
}

function Flag({ flag, list }: FlagProps) {
  const { id, userId, userName, kind, amount, usual, createdAt } = flag;
  const row = useLeavingFocus(list);
  const { run, busy } = useAction(() => api.accountFlags.see({ params: { id } }), {
    success: [words.seen],
    failure: words.seeFailed,
    refreshes: ['accountFlags', 'auditTrail'],
  });
  return (
    <li ref={row} className={`box column gap-6 anywhere ${record.item}`} data-testid="flag">
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
        <DecidingButton variant="secondary" busy={busy} onClick={() => void run()}>
          {words.see}
        </DecidingButton>
      </div>
    </li>
  );
}
