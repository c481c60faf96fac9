import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import type { ButtonProps } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import type { useRequestActions } from './decision-forms.tsx';

interface DecisionButtonProps extends Pick<ButtonProps, 'aria-describedby'> {
  readonly requestId: string;
  readonly actions: ReturnType<typeof useRequestActions>;
}

/** Approves one pending request with a press, with the default note of the pending lists. */
export const ApproveButton = ({ requestId, actions: { approval, busy }, ...shared }: DecisionButtonProps) => (
  <DecidingButton
    {...shared}
    disabled={busy}
    busy={approval.busy}
    onClick={() => void approval.run(requestId, words.pending.approveNote)}
  >
    {words.approve}
  </DecidingButton>
);

/** Rejects one pending request with a press, with the default reason of the pending lists. */
export const RejectButton = ({ requestId, actions: { rejection, busy }, ...shared }: DecisionButtonProps) => (
  <DecidingButton
    {...shared}
    look="secondary"
    disabled={busy}
    busy={rejection.busy}
    onClick={() => void rejection.run(requestId, words.pending.rejectReason)}
  >
    {words.reject}
  </DecidingButton>
);
