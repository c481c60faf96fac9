import type { RechargeHistoryEntry, RechargeRequest } from '@almas/contract/recharge-requests';
import { type Centimes, toDinars } from '../../money/amount.ts';

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

const textOf = (id: number | null): string | null => (id === null ? null : String(id));

/** A request as the API speaks it, amount in DA. */
export const presentRechargeRequest = (row: RechargeRequestRow) => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
  transactionId: textOf(row.transactionId),
});

/** The same in a list, with its account's balance in DA. */
export const presentListed = (row: ListedRow) => ({
  ...presentRechargeRequest(row),
  userInfo: { ...row.userInfo, balance: toDinars(row.userInfo.balance) },
});

export const presentHistory = (row: RechargeHistoryRow): RechargeHistoryEntry => ({
  ...row,
  requestId: String(row.requestId),
  amount: toDinars(row.amount),
  transactionId: textOf(row.transactionId),
});
