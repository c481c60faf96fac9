import type { RechargeHistoryEntry, RechargeRequest } from '@almas/contract/recharge-requests';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { personName } from '../accounts/user-record.ts';

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
  readonly paymentProof: string | null;
  readonly rejectionReason: string | null;
  readonly transactionId: number | null;
}
export type ListedRow = RechargeRequestRow & {
  readonly userInfo: { firstName: string; lastName: string; balance: Centimes; status: string };
  readonly processor: Parameters<typeof personName>[0] | null;
};

export interface RechargeHistoryRow {
  requestId: number;
  userId: string;
  action: RechargeHistoryEntry['action'];
  amount: Centimes;
  method: RechargeRequest['method'];
  adminId: string | null;
  timestamp: string;
  details: string | null;
  transactionId: number | null;
}

/** The columns of a request `r`. */
export const rechargeRequestColumns = `r.id, r.user_id AS "userId", r.user_email AS "userEmail", r.user_name AS "userName",
  r.user_company AS "userCompany", r.amount, r.method, r.method_name AS "methodName", r.status,
  r.phone_number AS "phoneNumber", r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  r.processed_at AS "processedAt", r.processed_by AS "processedBy", r.notes, r.payment_proof AS "paymentProof",
  r.rejection_reason AS "rejectionReason", r.transaction_id AS "transactionId"`;

/** The same in a list, with its account `u` and the administrator who decided. */
export const listedColumns = `${rechargeRequestColumns}, json_build_object('firstName', u.first_name, 'lastName', u.last_name,
  'balance', u.balance, 'status', u.status) AS "userInfo",
  (SELECT json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'displayName', a.display_name,
                            'email', a.email) FROM users a WHERE a.id = r.processed_by) AS processor`;

const textOf = (id: number | null): string | null => (id === null ? null : String(id));

/** A request as the API speaks it, amount in DA. */
export const presentRechargeRequest = (row: RechargeRequestRow) => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
  transactionId: textOf(row.transactionId),
});

/** The same in a list, with its account's balance in DA and the name of the administrator who decided. */
export const presentListed = ({ processor, ...row }: ListedRow) => ({
  ...presentRechargeRequest(row),
  userInfo: { ...row.userInfo, balance: toDinars(row.userInfo.balance) },
  processedByName: processor && personName(processor),
});

export const presentHistory = (row: RechargeHistoryRow): RechargeHistoryEntry => ({
  ...row,
  requestId: String(row.requestId),
  amount: toDinars(row.amount),
  transactionId: textOf(row.transactionId),
});
