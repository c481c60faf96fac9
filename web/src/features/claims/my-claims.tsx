import type { Claim } from '@almas/contract/claims';
import { claims } from '@almas/locale/screens/claims';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { apiPages, apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Row, Section, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ClaimSubject, claimTones } from './claim-subject.tsx';

const words = claims.own;

/** The newest own claim with its answer, and the way to all of them; nothing without a claim. */
export default function MyClaims() {
  const [opened, setOpened] = useState(false);
  const { data } = useQuery({ ...apiQuery('claims', 'list', { query: { limit: 1 } }), staleTime: 0 });
  const newest = data?.items[0];
  if (!newest) return null;
  return (
    <Section title={words.title}>
      <Card>
        <Stack gap={12}>
          <OwnClaim claim={newest} />
          <Row>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened(true)}>
              {words.open}
            </Button>
          </Row>
        </Stack>
      </Card>
      {opened && (
        <Dialog onClose={() => setOpened(false)} title={words.title}>
          <OwnClaims onClose={() => setOpened(false)} />
        </Dialog>
      )}
    </Section>
  );
}

function OwnClaims({ onClose }: { readonly onClose: () => void }) {
  const { open } = useDialogParameter('purchase');
  const list = useInfiniteQuery({ ...apiPages('claims', 'list', { query: {} }), staleTime: 0 });
  const seeCodes = (purchaseId: string) => {
    onClose();
    open(purchaseId);
  };
  return (
    <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={claims.failed}>
      {(items: readonly Claim[]) => (
        <ul className="column gap-12">
          {items.map((claim) => (
            <li key={claim.id} className={`box column gap-6 anywhere ${record.item}`} data-testid="own-claim">
              <OwnClaim claim={claim} />
              <div>
                <Button variant="quiet" onClick={() => seeCodes(claim.purchaseId)}>
                  {words.seeCodes}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** The code that was claimed, and what was answered. */
function OwnClaim({ claim }: { readonly claim: Claim }) {
  const { status, reason, credited, decisionNote, createdAt } = claim;
  return (
    <>
      <div className={record.head}>
        <p>
          <ClaimSubject claim={claim} />
        </p>
        <StatusBadge tone={claimTones[status]}>{claims.statuses[status]}</StatusBadge>
      </div>
      <p className="dim">
        <Dotted parts={[claims.reasons[reason], <When key="at" at={createdAt} form="relative" />]} />
      </p>
      {credited !== null && <p>{words.credited(credited)}</p>}
      {status === 'replaced' && <p>{words.replaced}</p>}
      {decisionNote && <p dir="auto">{words.answer(decisionNote)}</p>}
    </>
  );
}
