import type { Transaction } from '@almas/contract/wallet';
import { formatAmount } from '@almas/locale/formats';
import { adminWallet as words } from '@almas/locale/screens/admin-wallet';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const isFreeFire = ({ type }: Transaction) => type === 'freefire' || type === 'freefire_request';

/** `Free Fire`, `Recharge` or `Achat` (USR-21). */
export const typeOf = (entry: Transaction): string => words.types[entry.type];

/** Only a recharge adds to the balance. */
export const signOfTransaction = ({ type }: Transaction): '+' | '-' => (type === 'recharge' ? '+' : '-');

/** The corrected amount of a recharge, beside its description; absent when there is none. */
export function Description({ entry }: { readonly entry: Transaction }) {
  const taken = (entry.corrections ?? []).reduce((sum, { amount }) => sum + amount * 100, 0) / 100;
  if (taken === 0) return entry.description;
  return (
    <>
      {entry.description} <strong>{words.correction.corrected(formatAmount(taken))}</strong>
    </>
  );
}

const requestTones = { pending: 'waiting', validated: 'done', refused: 'failed' } as const;
const tones: Readonly<Record<Transaction['status'], Tone>> = {
  pending: 'waiting',
  validated: 'done',
  completed: 'done',
  rejected: 'failed',
};

/**
 * A Free Fire entry shows the status of its request, never that of its transaction, which a refusal does not change
 * (AMB-05); a settled one reads `Validé` (AMB-39).
 */
export function TransactionStatus({ entry }: { readonly entry: Transaction }) {
  if (entry.requestStatus) {
    const { requestStatus } = entry;
    return (
      <StatusBadge tone={requestTones[requestStatus]}>{words.requestStatuses[requestStatus]}</StatusBadge>
    );
  }
  const status = isFreeFire(entry) && entry.status === 'completed' ? 'validated' : entry.status;
  return <StatusBadge tone={tones[status]}>{words.statuses[status]}</StatusBadge>;
}
