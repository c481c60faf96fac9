import { movementOf, type ReceivableEntry } from '@almas/contract/credit';
import { limits } from '@almas/contract/limits';
import { credit } from '@almas/locale/screens/credit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiPages } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { PromptDialog } from '../../ui/ask-dialogs.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';

const ReceiptDialog = lazyDialog(() => import('./receipt-dialog.tsx'));
const words = credit.account;

interface DebtEntriesProps {
  readonly userId: string;
  readonly userName: string;
  readonly company: string;
  readonly canTakeBack?: boolean;
}

/** The movements of a debt, the newest first, each payment with its receipt. */
export function DebtEntries({ userId, userName, company, canTakeBack = false }: DebtEntriesProps) {
  const list = useInfiniteQuery({
    ...apiPages('credit', 'entries', { query: { userId, limit: 20 } }),
    staleTime: 0,
  });
  const [receipt, setReceipt] = useState<ReceivableEntry | null>(null);
  const [takenBack, setTakenBack] = useState<ReceivableEntry | null>(null);
  return (
    <>
      <PagedList list={list} empty={{ title: words.noEntries }} failed={credit.failed}>
        {(items: readonly ReceivableEntry[]) => (
          <ul className="column gap-12">
            {items.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                onReceipt={() => setReceipt(entry)}
                onTakeBack={canTakeBack ? () => setTakenBack(entry) : undefined}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {receipt?.receiptNumber && (
        <ReceiptDialog
          receipt={{
            ...receipt,
            dueOn: receipt.restDueOn,
            receiptNumber: receipt.receiptNumber,
            collectedByName: receipt.collectedByName ?? '',
            userName,
            company,
          }}
          onClose={() => setReceipt(null)}
        />
      )}
      {takenBack?.receiptNumber && (
        <TakeBack
          userId={userId}
          receiptNumber={takenBack.receiptNumber}
          onClose={() => setTakenBack(null)}
        />
      )}
    </>
  );
}

interface EntryProps {
  readonly entry: ReceivableEntry;
  readonly onReceipt: () => void;
  readonly onTakeBack: (() => void) | undefined;
}

function Entry({ entry, onReceipt, onTakeBack }: EntryProps) {
  const { id, kind, amount, createdAt, dueOn, method, receiptNumber, recordedByName, note, isTakenBack } =
    entry;
  const raises = entry.debtAfter > entry.debtBefore;
  const titleId = `entry-${id}`;
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="debt-entry">
      <div className={record.head}>
        <p id={titleId}>
          {credit.kinds[movementOf(entry)]}
          {method && ` · ${credit.ways[method]}`}
          {receiptNumber !== null && ` · ${words.receiptNumber(receiptNumber)}`}
        </p>
        <bdi dir="ltr">
          {raises ? '+ ' : '− '}
          <Money amount={amount} />
        </bdi>
      </div>
      <p className="dim">
        <When at={createdAt} /> · {words.by(recordedByName)}
        {dueOn && ` · ${credit.due(dueOn)}`}
      </p>
      {note && (
        <p className="dim" dir="auto">
          {note}
        </p>
      )}
      {kind === 'payment' && (
        <div className="wrap gap-8">
          {isTakenBack && <StatusBadge tone="quiet">{words.takenBack}</StatusBadge>}
          <DialogButton of={titleId} onClick={onReceipt}>
            {words.receipt}
          </DialogButton>
          {onTakeBack && !isTakenBack && (
            <DialogButton variant="quiet" of={titleId} onClick={onTakeBack}>
              {words.takeBack}
            </DialogButton>
          )}
        </div>
      )}
    </li>
  );
}

interface TakeBackProps {
  readonly userId: string;
  readonly receiptNumber: number;
  readonly onClose: () => void;
}

function TakeBack({ userId, receiptNumber, onClose }: TakeBackProps) {
  const text = credit.takeBack;
  const { run, busy } = useKeyedAction(
    'credit.takePaymentBack',
    (key, reason: string) =>
      api.credit.takePaymentBack({
        params: { id: userId, receiptNumber: String(receiptNumber) },
        body: { reason },
        key,
      }),
    {
      // Each account numbers its receipts from 1.
      subject: `${userId} ${receiptNumber}`,
      done: text.done,
      failure: text.failed,
      refreshes: ['credit', 'auditTrail'],
      onDone: onClose,
    },
  );
  return (
    <PromptDialog
      draft={`take-back-${userId}-${receiptNumber}`}
      title={text.title(receiptNumber)}
      label={text.reason}
      maxLength={limits.creditNoteLength}
      confirmLabel={text.submit}
      danger
      busy={busy}
      onSubmit={(reason) => void run(reason)}
      onClose={onClose}
    />
  );
}
