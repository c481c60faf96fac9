import { isDeepStrictEqual } from 'node:util';
import { credit } from '@almas/contract/credit';
import { personName } from '@almas/contract/person-name';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { hasCreditLimit } from '../accounts/manual-credit.ts';
import { findCredit, findDebtor, lockCredit, presentCredit } from './credit.store.ts';

const write = statement<{
  userId: string;
  limit: number;
  days: number;
  suspended: boolean;
  changedBy: string;
  replaces: boolean;
}>(
  'credit.set-terms',
  `INSERT INTO credit_terms (user_id, limit_amount, days, suspended, changed_by) VALUES (:user_id, :limit, :days, :suspended, :changed_by)
   ON CONFLICT (user_id) DO UPDATE SET limit_amount = EXCLUDED.limit_amount, days = EXCLUDED.days, suspended = EXCLUDED.suspended,
     changed_by = EXCLUDED.changed_by, changed_at = clock_timestamp()
   WHERE :replaces::boolean`,
);

/**
 * Sets how much a reseller may owe and for how long. A debt above a lower limit stays; advances wait until it is below. What is already
 * owed keeps its day. With `expected` the call is refused when the terms have changed since, so that a suspension is not lifted unseen.
 * Who may credit up to a limit alone may lower, shorten and suspend only: the reseller would take as an advance what the limit refuses.
 */
export const setTerms = command(credit.setTerms, {
  run: async ({ tx, actor, params, body: { limit, days, suspended, expected } }) => {
    const user = await findDebtor(tx, params.id);
    if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_OWE');
    const known = await lockCredit(tx, user.id);
    const before = known && {
      limit: toDinars(known.limit),
      days: known.days,
      suspended: known.suspended,
    };
    const after = { limit: toDinars(toCentimes(limit)), days, suspended };
    if (JSON.stringify(before) === JSON.stringify(after))
      return { response: presentCredit(known), effects: { audit: nothingChanged } };
    if (expected !== undefined && !isDeepStrictEqual(expected, before ?? null))
      throw fail('CREDIT_TERMS_CHANGED');
    const raises =
      limit > (before?.limit ?? 0) ||
      (before !== undefined && (days > before.days || (before.suspended && !suspended)));
    if (raises && (await hasCreditLimit(tx, actor))) throw fail('CREDIT_TERMS_CAPPED');
    const written = await write.run(tx, {
      userId: user.id,
      limit: toCentimes(limit),
      days,
      suspended,
      changedBy: actor.id,
      replaces: expected !== null,
    });
    // The first terms of an account, which has no row to lock: another administrator has given some meanwhile.
    if (written === 0) throw fail('CREDIT_TERMS_CHANGED');
    return {
      response: presentCredit(await findCredit(tx, user.id)),
      effects: {
        audit: {
          action: 'credit.set-terms',
          subject: { type: 'user', id: user.id, name: personName(user) },
          ...(before && { before }),
          after,
        },
        events: [[{ user: user.id }, { type: 'balance' }]],
      },
    };
  },
});
