import type { Transaction } from '@almas/contract/wallet';
import { adminWallet } from '@almas/locale/screens/admin-wallet';
import { common } from '@almas/locale/screens/common';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { useLast } from '../../ui/use-last.ts';
import { BalanceStep } from './balance-step.tsx';
import { signOf, TransactionStatus, typeOf } from './transaction-words.tsx';

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
  [words.amount, <Money key="amount" amount={entry.amount} sign={signOf(entry)} />],
  [words.status, <TransactionStatus key="status" entry={entry} />],
  when(words.date, entry.createdAt),
  [words.balanceBefore, <Money key="before" amount={entry.balanceBefore} />],
  [words.balanceAfter, <Money key="after" amount={entry.balanceAfter} />],
];

const about = (entry: Transaction): readonly Fact[] => [
  [words.user, entry.userName],
  [words.email, entry.userEmail],
  text(words.description, entry.description),
  text(words.product, entry.productName),
  text(words.reason, entry.reason),
  text(words.method, methodName(entry.method)),
  text(words.admin, entry.adminName),
  text(words.adminEmail, entry.metadata?.adminEmail),
];

/** The request's own moments say more than the transaction's. */
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
        text(words.requestId, offer.requestId),
      ]
    : [];

const Proof = ({ url }: { readonly url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer" title={common.newTab}>
    {words.proof}
  </a>
);

interface TransactionDialogProps {
  /** null: closed. */
  readonly entry: Transaction | null;
  readonly onClose: () => void;
}

/** Everything that is known about one transaction. */
export default function TransactionDialog({ entry, onClose }: TransactionDialogProps) {
  const shown = useLast(entry);
  return (
    <Dialog opened={entry !== null} onClose={onClose} title={words.title}>
      {shown && (
        <Facts
          items={[
            ...money(shown),
            ...about(shown),
            ...freeFire(shown),
            shown.request ? null : when(words.processedAt, shown.processedAt),
            [words.transactionId, shown.id],
          ]}
        />
      )}
    </Dialog>
  );
}
