import { wallet } from '@almas/contract/wallet';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { countManualCredit } from '../accounts/manual-credit.ts';
import { creditAccount } from './credit-account.ts';
import {
  presentProposal,
  proposalById,
  proposalSubject,
  proposalsChanged,
} from './credit-proposals.store.ts';

const lock = statement<[id: number]>(
  'wallet.lock-proposal',
  'SELECT FROM credit_proposals WHERE id = $1 FOR NO KEY UPDATE',
);
const decide = statement<{ id: number; outcome: string; by: string; transactionId: number | null }>(
  'wallet.decide-proposal',
  `UPDATE credit_proposals SET outcome = :outcome, decided_by = :by, decided_at = clock_timestamp(), transaction_id = :transaction_id
    WHERE id = :id`,
);

/** Credits what another person proposed, on the cap of that person's day, or refuses it; one's own may only be withdrawn. */
export const decideProposal = command(wallet.decideProposal, {
  key: { operation: 'wallet.decide-proposal', input: ({ params, body }) => ({ ...params, ...body }) },
  run: async ({ services, tx, actor, params, body: { outcome } }) => {
    const id = parseIdOrZero(params.id);
    await lock.run(tx, id);
    const open = await proposalById.first(tx, id);
    if (!open) throw fail('PROPOSAL_NOT_FOUND');
    if (open.state !== 'open') throw fail('PROPOSAL_DECIDED');
    const isApproved = outcome === 'approve';
    if (isApproved && open.proposedById === actor.id) throw fail('PROPOSAL_OWN');
    if (isApproved) await countManualCredit(tx, open.proposedById, open.amount, 'PROPOSER_CAP_REACHED');
    const { userId, amount, note } = open;
    const credited = isApproved
      ? await creditAccount(services, tx, actor, { userId, amount, reason: note })
      : null;
    await decide.run(tx, { id, outcome, by: actor.id, transactionId: credited?.transactionId ?? null });
    const row = await proposalById.one(tx, id);
    return {
      response: presentProposal(row),
      effects: {
        audit: {
          ...(isApproved ? { action: 'wallet.approve-proposal' } : { action: 'wallet.refuse-proposal' }),
          subject: proposalSubject(row),
          ...(credited && { before: { balance: toDinars(credited.balanceBefore) } }),
          after: {
            amount: toDinars(amount),
            note,
            proposedBy: row.proposedByName,
            ...(credited && { balance: toDinars(credited.balanceAfter) }),
          },
        },
        notifications: credited ? [credited.notification] : [],
        events: credited ? [proposalsChanged, credited.event] : [proposalsChanged],
      },
    };
  },
});
