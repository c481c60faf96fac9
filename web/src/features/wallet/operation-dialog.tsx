import type { Adjustment, Transaction } from '@almas/contract/wallet';
import { formatCount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { operations } from '@almas/locale/screens/operations';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExternalIcon } from '../../ui/work-icons.tsx';
import type { Movement } from './movements.ts';
import styles from './operation-dialog.module.css';
import {
  adjustmentLabel,
  adjustmentSign,
  adjustmentStatus,
  freeFireStatus,
  isFreeFire,
  isRefund,
  signOf,
  typeLabel,
} from './operation-view.ts';

const words = operations.detail;

interface OperationDialogProps {
  readonly movement: Movement;
  readonly onClose: () => void;
  readonly onCodes: (purchase: Transaction) => void;
}

/** The details of an operation: the extended view for Free Fire, the simple one otherwise. */
export default function OperationDialog({ movement, onClose, onCodes }: OperationDialogProps) {
  if (movement.kind === 'adjustment') {
    const { entry } = movement;
    return (
      <Dialog onClose={onClose} title={isRefund(entry) ? words.refundTitle : words.title}>
        <p className={styles.amount}>
          <Money amount={entry.amount} sign={adjustmentSign(entry)} size="xl" />
        </p>
        <AdjustmentFacts entry={entry} />
      </Dialog>
    );
  }
  const { entry } = movement;
  const rich = isFreeFire(entry);
  return (
    <Dialog onClose={onClose} title={rich ? words.freeFireTitle : words.title}>
      <p className={styles.amount}>
        <Money amount={entry.amount} sign={signOf(entry)} size="xl" />
      </p>
      {rich ? <FreeFireFacts entry={entry} /> : <SimpleFacts entry={entry} />}
      {entry.purchaseId !== null && (
        <Button variant="secondary" full className={styles.proof ?? ''} onClick={() => onCodes(entry)}>
          {words.codes}
        </Button>
      )}
    </Dialog>
  );
}

/** A refund or a correction: its ledger entry, and the request that caused it. */
function AdjustmentFacts({ entry }: { readonly entry: Adjustment }) {
  const status = adjustmentStatus(entry);
  const { freeFire } = entry;
  return (
    <DescriptionList
      items={[
        [words.type, adjustmentLabel(entry)],
        status && [
          words.status,
          <StatusBadge key="status" tone={status.tone}>
            {status.label}
          </StatusBadge>,
        ],
        freeFire && [words.playerId, freeFire.playerId],
        freeFire && [words.offer, freeFire.offerName],
        [words.amount, <Money key="amount" amount={entry.amount} sign={adjustmentSign(entry)} />],
        [isRefund(entry) ? words.refunded : words.date, <When key="date" at={entry.createdAt} />],
        [words.description, entry.description],
        entry.note ? [words.note, entry.note] : null,
        entry.adminName ? [words.admin, entry.adminName] : null,
        [words.balanceBefore, <Money key="before" amount={entry.balanceBefore} />],
        [words.balanceAfter, <Money key="after" amount={entry.balanceAfter} />],
        freeFire && [words.request, freeFire.requestId],
      ]}
    />
  );
}

const SimpleFacts = ({ entry }: { readonly entry: Transaction }) => (
  <DescriptionList
    items={[
      [words.type, typeLabel(entry)],
      [words.amount, <Money key="amount" amount={entry.amount} sign={signOf(entry)} />],
      [words.date, <When key="date" at={entry.createdAt} />],
      [words.description, entry.description],
      [words.balanceAfter, <Money key="after" amount={entry.balanceAfter} />],
    ]}
  />
);

function FreeFireFacts({ entry }: { readonly entry: Transaction }) {
  const status = freeFireStatus(entry);
  const { freeFire, request, refund } = entry;
  const proof = entry.requestStatus === 'validated' ? request?.imageUrl : null;
  return (
    <>
      <DescriptionList
        items={[
          [
            words.status,
            <StatusBadge key="status" tone={status.tone}>
              {status.label}
            </StatusBadge>,
          ],
          [words.playerId, freeFire?.playerId ?? common.none],
          [words.offer, freeFire?.offerName ?? common.none],
          [words.diamonds, freeFire ? formatCount(freeFire.diamondsValue) : common.none],
          [words.amount, <Money key="amount" amount={entry.amount} />],
          [words.created, <When key="created" at={entry.createdAt} />],
          request?.validatedAt ? [words.validated, <When key="validated" at={request.validatedAt} />] : null,
          request?.refusedAt ? [words.refused, <When key="refused" at={request.refusedAt} />] : null,
          entry.adminName ? [words.admin, entry.adminName] : null,
          request?.note ? [words.note, request.note] : null,
          [words.balanceAfter, <Money key="after" amount={entry.balanceAfter} />],
          refund && [words.refunded, <When key="refunded" at={refund.createdAt} />],
          refund && [words.balanceAfterRefund, <Money key="after-refund" amount={refund.balanceAfter} />],
          [words.transactionId, freeFire?.unifiedTransactionId ?? entry.id],
        ]}
      />
      {proof && (
        <a
          href={proof}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass('secondary', true)} ${styles.proof}`}
        >
          {words.proof}
          <ExternalIcon size={18} />
          <span className="visually-hidden"> ({common.newTab})</span>
        </a>
      )}
    </>
  );
}
