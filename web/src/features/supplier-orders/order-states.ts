import type { SupplierOrder } from '@almas/contract/supplier-orders';
import type { Tone } from '../../ui/status-badge.tsx';

type Status = SupplierOrder['status'];

export const orderTones: Readonly<Record<Status, Tone>> = {
  planned: 'waiting',
  sending: 'waiting',
  accepted: 'waiting',
  delivered: 'done',
  partial: 'waiting',
  failed: 'quiet',
  unknown: 'failed',
};

/** A person may say what became of it; a call that is under way is waited for. */
export const isDecidable = (status: Status): boolean =>
  status === 'unknown' || status === 'accepted' || status === 'planned';

/** Its supplier may still take money for it. */
export const isOpenOrder = (status: Status): boolean => isDecidable(status) || status === 'sending';
