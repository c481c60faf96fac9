import type { Transaction } from '@almas/contract/wallet';
import { formatDateTime } from '@almas/locale/formats';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { common } from '@almas/locale/screens/common';
import { type ReactNode, useState } from 'react';
import { addressOf, linkTo } from '../../platform/navigation/index.ts';
import { ScopedLink } from '../../platform/navigation/scoped-link.tsx';
import { useMay } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { AccountLink } from '../accounts/account-link.tsx';
import { RevealedCodes } from '../purchases/revealed-codes.tsx';
import { BalanceStep } from './balance-step.tsx';
import { CorrectionForm, leftOf } from './correction-form.tsx';
import { signOfTransaction, TransactionStatus, typeOf } from './transaction-words.tsx';

type Fact = readonly [name: string, value: ReactNode] | null;
const words = adminWallet.detail;

const when = (name: string, at: string | null | undefined): Fact =>
  at ? [name, <When key={name} at={at} form="both" />] : null;
const text = (name: string, value: unknown): Fact =>
  typeof value === 'string' && value !== '' ? [name, value] : null;

const methodName = (method: string | null) =>
  method && Object.hasOwn(words.methods, method) ? words.methods[method as 'manual_admin'] : method;

const money = (entry: Transaction): readonly Fact[] => [
  [words.type, typeOf(entry)],
  [words.amount, <Money key="amount" amount={entry.amount} sign={signOfTransaction(entry)} />],
  [words.status, <TransactionStatus key="status" entry={entry} />],
  when(words.date, entry.createdAt),
  [words.balanceBefore, <Money key="before" amount={entry.balanceBefore} />],
  [words.balanceAfter, <Money key="after" amount={entry.balanceAfter} />],
  entry.credited ? [words.refund, <Money key="credited" amount={entry.credited} sign="+" />] : null,
];

const about = (entry: Transaction): readonly Fact[] => [
  [words.user, <AccountLink key="user" id={entry.userId} name={entry.userName} />],
  [words.email, entry.userEmail],
  text(words.description, entry.description),
  text(words.product, entry.productName),
  text(words.reason, entry.reason),
  text(words.method, methodName(entry.method)),
  text(words.admin, entry.adminName),
  text(words.adminEmail, entry.metadata?.adminEmail),
];

/** The times of the request, which are more informative than the transaction's. */
const freeFire = ({ freeFire: offer, request, refund }: Transaction): readonly Fact[] =>
  offer
    ? [
        [words.playerId, offer.playerId],
        [words.offer, offer.offerName],
        [words.diamonds, String(offer.diamondsValue)],
        when(words.validatedAt, request?.validatedAt),
        when(words.refusedAt, request?.refusedAt),
        when(words.refundedAt, refund?.createdAt),
        refund && [words.refund, <Money key="refund" amount={refund.amount} sign="+" />],
        refund && [
          words.refundBalance,
          <BalanceStep key="refund-balance" before={refund.balanceBefore} after={refund.balanceAfter} />,
        ],
        text(words.note, request?.note),
        request?.imageUrl ? [words.proofName, <Proof key="proof" url={request.imageUrl} />] : null,
        [
          words.requestId,
          <ScopedLink key="request" className="reach" {...linkTo('freeFireRequest', offer.requestId)}>
            {offer.requestId}
          </ScopedLink>,
        ],
      ]
    : [];

const Proof = ({ url }: { readonly url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer" title={common.newTab}>
    {words.proof}
  </a>
);

/** The debits that corrected the recharge, each with its balances. */
const corrections = ({ corrections: made = [] }: Transaction): readonly Fact[] =>
  made.map((entry) => [
    adminWallet.correction.of(formatDateTime(entry.createdAt)),
    <span key={entry.createdAt} style={{ display: 'grid' }}>
      <Money amount={entry.amount} sign="-" />
      <BalanceStep before={entry.balanceBefore} after={entry.balanceAfter} />
      <span>{entry.description}</span>
    </span>,
  ]);

interface DetailProps {
  readonly entry: Transaction;
  /** After a correction was made. */
  readonly onDone: () => void;
}

/** All details of one transaction; a recharge can be corrected here. */
export function TransactionDetail({ entry, onDone }: DetailProps) {
  const [correcting, setCorrecting] = useState(false);
  const may = useMay();
  if (correcting)
    return <CorrectionForm entry={entry} onDone={onDone} onCancel={() => setCorrecting(false)} />;
  return (
    <Stack>
      <DescriptionList
        items={[
          ...money(entry),
          ...about(entry),
          ...freeFire(entry),
          ...corrections(entry),
          entry.request ? null : when(words.processedAt, entry.processedAt),
          [words.transactionId, entry.id],
        ]}
      />
      {entry.purchaseId !== null && may('stock') && <RevealedCodes purchaseId={entry.purchaseId} />}
      {entry.type === 'recharge' && may('accounts') && (
        <div>
          <Button variant="secondary" disabled={leftOf(entry) <= 0} onClick={() => setCorrecting(true)}>
            {leftOf(entry) > 0 ? adminWallet.correction.action : adminWallet.correction.nothingLeft}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface TransactionDialogProps {
  readonly entry: Transaction;
  readonly onClose: () => void;
}

/** All details of one transaction. */
export default function TransactionDialog({ entry, onClose }: TransactionDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title} address={addressOf('transaction', entry.id)}>
      <TransactionDetail key={entry.id} entry={entry} onDone={onClose} />
    </Dialog>
  );
}
