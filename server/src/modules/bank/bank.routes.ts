import { bank } from '@almas/contract/bank';
import type { Output, Parsed } from '@almas/contract/route';
import { isDay, isNumberId, presentPage, sortValuesAfter } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { addAccount, listAccounts } from './bank-accounts.ts';
import { linesBy, presentLine } from './bank-lines.store.ts';
import { explainLine, unexplainLine } from './explain-line.ts';
import { importLines, previewLines } from './import-lines.ts';
import { matchLine, unmatchLine } from './match-line.ts';
import { reconcile, requestsWithoutMoney } from './reconciliation.ts';
import { listStatements, removeStatement } from './statements.ts';

/** Lines of the statements by state, the newest day first. */
export async function listLines(
  db: Queryable,
  { state, from = '-infinity', to = 'infinity', limit, cursor }: Parsed<typeof bank.lines>['query'],
): Promise<Output<typeof bank.lines>> {
  const [day, id] = sortValuesAfter<[string, number]>(cursor, [isDay, isNumberId], ['infinity', 0]);
  const rows = await linesBy[state].all(db, { day, id, limit: limit + 1, from, to });
  return presentPage(rows, limit, presentLine, (row) => [row.day, row.id]);
}

/** Statements of the bank, compared with the recharge requests. */
export function bankRoutes(services: Services): ServedGroup {
  const { db } = services;
  return serveRoutes(services, bank, {
    accounts: async () => listAccounts(db),
    createAccount: addAccount,
    preview: async ({ body }) => previewLines(db, body),
    import: importLines,
    statements: async ({ params, query }) => listStatements(db, params.id, query),
    removeStatement,
    lines: async ({ query }) => listLines(db, query),
    match: matchLine,
    unmatch: unmatchLine,
    explain: explainLine,
    unexplain: unexplainLine,
    reconciliation: async ({ query }) => reconcile(db, query),
    withoutMoney: async ({ query }) => requestsWithoutMoney(db, query),
  });
}
