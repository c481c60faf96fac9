import type { FreeFireRequest } from '@almas/contract/free-fire';
import { screens } from '@almas/contract/limits';
import { freeFire } from '@almas/locale/screens/free-fire';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Card, Section } from '../../ui/card.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { FlameIcon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { EmptyState, LoadError, SkeletonList } from '../../ui/states.tsx';
import { RequestBadge } from './request-badge.tsx';
import { amountOf, offerNameOf, playerIdOf } from './request-fields.ts';
import styles from './request-list.module.css';

const RequestDialog = lazyDialog(() => import('./request-dialog.tsx'));
const words = freeFire.requests;
const lastRequests = apiQuery('freeFire', 'requests', { query: { limit: screens.resellerFreeFireRequests } });

/** The reseller's last 10 requests, each with its details; both follow the administrator's decisions. */
export function LastRequests() {
  const list = useQuery(lastRequests);
  return (
    <Section title={words.title} note={words.note}>
      {list.data ? (
        <Requests items={list.data.items} />
      ) : list.error ? (
        <Card>
          <LoadError error={list.error} text={freeFire.loadFailed} onRetry={() => void list.refetch()} />
        </Card>
      ) : (
        <SkeletonList count={3} height={72} />
      )}
    </Section>
  );
}

function Requests({ items }: { readonly items: readonly FreeFireRequest[] }) {
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = items.find(({ id }) => id === shownId);
  if (items.length === 0)
    return (
      <Card>
        <EmptyState icon={<FlameIcon size={26} />} title={words.empty} text={words.emptyText} />
      </Card>
    );
  return (
    <>
      <Card flush>
        <ul className="lines" aria-label={words.title}>
          {items.map((request) => (
            <Line key={request.id} request={request} onOpen={() => setShownId(request.id)} />
          ))}
        </ul>
      </Card>
      {shown && <RequestDialog request={shown} onClose={() => setShownId(null)} />}
    </>
  );
}

interface LineProps {
  readonly request: FreeFireRequest;
  readonly onOpen: () => void;
}

const Line = ({ request, onOpen }: LineProps) => (
  <li>
    <button type="button" className={`row-button ${styles.line}`} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles.offer}>{offerNameOf(request)}</span>
      <span className={styles.amount}>
        <Money amount={amountOf(request)} />
      </span>
      <span className={styles.player}>{words.player(playerIdOf(request))}</span>
      <span className={`dim ${styles.when}`}>
        <When at={request.createdAt} form="relative" />
      </span>
      <span className={styles.badge}>
        <RequestBadge status={request.status} />
      </span>
    </button>
  </li>
);
