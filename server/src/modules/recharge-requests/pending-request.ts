import type { Transaction } from '../../database/transaction.ts';
import { numberOrZero } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requestsStore } from './recharge-requests.store.ts';
import type { RequestRow } from './request-record.ts';

/** A request held until the transaction ends: whoever comes second finds its outcome. @throws Refusal REQUEST_NOT_FOUND */
export async function heldRequest(tx: Transaction, id: string): Promise<RequestRow> {
  const request = await requestsStore.lockById.first(tx, numberOrZero(id));
  if (!request) throw refuse('REQUEST_NOT_FOUND');
  return request;
}

/** The same when it still waits for an administrator. @throws Refusal REQUEST_NOT_FOUND, REQUEST_PROCESSED */
export async function pendingRequest(tx: Transaction, id: string): Promise<RequestRow> {
  const request = await heldRequest(tx, id);
  if (request.status !== 'pending') throw refuse('REQUEST_PROCESSED');
  return request;
}

/** Tells the screens of the owner and of the administrators that a request moved on, once it has. */
export function publishRequest(services: Services, tx: Transaction, { userId }: RequestRow): void {
  tx.afterCommit(() => {
    services.live.publish({ role: 'admin' }, { type: 'requests' });
    services.live.publish({ user: userId }, { type: 'requests' });
  });
}
