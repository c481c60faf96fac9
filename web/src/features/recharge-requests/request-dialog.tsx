import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import type { ReactNode } from 'react';
import { addressOf, linkTo } from '../../platform/navigation/index.ts';
import { ScopedLink } from '../../platform/navigation/scoped-link.tsx';
import { Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountLink } from '../accounts/account-link.tsx';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import { BalanceChange } from '../wallet/balance-change.tsx';
import { ApproveButton, RejectButton } from './decision-buttons.tsx';
import {
  ApproveForm,
  RejectForm,
  type SuccessMessages,
  useRequestActions,
  useShownPhoto,
} from './decision-forms.tsx';
import { requesterName } from './filter-requests.ts';
import { RechargeRequestBadge } from './request-badge.tsx';
import styles from './request-dialog.module.css';
import { ReceiptPhoto, RequestWarnings } from './request-evidence.tsx';

/** `decide`: both decisions, from the queue. */
export type RequestView = 'details' | 'approve' | 'reject' | 'decide';
export interface OpenedRequest {
  readonly request: RechargeRequest;
  readonly view: RequestView;
}

const words = adminRecharges.dialog;
type Fact = readonly [name: string, value: ReactNode] | null;
const fact = (name: string, value: string | null): Fact => (value ? [name, value] : null);

const shortFacts = (request: RechargeRequest): readonly Fact[] => [
  [words.user, <AccountLink key="user" id={request.userId} name={requesterName(request)} />],
  fact(words.company, request.userCompany),
  [words.amount, <Money key="amount" amount={request.amount} />],
  [words.method, request.methodName],
  fact(adminRecharges.evidence.reference, request.reference ?? null),
];

const allFacts = (request: RechargeRequest): readonly Fact[] => [
  ...shortFacts(request),
  [words.status, <RechargeRequestBadge key="status" status={request.status} />],
  fact(words.email, request.userEmail),
  fact(words.phone, request.phoneNumber),
  [words.createdAt, <When key="created" at={request.createdAt} form="both" />],
  request.processedAt
    ? [words.processedAt, <When key="processed" at={request.processedAt} form="both" />]
    : null,
  fact(words.processedBy, request.processedByName ?? null),
  fact(words.resellerNote, request.resellerNote ?? null),
  fact(words.approvalNote, request.approvalNote ?? null),
  fact(words.rejectionReason, request.rejectionReason),
  request.paymentProof && !request.proof
    ? [words.proof, <Proof key="proof" url={request.paymentProof} />]
    : null,
  request.transactionId
    ? [
        words.transactionId,
        <ScopedLink key="transaction" className="reach" {...linkTo('transaction', request.transactionId)}>
          {request.transactionId}
        </ScopedLink>,
      ]
    : null,
  [words.requestId, request.id],
];

/** Only a web address becomes a link (AMB-46). */
const Proof = ({ url }: { readonly url: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer" title={common.newTab}>
      {words.openProof}
    </a>
  ) : (
    url
  );

interface EvidenceProps {
  readonly request: RechargeRequest;
  readonly onLoad: () => void;
}

const Evidence = ({ request, onLoad }: EvidenceProps) => (
  <>
    {request.warnings && <RequestWarnings warnings={request.warnings} />}
    <ReceiptPhoto request={request} onLoad={onLoad} />
  </>
);

interface RequestDialogProps {
  /** As it is now: a colleague may decide it while the dialog is open. */
  readonly request: RechargeRequest;
  readonly view: RequestView;
  /** Whether it was decided, here or by a colleague. */
  readonly decided?: boolean;
  /** The wording of success (AMB-51). */
  readonly messages?: SuccessMessages;
  /** From the queue: asks for the reason of a rejection; without it the dashboard's default one is used. */
  readonly onAskReason?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One request: its details, its approval, its rejection, or both decisions with their evidence. */
export default function RequestDialog({ view, ...props }: RequestDialogProps) {
  const photo = useShownPhoto(props.request);
  if (view === 'decide') return <DecideDialog {...props} photo={photo} />;
  return <OneViewDialog view={view} {...props} photo={photo} />;
}

interface DecideDialogProps extends Omit<RequestDialogProps, 'view'> {
  readonly photo: ReturnType<typeof useShownPhoto>;
}
interface OneViewDialogProps extends DecideDialogProps {
  readonly view: Exclude<RequestView, 'decide'>;
}

function OneViewDialog({ view, ...props }: OneViewDialogProps) {
  const { request, photo, onClose } = props;
  const decision = { ...props, decided: props.decided ?? request.status !== 'pending' };
  return (
    <Dialog onClose={onClose} title={words[view]} address={addressOf('rechargeRequest', request.id)}>
      <Stack>
        {(view !== 'reject' || photo.isReplaced) && <Evidence request={request} onLoad={photo.onLoad} />}
        <DescriptionList items={view === 'details' ? allFacts(request) : shortFacts(request)} />
        {view === 'approve' && <ApproveForm {...decision} />}
        {view === 'reject' && <RejectForm {...decision} />}
      </Stack>
    </Dialog>
  );
}

/** Everything that a decision needs, with its two buttons at the bottom; the list behind it stays as it is. */
function DecideDialog({ request, photo, decided, onAskReason, onClose }: DecideDialogProps) {
  const actions = useRequestActions(adminRecharges.pending, onClose, photo.onFailed);
  const { busy, question } = actions;
  const { userInfo, warnings } = request;
  return (
    <Dialog
      onClose={onClose}
      title={adminRecharges.evidence.title(requesterName(request))}
      address={addressOf('rechargeRequest', request.id)}
      footer={
        decided && !busy ? undefined : (
          <div className={styles.buttons}>
            <RejectButton request={request} shownPhoto={photo.shown} actions={actions} onAsk={onAskReason} />
            <ApproveButton request={request} shownPhoto={photo.shown} actions={actions} />
          </div>
        )
      }
    >
      <Stack gap={12}>
        {decided && !busy && <DecidedNotice subject={{ type: 'recharge-request', id: request.id }} />}
        {userInfo && userInfo.status !== 'active' && (
          <Notice tone="failed" title={adminRecharges.inactiveAccount} />
        )}
        {warnings && <RequestWarnings warnings={warnings} />}
        {userInfo && <BalanceChange before={userInfo.balance} added={request.amount} />}
        <ReceiptPhoto request={request} onLoad={photo.onLoad} />
        <DescriptionList
          items={[
            [words.amount, <Money key="amount" amount={request.amount} />],
            [words.method, request.methodName],
            fact(adminRecharges.evidence.reference, request.reference ?? null),
            fact(words.resellerNote, request.resellerNote ?? null),
            [words.createdAt, <When key="created" at={request.createdAt} form="both" />],
          ]}
        />
      </Stack>
      {question}
    </Dialog>
  );
}
