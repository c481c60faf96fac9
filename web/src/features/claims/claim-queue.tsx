import type { Claim } from '@almas/contract/claims';
import type { ClaimOutcome } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { claims } from '@almas/locale/screens/claims';
import { common } from '@almas/locale/screens/common';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiPages } from '../../platform/network/index.ts';
import { useKeyedAction } from '../../platform/network/use-call-keys.ts';
import { ConfirmDialog, PromptDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { DecisionQueue, QueueItem } from '../../ui/decision-queue.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useKeptRows } from '../../ui/use-kept-rows.ts';
import { AccountLink } from '../accounts/account-link.tsx';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import { DecisionOutcome } from '../audit-trail/decision-outcome.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { ClaimFacts } from './claim-facts.tsx';
import { ClaimSubject } from './claim-subject.tsx';

const words = claims.queue;
const refreshes = ['claims', 'auditTrail', 'products', 'users', 'wallet', 'statistics'] as const;

/** The open claims, the oldest first, each with its decision. */
export function ClaimQueue() {
  const query = { status: 'open', order: 'asc' } as const;
  const list = useInfiniteQuery({ ...apiPages('claims', 'list', { query }), staleTime: 0 });
  return (
    <Stack>
      <div>
        <ExportButton list="claims" filters={query} />
      </div>
      <PagedList list={list} empty={{ title: words.empty }} failed={claims.failed} drawsEmpty>
        {(items: readonly Claim[]) => <Waiting items={items} complete={!list.hasNextPage} />}
      </PagedList>
    </Stack>
  );
}

interface WaitingProps {
  readonly items: readonly Claim[];
  readonly complete: boolean;
}

function Waiting({ items, complete }: WaitingProps) {
  const { rows, pointer } = useKeptRows(items, { complete });
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState title={words.empty} text={words.emptyText} />
      </Card>
    );
  return (
    <Card flush>
      <DecisionQueue label={claims.title} pointer={pointer}>
        {rows.map(({ item, isRemoved }) => (
          <Item key={item.id} claim={item} isRemoved={isRemoved} />
        ))}
      </DecisionQueue>
    </Card>
  );
}

function Item({ claim, isRemoved }: { readonly claim: Claim; readonly isRemoved: boolean }) {
  const [asked, setAsked] = useState<ClaimOutcome | null>(null);
  const [done, setDone] = useState(false);
  const { id, userId, userName, unitPrice, review, reason, note } = claim;
  const { run, busy } = useKeyedAction(
    'claims.decide',
    (key, outcome: ClaimOutcome, decisionNote: string) =>
      api.claims.decide({ params: { id }, body: { outcome, note: decisionNote }, key }),
    {
      subject: (outcome) => `${id}-${outcome}`,
      done: ({ status }) => words.done[status === 'open' ? 'refused' : status],
      failure: words.decideFailed,
      lost: words.decisionLost,
      refreshes,
      onDone: () => {
        setDone(true);
        setAsked(null);
      },
    },
  );
  const close = () => setAsked(null);
  const isShort = asked === 'replace' && review !== undefined && review.stock <= 0;
  const isDecided = isRemoved || done;
  const isOver = isDecided && !busy;
  return (
    <QueueItem
      name={<AccountLink id={userId} name={userName} />}
      figure={<Money amount={unitPrice} />}
      about={
        <Dotted
          parts={[
            review?.company,
            claims.reasons[reason],
            <When key="at" at={claim.createdAt} form="relative" />,
          ]}
        />
      }
      note={note}
      details={
        <>
          <p>
            <ClaimSubject claim={claim} />
          </p>
          {review && <ClaimFacts claim={claim} review={review} />}
          {asked && isOver && (
            <Dialog
              onClose={close}
              title={words[`${asked}Title`]}
              size="sm"
              footer={<Button onClick={close}>{common.close}</Button>}
            >
              <DecidedNotice subject={{ type: 'claim', id }} />
            </Dialog>
          )}
          {asked === 'refuse' && !isOver && (
            <PromptDialog
              draft={`claim-${id}`}
              onClose={close}
              title={words.refuseTitle}
              label={words.refuseReason}
              hint={words.refuseText(userName)}
              maxLength={limits.claimNoteLength}
              confirmLabel={words.refuse}
              danger
              busy={busy}
              onSubmit={(text) => void run('refuse', text)}
            />
          )}
          {(asked === 'replace' || asked === 'credit') && !isOver && (
            <ConfirmDialog
              onClose={close}
              title={asked === 'replace' ? words.replaceTitle : words.creditTitle}
              confirmLabel={words[asked]}
              busy={busy}
              disabled={isShort}
              onConfirm={() => void run(asked, '')}
            >
              {asked === 'credit' ? (
                <p>{words.creditText(unitPrice, userName)}</p>
              ) : isShort ? (
                <Notice tone="failed" title={words.noStock} />
              ) : (
                <p>{words.replaceText(claim.offerName, review?.stock ?? 0)}</p>
              )}
            </ConfirmDialog>
          )}
        </>
      }
      outcome={isDecided && <DecisionOutcome subject={{ type: 'claim', id }} />}
      buttons={(shared) =>
        (['replace', 'credit', 'refuse'] as const).map((outcome) => (
          <Button
            key={outcome}
            {...shared}
            variant={outcome === 'replace' ? 'primary' : 'secondary'}
            aria-haspopup="dialog"
            onClick={() => setAsked(outcome)}
          >
            {words[outcome]}
          </Button>
        ))
      }
    />
  );
}
