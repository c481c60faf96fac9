import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { type KeyboardEvent, useState } from 'react';
import { ApiError, api, useAction } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import buttons from '../../ui/form-buttons.module.css';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import { ReasonChoices } from '../business/reason-choices.tsx';
import { BalanceChange } from '../wallet/balance-change.tsx';

const ReusedDialog = lazyDialog(() => import('./reused-dialog.tsx'));

export interface SuccessMessages {
  readonly approved: string;
  readonly rejected: string;
}

const lost = common.network.decisionLost;
const refreshes = ['rechargeRequests', 'statistics', 'users', 'wallet', 'auditTrail'] as const;

/** A request with the photo that was shown of it. */
type SeenRequest = Pick<RechargeRequest, 'id' | 'paymentProof'>;

/** An approval that is refused because its receipt or reference was credited already, with the request of that. */
interface ReusedReceipt {
  readonly request: SeenRequest;
  readonly note: string;
  readonly creditedId: string;
}

/**
 * The photo of a request that a dialog has shown, by its address: the one on opening, the last one that was loaded, or the one that a
 * decision was refused for. The request is read again meanwhile, and what it has then may not be on screen yet.
 */
export function useShownPhoto({ paymentProof }: RechargeRequest) {
  const [opened] = useState(paymentProof);
  const [shown, setShown] = useState(paymentProof);
  const onLoad = () => setShown(paymentProof);
  const onFailed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'RECEIPT_CHANGED') setShown(paymentProof);
  };
  return { shown, isReplaced: paymentProof !== opened, onLoad, onFailed };
}

/**
 * Approving and rejecting; a second approval of a request after a lost response credits once. The two wordings of success belong
 * to the two kinds of screen (AMB-51).
 */
export function useRequestActions(
  messages: SuccessMessages,
  onDone: () => void = () => undefined,
  onFailed: (error: unknown) => void = () => undefined,
) {
  const [reused, setReused] = useState<ReusedReceipt | null>(null);
  const approval = useKeyedAction(
    'rechargeRequests.approve',
    async (key, request: SeenRequest, note: string, comparedWith?: string) => {
      const { id, paymentProof } = request;
      const body = { note, paymentProof, ...(comparedWith && { confirmReused: true, comparedWith }) };
      try {
        await api.rechargeRequests.approve({ params: { id }, body, key });
        return null;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'RECEIPT_REUSED')
          return { request, note, creditedId: String(error.figures.request) };
        throw error;
      }
    },
    {
      subject: ({ id }) => id,
      done: (asked) => (asked ? undefined : messages.approved),
      failure: words.approveFailed,
      lost,
      refreshes,
      onDone: (asked) => {
        setReused(asked);
        if (!asked) onDone();
      },
      onFailed,
    },
  );
  const rejection = useAction(
    ({ id, paymentProof }: SeenRequest, reason: string) =>
      api.rechargeRequests.reject({ params: { id }, body: { reason, paymentProof } }),
    {
      success: [messages.rejected],
      failure: words.rejectFailed,
      lost,
      alert: words.rejectFailed,
      refreshes,
      onDone,
      onFailed,
    },
  );
  /** Asks before a receipt that was credited already is credited again; every screen that approves shows it. */
  const question = reused && (
    // Anew for each: a press that confirms one does not confirm the next (P29).
    <ReusedDialog
      key={reused.creditedId}
      requestId={reused.request.id}
      creditedId={reused.creditedId}
      busy={approval.busy}
      onConfirm={() => void approval.run(reused.request, reused.note, reused.creditedId)}
      onClose={() => setReused(null)}
    />
  );
  return { approval, rejection, question, busy: approval.busy || rejection.busy };
}

interface DecisionFormProps {
  readonly request: RechargeRequest;
  /** Another administrator has decided the request meanwhile. */
  readonly decided: boolean;
  readonly onClose: () => void;
  /** The wording of success. */
  readonly messages?: SuccessMessages;
  readonly photo: ReturnType<typeof useShownPhoto>;
}

/** The effect of the approval on the balance, and an optional note; blank: the default note. */
export function ApproveForm({ request, photo, decided, onClose }: DecisionFormProps) {
  const { approval, question } = useRequestActions(words.manage, onClose, photo.onFailed);
  const isOver = decided && !approval.busy;
  const form = useForm({
    initial: { note: '' },
    onSubmit: ({ note }) => approval.run({ id: request.id, paymentProof: photo.shown }, note.trim()),
    // A decided request shows no form, so there is nothing to save.
    unsaved: isOver ? undefined : { draft: `approve-${request.id}` },
  });
  if (isOver) return <DecidedRequest id={request.id} onClose={onClose} />;
  return (
    <Form form={form}>
      {request.userInfo && request.userInfo.status !== 'active' && (
        <Notice tone="failed" title={words.inactiveAccount} />
      )}
      {request.userInfo && <BalanceChange before={request.userInfo.balance} added={request.amount} />}
      <TextField
        label={words.dialog.note}
        hint={words.dialog.noteHint}
        maxLength={1_000}
        data-autofocus
        {...form.field('note')}
      />
      <FormButtons submit={words.approve} busy={approval.busy} deciding onCancel={onClose} />
      {question}
    </Form>
  );
}

interface DecidedRequestProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Replaces the form of a request that a colleague has decided meanwhile. */
const DecidedRequest = ({ id, onClose }: DecidedRequestProps) => (
  <Stack>
    <DecidedNotice subject={{ type: 'recharge-request', id }} />
    <div className={`row wrap ${buttons.buttons}`}>
      <Button onClick={onClose}>{common.close}</Button>
    </div>
  </Stack>
);

/**
 * A rejection needs a reason: the button is disabled without one, and submitting by the keyboard without it says why
 * nothing happens (AMB-50). Enter submits, Shift+Enter inserts a line break.
 */
export function RejectForm({ request, photo, decided, onClose, messages = words.manage }: DecisionFormProps) {
  const { rejection } = useRequestActions(messages, onClose, photo.onFailed);
  const isOver = decided && !rejection.busy;
  const form = useForm({
    initial: { reason: '' },
    onSubmit: ({ reason }) =>
      reason.trim() === ''
        ? rejection.fieldMessage.error(...words.dialog.reasonMissing)
        : rejection.run({ id: request.id, paymentProof: photo.shown }, reason.trim()),
    unsaved: isOver ? undefined : { draft: `reject-${request.id}` },
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  if (isOver) return <DecidedRequest id={request.id} onClose={onClose} />;
  return (
    <Form form={form}>
      <ReasonChoices
        kind="recharge"
        chosen={form.values.reason}
        onChoose={(reason) => form.set({ reason })}
      />
      <TextAreaField
        label={words.dialog.reason}
        hint={words.dialog.reasonHint}
        required
        rows={3}
        maxLength={1_000}
        data-autofocus
        onKeyDown={onKeyDown}
        {...form.field('reason')}
      />
      <FormButtons
        submit={words.reject}
        variant="danger"
        busy={rejection.busy}
        disabled={form.values.reason.trim() === ''}
        onCancel={onClose}
      />
    </Form>
  );
}
