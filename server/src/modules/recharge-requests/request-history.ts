import type { RechargeHistoryEntry } from '@almas/contract/recharge-requests';
import type { Queryable } from '../../database/pool.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import type { RechargeRequestRow } from './request-record.ts';

export interface HappenedTo {
  readonly action: RechargeHistoryEntry['action'];
  readonly details: string;
  readonly adminId?: string;
  readonly transactionId?: number;
}

/** Writes what happened to a request, in the transaction that does it. */
export async function recordHistory(
  tx: Queryable,
  request: RechargeRequestRow,
  { action, details, adminId, transactionId }: HappenedTo,
): Promise<void> {
  await rechargeRequestsStore.insertHistory.run(
    tx,
    request.id,
    request.userId,
    action,
    request.amount,
    request.method,
    adminId ?? null,
    details,
    transactionId ?? null,
  );
}
