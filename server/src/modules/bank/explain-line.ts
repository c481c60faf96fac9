import { bank } from '@almas/contract/bank';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { lineById, presentLine } from './bank-lines.store.ts';
import { lockLine, subjectOfLine } from './match-line.ts';

const setExplanation = statement<[id: number, reason: string, by: string]>(
  'bank.explain',
  'UPDATE bank_lines SET explanation = $2, explained_at = clock_timestamp(), explained_by = $3 WHERE id = $1',
);
const clearExplanation = statement<[id: number]>(
  'bank.unexplain',
  'UPDATE bank_lines SET explanation = NULL, explained_at = NULL, explained_by = NULL WHERE id = $1',
);

/** Says why a line is no recharge, such as a deposit of the owner. The same call again changes nothing (REC-11). */
export const explainLine = command(bank.explain, {
  run: async ({ tx, actor, params, body: { reason } }) => {
    const line = await lockLine(tx, params.id);
    if (line.request) throw fail('BANK_LINE_MATCHED');
    if (line.explanation === reason)
      return { response: presentLine(line), effects: { audit: nothingChanged } };
    if (line.explanation !== null) throw fail('BANK_LINE_EXPLAINED');
    await setExplanation.run(tx, line.id, reason, actor.id);
    return {
      response: presentLine(await lineById.one(tx, line.id)),
      effects: { audit: { action: 'bank.explain', subject: subjectOfLine(line), after: { reason } } },
    };
  },
});

/** Undoes the explanation of a line. @throws AppError BANK_LINE_EXPLAINED with another one than was shown */
export const unexplainLine = command(bank.unexplain, {
  run: async ({ tx, params, query: { explainedAt } }) => {
    const line = await lockLine(tx, params.id);
    if (line.explanation === null) return { response: presentLine(line), effects: { audit: nothingChanged } };
    if (explainedAt !== undefined && explainedAt !== line.explainedAt) throw fail('BANK_LINE_EXPLAINED');
    await clearExplanation.run(tx, line.id);
    return {
      response: presentLine(await lineById.one(tx, line.id)),
      effects: {
        audit: {
          action: 'bank.unexplain',
          subject: subjectOfLine(line),
          before: { reason: line.explanation },
        },
      },
    };
  },
});
