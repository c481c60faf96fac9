import type { FreeFireRequest } from '@almas/contract/free-fire';
import { formatAmount, formatCount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { freeFire } from '@almas/locale/screens/free-fire';
import { buttonClass } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ExternalIcon } from '../../ui/work-icons.tsx';
import { BalanceStep } from '../wallet/balance-step.tsx';
import { RequestBadge } from './request-badge.tsx';
import styles from './request-dialog.module.css';
import { amountOf, diamondsOf, offerNameOf, playerIdOf, transactionIdOf } from './request-fields.ts';

const words = freeFire.detail;

interface RequestDialogProps {
  readonly request: FreeFireRequest;
  readonly onClose: () => void;
}

/** The details of one request, for the reseller. */
export default function RequestDialog({ request, onClose }: RequestDialogProps) {
  const proof = request.status === 'validated' ? request.imageUrl : null;
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      footer={
        proof && (
          <a href={proof} target="_blank" rel="noopener noreferrer" className={buttonClass('secondary')}>
            {words.proof}
            <ExternalIcon size={18} />
            <span className="visually-hidden">({common.newTab})</span>
          </a>
        )
      }
    >
      <div className="column gap-14">
        <div className={`row wrap spread ${styles.head}`}>
          <span>
            <Money amount={amountOf(request)} size="xl" />
          </span>
          <RequestBadge status={request.status} />
        </div>
        <Outcome request={request} />
        <DescriptionList items={details(request)} />
      </div>
    </Dialog>
  );
}

/** The next step, or what happened to the money. */
function Outcome({ request }: { readonly request: FreeFireRequest }) {
  if (request.status === 'pending') return <Notice tone="waiting" title={words.pendingText} />;
  if (request.status === 'refused')
    return <Notice title={words.refusedText(formatAmount(amountOf(request)))} />;
  return null;
}

function details(request: FreeFireRequest): Parameters<typeof DescriptionList>[0]['items'] {
  const transaction = transactionIdOf(request);
  const moment = (name: string, at: string | null) =>
    at === null ? null : ([name, <When key={name} at={at} />] as const);
  const known = (name: string, text: string | null) => (text ? ([name, text] as const) : null);
  return [
    [
      words.playerId,
      <span key="player" className={styles.figures}>
        {playerIdOf(request)}
      </span>,
    ],
    [words.offer, offerNameOf(request)],
    [words.diamonds, formatCount(diamondsOf(request))],
    [
      words.balance,
      <BalanceStep key="balance" before={request.balanceBefore} after={request.balanceAfter} />,
    ],
    moment(words.createdAt, request.createdAt),
    moment(words.validatedAt, request.validatedAt),
    moment(words.refusedAt, request.refusedAt),
    known(words.processedBy, request.processedByName),
    known(words.note, request.note),
    [words.request, `#${request.id}`],
    known(words.transaction, transaction && `#${transaction}`),
  ];
}
