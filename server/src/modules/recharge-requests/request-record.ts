import { personName } from '@almas/contract/person-name';
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
  readonly reference: string | null;
  readonly proof: RechargeRequest['proof'] | null;
}
export type ListedRow = RechargeRequestRow & {
  readonly warnings: RechargeRequest['warnings'] | null;
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
  r.processed_at AS "processedAt", r.processed_by AS "processedBy", r.notes,
  coalesce(r.payment_proof, (SELECT '/api/recharge-requests/' || p.request_id || '/proof' FROM recharge_proofs p
                              WHERE p.request_id = r.id AND p.removed_at IS NULL)) AS "paymentProof",
  r.rejection_reason AS "rejectionReason", r.transaction_id AS "transactionId", r.reference,
  (SELECT json_build_object('width', p.width, 'height', p.height, 'removed', p.removed_at IS NOT NULL)
     FROM recharge_proofs p WHERE p.request_id = r.id) AS proof`;

/** The same in a list, with its account `u` and the administrator who decided. */
export const listedColumns = `${rechargeRequestColumns}, json_build_object('firstName', u.first_name, 'lastName', u.last_name,
  'balance', u.balance, 'status', u.status) AS "userInfo",
  (SELECT json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'displayName', a.display_name,
                            'email', a.email) FROM users a WHERE a.id = r.processed_by) AS processor,
  (SELECT json_agg(json_build_object('kind', w.kind, 'requestId', w.earlier_id::text, 'userName', e.user_name,
                                     'status', e.status) ORDER BY w.earlier_id DESC, w.kind)
     FROM recharge_warnings w JOIN recharge_requests e ON e.id = w.earlier_id WHERE w.request_id = r.id) AS warnings`;

const textOf = (id: number | null): string | null => (id === null ? null : String(id));

/** A request as the API speaks it, amount in DA. */
export const presentRechargeRequest = ({ reference, proof, ...row }: RechargeRequestRow) => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
  transactionId: textOf(row.transactionId),
  ...(reference !== null && { reference }),
  ...(proof && { proof }),
});

/** The same in a list, with what administrators alone see: the account's balance in DA, who decided, the warnings. */
export const presentListed = ({ processor, warnings, ...row }: ListedRow) => ({
  ...presentRechargeRequest(row),
  ...(warnings && { warnings }),
  userInfo: { ...row.userInfo, balance: toDinars(row.userInfo.balance) },
  processedByName: processor && personName(processor),
});

export const presentHistory = (row: RechargeHistoryRow): RechargeHistoryEntry => ({
  ...row,
  requestId: String(row.requestId),
  amount: toDinars(row.amount),
  transactionId: textOf(row.transactionId),
});
