import type { Adjustment, Transaction } from '@almas/contract/wallet';
import { operations } from '@almas/locale/screens/operations';
import type { Tone } from '../../ui/status-badge.tsx';

/** Free Fire entries have two stored types with the same meaning (AMB-40). */
export const isFreeFire = ({ type }: Pick<Transaction, 'type'>) =>
  type === 'freefire' || type === 'freefire_request';

export const typeLabel = ({ type }: Pick<Transaction, 'type'>) => operations.types[type];

/** `+` for a recharge, `-` for everything else. */
export const signOf = ({ type }: Pick<Transaction, 'type'>): '+' | '-' => (type === 'recharge' ? '+' : '-');

interface StatusView {
  readonly label: string;
  readonly tone: Tone;
}

/** The status of a Free Fire entry is its request's (AMB-05); without one, the transaction's own (AMB-39). */
export function freeFireStatus(entry: Pick<Transaction, 'requestStatus' | 'status'>): StatusView {
  const { statuses } = operations;
  const status = entry.requestStatus ?? (entry.status === 'pending' ? 'pending' : 'validated');
  if (status === 'pending') return { label: statuses.pending, tone: 'waiting' };
  if (status === 'refused') return { label: statuses.refused, tone: 'failed' };
  return { label: statuses.validated, tone: 'done' };
}

export const isRefund = ({ source }: Pick<Adjustment, 'source'>) => source === 'freefire_refund';
const isClaim = ({ source }: Pick<Adjustment, 'source'>) => source === 'claim_refund';
export const adjustmentLabel = (entry: Pick<Adjustment, 'source'>) =>
  isRefund(entry)
    ? operations.adjustments.freefire_refund
    : operations.adjustments[isClaim(entry) ? 'claim_refund' : 'other'];
export const adjustmentSign = ({ type }: Pick<Adjustment, 'type'>): '+' | '-' =>
  type === 'credit' ? '+' : '-';
/** The status of a refund; a correction has none. */
export const adjustmentStatus = (entry: Pick<Adjustment, 'source'>): StatusView | null =>
  isRefund(entry) || isClaim(entry) ? { label: operations.refunded, tone: 'quiet' } : null;
