import type { RechargeHistoryEntry, RechargeRequest } from '@almas/contract/recharge-requests';
import { stored } from '@almas/locale';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { LiveEffect } from '../../pipeline/command.ts';

export interface RechargeRequestRow {
  readonly id: number;
  readonly userId: string;
  readonly userEmail: string;
  readonly userName: string;
  readonly userCompany: string;
  readonly amount: Centimes;
  readonly method: RechargeRequest['method'];
  readonly methodName: string;
  readonly status: RechargeRequest['status'];
  readonly phoneNumber: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly processedAt: string | null;
  readonly processedBy: string | null;
  readonly notes: string | null;
  readonly resellerNote: string | null;
  readonly paymentProof: string | null;
  readonly rejectionReason: string | null;
  readonly transactionId: number | null;
  readonly reference: string | null;
  readonly proof: RechargeRequest['proof'] | null;
  readonly photoMissing: boolean;
}

/** The columns of a request `r`. An approval overwrites the notes: the history keeps what the reseller wrote. */
export const rechargeRequestColumns = `r.id, r.user_id AS "userId", r.user_email AS "userEmail", r.user_name AS "userName",
  r.user_company AS "userCompany", r.amount, r.method, r.method_name AS "methodName", r.status,
  r.phone_number AS "phoneNumber", r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  r.processed_at AS "processedAt", r.processed_by AS "processedBy", r.notes,
  CASE r.status WHEN 'approved' THEN (SELECT h.details FROM recharge_history h WHERE h.request_id = r.id AND h.action = 'created'
    AND h.details <> '${stored.rechargeRequest.history.created}' LIMIT 1) ELSE r.notes END AS "resellerNote",
  coalesce(r.payment_proof, (SELECT '/api/recharge-requests/' || p.request_id || '/proof'
                                || CASE WHEN p.number > 1 THEN '?photo=' || p.number ELSE '' END FROM recharge_proofs p
                              WHERE p.request_id = r.id AND p.removed_at IS NULL)) AS "paymentProof",
  r.rejection_reason AS "rejectionReason", r.transaction_id AS "transactionId", r.reference,
  (SELECT json_build_object('width', p.width, 'height', p.height, 'removed', p.removed_at IS NOT NULL)
     FROM recharge_proofs p WHERE p.request_id = r.id) AS proof,
  r.photo_announced AND NOT EXISTS (SELECT FROM recharge_proofs p WHERE p.request_id = r.id) AS "photoMissing"`;

export const rechargeRequestsStore = {
  /** Counts up to 5 requests (RRQ-15). */
  countPending: statement<[userId: string], { count: number }>(
    'recharge-requests.count-pending',
    `SELECT count(*) FROM (
       SELECT FROM recharge_requests WHERE user_id = $1 AND status = 'pending' LIMIT 5) pending`,
  ),
  insert: statement<
    {
      userId: string;
      email: string;
      name: string;
      company: string;
      amount: number;
      method: string;
      methodName: string;
      phoneNumber: string | null;
      notes: string | null;
      reference: string | null;
      photoAnnounced: boolean;
    },
    RechargeRequestRow
  >(
    'recharge-requests.insert',
    `INSERT INTO recharge_requests AS r (user_id, user_email, user_name, user_company, amount, method, method_name,
       phone_number, notes, reference, photo_announced) VALUES (:user_id, :email, :name, :company, :amount, :method, :method_name, :phone_number, :notes, :reference, :photo_announced)
     RETURNING ${rechargeRequestColumns}`,
  ),
  byId: statement<[number], RechargeRequestRow>(
    'recharge-requests.by-id',
    `SELECT ${rechargeRequestColumns} FROM recharge_requests r WHERE r.id = $1`,
  ),
  lockById: statement<[number], RechargeRequestRow>(
    'recharge-requests.lock-by-id',
    `SELECT ${rechargeRequestColumns} FROM recharge_requests r WHERE r.id = $1 FOR UPDATE`,
  ),
  approve: statement<
    { id: number; adminId: string; note: string; transactionId: number },
    RechargeRequestRow
  >(
    'recharge-requests.approve',
    `UPDATE recharge_requests r SET status = 'approved', processed_by = :admin_id, notes = :note, transaction_id = :transaction_id,
       processed_at = clock_timestamp(), updated_at = clock_timestamp() WHERE r.id = :id RETURNING ${rechargeRequestColumns}`,
  ),
  reject: statement<[id: number, adminId: string, reason: string], RechargeRequestRow>(
    'recharge-requests.reject',
    `UPDATE recharge_requests r SET status = 'rejected', processed_by = $2, rejection_reason = $3,
       processed_at = clock_timestamp(), updated_at = clock_timestamp() WHERE r.id = $1 RETURNING ${rechargeRequestColumns}`,
  ),
  cancel: statement<[id: number], RechargeRequestRow>(
    'recharge-requests.cancel',
    `UPDATE recharge_requests r SET status = 'cancelled', updated_at = clock_timestamp()
     WHERE r.id = $1 RETURNING ${rechargeRequestColumns}`,
  ),
  insertHistory: statement<{
    requestId: number;
    userId: string;
    action: string;
    amount: number;
    method: string;
    adminId: string | null;
    details: string;
    transactionId: number | null;
  }>(
    'recharge-requests.insert-history',
    `INSERT INTO recharge_history (request_id, user_id, action, amount, method, admin_id, details, transaction_id)
     VALUES (:request_id, :user_id, :action, :amount, :method, :admin_id, :details, :transaction_id)`,
  ),
};

