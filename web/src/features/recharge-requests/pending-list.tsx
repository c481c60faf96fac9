import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { formatAmount } from '@almas/locale/formats';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { type ReactNode, useState } from 'react';
import { SelectBox } from '../../ui/batch.tsx';
import { DecisionQueue, QueueItem } from '../../ui/decision-queue.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { useKeptRows } from '../../ui/use-kept-rows.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { AccountLink } from '../accounts/account-link.tsx';
import { DecisionOutcome } from '../audit-trail/decision-outcome.tsx';
import { ApproveButton, RejectButton } from './decision-buttons.tsx';
import { useRequestActions } from './decision-forms.tsx';
import { requesterName } from './filter-requests.ts';
import { ReceiptThumb } from './receipt-thumb.tsx';
import { RequestBatch } from './request-batch.tsx';
import { RequestWarnings } from './request-evidence.tsx';

const RequestDialog = lazyDialog(() => import('./request-dialog.tsx'));

/** The effect of approving, shown before the tap, because the tap credits immediately. */
const balances = ({ amount, userInfo }: RechargeRequest) =>
  userInfo &&
  words.pending.effect(
    formatAmount(userInfo.balance),
    formatAmount((userInfo.balance * 100 + amount * 100) / 100),
  );

/** Whether its account was deactivated or refused: an approval would fail until it is reactivated. */
const isInactive = ({ userInfo }: RechargeRequest) => userInfo !== undefined && userInfo.status !== 'active';

interface PendingListProps {
  readonly items: readonly RechargeRequest[];
  /** The server has no more than these. */
  readonly complete: boolean;
  readonly max?: number;
  /** Several can be selected and decided together. */
  readonly inBatches?: boolean;
  /** Shown when nothing is pending. */
  readonly empty: ReactNode;
}

/** Pending requests that can be decided in the list, with the dashboard's default note and reason. */
export function PendingRechargeRequests({
  items,
  complete,
  max,
  inBatches = false,
  empty,
}: PendingListProps) {
  const { rows, pointer } = useKeptRows(items, { complete, ...(max !== undefined && { max }) });
  const selection = useSelection(items);
  if (rows.length === 0) return empty;
  return (
    <>
      {inBatches && <RequestBatch selection={selection} available={items.length} listed={rows.length} />}
      <DecisionQueue label={words.pending.title} pointer={pointer}>
        {rows.map(({ item, isRemoved }) => (
          <Item
            key={item.id}
            request={item}
            isRemoved={isRemoved}
            asksReason={inBatches}
            select={inBatches && <SelectBox selection={selection} id={item.id} name={requesterName(item)} />}
          />
        ))}
      </DecisionQueue>
    </>
  );
}

interface ItemProps {
  readonly request: RechargeRequest;
  readonly isRemoved: boolean;
  /** The queue asks for the reason of a rejection; the dashboard has a default one. */
  readonly asksReason: boolean;
  readonly select?: ReactNode;
}

function Item({ request, isRemoved, asksReason, select }: ItemProps) {
  const [done, setDone] = useState(false);
  const [opened, setOpened] = useState<'decide' | 'reject' | null>(null);
  const actions = useRequestActions(words.pending, () => setDone(true));
  return (
    <QueueItem
      select={select}
      lead={<ReceiptThumb request={request} onOpen={() => setOpened('decide')} />}
      name={<AccountLink id={request.userId} name={requesterName(request)} />}
      figure={<Money amount={request.amount} />}
      about={
        <Dotted
          parts={[
            request.methodName,
            request.reference && words.evidence.referenceOf(request.reference),
            request.photoMissing && words.evidence.announced,
            <When key="at" at={request.createdAt} form="relative" />,
            request.userCompany,
            request.resellerNote,
          ]}
        />
      }
      details={
        <>
          {request.warnings && <RequestWarnings warnings={request.warnings} />}
          {opened && (
            <RequestDialog
              request={request}
              view={opened}
              decided={isRemoved || done}
              messages={words.pending}
              onAskReason={asksReason ? () => setOpened('reject') : undefined}
              onClose={() => setOpened(null)}
            />
          )}
        </>
      }
      effect={isInactive(request) ? words.inactiveAccount : balances(request)}
      outcome={
        (isRemoved || done) && <DecisionOutcome subject={{ type: 'recharge-request', id: request.id }} />
      }
      buttons={(shared) => (
        <>
          <ApproveButton {...shared} variant="soft" request={request} actions={actions} />
          <RejectButton
            {...shared}
            variant="quiet"
            request={request}
            actions={actions}
            onAsk={asksReason ? () => setOpened('reject') : undefined}
          />
          {actions.question}
        </>
      )}
    />
  );
}
