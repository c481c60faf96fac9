import { wallet } from '@almas/contract/wallet';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { isTakenBack } from '../../money/taken-back.ts';
import { command } from '../../pipeline/command.ts';
import { findUser } from '../accounts/find-user.ts';
import { checkCreditCap } from '../accounts/manual-credit.ts';
import {
  presentProposal,
  proposalById,
  proposalStateOf,
  proposalSubject,
  proposalsChanged,
} from './credit-proposals.store.ts';

const insert = statement<{ userId: string; amount: number; note: string; by: string }, { id: number }>(
  'wallet.propose-credit',
  'INSERT INTO credit_proposals (user_id, amount, note, proposed_by) VALUES (:user_id, :amount, :note, :by) RETURNING id',
);

const become = statement<[id: number], { state: string; transactionId: number | null }>(
  'wallet.proposal-became',
  `SELECT ${proposalStateOf} AS state, p.transaction_id AS "transactionId" FROM credit_proposals p WHERE p.id = $1`,
);
/** Whether a proposal was refused, or the credit that it became was taken back whole. */
async function isUndone(tx: Queryable, id: string): Promise<boolean> {
  const { state, transactionId } = await become.one(tx, parseIdOrZero(id));
  return state === 'refused' || (transactionId !== null && (await isTakenBack(tx, String(transactionId))));
}

/** Asks another administrator to credit an account. */
export const proposeCredit = command(wallet.propose, {
  prepare: ({ body }) => {
    const amount = toCentimes(body.amount);
    if (amount <= 0) throw fail('RECHARGE_AMOUNT_INVALID');
    return amount;
  },
  key: {
    operation: 'wallet.propose',
    input: ({ body }) => body,
    isUndone: (tx, { id }) => isUndone(tx, id),
  },
  run: async ({ tx, actor, body, prepared: amount }) => {
    const user = await findUser(tx, parseUuidOrNil(body.userId));
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_RECHARGED');
    if (user.status !== 'active') throw fail('RECHARGE_ACCOUNT_NOT_ACTIVE');
    await checkCreditCap(tx, actor, amount);
    const { id } = await insert.one(tx, { userId: user.id, amount, note: body.note, by: actor.id });
    const row = await proposalById.one(tx, id);
    return {
      response: presentProposal(row),
      effects: {
        audit: {
          action: 'wallet.propose-credit',
          subject: proposalSubject(row),
          after: { amount: toDinars(amount), note: body.note },
        },
        events: [proposalsChanged],
      },
    };
  },
});
