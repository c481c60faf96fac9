import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import type { ButtonProps } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import type { useRequestActions } from './decision-forms.tsx';

interface DecisionButtonProps extends Pick<ButtonProps, 'aria-describedby' | 'variant'> {
  readonly request: RechargeRequest;
  readonly actions: ReturnType<typeof useRequestActions>;
  /** The photo that a dialog has shown, where it may be another than the request's. */
  readonly shownPhoto?: string | null;
}

/** Approves one pending request with a press, with the default note of the pending lists. */
export const ApproveButton = ({
  request: { id, paymentProof },
  shownPhoto = paymentProof,
  actions: { approval, busy },
  ...shared
}: DecisionButtonProps) => (
  <DecidingButton
    {...shared}
    subject={paymentProof ?? undefined}
    disabled={busy}
    busy={approval.busy}
    onClick={() => void approval.run({ id, paymentProof: shownPhoto }, words.pending.approveNote)}
  >
    {words.approve}
  </DecidingButton>
);

interface RejectButtonProps extends DecisionButtonProps {
  /** Asks for the reason in a dialog; without it the press rejects with the default reason of the dashboard (RRQ-37). */
  readonly onAsk?: (() => void) | undefined;
}

/** Rejects one pending request. */
export const RejectButton = ({
  request: { id, paymentProof },
  shownPhoto = paymentProof,
  actions: { rejection, busy },
  onAsk,
  variant = 'secondary',
  ...shared
}: RejectButtonProps) => (
  <DecidingButton
    {...shared}
    variant={variant}
    disabled={busy}
    busy={rejection.busy}
    aria-haspopup={onAsk && 'dialog'}
    onClick={
      onAsk ?? (() => void rejection.run({ id, paymentProof: shownPhoto }, words.pending.rejectReason))
    }
  >
    {words.reject}
  </DecidingButton>
);
