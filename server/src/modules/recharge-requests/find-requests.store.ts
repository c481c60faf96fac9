import { proofLimits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { type RechargeRequest, RechargeRequestStatus } from '@almas/contract/recharge-requests';
import { countUpTo, type SortOrder } from '../../database/page.ts';
import { conditions, textArray } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { isMatchingUser } from '../accounts/matching-users.ts';
import { twinsOf } from './proofs.store.ts';
import {
  presentRechargeRequest,
  type RechargeRequestRow,
  rechargeRequestColumns,
} from './recharge-requests.store.ts';

/** A row of a list, with the fields for administrators only. */
export type ListedRow = RechargeRequestRow & {
  readonly warnings: RechargeRequest['warnings'] | null;
  readonly userInfo: {
    firstName: string;
    lastName: string;
    balance: Centimes;
    status: string;
    phone: string | null;
  };
  readonly processor: Parameters<typeof personName>[0] | null;
};

/** The columns of a request `r` in a list, with its account `u` and the administrator who decided. */
export const listedColumns = `${rechargeRequestColumns}, json_build_object('firstName', u.first_name, 'lastName', u.last_name,
  'balance', u.balance, 'status', u.status, 'phone', u.phone) AS "userInfo",
  (SELECT json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'displayName', a.display_name,
                            'email', a.email) FROM users a WHERE a.id = r.processed_by) AS processor,
  (SELECT json_agg(json_build_object('kind', w.kind, 'requestId', w.id::text, 'userName', w.user_name,
                                     'status', w.status) ORDER BY w.id DESC, w.kind)
     FROM (SELECT t.kind, e.id, e.user_name, e.status,
                  row_number() OVER (PARTITION BY t.kind ORDER BY e.status = 'approved' DESC, e.id DESC) AS place
             FROM (${twinsOf('r.id')}) t JOIN recharge_requests e ON e.id = t.twin
            WHERE t.is_earlier OR e.status = 'approved') w
    WHERE w.place <= ${proofLimits.named}) AS warnings`;

/** A list entry with the fields for administrators only: the account with its balance in DA, who decided, the warnings. */
export const presentListed = ({ processor, warnings, ...row }: ListedRow) => ({
  ...presentRechargeRequest(row),
  ...(warnings && { warnings }),
  userInfo: { ...row.userInfo, balance: toDinars(row.userInfo.balance) },
  processedByName: processor && personName(processor),
});

/* SQL of the requests of all accounts by date, composed for the filter of a call. */
export interface RechargeRequestsFilter {
  /** null: any. */
  readonly status: RechargeRequest['status'] | null;
  readonly hasMethod: boolean;
  readonly hasSince: boolean;
  /** A search with few matches gives their `:ids`; with many, requests are compared with its text. */
  readonly found: 'few' | 'many' | null;
}

/** The names that are stored in the request. */
const searchText = `search_fold(r.user_name || ' ' || r.user_email || ' ' || r.user_company)`;
const ofAmount = 'r.amount = :amount::bigint';
/** Matches a reference as references are compared. */
const ofReference = `(r.reference IS NOT NULL AND transfer_reference_number(r.reference) = transfer_reference_number(:reference::text)
  AND transfer_reference_number(:reference::text) <> '')`;
/** Matches the names stored in the request, the current ones of the account, its amount or its reference. */
const matches = `(${searchText} LIKE :pattern::text OR ${ofAmount} OR ${ofReference} OR EXISTS (
  SELECT FROM users u WHERE u.id = r.user_id AND ${isMatchingUser(':pattern', ':phone')}))`;

/** The requests of a filter. One branch per status, each a range of one index with the order and limit of the whole. */
function source(filter: RechargeRequestsFilter, after: string, orderAndLimit: string): string {
  const { status, hasMethod, hasSince, found } = filter;
  const ofFilter = conditions(
    after,
    hasMethod && 'r.method = :method',
    hasSince && 'r.created_at >= :since::timestamptz',
    found === 'many' && matches,
    found === 'few' && 'r.id = ANY (:ids::bigint[])',
  );
  if (found === 'few')
    return `SELECT r.* FROM recharge_requests r
             WHERE ${ofFilter} AND ${status ? `r.status = '${status}'` : 'true'} ${orderAndLimit}`;
  const statuses = textArray(status ? [status] : RechargeRequestStatus.options);
  return `SELECT r.* FROM unnest(${statuses}) s (status) CROSS JOIN LATERAL (
    SELECT r.* FROM recharge_requests r WHERE r.status = s.status AND ${ofFilter} ${orderAndLimit}) r ${orderAndLimit}`;
}

const longest = 1_001;
/** A page of at most `:limit` requests, after `:at` and `:id` when `hasCursor`. */
export function rechargeRequestsPage(
  filter: RechargeRequestsFilter,
  { order, hasCursor }: { order: SortOrder; hasCursor: boolean },
): string {
  const inOrder = `ORDER BY r.created_at ${order}, r.id ${order}`;
  const after = hasCursor
    ? `(r.created_at, r.id) ${order === 'asc' ? '>' : '<'} (:at::timestamptz, :id::bigint)`
    : 'true';
  return `SELECT ${listedColumns} FROM (${source(filter, after, `${inOrder} LIMIT ${longest}`)}) r
    JOIN users u ON u.id = r.user_id ${inOrder} LIMIT :limit`;
}

const bound = `ORDER BY r.created_at DESC, r.id DESC LIMIT ${countUpTo + 1}`;
/** At most one more than is counted. */
export const rechargeRequestsCount = (filter: RechargeRequestsFilter): string =>
  `SELECT count(*) FROM (SELECT FROM (${source(filter, 'true', bound)}) r LIMIT ${countUpTo + 1}) r`;

/** The ids of at most `limit` requests that match a search, given the accounts that match it. */
export const matchingRequests = statement<
  { pattern: string; userIds: readonly string[]; limit: number; amount: number | null; reference: string },
  { id: number }
>(
  'recharge-requests.ids-like',
  `SELECT id FROM (
     (SELECT r.id FROM recharge_requests r WHERE ${searchText} LIKE :pattern LIMIT :limit)
     UNION
     (SELECT r.id FROM recharge_requests r WHERE r.user_id = ANY (:user_ids::uuid[]) LIMIT :limit)
     UNION
     (SELECT r.id FROM recharge_requests r WHERE ${ofAmount} LIMIT :limit)
     UNION
     (SELECT r.id FROM recharge_requests r WHERE ${ofReference} LIMIT :limit)
   ) ids LIMIT :limit`,
);
