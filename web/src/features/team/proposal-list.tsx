import type { CreditProposal } from '@almas/contract/wallet';
import { comma } from '@almas/locale/formats';
import { team } from '@almas/locale/screens/team';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { successToast, useCallKeys } from '../../platform/network/use-call-keys.ts';
import { useMe } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';

const words = team.proposals;
const filters = (['open', 'all'] as const).map((value) => ({ value, label: words.filter[value] }));
const tones = { open: 'waiting', approved: 'done', refused: 'quiet' } as const;

/** Credits above a threshold, for a second person. */
export function ProposalList() {
  const [state, setState] = useState<'open' | 'all'>('open');
  const list = useInfiniteQuery({ ...apiPages('wallet', 'proposals', { query: { state } }), staleTime: 0 });
  return (
    <Stack gap={12}>
      <div className={record.head}>
        <Segmented label={words.which} value={state} options={filters} onChange={setState} />
        <ExportButton list="credit-proposals" filters={{ state }} />
      </div>
      <PagedList list={list} empty={{ title: words.empty }} failed={words.failed}>
        {(items: readonly CreditProposal[]) => (
          <ul className="column gap-12">
            {items.map((proposal) => (
              <ProposalItem key={proposal.id} proposal={proposal} />
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}

/** A credit with its decision: the other person's credits or refuses it, the own one can be withdrawn. */
export function ProposalItem({ proposal }: { readonly proposal: CreditProposal }) {
  const { id, userName, amount, note, state, proposedById, proposedByName, createdAt, decidedByName } =
    proposal;
  const isOwn = useMe().id === proposedById;
  const keys = useCallKeys('wallet.decideProposal');
  const { run, busy } = useAction(
    (outcome: 'approve' | 'refuse') =>
      keys.withKey(`${id} ${outcome}`, (key) =>
        api.wallet.decideProposal({ params: { id }, body: { outcome }, key }),
      ),
    {
      success: (executed) =>
        successToast(executed.result.state === 'approved' ? words.approved : words.refused, executed),
      failure: words.decideFailed,
      refreshes: ['wallet', 'users', 'administrators', 'statistics', 'auditTrail'],
    },
  );
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="proposal">
      <div className={record.head}>
        <h3 className={record.name} dir="auto">
          {userName}
        </h3>
        <Money amount={amount} />
      </div>
      <p className="dim" dir="auto">
        {words.by(proposedByName)}
        {comma}
        <When at={createdAt} form="in-sentence" />
      </p>
      {note && <p dir="auto">{note}</p>}
      {state === 'open' ? (
        <div className="wrap gap-8">
          {!isOwn && (
            <DecidingButton busy={busy} onClick={() => void run('approve')}>
              {words.approve}
            </DecidingButton>
          )}
          <DecidingButton variant="secondary" busy={busy} onClick={() => void run('refuse')}>
            {isOwn ? words.withdraw : words.refuse}
          </DecidingButton>
        </div>
      ) : (
        <div className={record.head}>
          <StatusBadge tone={tones[state]}>{words.states[state]}</StatusBadge>
          {decidedByName && <p className="dim">{words.decidedBy(decidedByName)}</p>}
        </div>
      )}
    </li>
  );
}