interface HistoryEntry {
  readonly action: RechargeHistoryEntry['action'];
  readonly details: string;
  readonly adminId?: string;
  readonly transactionId?: number;
}

/** Writes a row of the history of a request, in the transaction that changes it. */
export async function recordHistory(
  tx: Queryable,
  request: RechargeRequestRow,
  { action, details, adminId, transactionId }: HistoryEntry,
): Promise<void> {
  await rechargeRequestsStore.insertHistory.run(tx, {
    requestId: request.id,
    userId: request.userId,
    action,
    amount: request.amount,
    method: request.method,
    adminId: adminId ?? null,
    details,
    transactionId: transactionId ?? null,
  });
}

/** Locks a request until the transaction ends, so that of two concurrent decisions the second sees the first. @throws AppError REQUEST_NOT_FOUND */
export async function lockRequest(tx: DbTransaction, id: string): Promise<RechargeRequestRow> {
  const request = await rechargeRequestsStore.lockById.first(tx, parseIdOrZero(id));
  if (!request) throw fail('REQUEST_NOT_FOUND');
  return request;
}

/**
 * The same for a request that is still pending, and still has the photo that was shown.
 * @throws AppError REQUEST_NOT_FOUND, REQUEST_PROCESSED, RECEIPT_CHANGED
 */
export async function lockPendingRequest(
  tx: DbTransaction,
  id: string,
  shownPhoto: string | null | undefined,
): Promise<RechargeRequestRow> {
  const request = await lockRequest(tx, id);
  if (request.status !== 'pending') throw fail('REQUEST_PROCESSED');
  if (shownPhoto === undefined) return request;
  // Read again after the lock: the statement that waited for a photo to be stored still has the former one.
  const { paymentProof } = await rechargeRequestsStore.byId.one(tx, request.id);
  if (paymentProof !== shownPhoto) throw fail('RECEIPT_CHANGED');
  return request;
}

/** The events upon which the screens of the owner and of administrators reload a request. */
export const rechargeRequestEvents = ({ userId }: RechargeRequestRow): LiveEffect[] => [
  [{ role: 'admin' }, { type: 'requests' }],
  [{ user: userId }, { type: 'requests' }],
];

/** A request as the API returns it, amount in DA. */
export const presentRechargeRequest = ({
  resellerNote,
  reference,
  proof,
  photoMissing,
  ...row
}: RechargeRequestRow) => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
  transactionId: row.transactionId === null ? null : String(row.transactionId),
  ...(resellerNote !== null && { resellerNote }),
  ...(row.status === 'approved' && row.notes !== null && { approvalNote: row.notes }),
  ...(reference !== null && { reference }),
  ...(proof && { proof }),
  ...(photoMissing && { photoMissing }),
});
