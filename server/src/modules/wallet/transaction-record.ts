import { personName } from '@almas/contract/person-name';
import type { Transaction } from '@almas/contract/wallet';
import { stored } from '@almas/locale';
import { type Centimes, toDinars } from '../../money/amount.ts';

export interface Name {
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly email: string;
}

export interface TransactionRow {
  readonly id: number;
  readonly userId: string;
  readonly type: Transaction['type'];
  readonly amount: Centimes;
  readonly method: string | null;
  readonly adminId: string | null;
  readonly reason: string | null;
  readonly description: string;
  readonly productName: string | null;
  readonly balanceBefore: Centimes;
  readonly balanceAfter: Centimes;
  readonly status: Transaction['status'];
  readonly createdAt: string;
  readonly processedBy: string | null;
  readonly processedAt: string | null;
  readonly completedAt: string | null;
  readonly freeFire: Transaction['freeFire'];
  readonly metadata: Record<string, unknown> | null;
  readonly request: {
    readonly status: 'pending' | 'validated' | 'refused';
    readonly note: string | null;
    readonly imageUrl: string | null;
    readonly validatedAt: string | null;
    readonly refusedAt: string | null;
  } | null;
  readonly purchaseId: number | null;
  readonly refund: {
    readonly amount: Centimes;
    readonly balanceBefore: Centimes;
    readonly balanceAfter: Centimes;
    readonly createdAt: string;
  } | null;
  readonly credited: Centimes | null;
  readonly corrections:
    | readonly {
        readonly amount: Centimes;
        readonly balanceBefore: Centimes;
        readonly balanceAfter: Centimes;
        readonly createdAt: string;
        readonly description: string;
      }[]
    | null;
  readonly processorId: string | null;
  readonly processor: Name | null;
}

/** With the names of the account; all null when the account no longer exists. */
export type OwnedTransactionRow = TransactionRow & { readonly [Field in keyof Name]: Name[Field] | null };

export const nameColumns = (
  table: string,
): string => `CASE WHEN ${table}.id IS NOT NULL THEN json_build_object(
    'firstName', ${table}.first_name, 'lastName', ${table}.last_name, 'displayName', ${table}.display_name,
    'email', ${table}.email) END`;
const utc = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The names of the account as columns: JSON would be built and parsed for every row of a list. */
export const ownerColumns = `u.first_name AS "firstName", u.last_name AS "lastName", u.display_name AS "displayName", u.email`;
export const ownerJoin = 'LEFT JOIN users u ON u.id = t.user_id';

/**
 * Columns and joins of a transaction `t` in the API. A Free Fire entry has its status from its request, because a refusal does not
 * change the transaction (AMB-05). Each join finds at most one row; requests are joined to Free Fire entries only.
 */
export const transactionColumns = `
  t.id, t.user_id AS "userId", t.type, t.amount, t.method, t.admin_id AS "adminId", t.reason, t.description,
  t.product_name AS "productName", t.balance_before AS "balanceBefore", t.balance_after AS "balanceAfter", t.status,
  t.created_at AS "createdAt", t.processed_by AS "processedBy", t.processed_at AS "processedAt",
  t.completed_at AS "completedAt", t.free_fire AS "freeFire", t.metadata,
  CASE WHEN r.id IS NOT NULL THEN json_build_object('status', r.status, 'note', r.note, 'imageUrl', r.image_url,
    'validatedAt', ${utc('r.validated_at')}, 'refusedAt', ${utc('r.refused_at')}) END AS request,
  CASE WHEN t.type = 'purchase' THEN (
    SELECT e.related_transaction_id FROM ledger e
     WHERE e.transaction_id = t.id AND e.metadata ->> 'source' = 'purchase' LIMIT 1) END AS "purchaseId",
  CASE WHEN t.type = 'purchase' THEN (
    SELECT sum(e.amount)::bigint FROM ledger e
     WHERE e.transaction_id = t.id AND e.metadata ->> 'source' = 'claim_refund') END AS credited,
  CASE WHEN r.status = 'refused' THEN (
    SELECT json_build_object('amount', e.amount, 'balanceBefore', e.balance_before, 'balanceAfter', e.balance_after,
             'createdAt', ${utc('e.created_at')})
      FROM ledger e WHERE e.transaction_id = t.id AND e.metadata ->> 'source' = 'freefire_refund' LIMIT 1) END AS refund,
  CASE WHEN t.type = 'recharge' THEN (
    SELECT json_agg(json_build_object('amount', e.amount, 'balanceBefore', e.balance_before,
             'balanceAfter', e.balance_after, 'createdAt', ${utc('e.created_at')}, 'description', e.description)
             ORDER BY e.id)
      FROM ledger e WHERE e.transaction_id = t.id AND e.metadata ->> 'source' = 'admin_debit') END AS corrections,
  coalesce(r.processed_by, t.processed_by, t.admin_id) AS "processorId", ${nameColumns('a')} AS processor`;
