import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { formatAmount } from '@almas/locale/formats';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useId, useRef, useState } from 'react';
import { api, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { useDecidedFocus } from '../../ui/decision-queue.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { useFreshSubject } from '../../ui/slips.ts';
import { OwnPhoto } from './own-photo.tsx';
import { RechargeRequestBadge } from './request-badge.tsx';
import styles from './requests-dialog.module.css';

const words = rechargeRequests;

/** One request with its notes. */
export function RechargeRequestLine({ request }: { readonly request: RechargeRequest }) {
  // The question of the cancellation leaves with the focus.
  const row = useDecidedFocus<HTMLLIElement>(request.status !== 'pending');
  return (
    <li ref={row} className={`column ${styles.line}`} tabIndex={-1}>
      <div className="row spread gap-12">
        <Money amount={request.amount} />
        <RechargeRequestBadge status={request.status} />
      </div>
      <p className={`dim anywhere ${styles.detail}`}>
        <Dotted parts={[request.methodName, <When key="at" at={request.createdAt} form="relative" />]} />
      </p>
      {request.reference && (
        <p className={`dim anywhere ${styles.detail}`}>{words.list.yourReference(request.reference)}</p>
      )}
      {request.resellerNote && (
        <p className={`dim anywhere ${styles.detail}`}>{words.list.yourNote(request.resellerNote)}</p>
      )}
      {request.approvalNote && (
        <p className={`dim anywhere ${styles.detail}`}>{words.list.approvalNote(request.approvalNote)}</p>
      )}
      {request.rejectionReason && (
        <p className={styles.reason}>{words.list.reason(request.rejectionReason)}</p>
      )}
      <OwnPhoto request={request} />
      {request.status === 'pending' && <CancelRequest request={request} />}
    </li>
  );
}

/** Asks for confirmation inline: a second dialog over this one would be too much for a phone. */
function CancelRequest({ request }: { readonly request: RechargeRequest }) {
  const [step, setStep] = useState<'closed' | 'asking' | 'kept'>('closed');
  const described = useId();
  const { run, busy } = useAction(
    () => api.rechargeRequests.cancel({ params: { id: request.id }, body: { userId: request.userId } }),
    { success: [words.cancel.success], failure: words.cancel.failed, refreshes: ['rechargeRequests'] },
  );
  if (step !== 'asking')
    return (
      <div className={styles.cancel}>
        <span id={described} className="visually-hidden">
          {words.cancel.describe(formatAmount(request.amount))}
        </span>
        <Button
          variant="quiet"
          aria-describedby={described}
          autoFocus={step === 'kept'}
          onClick={() => setStep('asking')}
        >
          {words.cancel.open}
        </Button>
      </div>
    );
  return <CancelQuestion busy={busy} onKeep={() => setStep('kept')} onConfirm={() => void run()} />;
}

interface CancelQuestionProps {
  readonly busy: boolean;
  readonly onKeep: () => void;
  readonly onConfirm: () => void;
}

/** In place of the button that was pressed; the second press of a double press presses nothing in it. */
function CancelQuestion({ busy, onKeep, onConfirm }: CancelQuestionProps) {
  const question = useRef<HTMLFieldSetElement>(null);
  // The focus scrolls: any of its buttons can then be under the finger that has just pressed.
  useFreshSubject(question, undefined);
  return (
    <fieldset ref={question} className={`wrap ${styles.asking}`}>
      <legend>{words.cancel.ask}</legend>
      <Button variant="secondary" onClick={onKeep} disabled={busy}>
        {words.cancel.keep}
      </Button>
      <DecidingButton variant="danger" onClick={onConfirm} busy={busy} autoFocus>
        {words.cancel.confirm}
      </DecidingButton>
    </fieldset>
  );
}
