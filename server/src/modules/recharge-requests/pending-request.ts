import { fail } from '../../app-error.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { numberOrZero } from '../../ids.ts';
import type { LiveEffect } from '../../pipeline/command.ts';
import { rechargeRequestsStore } from './recharge-requests.store.ts';
import type { RechargeRequestRow } from './request-record.ts';

/** A request locked until the transaction ends: a second decision finds the outcome of the first. @throws AppError REQUEST_NOT_FOUND */
export async function heldRequest(tx: DbTransaction, id: string): Promise<RechargeRequestRow> {
  const request = await rechargeRequestsStore.lockById.first(tx, numberOrZero(id));
  if (!request) throw fail('REQUEST_NOT_FOUND');
  return request;
}

/** The same when it still waits for an administrator. @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED */
export async function pendingRequest(tx: DbTransaction, id: string): Promise<RechargeRequestRow> {
  const request = await heldRequest(tx, id);
  if (request.status !== 'pending') throw fail('REQUEST_PROCESSED');
  return request;
}

/** The screens of the owner and of the administrators read a decided request again. */
export const rechargeRequestEvents = ({ userId }: RechargeRequestRow): LiveEffect[] => [
  [{ role: 'admin' }, { type: 'requests' }],
  [{ user: userId }, { type: 'requests' }],
];
