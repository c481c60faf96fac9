import { wallet } from '@almas/contract/wallet';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero, parseUuidOrNil } from '../../ids.ts';
import { toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { findUser } from '../accounts/find-user.ts';
import { checkCreditCap } from '../accounts/manual-credit.ts';
import {
  presentProposal,
  proposalById,
  proposalSubject,
  proposalsChanged,
} from './credit-proposals.store.ts';

const insert = statement<{ userId: string; amount: number; note: string; by: string }, { id: number }>(
  'wallet.propose-credit',
  'INSERT INTO credit_proposals (user_id, amount, note, proposed_by) VALUES (:user_id, :amount, :note, :by) RETURNING id',
);

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
    isUndone: async (tx, { id }) => (await proposalById.one(tx, parseIdOrZero(id))).state === 'refused',
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
