import type { RechargeHistoryEntry } from '@almas/contract/recharge-requests';
import type { Queryable } from '../../database/pool.ts';
import { requestsStore } from './recharge-requests.store.ts';
import type { RequestRow } from './request-record.ts';

export interface HappenedTo {
  readonly action: RechargeHistoryEntry['action'];
  readonly details: string;
  readonly adminId?: string;
  readonly transactionId?: number;
}

/** Writes what happened to a request, in the transaction that does it (SPEC §7 Writes). */
export async function recordHistory(
  tx: Queryable,
  request: RequestRow,
  { action, details, adminId, transactionId }: HappenedTo,
): Promise<void> {
  await requestsStore.insertHistory.run(
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
