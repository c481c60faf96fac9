import { type BankImport, bank, type StatementColumns } from '@almas/contract/bank';
import type { Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { holdLock } from '../../database/locks.ts';
import type { Queryable } from '../../database/pool.ts';
import { dayOf } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { toCentimes } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { findAccount } from './bank-accounts.ts';
import { isTransferNumber, isUnpaid, proposedRequests } from './bank-lines.store.ts';
import { keptAmount } from './kept-amount.ts';
import { lineHash } from './line-hash.ts';

type Lines = Parsed<typeof bank.import>['body']['lines'];
interface Columns {
  readonly accountId: number;
  readonly days: readonly string[];
  readonly amounts: readonly number[];
  readonly references: readonly string[];
  /** Whether lines that resemble stored ones are left out. */
  readonly leaves: boolean;
}
/** The days of which a statement tells. */
interface Span {
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
}

/**
 * The lines of a statement with what they are known by. `unknown` are those that no earlier import brought: the n-th of equal lines is
 * known when n of them are stored. `resembling` are as many of them as the account has lines of their day and amount that the statement
 * does not know: probably the same payments under another reference (REC-10). `fresh` are to be stored.
 */
const given = `
  given AS (
    SELECT day, amount, reference, n AS place,
           ${lineHash('day', 'amount', 'reference')} AS hash,
           array_remove(array(SELECT DISTINCT transfer_reference_number(word)
             FROM unnest(array_append(string_to_array(reference, ' '), reference)) word), '') AS reference_keys
      FROM unnest(:days::date[], :amounts::bigint[], :references::text[]) WITH ORDINALITY g (day, amount, reference, n)
  ), numbered AS (
    SELECT *, row_number() OVER (PARTITION BY hash ORDER BY place) AS occurrence FROM given
  ), unknown AS (
    SELECT n.*, row_number() OVER (PARTITION BY day, amount ORDER BY place) AS rank FROM numbered n
     WHERE NOT EXISTS (SELECT FROM bank_lines b WHERE b.account_id = :account_id AND b.hash = n.hash AND b.occurrence = n.occurrence)
  ), elsewhere AS (
    SELECT day, amount, count(*) AS lines
      FROM bank_lines b JOIN (SELECT DISTINCT day, amount FROM unknown) u USING (day, amount)
     WHERE b.account_id = :account_id
       AND NOT EXISTS (SELECT FROM numbered n WHERE n.hash = b.hash AND n.occurrence = b.occurrence)
     GROUP BY day, amount
  ), resembling AS (
    SELECT u.place FROM unknown u JOIN elsewhere e USING (day, amount) WHERE u.rank <= e.lines
  ), fresh AS (
    SELECT * FROM unknown WHERE NOT (:leaves::boolean AND place IN (SELECT place FROM resembling))
  )`;

/**
 * SQL: which line pays which request, by reference and exact amount, less what corrections took back. The n-th line of a reference pays
 * the n-th request of it; a line with the references of several requests pays that of the longest, of equally long ones the oldest.
 */
const pairs = (lines: string): string => `
  WITH keyed AS MATERIALIZED (
    SELECT l.place, l.amount, k.key, row_number() OVER (PARTITION BY k.key, l.amount ORDER BY l.day, l.place) AS rank
      FROM ${lines} l CROSS JOIN unnest(l.reference_keys) k (key) WHERE ${isTransferNumber('k.key')}
  ), payable AS MATERIALIZED (
    SELECT id, amount, key, row_number() OVER (PARTITION BY key, amount ORDER BY id) AS rank
      FROM (SELECT r.id, ${keptAmount('r')} AS amount, k.key
              FROM (SELECT DISTINCT key FROM keyed) k
              JOIN recharge_requests r ON r.reference IS NOT NULL AND transfer_reference_number(r.reference) = k.key
             WHERE ${isUnpaid('r')}) unpaid
  )
  SELECT DISTINCT ON (line) line, request FROM (
    SELECT DISTINCT ON (r.id) l.place AS line, r.id AS request, length(key) AS length
      FROM keyed l JOIN payable r USING (key, amount, rank) ORDER BY r.id, length(key) DESC, l.place) pair
   ORDER BY line, length DESC, request`;

/** SQL: the days of a statement as a range. It tells of none to come: the bank may give a line the day of its value. */
const span = `(daterange(:first_day::date, :last_day::date, '[]') * daterange(NULL, ${dayOf('clock_timestamp()')}, '[]'))`;
/** SQL: how many of them no other statement of the account tells of. */
const newDays = `(
  SELECT coalesce(sum(upper(part) - lower(part)), 0)::int
    FROM unnest(datemultirange(${span}) - coalesce((SELECT range_agg(daterange(first_day, last_day, '[]'))
                                                      FROM bank_statements WHERE account_id = :account_id AND first_day IS NOT NULL),
                                                   '{}')) part)`;

const preview = statement<Columns & Span, BankImport>(
  'bank.preview-import',
  `WITH ${given}, paired AS (${pairs('fresh')})
   SELECT (SELECT count(*) FROM fresh) AS imported, (SELECT count(*) FROM given) - (SELECT count(*) FROM unknown) AS known,
          (SELECT count(*) FROM resembling) AS resembling, (SELECT count(*) FROM paired) AS matched,
          (SELECT count(*) FROM fresh f WHERE f.place NOT IN (SELECT line FROM paired)
              AND EXISTS (SELECT FROM (${proposedRequests('f')}) near
                           WHERE near.id NOT IN (SELECT request FROM paired))) AS proposed,
          ${newDays} AS days`,
);
const insertStatement = statement<Span & { accountId: number; importedBy: string }, { id: number }>(
  'bank.insert-statement',
  `INSERT INTO bank_statements (account_id, first_day, last_day, imported_by)
   VALUES (:account_id, lower(${span}), upper(${span}) - 1, :imported_by::uuid) RETURNING id`,
);
const insert = statement<Columns & { importedBy: string; statementId: number }, { id: number }>(
  'bank.import',
  `WITH ${given}
   INSERT INTO bank_lines (account_id, day, amount, reference, reference_keys, hash, occurrence, imported_by, statement_id)
   SELECT :account_id, day, amount, reference, reference_keys, hash, occurrence, :imported_by::uuid, :statement_id::bigint
     FROM fresh ORDER BY place
   RETURNING id`,
);
const match = statement<[ids: readonly number[]]>(
  'bank.match-imported',
  `UPDATE bank_lines b SET matched_request = p.request, matched_at = clock_timestamp()
     FROM (${pairs('(SELECT *, id AS place FROM bank_lines WHERE id = ANY ($1::bigint[]))')}) p WHERE b.id = p.line`,
);

const keepColumns = statement<[accountId: number, columns: StatementColumns]>(
  'bank.keep-columns',
  'UPDATE bank_accounts SET statement_columns = $2::jsonb WHERE id = $1',
);

/** Days that were known already count as well. */
function spanOf({
  from,
  to,
  lines,
}: Pick<Parsed<typeof bank.import>['body'], 'from' | 'to' | 'lines'>): Span {
  const days = [...lines.map(({ day }) => day), from, to].filter((day) => day !== undefined).sort();
  return { firstDay: days[0], lastDay: days.at(-1) };
}

const columnsOf = (accountId: number, lines: Lines, leaves = false): Columns => ({
  accountId,
  days: lines.map(({ day }) => day),
  amounts: lines.map(({ amount }) => toCentimes(amount)),
  references: lines.map(({ reference }) => reference),
  leaves,
});

/** What an import of the statement would do. @throws AppError BANK_ACCOUNT_NOT_FOUND */
export async function previewLines(
  db: Queryable,
  { account, ...given }: Parsed<typeof bank.preview>['body'],
): Promise<BankImport> {
  const { id } = await findAccount(db, account);
  return preview.one(db, { ...columnsOf(id, given.lines), ...spanOf(given) });
}

/**
 * Stores the lines of a statement that are not known yet, and matches those whose amount and reference are a request's. It approves
 * nothing. Lines that resemble stored ones are imported or left out as the caller confirms.
 *
 * @throws AppError BANK_LINES_RESEMBLE without confirmation, or when their number is another than was confirmed
 */
export const importLines = command(bank.import, {
  long: true,
  run: async ({ tx, actor, body: { account, columns, resembling: confirmed, ...sent } }) => {
    const { id, name } = await findAccount(tx, account);
    // Two imports at once would pay one request twice, or store a line twice.
    await holdLock(tx, 'bankLines');
    const leaves = confirmed?.action === 'leave';
    const given = { ...columnsOf(id, sent.lines, leaves), ...spanOf(sent) };
    const response = await preview.one(tx, given);
    const { imported, known, matched, proposed, resembling, days } = response;
    if (resembling > 0 && resembling !== confirmed?.lines)
      throw fail('BANK_LINES_RESEMBLE', { lines: resembling });
    if (imported === 0 && days === 0) return { response, effects: { audit: nothingChanged } };
    const brought = { ...given, importedBy: actor.id };
    const { id: statementId } = await insertStatement.one(tx, brought);
    const ids = (await insert.all(tx, { ...brought, statementId })).map((line) => line.id);
    await match.run(tx, ids);
    if (columns) await keepColumns.run(tx, id, columns);
    return {
      response,
      effects: {
        audit: {
          action: 'bank.import',
          subject: { type: 'bank-account', id: String(id), name },
          after: {
            importedLines: imported,
            knownLines: known,
            matchedLines: matched,
            proposedLines: proposed,
            ...(resembling > 0 && { [leaves ? 'leftOutLines' : 'resemblingLines']: resembling }),
            ...(days > 0 && { newDays: days }),
          },
        },
      },
    };
  },
});
