import type { CreditProposal } from '@almas/contract/wallet';
import { accountName } from '../../database/sql-text.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { LiveEffect } from '../../pipeline/command.ts';

export interface ProposalRow extends Omit<CreditProposal, 'id' | 'amount'> {
  readonly id: number;
  readonly amount: Centimes;
}

export const proposalStateOf = `CASE p.outcome WHEN 'approve' THEN 'approved' WHEN 'refuse' THEN 'refused' ELSE 'open' END`;
export const proposalColumns = `p.id, p.user_id AS "userId", ${accountName('p.user_id')} AS "userName", p.amount, p.note, ${proposalStateOf} AS state,
  p.proposed_by AS "proposedById", ${accountName('p.proposed_by')} AS "proposedByName", p.created_at AS "createdAt",
  ${accountName('p.decided_by')} AS "decidedByName", p.decided_at AS "decidedAt"`;
export const proposalById = statement<[id: number], ProposalRow>(
  'wallet.proposal',
  `SELECT ${proposalColumns} FROM credit_proposals p WHERE p.id = $1`,
);

export const presentProposal = (row: ProposalRow): CreditProposal => ({
  ...row,
  id: String(row.id),
  amount: toDinars(row.amount),
});
export const proposalsChanged: LiveEffect = [{ role: 'admin' }, { type: 'requests' }];
export const proposalSubject = ({ userId, userName }: ProposalRow) => ({
  type: 'user',
  id: userId,
  name: userName,
});
