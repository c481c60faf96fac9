import { bank } from '@almas/contract/bank';
import { fail } from '../../app-error.ts';
import { holdLock, shareLock } from '../../database/locks.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { type LineRow, lineById, presentLine } from './bank-lines.store.ts';
import { keptAmount } from './kept-amount.ts';

const findRequest = statement<[id: number], { isPaid: boolean }>(
  'bank.request',
  `SELECT EXISTS (SELECT FROM bank_lines WHERE matched_request = r.id) AS "isPaid" FROM recharge_requests r
    WHERE r.id = $1 AND r.status IN ('pending', 'approved') AND ${keptAmount('r')} > 0`,
);
const setMatch = statement<[id: number, requestId: number, by: string]>(
  'bank.match',
  'UPDATE bank_lines SET matched_request = $2, matched_at = clock_timestamp(), matched_by = $3 WHERE id = $1',
);
const clearMatch = statement<[id: number]>(
  'bank.unmatch',
  'UPDATE bank_lines SET matched_request = NULL, matched_at = NULL, matched_by = NULL WHERE id = $1',
);
const release = statement<[requestId: number]>(
  'bank.release',
  'UPDATE bank_lines SET matched_request = NULL, matched_at = NULL, matched_by = NULL WHERE matched_request = $1',
);

/**
 * The line of a request that is rejected or cancelled is money without a request again. Called before the request is locked, as an import
 * takes its locks; until the transaction ends, none is matched.
 */
export async function releaseLine(tx: DbTransaction, requestId: string): Promise<void> {
  await shareLock(tx, 'bankLines');
  await release.run(tx, parseIdOrZero(requestId));
}

const releaseTakenBack = statement<[transactionId: number]>(
  'bank.release-taken-back',
  `UPDATE bank_lines SET matched_request = NULL, matched_at = NULL, matched_by = NULL
    WHERE matched_request = (SELECT id FROM recharge_requests WHERE transaction_id = $1)`,
);

/**
 * The same for the request of a recharge that was taken back whole. The caller has shared the lock of bank lines before it locked the
 * account, which an approval locks after its request.
 */
export const releaseTakenBackLine = (tx: DbTransaction, transactionId: number): Promise<unknown> =>
  releaseTakenBack.run(tx, transactionId);

/** The line, while no other transaction matches any. @throws AppError BANK_LINE_NOT_FOUND */
export async function lockLine(tx: DbTransaction, id: string): Promise<LineRow> {
  await holdLock(tx, 'bankLines');
  const line = await lineById.first(tx, parseIdOrZero(id));
  if (!line) throw fail('BANK_LINE_NOT_FOUND');
  return line;
}
export const subjectOfLine = ({ id, reference }: LineRow) => ({
  type: 'bank-line',
  id: String(id),
  name: reference,
});

/** Says which pending or approved request a line pays. The request stays as it is. The same call again changes nothing. */
export const matchLine = command(bank.match, {
  run: async ({ tx, actor, params, body }) => {
    const line = await lockLine(tx, params.id);
    const requestId = parseIdOrZero(body.requestId);
    if (line.request?.id === requestId)
      return { response: presentLine(line), effects: { audit: nothingChanged } };
    if (line.request) throw fail('BANK_LINE_MATCHED');
    if (line.explanation !== null) throw fail('BANK_LINE_EXPLAINED');
    const request = await findRequest.first(tx, requestId);
    if (!request) throw fail('REQUEST_NOT_FOUND');
    if (request.isPaid) throw fail('BANK_REQUEST_MATCHED');
    await setMatch.run(tx, line.id, requestId, actor.id);
    return {
      response: presentLine(await lineById.one(tx, line.id)),
      effects: {
        audit: {
          action: 'bank.match',
          subject: subjectOfLine(line),
          after: { requestId: String(requestId) },
        },
      },
    };
  },
});

/** Undoes the match of a line. @throws AppError BANK_LINE_MATCHED with another request */
export const unmatchLine = command(bank.unmatch, {
  run: async ({ tx, params, query: { requestId } }) => {
    const line = await lockLine(tx, params.id);
    if (!line.request) return { response: presentLine(line), effects: { audit: nothingChanged } };
    if (requestId !== undefined && line.request.id !== parseIdOrZero(requestId))
      throw fail('BANK_LINE_MATCHED');
    await clearMatch.run(tx, line.id);
    return {
      response: presentLine(await lineById.one(tx, line.id)),
      effects: {
        audit: {
          action: 'bank.unmatch',
          subject: subjectOfLine(line),
          before: { requestId: String(line.request.id) },
        },
      },
    };
  },
});
