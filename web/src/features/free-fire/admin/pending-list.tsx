import type { FreeFireRequest } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useState } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DecidingButton } from '../../../ui/deciding-button.tsx';
import { DecisionQueue, QueueItem } from '../../../ui/decision-queue.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Money, When } from '../../../ui/figures.tsx';
import { FlameIcon } from '../../../ui/icons.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { useKeptRows } from '../../../ui/use-kept-rows.ts';
import { AccountLink } from '../../accounts/account-link.tsx';
import { DecisionOutcome } from '../../audit-trail/decision-outcome.tsx';
import { isOpenOrder } from '../../supplier-orders/order-states.ts';
import { TopUpLine } from '../../supplier-orders/top-up-line.tsx';
import { type TopUps, useTopUps } from '../../supplier-orders/use-top-ups.ts';
import { amountOf, diamondsOf, offerNameOf, playerIdOf } from '../request-fields.ts';
import styles from './pending-list.module.css';

const ValidateDialog = lazyDialog(() => import('./validate-dialog.tsx'));
const RefuseDialog = lazyDialog(() => import('./refuse-dialog.tsx'));
const TopUpDialog = lazyDialog(() => import('../../supplier-orders/top-up-dialog.tsx'));
const words = adminFreeFire.pending;

type OpenDecision = { readonly request: FreeFireRequest; readonly what: 'validate' | 'refuse' | 'send' };

interface PendingListProps {
  readonly items: readonly FreeFireRequest[];
  /** The server has no more than these. */
  readonly complete: boolean;
}

/** Pending requests, decided one by one. A dialog shows when a colleague has decided its request. */
export function PendingFreeFireRequests({ items, complete }: PendingListProps) {
  const [decision, setDecision] = useState<OpenDecision | null>(null);
  const { rows, pointer } = useKeptRows(items, { complete });
  const topUps = useTopUps();
  const close = () => setDecision(null);
  const decided = rows.some(({ item, isRemoved }) => isRemoved && item.id === decision?.request.id);
  return (
    <>
      {rows.length === 0 ? (
        <Card flush>
          <EmptyState icon={<FlameIcon size={26} />} title={words.empty} text={words.emptyText} />
        </Card>
      ) : (
        <Card flush>
          <DecisionQueue label={words.title} pointer={pointer}>
            {rows.map(({ item, isRemoved }) => (
              <Item
                key={item.id}
                request={item}
                topUps={topUps}
                isRemoved={isRemoved}
                onDecide={(what) => setDecision({ request: item, what })}
              />
            ))}
          </DecisionQueue>
        </Card>
      )}
      {decision?.what === 'validate' && (
        <ValidateDialog
          key={decision.request.id}
          request={decision.request}
          decided={decided}
          onClose={close}
        />
      )}
      {decision?.what === 'send' && !decided && (
        <TopUpDialog
          request={decision.request}
          choices={topUps.choicesFor(decision.request.offer.id)}
          failed={topUps.orderOf(decision.request.id)}
          onClose={close}
        />
      )}
      {decision?.what === 'refuse' && (
        <RefuseDialog
          key={decision.request.id}
          request={decision.request}
          decided={decided}
          onClose={close}
        />
      )}
    </>
  );
}

interface ItemProps {
  readonly request: FreeFireRequest;
  readonly topUps: TopUps;
  readonly isRemoved: boolean;
  readonly onDecide: (what: OpenDecision['what']) => void;
}

function Item({ request, topUps, isRemoved, onDecide }: ItemProps) {
  const player = playerIdOf(request);
  const name = request.resellerName || request.userEmail;
  const order = topUps.orderOf(request.id);
  const isOpen = order !== undefined && isOpenOrder(order.status);
  const isToppedUp = order?.status === 'delivered';
  const isSendable = !isOpen && !isToppedUp && topUps.choicesFor(request.offer.id).length > 0;
  return (
    <QueueItem
      name={offerNameOf(request)}
      figure={<Money amount={amountOf(request)} />}
      about={
        <Dotted
          parts={[
            adminFreeFire.offers.diamonds(diamondsOf(request)),
            name && <AccountLink id={request.userId} name={name} />,
            <When key="when" at={request.createdAt} form="relative" />,
          ]}
        />
      }
      aside={
        <>
          <span className="dim">{words.playerId}</span>
          <span className={styles.number}>{player}</span>
          <CopyButton
            text={player}
            done={words.copied}
            failed={words.copyFailed}
            describedBy={`request-${request.id}`}
            variant="quiet"
          />
        </>
      }
      id={`request-${request.id}`}
      details={!isRemoved && order && <TopUpLine order={order} />}
      outcome={isRemoved && <DecisionOutcome subject={{ type: 'free-fire-request', id: request.id }} />}
      buttons={(shared) => (
        <>
          <DecidingButton {...shared} variant="soft" disabled={isOpen} onClick={() => onDecide('validate')}>
            {words.validate}
          </DecidingButton>
          <DecidingButton
            {...shared}
            variant="quiet"
            disabled={isOpen || isToppedUp}
            onClick={() => onDecide('refuse')}
          >
            {words.refuse}
          </DecidingButton>
          {isSendable && (
            <DecidingButton
              {...shared}
              variant="quiet"
              aria-haspopup="dialog"
              className={styles.send}
              onClick={() => onDecide('send')}
            >
              {supplierOrders.topUp.open}
            </DecidingButton>
          )}
        </>
      )}
    />
  );
}
