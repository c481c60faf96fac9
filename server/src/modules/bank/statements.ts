import { type BankStatement, bank } from '@almas/contract/bank';
import type { Output, Parsed } from '@almas/contract/route';
import { fail } from '../../app-error.ts';
import { holdLock } from '../../database/locks.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { findAccount } from './bank-accounts.ts';

interface StatementRow extends Omit<BankStatement, 'id'> {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
}

/** SQL: statements with what they brought. */
const described = (condition: string): string => `
  SELECT s.id, s.account_id AS "accountId", a.name AS "accountName", to_char(s.first_day, 'YYYY-MM-DD') AS "firstDay",
         to_char(s.last_day, 'YYYY-MM-DD') AS "lastDay", ${accountName('s.imported_by')} AS "importedByName",
         s.created_at AS "importedAt", l.lines, l.matched, l.explained
    FROM bank_statements s JOIN bank_accounts a ON a.id = s.account_id
    CROSS JOIN LATERAL (SELECT count(*) AS lines, count(matched_request) AS matched, count(explanation) AS explained
                          FROM bank_lines WHERE statement_id = s.id) l
   WHERE ${condition}`;

const list = statement<[accountId: number, before: number, limit: number], StatementRow>(
  'bank.statements',
  `${described('s.account_id = $1 AND s.id < $2::bigint')} ORDER BY s.id DESC LIMIT $3::int`,
);
const find = statement<[id: number], StatementRow>('bank.statement', described('s.id = $1'));
const removeLines = statement<[id: number]>(
  'bank.remove-lines',
  'DELETE FROM bank_lines WHERE statement_id = $1',
);
const remove = statement<[id: number]>('bank.remove-statement', 'DELETE FROM bank_statements WHERE id = $1');

const present = ({ id, accountId: _, accountName: __, ...row }: StatementRow): BankStatement => ({
  ...row,
  id: String(id),
});

/** The imports of an account, the newest first. @throws AppError BANK_ACCOUNT_NOT_FOUND */
export async function listStatements(
  db: Queryable,
  account: string,
  query: Parsed<typeof bank.statements>['query'],
): Promise<Output<typeof bank.statements>> {
  const { id } = await findAccount(db, account);
  return pageByNumber(query, (before, rows) => list.all(db, id, before, rows), present);
}

/**
 * Takes back an import, such as one into the wrong account: its lines and its days leave, what they paid is unpaid again, and no request
 * changes. Lines that another statement repeats come back when that one is imported again.
 */
export const removeStatement = command(bank.removeStatement, {
  run: async ({ tx, params }) => {
    await holdLock(tx, 'bankLines');
    const row = await find.first(tx, parseIdOrZero(params.id));
    if (!row) throw fail('BANK_STATEMENT_NOT_FOUND');
    await removeLines.run(tx, row.id);
    await remove.run(tx, row.id);
    const { accountId, accountName: name, lines, matched, explained, firstDay, lastDay } = row;
    return {
      response: present(row),
      effects: {
        audit: {
          action: 'bank.remove-statement',
          subject: { type: 'bank-account', id: String(accountId), name },
          before: {
            importedLines: lines,
            matchedLines: matched,
            explainedLines: explained,
            firstDay,
            lastDay,
          },
        },
      },
    };
  },
});
