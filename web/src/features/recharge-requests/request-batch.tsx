import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { formatAmount } from '@almas/locale/formats';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { batch } from '@almas/locale/screens/batch';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { api, refresh } from '../../platform/network/index.ts';
import { useCallKeys } from '../../platform/network/use-call-keys.ts';
import { Batch, type BatchDecision } from '../../ui/batch.tsx';
import { Money } from '../../ui/figures.tsx';
import type { Selection } from '../../ui/use-selection.ts';
import { ReasonChoices } from '../business/reason-choices.tsx';
import { requesterName } from './filter-requests.ts';

const words = batch.requests;
const { approveNote, rejectReason } = adminRecharges.pending;
const readAgain = () => refresh('rechargeRequests', 'statistics', 'users', 'wallet', 'auditTrail');

const sumOf = (items: readonly RechargeRequest[]) =>
  formatAmount(items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100);

const { evidence } = adminRecharges;
/** The earlier requests that this one resembles, as its row in the list shows. */
const warningText = ({ warnings = [] }: RechargeRequest) =>
  warnings
    .map(({ kind, requestId, userName, status }) =>
      [
        evidence.warnings[kind],
        evidence.earlier(requestId),
        evidence.ofWhom(userName, rechargeRequests.status[status]),
      ].join(' '),
    )
    .join(' · ');

interface RequestBatchProps {
  readonly selection: Selection<RechargeRequest>;
  readonly available: number;
  readonly listed: number;
}

/** Approves or rejects several pending requests, each by its own call. */
export function RequestBatch({ selection, ...counts }: RequestBatchProps) {
  const keys = useCallKeys('rechargeRequests.approve');
  const decisions: readonly BatchDecision<RechargeRequest>[] = [
    {
      label: words.approve,
      variant: 'soft',
      title: words.approveTitle,
      done: words.approved,
      failure: adminRecharges.approveFailed,
      decide: ({ id, paymentProof }) =>
        keys.withKey(id, (key) =>
          api.rechargeRequests.approve({ params: { id }, body: { note: approveNote, paymentProof }, key }),
        ),
      onEnd: readAgain,
    },
    {
      label: words.reject,
      variant: 'secondary',
      title: words.rejectTitle,
      done: words.rejected,
      reason: {
        label: words.reason,
        maxLength: 1_000,
        choices: (chosen, onChoose) => <ReasonChoices kind="recharge" chosen={chosen} onChoose={onChoose} />,
      },
      failure: adminRecharges.rejectFailed,
      decide: ({ id }, reason) =>
        api.rechargeRequests.reject({ params: { id }, body: { reason: reason || rejectReason } }),
      onEnd: readAgain,
    },
  ];
  return (
    <Batch
      selection={selection}
      {...counts}
      decisions={decisions}
      nameOf={requesterName}
      noteOf={warningText}
      figureOf={({ amount }) => <Money amount={amount} />}
      totalOf={(items) => batch.total(sumOf(items))}
    />
  );
}
