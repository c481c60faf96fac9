import type { BankLine, PaidRequest } from '@almas/contract/bank';
import type { PaymentMethod } from '@almas/contract/forms';
import type { z } from 'zod';
import { accountName, dayOf, dayStart } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { keptAmount } from './kept-amount.ts';

/** SQL: a request that money may have been sent for, and no line pays it. */
export const isUnpaid = (r: string): string =>
  `${r}.status IN ('pending', 'approved') AND NOT EXISTS (SELECT FROM bank_lines m WHERE m.matched_request = ${r}.id)`;

/** A number of a statement that is shorter is a day, a count or a page. */
export const shortestReference = 4;

/** SQL: a key that names one transfer: a number, and no day. A word, which many transfers have, only proposes. */
export const isTransferNumber = (key: string): string =>
  `${key} ~ '[0-9]{4}' AND ${key} !~ '^([1-9]|[12][0-9]|3[01])(0[1-9]|1[0-2])(20[0-9]{2}|2[0-9])$'
  AND ${key} !~ '^20[0-9]{2}(0[1-9]|1[0-2])([0-2][0-9]|3[01])$'`;

/**
 * SQL: the unpaid requests of the amount of a line that were made at most a day before or after it, or that name its reference, whenever
 * they were made: one that is written after its line was imported is not matched by itself. Of a request that was corrected in part the
 * amount is what was kept: no index has it, so that it is found by its number alone.
 */
export const proposedRequests = (line: string): string => {
  const isNear = `r.created_at >= ${dayStart(`${line}.day - 1`)} AND r.created_at < ${dayStart(`${line}.day + 2`)}`;
  const isPayable = `${keptAmount('r')} = ${line}.amount AND ${isUnpaid('r')}`;
  // OFFSET 0: requests are looked up by each reference of the line, not all of its amount.
  return `SELECT r.* FROM recharge_requests r WHERE r.amount = ${line}.amount AND ${isPayable} AND ${isNear}
    UNION ALL
    SELECT r.* FROM (SELECT DISTINCT unnest(${line}.reference_keys) AS key) k
     CROSS JOIN LATERAL (SELECT * FROM recharge_requests q
                          WHERE q.reference IS NOT NULL AND transfer_reference_number(q.reference) = k.key OFFSET 0) r
     WHERE length(k.key) >= ${shortestReference} AND ${isPayable}
       AND (r.amount = ${line}.amount AND NOT (${isNear}) OR r.amount > ${line}.amount AND ${isTransferNumber('k.key')})`;
};

/** A request as JSON of the database. */
interface RequestJson extends Omit<PaidRequest, 'amount' | 'id'> {
  readonly id: number;
  readonly amount: Centimes;
}
const requestJson = (r: string): string =>
  `json_build_object('id', ${r}.id, 'userName', ${r}.user_name, 'amount', ${keptAmount(r)}, 'status', ${r}.status,
     'createdAt', to_char(${r}.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reference', ${r}.reference)`;

export interface LineRow {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly method: z.output<typeof PaymentMethod>;
  readonly day: string;
  readonly amount: Centimes;
  readonly reference: string;
  readonly request: RequestJson | null;
  readonly matchedByName: string | null;
  readonly matchedAt: string | null;
  readonly explanation: string | null;
  readonly explainedByName: string | null;
  readonly explainedAt: string | null;
  readonly proposals: readonly RequestJson[] | null;
}

/** SQL: a line that pays no request and that no administrator has explained. */
const isOpenLine = (l: string): string => `${l}.matched_request IS NULL AND ${l}.explanation IS NULL`;
/** SQL: money without a request. */
export const isOrphan = (l: string): string => `${isOpenLine(l)} AND NOT EXISTS (${proposedRequests(l)})`;

/** SQL: lines with their request or what may be theirs. `page` selects rows of bank_lines. */
const withRequests = (page: string): string => `
  SELECT l.id, l.account_id AS "accountId", a.name AS "accountName", a.method, to_char(l.day, 'YYYY-MM-DD') AS day, l.amount,
         l.reference, CASE WHEN r.id IS NOT NULL THEN ${requestJson('r')} END AS request,
         ${accountName('l.matched_by')} AS "matchedByName", l.matched_at AS "matchedAt",
         l.explanation, ${accountName('l.explained_by')} AS "explainedByName", l.explained_at AS "explainedAt",
         CASE WHEN ${isOpenLine('l')} THEN (
           SELECT json_agg(${requestJson('n')} ORDER BY n.distance, n.id) FROM (
             SELECT near.*, abs(${dayOf('near.created_at')} - l.day) AS distance
               FROM (${proposedRequests('l')}) near ORDER BY distance, near.id LIMIT 5) n) END AS proposals
    FROM (${page}) l JOIN bank_accounts a ON a.id = l.account_id LEFT JOIN recharge_requests r ON r.id = l.matched_request
   ORDER BY l.day DESC, l.id DESC`;

const states = {
  all: 'true',
  matched: 'l.matched_request IS NOT NULL',
  explained: 'l.explanation IS NOT NULL',
  proposed: `${isOpenLine('l')} AND EXISTS (${proposedRequests('l')})`,
  orphan: isOrphan('l'),
} as const;
interface ListedPage {
  readonly day: string;
  readonly id: number;
  readonly limit: number;
  readonly from: string;
  readonly to: string;
}
const listed = (state: keyof typeof states) =>
  statement<[page: ListedPage], LineRow>(
    `bank.lines-${state}`,
    withRequests(
      `SELECT * FROM bank_lines l
        WHERE (l.day, l.id) < (:day::date, :id::bigint) AND l.day BETWEEN :from::date AND :to::date AND ${states[state]}
        ORDER BY l.day DESC, l.id DESC LIMIT :limit::int`,
    ),
  );
/** A page of lines by state, the newest day first, before a day and an id. */
export const linesBy = {
  all: listed('all'),
  matched: listed('matched'),
  explained: listed('explained'),
  proposed: listed('proposed'),
  orphan: listed('orphan'),
};

/** A line by its id. */
export const lineById = statement<[id: number], LineRow>(
  'bank.line',
  withRequests('SELECT * FROM bank_lines WHERE id = $1'),
);

export const presentRequest = ({ id, amount, ...request }: RequestJson): PaidRequest => ({
  ...request,
  id: String(id),
  amount: toDinars(amount),
});

export const presentLine = ({ id, accountId, amount, request, proposals, ...row }: LineRow): BankLine => ({
  ...row,
  id: String(id),
  accountId: String(accountId),
  amount: toDinars(amount),
  state: request ? 'matched' : row.explanation !== null ? 'explained' : proposals ? 'proposed' : 'orphan',
  request: request && presentRequest(request),
  proposals: (proposals ?? []).map(presentRequest),
});
