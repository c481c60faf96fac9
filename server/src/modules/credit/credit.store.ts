import type { Ageing, CreditAccount } from '@almas/contract/credit';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import { findUser } from '../accounts/find-user.ts';

/** SQL: today in Algiers. */
export const today = dayOf('clock_timestamp()');

export interface AgeingRow {
  readonly days7: Centimes;
  readonly days15: Centimes;
  readonly days30: Centimes;
  readonly older: Centimes;
  readonly overdue: Centimes;
}

/**
 * SQL: the advances of a receivable `r` that are not settled on a day, by their age, how much of them is overdue, and how much due on its
 * first day. `open`: those advances.
 */
export const ageingOn = (day: string, open: string) => `(
  SELECT coalesce(sum(part) FILTER (WHERE age <= 7), 0)::bigint AS days7,
         coalesce(sum(part) FILTER (WHERE age BETWEEN 8 AND 15), 0)::bigint AS days15,
         coalesce(sum(part) FILTER (WHERE age BETWEEN 16 AND 30), 0)::bigint AS days30,
         coalesce(sum(part) FILTER (WHERE age > 30), 0)::bigint AS older,
         coalesce(sum(part) FILTER (WHERE due_on < ${day}), 0)::bigint AS overdue,
         coalesce(sum(part) FILTER (WHERE due_on <= r.due_on), 0)::bigint AS due
    FROM (SELECT part, due_on, ${day} - ${dayOf('created_at')} AS age FROM ${open}) parts)`;
export const ageingOf = ageingOn(today, 'open_advances(r.user_id, r.debt)');

export const presentAgeing = ({ days7, days15, days30, older }: AgeingRow): Ageing => ({
  days7: toDinars(days7),
  days15: toDinars(days15),
  days30: toDinars(days30),
  older: toDinars(older),
});

export interface CreditState extends AgeingRow {
  readonly limit: Centimes;
  readonly days: number;
  readonly suspended: boolean;
  /** The account is active and not frozen. */
  readonly mayTake: boolean;
  readonly debt: Centimes;
  readonly dueOn: string | null;
}

const read = statement<[userId: string], CreditState>(
  'credit.account',
  `SELECT t.limit_amount AS "limit", t.days, t.suspended, r.debt, to_char(r.due_on, 'YYYY-MM-DD') AS "dueOn",
          u.status = 'active' AND u.frozen_at IS NULL AS "mayTake", a.days7, a.days15, a.days30, a.older, a.overdue
     FROM credit_terms t JOIN receivables r USING (user_id) JOIN users u ON u.id = t.user_id CROSS JOIN LATERAL ${ageingOf} a
    WHERE t.user_id = $1`,
);
const lock = statement<[userId: string]>(
  'credit.lock',
  'SELECT FROM credit_terms WHERE user_id = $1 FOR UPDATE',
);

/** The terms and the debt of an account; undefined: it has no terms. */
export const findCredit = (db: Queryable, userId: string): Promise<CreditState | undefined> =>
  read.first(db, userId);

/** The same, locked until the transaction ends: each change of a debt or its terms does this first. */
export async function lockCredit(tx: Queryable, userId: string): Promise<CreditState | undefined> {
  await lock.run(tx, userId);
  // A statement of its own: it sees what the earlier holder of the lock has written.
  return findCredit(tx, userId);
}

/** What an advance may be now. */
export const availableOf = ({ limit, debt, suspended, mayTake, overdue }: CreditState): Centimes =>
  (!mayTake || suspended || overdue > 0 ? 0 : Math.max(0, limit - debt)) as Centimes;

export const presentCredit = (credit: CreditState | undefined): CreditAccount =>
  credit
    ? {
        terms: { limit: toDinars(credit.limit), days: credit.days, suspended: credit.suspended },
        debt: toDinars(credit.debt),
        available: toDinars(availableOf(credit)),
        dueOn: credit.dueOn,
        overdue: toDinars(credit.overdue),
        ageing: presentAgeing(credit),
      }
    : {
        terms: null,
        debt: 0,
        available: 0,
        dueOn: null,
        overdue: 0,
        ageing: { days7: 0, days15: 0, days30: 0, older: 0 },
      };

/** An account by the id of a path. @throws AppError USER_NOT_FOUND */
export async function findDebtor(db: Queryable, id: string): Promise<UserRecord> {
  const user = await findUser(db, parseUuidOrNil(id));
  if (!user) throw fail('USER_NOT_FOUND');
  return user;
}

interface NewEntry {
  readonly userId: string;
  readonly kind: 'advance' | 'payment' | 'write_off' | 'correction';
  readonly amount: Centimes;
  readonly recordedBy: string;
  readonly note?: string;
  /** Of an advance. */
  readonly days?: number;
  /** Of an advance, its credit; of the correction of an advance, its debit. */
  readonly ledgerId?: number;
  readonly transactionId?: number;
  /** Of a payment. */
  readonly collectedBy?: string;
  /** Of a payment that is no cash. */
  readonly method?: string | undefined;
  /** Of a correction: the payment that it takes back, or the advance. */
  readonly corrects?: number;
}

interface WrittenEntry {
  readonly id: number;
  readonly receiptNumber: number | null;
  readonly dueOn: string | null;
  readonly debtBefore: Centimes;
  readonly debtAfter: Centimes;
  readonly createdAt: string;
}

const insertEntry = statement<
  {
    userId: string;
    kind: string;
    amount: number;
    recordedBy: string;
    note: string;
    days: number | null;
    ledgerId: number | null;
    transactionId: number | null;
    collectedBy: string | null;
    method: string | null;
    corrects: number | null;
  },
  WrittenEntry
>(
  'credit.insert-entry',
  `INSERT INTO receivable_entries
     (user_id, kind, amount, recorded_by, note, due_on, ledger_id, transaction_id, collected_by, method, corrects)
   VALUES (:user_id, :kind, :amount, :recorded_by, :note, ${today} + :days::int, :ledger_id, :transaction_id, :collected_by,
     :method, :corrects)
   RETURNING id, receipt_number AS "receiptNumber", to_char(due_on, 'YYYY-MM-DD') AS "dueOn", debt_before AS "debtBefore",
     debt_after AS "debtAfter", created_at AS "createdAt"`,
);

/**
 * Writes an entry; the trigger of the table changes the debt by it. The caller has locked the credit and checked the rules that the
 * trigger holds too. @throws Error when the trigger refuses
 */
export const postReceivable = (tx: Queryable, entry: NewEntry): Promise<WrittenEntry> =>
  insertEntry.one(tx, {
    ...entry,
    note: entry.note ?? '',
    days: entry.days ?? null,
    ledgerId: entry.ledgerId ?? null,
    transactionId: entry.transactionId ?? null,
    collectedBy: entry.collectedBy ?? null,
    method: entry.method ?? null,
    corrects: entry.corrects ?? null,
  });
