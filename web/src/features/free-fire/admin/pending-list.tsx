import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Money, When } from '../../../ui/figures.tsx';
import { FlameIcon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useNextInReach } from '../../../ui/use-next-in-reach.ts';
import { amountOf, diamondsOf, offerNameOf, playerIdOf } from '../request-fields.ts';
import styles from './pending-list.module.css';

const ValidateDialog = lazyDialog(() => import('./validate-dialog.tsx'));
const RefuseDialog = lazyDialog(() => import('./refuse-dialog.tsx'));
const words = adminFreeFire.pending;

type Asked = { readonly request: FreeFireRequest; readonly what: 'validate' | 'refuse' };

/**
 * Requests that wait: decided here, one after the other. A dialog stays when somebody else has meanwhile settled the
 * last one: its answer will say so.
 */
export function PendingList({ items }: { readonly items: readonly FreeFireRequest[] }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { list, leaving } = useNextInReach<HTMLUListElement>();
  const close = () => setAsked(null);
  const done = () => {
    if (asked) leaving(asked.request.id);
    close();
  };
  return (
    <>
      {items.length === 0 ? (
        <Card flush>
          <EmptyState icon={<FlameIcon size={26} />} title={words.empty} text={words.emptyText} />
        </Card>
      ) : (
        <ul ref={list} tabIndex={-1} className={styles.list} aria-label={words.title}>
          {items.map((request) => (
            <Item key={request.id} request={request} onAsk={(what) => setAsked({ request, what })} />
          ))}
        </ul>
      )}
      <>
        {asked?.what === 'validate' && (
          <ValidateDialog key={asked.request.id} request={asked.request} onClose={close} onDone={done} />
        )}
        {asked?.what === 'refuse' && (
          <RefuseDialog key={asked.request.id} request={asked.request} onClose={close} onDone={done} />
        )}
      </>
    </>
  );
}

interface ItemProps {
  readonly request: FreeFireRequest;
  readonly onAsk: (what: Asked['what']) => void;
}

function Item({ request, onAsk }: ItemProps) {
  const player = playerIdOf(request);
  const id = `demande-${request.id}`;
  return (
    <li className={styles.item} data-testid="pending-request">
      <div className={styles.words} id={id}>
        <p className={styles.head}>
          <strong>{offerNameOf(request)}</strong>
          <Money amount={amountOf(request)} />
        </p>
        <p className={styles.dim}>
          {adminFreeFire.offers.diamonds(diamondsOf(request))} · {request.resellerName || request.userEmail} ·{' '}
          <When at={request.createdAt} form="relative" />
        </p>
      </div>
      <p className={styles.player}>
        <span className={styles.dim}>{words.playerId}</span>
        <span className={styles.number}>{player}</span>
        <CopyButton
          text={player}
          done={words.copied}
          failed={words.copyFailed}
          describedBy={id}
          look="quiet"
        />
      </p>
      <div className={styles.buttons}>
        <Button data-item={request.id} aria-describedby={id} onClick={() => onAsk('validate')}>
          {words.validate}
        </Button>
        <Button look="secondary" aria-describedby={id} onClick={() => onAsk('refuse')}>
          {words.refuse}
        </Button>
      </div>
    </li>
  );
}
