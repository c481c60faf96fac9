import type { credit, ReceivableEntry } from '@almas/contract/credit';
import type { Output, Parsed } from '@almas/contract/route';
import type { Caller } from '../../authorization/identity.ts';
import { checkActingId } from '../../authorization/rights.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';

interface EntryRow
  extends Omit<ReceivableEntry, 'id' | 'transactionId' | 'amount' | 'debtBefore' | 'debtAfter'> {
  readonly id: number;
  readonly transactionId: number | null;
  readonly amount: Centimes;
  readonly debtBefore: Centimes;
  readonly debtAfter: Centimes;
}

/** SQL: the first day on which a part of the debt was due after a payment `e`. */
const restDueOn = `(
  SELECT to_char(min(due_on), 'YYYY-MM-DD') FROM open_advances(e.user_id, e.debt_after, NULL, 0, e.id))`;

const pageOf = (name: string, dueOnOfRest: string) =>
  statement<[userId: string, before: number, limit: number], EntryRow>(
    name,
    `SELECT e.id, e.user_id AS "userId", e.kind, e.amount, to_char(e.due_on, 'YYYY-MM-DD') AS "dueOn",
          ${dueOnOfRest} AS "restDueOn",
          e.transaction_id AS "transactionId", coalesce(e.receipt_number, p.receipt_number) AS "receiptNumber",
          ${accountName('coalesce(e.collected_by, p.collected_by)')} AS "collectedByName",
          CASE WHEN coalesce(p.kind, e.kind) = 'payment' THEN coalesce(e.method, p.method, 'cash') END AS method,
          e.kind = 'payment' AND EXISTS (SELECT FROM receivable_entries c WHERE c.corrects = e.id) AS "isTakenBack", e.note,
          coalesce(${accountName('e.recorded_by')}, '') AS "recordedByName", e.debt_before AS "debtBefore",
          e.debt_after AS "debtAfter", e.created_at AS "createdAt"
     FROM receivable_entries e LEFT JOIN receivable_entries p ON p.id = e.corrects
    WHERE e.user_id = $1 AND e.id < $2::bigint ORDER BY e.id DESC LIMIT $3::int`,
  );
const page = pageOf('credit.entries', `CASE WHEN e.kind = 'payment' THEN ${restDueOn} END`);
/** An export of all of them has no column of it. */
const exportedPage = pageOf('credit.exported-entries', 'NULL::text');

const presentEntry = (row: EntryRow): ReceivableEntry => ({
  ...row,
  id: String(row.id),
  transactionId: row.transactionId === null ? null : String(row.transactionId),
  amount: toDinars(row.amount),
  debtBefore: toDinars(row.debtBefore),
  debtAfter: toDinars(row.debtAfter),
});

/** The movements of a debt, the newest first: the own, or for an administrator those of an account. @throws AppError FORBIDDEN */
export async function listEntries(
  db: Queryable,
  { actor, wallet }: Caller,
  { userId, limit, cursor }: Parsed<typeof credit.entries>['query'],
  from = page,
): Promise<Output<typeof credit.entries>> {
  if (!actor.administers) checkActingId(wallet, userId);
  const of = actor.administers ? parseUuidOrNil(userId ?? '') : wallet.id;
  return pageByNumber({ limit, cursor }, (before, rows) => from.all(db, of, before, rows), presentEntry);
}

/** The same for an export, without the day on which the rest was due. */
export const listExportedEntries: typeof listEntries = (db, caller, query) =>
  listEntries(db, caller, query, exportedPage);
