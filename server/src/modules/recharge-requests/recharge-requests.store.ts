import type { RechargeHistoryEntry } from '@almas/contract/recharge-requests';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import {
  rechargeRequestColumns as columns,
  type ListedRow,
  listedColumns,
  type RechargeHistoryRow,
  type RechargeRequestRow,
} from './request-record.ts';

/** With the userInfo of administrators' lists, from the joined account (ADR-18). */
const withUser = `SELECT ${listedColumns} FROM recharge_requests r JOIN users u ON u.id = r.user_id`;

/** Newest first. */
const list = <Params extends readonly unknown[]>(name: string, where: string, last: number) =>
  statement<Params, ListedRow>(
    `recharge-requests.${name}`,
    `${withUser} WHERE ${where} AND r.id < $${last - 1} ORDER BY r.id DESC LIMIT $${last}`,
  );

export const rechargeRequestsStore = {
  /** The check looks at up to 5 requests (RRQ-15). */
  countPending: statement<[userId: string], { count: number }>(
    'recharge-requests.count-pending',
    `SELECT count(*) FROM (
       SELECT FROM recharge_requests WHERE user_id = $1 AND status = 'pending' LIMIT 5) pending`,
  ),
  insert: statement<
    [
      userId: string,
      email: string,
      name: string,
      company: string,
      amount: number,
      method: string,
      methodName: string,
      phoneNumber: string | null,
      notes: string | null,
      reference: string | null,
    ],
    RechargeRequestRow
  >(
    'recharge-requests.insert',
    `INSERT INTO recharge_requests AS r (user_id, user_email, user_name, user_company, amount, method, method_name,
       phone_number, notes, reference) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
  ),
  byId: statement<[number], RechargeRequestRow>(
    'recharge-requests.by-id',
    `SELECT ${columns} FROM recharge_requests r WHERE r.id = $1`,
  ),
  listedById: statement<[number], ListedRow>('recharge-requests.listed-by-id', `${withUser} WHERE r.id = $1`),
  lockById: statement<[number], RechargeRequestRow>(
    'recharge-requests.lock-by-id',
    `SELECT ${columns} FROM recharge_requests r WHERE r.id = $1 FOR UPDATE`,
  ),
  approve: statement<[id: number, adminId: string, note: string, transactionId: number], RechargeRequestRow>(
    'recharge-requests.approve',
    `UPDATE recharge_requests r SET status = 'approved', processed_by = $2, notes = $3, transaction_id = $4,
       processed_at = clock_timestamp(), updated_at = clock_timestamp() WHERE r.id = $1 RETURNING ${columns}`,
  ),
  reject: statement<[id: number, adminId: string, reason: string], RechargeRequestRow>(
    'recharge-requests.reject',
    `UPDATE recharge_requests r SET status = 'rejected', processed_by = $2, rejection_reason = $3,
       processed_at = clock_timestamp(), updated_at = clock_timestamp() WHERE r.id = $1 RETURNING ${columns}`,
  ),
  cancel: statement<[id: number], RechargeRequestRow>(
    'recharge-requests.cancel',
    `UPDATE recharge_requests r SET status = 'cancelled', updated_at = clock_timestamp()
     WHERE r.id = $1 RETURNING ${columns}`,
  ),
  all: list<[before: number, limit: number]>('list', 'true', 2),
  byStatus: list<[status: string, before: number, limit: number]>('list-by-status', 'r.status = $1', 3),
  ofUser: list<[userId: string, before: number, limit: number]>('list-of-user', 'r.user_id = $1', 3),
  ofUserByStatus: list<[userId: string, status: string, before: number, limit: number]>(
    'list-of-user-by-status',
    'r.user_id = $1 AND r.status = $2',
    4,
  ),
  insertHistory: statement<
    [
      requestId: number,
      userId: string,
      action: string,
      amount: number,
      method: string,
      adminId: string | null,
      details: string,
      transactionId: number | null,
    ]
  >(
    'recharge-requests.insert-history',
    `INSERT INTO recharge_history (request_id, user_id, action, amount, method, admin_id, details, transaction_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  ),
  history: statement<[requestId: number], RechargeHistoryRow>(
    'recharge-requests.history',
    `SELECT request_id AS "requestId", user_id AS "userId", action, amount, method, admin_id AS "adminId", "timestamp",
       details, transaction_id AS "transactionId" FROM recharge_history WHERE request_id = $1 ORDER BY id`,
  ),
};

interface HappenedTo {
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
