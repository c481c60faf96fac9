import type { FreeFireRequest } from '@almas/contract/free-fire';
import { formatCount } from '@almas/locale/formats';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { common } from '@almas/locale/screens/common';
import { addressOf, linkTo } from '../../../platform/navigation/index.ts';
import { ScopedLink } from '../../../platform/navigation/scoped-link.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { DecidingButton } from '../../../ui/deciding-button.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Money, When } from '../../../ui/figures.tsx';
import { ExternalIcon } from '../../../ui/work-icons.tsx';
import { AccountLink } from '../../accounts/account-link.tsx';
import { RequestBadge } from '../request-badge.tsx';
import { amountOf, diamondsOf, offerNameOf, playerIdOf, transactionIdOf } from '../request-fields.ts';

const words = adminFreeFire.detail;

interface RequestDetailsProps {
  readonly request: FreeFireRequest;
  readonly onClose: () => void;
  /** Opens the decision of a pending request. */
  readonly onDecide: (what: 'validate' | 'refuse') => void;
}

/** All details of one request, for the administrator who decides it. */
export default function RequestDetails({ request, onClose, onDecide }: RequestDetailsProps) {
  const proof = request.status === 'validated' ? request.imageUrl : null;
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      address={addressOf('freeFireRequest', request.id)}
      footer={
        request.status === 'pending' ? (
          <>
            <DecidingButton variant="secondary" onClick={() => onDecide('refuse')}>
              {adminFreeFire.pending.refuse}
            </DecidingButton>
            <DecidingButton onClick={() => onDecide('validate')}>
              {adminFreeFire.pending.validate}
            </DecidingButton>
          </>
        ) : (
          proof && (
            <a href={proof} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary')}>
              {words.proof}
              <ExternalIcon size={18} />
              <span className="visually-hidden">({common.newTab})</span>
            </a>
          )
        )
      }
    >
      <DescriptionList items={factsOf(request)} />
    </Dialog>
  );
}

function factsOf(request: FreeFireRequest): Parameters<typeof DescriptionList>[0]['items'] {
  const transaction = transactionIdOf(request);
  const moment = (name: string, at: string | null) =>
    at === null ? null : ([name, <When key={name} at={at} />] as const);
  const known = (name: string, text: string | null) => (text ? ([name, text] as const) : null);
  return [
    [words.status, <RequestBadge key="status" status={request.status} />],
    [
      words.reseller,
      <AccountLink key="reseller" id={request.userId} name={request.resellerName || request.userEmail} />,
    ],
    [words.email, request.userEmail],
    [words.playerId, playerIdOf(request)],
    [words.offer, offerNameOf(request)],
    [words.diamonds, formatCount(diamondsOf(request))],
    [words.amount, <Money key="amount" amount={amountOf(request)} />],
    moment(words.createdAt, request.createdAt),
    moment(words.validatedAt, request.validatedAt),
    moment(words.refusedAt, request.refusedAt),
    request.status === 'pending'
      ? null
      : ([words.processedBy, request.processedByName ?? words.unknownAdmin] as const),
    known(words.note, request.note),
    transaction
      ? ([
          words.transaction,
          <ScopedLink key="transaction" className="reach" {...linkTo('transaction', transaction)}>
            {transaction}
          </ScopedLink>,
        ] as const)
      : null,
  ];
}
