import { type BankAccount, bank, type StatementColumns } from '@almas/contract/bank';
import type { PaymentMethod } from '@almas/contract/forms';
import { stored } from '@almas/locale';
import type { z } from 'zod';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';

interface AccountRow {
  readonly id: number;
  readonly name: string;
  readonly method: z.output<typeof PaymentMethod>;
  readonly lines: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly columns: StatementColumns | null;
}

const list = statement<[], AccountRow>(
  'bank.accounts',
  `SELECT a.id, a.name, a.method, (SELECT count(*) FROM bank_lines WHERE account_id = a.id) AS lines,
          to_char(min(s.first_day), 'YYYY-MM-DD') AS "firstDay", to_char(max(s.last_day), 'YYYY-MM-DD') AS "lastDay",
          a.statement_columns AS columns
     FROM bank_accounts a LEFT JOIN bank_statements s ON s.account_id = a.id GROUP BY a.id ORDER BY a.name`,
);
const insert = statement<[name: string, method: string, by: string], AccountRow>(
  'bank.add-account',
  `INSERT INTO bank_accounts AS a (name, method, created_by) VALUES ($1::text, $2::text, $3::uuid) ON CONFLICT (name) DO NOTHING
   RETURNING a.id, a.name, a.method, 0 AS lines, NULL AS "firstDay", NULL AS "lastDay", NULL AS columns`,
);
const exists = statement<[id: number], { name: string }>(
  'bank.account',
  'SELECT name FROM bank_accounts WHERE id = $1',
);

const present = ({ id, method, ...row }: AccountRow): BankAccount => ({
  ...row,
  id: String(id),
  method,
  methodName: stored.rechargeRequest.methodNames[method],
});

/** All accounts by name. */
export const listAccounts = async (db: Queryable): Promise<{ items: BankAccount[] }> => ({
  items: (await list.all(db)).map(present),
});

/** The id and the name of an account. @throws AppError BANK_ACCOUNT_NOT_FOUND */
export async function findAccount(db: Queryable, id: string): Promise<{ id: number; name: string }> {
  const account = await exists.first(db, parseIdOrZero(id));
  if (!account) throw fail('BANK_ACCOUNT_NOT_FOUND');
  return { id: parseIdOrZero(id), name: account.name };
}

export const addAccount = command(bank.createAccount, {
  run: async ({ tx, actor, body: { name, method } }) => {
    const account = await insert.first(tx, name, method, actor.id);
    if (!account) throw fail('BANK_ACCOUNT_EXISTS');
    return {
      response: present(account),
      effects: {
        audit: {
          action: 'bank.add-account',
          subject: { type: 'bank-account', id: String(account.id), name },
          after: { method: stored.rechargeRequest.methodNames[method] },
        },
      },
    };
  },
});
