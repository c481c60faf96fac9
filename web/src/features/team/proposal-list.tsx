import type { CreditProposal } from '@almas/contract/wallet';
import { comma } from '@almas/locale/formats';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import { common } from '@almas/locale/screens/common';
import { team } from '@almas/locale/screens/team';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allItems, api, apiPages } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { useMe } from '../../platform/session/index.ts';
import { Card, Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { DecisionQueue, QueueItem } from '../../ui/decision-queue.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type KeptRow, useKeptRows } from '../../ui/use-kept-rows.ts';
import { ExportButton } from '../exports/export-button.tsx';

const words = team.proposals;
const filters = (['open', 'all'] as const).map((value) => ({ value, label: words.filter[value] }));
const tones = { approved: 'done', refused: 'quiet' } as const;

/** Credits above a threshold, for a second person. */
export function ProposalList() {
  const [state, setState] = useState<'open' | 'all'>('open');
  const list = useInfiniteQuery({ ...apiPages('wallet', 'proposals', { query: { state } }), staleTime: 0 });
  const kept = useKeptRows<CreditProposal>(list.data ? allItems(list.data) : [], {
    complete: !list.hasNextPage,
    listKey: state,
  });
  return (
    <Stack gap={12}>
      <div className={record.head}>
        <Segmented label={words.which} value={state} options={filters} onChange={setState} />
        <ExportButton list="creditProposals" filters={{ state }} />
      </div>
      <PagedList list={list} empty={{ title: words.empty }} failed={words.failed} drawsEmpty>
        {() =>
          kept.rows.length > 0 ? (
            <Proposals {...kept} />
          ) : (
            <Card>
              <EmptyState title={words.empty} />
            </Card>
          )
        }
      </PagedList>
    </Stack>
  );
}

/** Credits with their decisions. Rows keep their places (`useKeptRows`): no press credits another proposal (P29). */
export const Proposals = ({ rows, pointer }: ReturnType<typeof useKeptRows<CreditProposal>>) => (
  <Card flush>
    <DecisionQueue label={words.title} pointer={pointer}>
      {rows.map((row) => (
        <ProposalItem key={row.item.id} {...row} />
      ))}
    </DecisionQueue>
  </Card>
);

/** A credit with its decision: the other person's credits or refuses it, the own one can be withdrawn. */
function ProposalItem({ item, isRemoved }: KeptRow<CreditProposal>) {
  const [decided, setDecided] = useState<CreditProposal | null>(null);
  const { id, userName, amount, note, proposedById, proposedByName, createdAt } = item;
  const { state, decidedByName } = decided ?? item;
  const isOwn = useMe().id === proposedById;
  const refused = isOwn ? words.withdrawn : words.refused;
  const { run, busy } = useKeyedAction(
    'wallet.decideProposal',
    (key, outcome: 'approve' | 'refuse') =>
      api.wallet.decideProposal({ params: { id }, body: { outcome }, key }),
    {
      subject: (outcome) => `${id} ${outcome}`,
      done: ({ state: now }) => (now === 'approved' ? words.approved : refused),
      failure: words.decideFailed,
      lost: common.network.decisionLost,
      refreshes: ['wallet', 'users', 'administrators', 'statistics', 'auditTrail'],
      onDone: setDecided,
    },
  );
  return (
    <QueueItem
      name={<bdi>{userName}</bdi>}
      figure={<Money amount={amount} />}
      about={
        <>
          <bdi>{words.by(proposedByName)}</bdi>
          {comma}
          <When at={createdAt} form="in-sentence" />
        </>
      }
      note={note}
      outcome={
        state === 'open' ? (
          // A colleague decided it.
          isRemoved && auditTrail.decided
        ) : (
          <>
            <StatusBadge tone={tones[state]}>{words.states[state]}</StatusBadge>{' '}
            {decidedByName && words.decidedBy(decidedByName)}
          </>
        )
      }
      buttons={(shared) => (
        <>
          {!isOwn && (
            <DecidingButton {...shared} busy={busy} onClick={() => void run('approve')}>
              {words.approve}
            </DecidingButton>
          )}
          <DecidingButton {...shared} variant="secondary" busy={busy} onClick={() => void run('refuse')}>
            {isOwn ? words.withdraw : words.refuse}
          </DecidingButton>
        </>
      )}
    />
  );
}
