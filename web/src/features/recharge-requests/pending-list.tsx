import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { formatAmount } from '@almas/locale/formats';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { Button } from '../../ui/button.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { WorkItem, WorkList } from '../../ui/work-list.tsx';
import { requesterName } from './filter-requests.ts';
import { useRequestActions } from './use-request-actions.ts';

/** What approving will do: shown before the tap, because the tap credits at once. */
const balances = ({ amount, userInfo }: RechargeRequest) =>
  userInfo &&
  words.pending.effect(
    formatAmount(userInfo.balance),
    formatAmount((userInfo.balance * 100 + amount * 100) / 100),
  );

/**
 * Requests that wait, to be settled without leaving the list, with the dashboard's own note and reason (SPEC §4). The
 * next one is in reach as soon as one is done.
 */
export const PendingList = ({ items }: { readonly items: readonly RechargeRequest[] }) => (
  <WorkList label={words.pending.title}>
    {(leaving) => items.map((request) => <Item key={request.id} request={request} leaving={leaving} />)}
  </WorkList>
);

interface ItemProps {
  readonly request: RechargeRequest;
  readonly leaving: (id: string) => void;
}

function Item({ request, leaving }: ItemProps) {
  const { approval, rejection, busy } = useRequestActions(words.pending);
  const act = (action: typeof approval, text: string) => () => {
    leaving(request.id);
    void action.run(request.id, text);
  };
  return (
    <WorkItem
      name={requesterName(request)}
      figure={<Money amount={request.amount} />}
      about={
        <>
          {[request.userCompany, request.methodName].filter(Boolean).join(' · ')}
          {' · '}
          <When at={request.createdAt} form="relative" />
        </>
      }
      note={request.notes}
      effect={balances(request)}
      buttons={(shared) => (
        <>
          <Button
            {...shared}
            data-item={request.id}
            disabled={busy}
            busy={approval.busy}
            onClick={act(approval, words.pending.approveNote)}
          >
            {words.approve}
          </Button>
          <Button
            {...shared}
            look="secondary"
            disabled={busy}
            busy={rejection.busy}
            onClick={act(rejection, words.pending.rejectReason)}
          >
            {words.reject}
          </Button>
        </>
      )}
    />
  );
}