export const transactionJoins = `
  LEFT JOIN free_fire_requests r
    ON r.transaction_id = CASE WHEN t.type IN ('freefire', 'freefire_request') THEN t.id END
  LEFT JOIN users a ON a.id = coalesce(r.processed_by, t.processed_by, t.admin_id)`;

/**
 * The administrator who processed it; null for a purchase and a pending request. Texts replace the name when no id is stored, and when
 * the account of the id no longer exists (AMB-70).
 */
function adminName(row: TransactionRow): string | null {
  if (row.processor) return personName(row.processor);
  if (row.processorId) return stored.names.missingAdmin;
  const isPending = row.request ? row.request.status === 'pending' : row.status === 'pending';
  const isOwnAdvance = row.method === stored.advance.method;
  return row.type === 'purchase' || isOwnAdvance || isPending ? null : stored.names.unknownAdmin;
}

const nameOf = ({ email, firstName, lastName, displayName }: OwnedTransactionRow): Name | null =>
  email === null ? null : ({ firstName, lastName, displayName, email } as Name);

/** A transaction with the names of its account as the API returns it, amounts in DA. */
export const presentOwned = (row: OwnedTransactionRow): Transaction => presentTransaction(row, nameOf(row));

/**
 * A transaction of the account `user` (null: it no longer exists) as the API returns it, amounts in DA. Written out field by field,
 * because a page has many and open screens poll.
 */
export function presentTransaction(row: TransactionRow, user: Name | null): Transaction {
  const { request, refund, credited, corrections } = row;
  const shown: Transaction = {
    id: String(row.id),
    userId: row.userId,
    type: row.type,
    amount: toDinars(row.amount),
    method: row.method,
    adminId: row.adminId,
    reason: row.reason,
    description: row.description,
    productName: row.productName,
    balanceBefore: toDinars(row.balanceBefore),
    balanceAfter: toDinars(row.balanceAfter),
    status: row.status,
    createdAt: row.createdAt,
    processedBy: row.processedBy,
    processedAt: row.processedAt,
    completedAt: row.completedAt,
    freeFire: row.freeFire,
    metadata: row.metadata,
    userName: user ? personName(user) : stored.names.unknownUser,
    userEmail: user?.email ?? stored.names.unknownEmail,
    adminName: adminName(row),
    requestStatus: request?.status ?? null,
    request: request && {
      note: request.note,
      imageUrl: request.imageUrl,
      validatedAt: request.validatedAt,
      refusedAt: request.refusedAt,
    },
    purchaseId: row.purchaseId === null ? null : String(row.purchaseId),
    refund: refund && {
      amount: toDinars(refund.amount),
      balanceBefore: toDinars(refund.balanceBefore),
      balanceAfter: toDinars(refund.balanceAfter),
      createdAt: refund.createdAt,
    },
  };
  if (credited) shown.credited = toDinars(credited);
  if (corrections) {
    shown.corrections = corrections.map((entry) => ({
      ...entry,
      amount: toDinars(entry.amount),
      balanceBefore: toDinars(entry.balanceBefore),
      balanceAfter: toDinars(entry.balanceAfter),
    }));
  }
  return shown;
}
