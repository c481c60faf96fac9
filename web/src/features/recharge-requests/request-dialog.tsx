import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import type { ReactNode } from 'react';
import { addressOf, linkTo } from '../../lib/address-item.ts';
import { Link } from '../../lib/router.tsx';
import { Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { useLast } from '../../ui/use-last.ts';
import { AccountLink } from '../accounts/account-link.tsx';
import { ApproveForm, RejectForm } from './decision-forms.tsx';
import { requesterName } from './filter-requests.ts';
import { RechargeRequestBadge } from './request-badge.tsx';
import { ReceiptPhoto, RequestWarnings } from './request-evidence.tsx';

export type RequestView = 'details' | 'approve' | 'reject';
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
  fact(words.notes, request.notes),
  fact(words.rejectionReason, request.rejectionReason),
  request.paymentProof && !request.proof
    ? [words.proof, <Proof key="proof" url={request.paymentProof} />]
    : null,
  request.transactionId
    ? [
        words.transactionId,
        <Link key="transaction" className="reach" {...linkTo('transaction', request.transactionId)}>
          {request.transactionId}
        </Link>,
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

const Evidence = ({ request }: { readonly request: RechargeRequest }) => (
  <>
    {request.warnings && <RequestWarnings warnings={request.warnings} />}
    <ReceiptPhoto request={request} />
  </>
);

interface RequestDialogProps {
  /** null: closed. */
  readonly opened: OpenedRequest | null;
  /** The current state of the request in the list: a colleague may decide it while the dialog is open. */
  readonly now: RechargeRequest | undefined;
  readonly onClose: () => void;
}

/** One request: its details, its approval or its rejection. */
export default function RequestDialog({ opened, now, onClose }: RequestDialogProps) {
  const shown = useLast(opened);
  const decided = opened !== null && now !== undefined && now.status !== 'pending';
  return (
    <Dialog
      opened={opened !== null}
      onClose={onClose}
      title={shown ? words[shown.view] : ''}
      address={shown ? addressOf('rechargeRequest', shown.request.id) : undefined}
    >
      {shown?.view === 'details' && (
        <Stack>
          <Evidence request={now ?? shown.request} />
          <DescriptionList items={allFacts(now ?? shown.request)} />
        </Stack>
      )}
      {shown?.view === 'approve' && (
        <Stack>
          <Evidence request={now ?? shown.request} />
          <DescriptionList items={shortFacts(shown.request)} />
          <ApproveForm request={shown.request} decided={decided} onClose={onClose} />
        </Stack>
      )}
      {shown?.view === 'reject' && (
        <Stack>
          <DescriptionList items={shortFacts(shown.request)} />
          <RejectForm request={shown.request} decided={decided} onClose={onClose} />
        </Stack>
      )}
    </Dialog>
  );
}
