import type { Transaction } from '../../database/transaction.ts';
import { numberOrZero } from '../../ids.ts';
import { refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { RequestRow } from './request-record.ts';
import { requestsStore } from './requests.store.ts';

/**
 * A pending request, held until the transaction ends: of two administrators who decide at once, the second finds it
 * processed (FFA-29, P5). @throws Refusal REQUEST_NOT_FOUND, REQUEST_PROCESSED
 */
export async function lockPending(tx: Transaction, id: string): Promise<RequestRow> {
  const request = await requestsStore.lock.first(tx, numberOrZero(id));
  if (!request) throw refuse('REQUEST_NOT_FOUND');
  if (request.status !== 'pending') throw refuse('REQUEST_PROCESSED');
  return request;
}

/** Tells the owner's screens and the administrators' that a request has moved on. */
export function tellProcessed({ live }: Services, tx: Transaction, request: RequestRow): void {
  tx.afterCommit(() => {
    live.publish({ user: request.userId }, { type: 'requests' });
    live.publish({ role: 'admin' }, { type: 'requests' });
  });
}
