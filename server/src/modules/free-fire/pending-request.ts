import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { numberOrZero } from '../../ids.ts';
import type { LiveEffect } from '../../pipeline/command.ts';
import type { FreeFireRequestRow } from './request-record.ts';
import { freeFireRequestsStore } from './requests.store.ts';

/**
 * A pending request, held until the transaction ends: of two administrators who decide concurrently, the second finds it
 * processed (FFA-29, P5). @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED
 */
export async function lockPending(tx: DbTransaction, id: string): Promise<FreeFireRequestRow> {
  const request = await freeFireRequestsStore.lock.first(tx, numberOrZero(id));
  if (!request) throw fail('REQUEST_NOT_FOUND');
  if (request.status !== 'pending') throw fail('REQUEST_PROCESSED');
  return request;
}

/** The screens of the owner and of the administrators read a decided request again. */
export const freeFireRequestEvents = ({ userId }: Pick<FreeFireRequestRow, 'userId'>): LiveEffect[] => [
  [{ user: userId }, { type: 'requests' }],
  [{ role: 'admin' }, { type: 'requests' }],
];
