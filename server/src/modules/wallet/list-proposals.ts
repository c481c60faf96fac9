import type { Parsed } from '@almas/contract/route';
import type { wallet } from '@almas/contract/wallet';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import {
  type ProposalRow,
  presentProposal,
  proposalColumns,
  proposalStateOf,
} from './credit-proposals.store.ts';

const page = statement<[state: string | null, before: number, limit: number], ProposalRow>(
  'wallet.proposals',
  `SELECT ${proposalColumns} FROM credit_proposals p
    WHERE ($1::text IS NULL OR ${proposalStateOf} = $1) AND p.id < $2::bigint ORDER BY p.id DESC LIMIT $3::int`,
);

/** Credits that wait for a second person or were decided by one, the newest first. */
export async function listProposals(
  db: Queryable,
  { state, limit, cursor }: Parsed<typeof wallet.proposals>['query'],
) {
  return pageByNumber(
    { limit, cursor },
    (before, rows) => page.all(db, state === 'all' ? null : state, before, rows),
    presentProposal,
  );
}
