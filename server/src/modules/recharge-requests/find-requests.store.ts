import { personName } from '@almas/contract/person-name';
import { type RechargeRequest, RechargeRequestStatus } from '@almas/contract/recharge-requests';
import { countUpTo } from '../../database/page.ts';
import { valuesList } from '../../database/sql-text.ts';
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
  readonly userInfo: { firstName: string; lastName: string; balance: Centimes; status: string };
  readonly processor: Parameters<typeof personName>[0] | null;
};

/** The columns of a request `r` in a list, with its account `u` and the administrator who decided. */
export const listedColumns = `${rechargeRequestColumns}, json_build_object('firstName', u.first_name, 'lastName', u.last_name,
  'balance', u.balance, 'status', u.status) AS "userInfo",
  (SELECT json_build_object('firstName', a.first_name, 'lastName', a.last_name, 'displayName', a.display_name,
                            'email', a.email) FROM users a WHERE a.id = r.processed_by) AS processor,
  (SELECT json_agg(json_build_object('kind', w.kind, 'requestId', e.id::text, 'userName', e.user_name,
                                     'status', e.status) ORDER BY e.id DESC, w.kind)
     FROM (${twinsOf('r.id')}) w JOIN recharge_requests e ON e.id = w.twin
    WHERE w.is_earlier OR e.status = 'approved') AS warnings`;

/** A list entry with the fields for administrators only: the account with its balance in DA, who decided, the warnings. */
export const presentListed = ({ processor, warnings, ...row }: ListedRow) => ({
  ...presentRechargeRequest(row),
  ...(warnings && { warnings }),
  userInfo: { ...row.userInfo, balance: toDinars(row.userInfo.balance) },
  processedByName: processor && personName(processor),
});

/*
 * The requests of all accounts by date, under any combination of filters. $1 to $3 are the same in every statement: status and method
 * (null: any), and the time of the earliest request.
 */
export type RechargeRequestsFilter = [status: string | null, method: string | null, since: string | null];
export type RechargeRequestsAfter = [at: string, id: number];

const statuses = `(SELECT s.status FROM (${valuesList(RechargeRequestStatus.options)}) s (status)
  WHERE $1::text IS NULL OR s.status = $1) s`;
const filtered = `($2::text IS NULL OR r.method = $2) AND r.created_at >= coalesce($3::timestamptz, '-infinity')`;
const ofFilter = `($1::text IS NULL OR r.status = $1) AND ${filtered}`;
const searchText = `search_fold(r.user_name || ' ' || r.user_email || ' ' || r.user_company)`;

/** One branch per status, each a range of one index. `also`: a condition; `end`: order and limit of a branch. */
const listed = (also: string, end: string): string =>
  `SELECT r.* FROM ${statuses} CROSS JOIN LATERAL (
     SELECT r.* FROM recharge_requests r WHERE r.status = s.status AND ${filtered} ${also} ${end}) r ${end}`;
/** The requests with the ids that a search has found. */
const found = (ids: string, also: string, end: string): string =>
  `SELECT r.* FROM recharge_requests r WHERE r.id = ANY (${ids}::bigint[]) AND ${ofFilter} ${also} ${end}`;
/** Matches an amount, and a reference as references are compared. */
const ofAmount = (amount: string): string => `r.amount = ${amount}::bigint`;
const ofReference = (reference: string): string =>
  `(r.reference IS NOT NULL AND transfer_reference_number(r.reference) = transfer_reference_number(${reference}::text)
     AND transfer_reference_number(${reference}::text) <> '')`;
/** Matches the names stored in the request, the current ones of the account, its amount or its reference. */
const matches = (n: number): string =>
  `AND (${searchText} LIKE $${n}::text OR ${ofAmount(`$${n + 2}`)} OR ${ofReference(`$${n + 3}`)} OR EXISTS (
     SELECT FROM users u WHERE u.id = r.user_id AND ${isMatchingUser(`$${n}`, `$${n + 1}`)}))`;
/** The parameters of `matches`. */
type Searched = [pattern: string, phone: string | null, amount: number | null, reference: string];

const longest = 1_001;
function pagesIn(name: string, direction: 'ASC' | 'DESC') {
  const order = `r.created_at ${direction}, r.id ${direction}`;
  const end = `ORDER BY ${order} LIMIT ${longest}`;
  const after = `AND (r.created_at, r.id) ${direction === 'ASC' ? '>' : '<'} ($4::timestamptz, $5::bigint)`;
  const select = (source: string): string =>
    `SELECT ${listedColumns} FROM (${source}) r JOIN users u ON u.id = r.user_id ORDER BY ${order} LIMIT $6`;
  return {
    all: statement<[...RechargeRequestsFilter, ...RechargeRequestsAfter, limit: number], ListedRow>(
      `recharge-requests.find-${name}`,
      select(listed(after, end)),
    ),
    found: statement<
      [...RechargeRequestsFilter, ...RechargeRequestsAfter, limit: number, ids: readonly number[]],
      ListedRow
    >(`recharge-requests.find-${name}-found`, select(found('$7', after, end))),
    walked: statement<
      [...RechargeRequestsFilter, ...RechargeRequestsAfter, limit: number, ...Searched],
      ListedRow
    >(`recharge-requests.find-${name}-walked`, select(listed(`${after} ${matches(7)}`, end))),
  };
}
export const rechargeRequestPages = { desc: pagesIn('newest', 'DESC'), asc: pagesIn('oldest', 'ASC') };

const bound = `ORDER BY r.created_at DESC, r.id DESC LIMIT ${countUpTo + 1}`;
const counted = (source: string): string =>
  `SELECT count(*) FROM (SELECT FROM (${source}) r LIMIT ${countUpTo + 1}) r`;
export const rechargeRequestCount = {
  all: statement<RechargeRequestsFilter, { count: number }>(
    'recharge-requests.count-all',
    counted(listed('', bound)),
  ),
  found: statement<[...RechargeRequestsFilter, ids: readonly number[]], { count: number }>(
    'recharge-requests.count-found',
    counted(found('$4', '', '')),
  ),
  walked: statement<[...RechargeRequestsFilter, ...Searched], { count: number }>(
    'recharge-requests.count-walked',
    counted(listed(matches(4), bound)),
  ),
};

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
     (SELECT r.id FROM recharge_requests r WHERE ${ofAmount(':amount')} LIMIT :limit)
     UNION
     (SELECT r.id FROM recharge_requests r WHERE ${ofReference(':reference')} LIMIT :limit)
   ) ids LIMIT :limit`,
);
