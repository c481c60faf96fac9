import type { Claim } from '@almas/contract/claims';
import { claims } from '@almas/locale/screens/claims';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { ClaimSubject, claimTones } from './claim-subject.tsx';

const words = claims.decided;
const choices = (['decided', 'replaced', 'credited', 'refused'] as const).map((value) => ({
  value,
  label: words.which[value],
}));

/** What was decided, by whom and when, the newest first. */
export function DecidedClaims() {
  const [status, setStatus] = useState<(typeof choices)[number]['value']>('decided');
  const query = { status };
  const list = useInfiniteQuery({
    ...apiPages('claims', 'list', { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return (
    <Stack>
      <Segmented label={words.label} labelled value={status} options={choices} onChange={setStatus} />
      <div>
        <ExportButton list="claims" filters={query} />
      </div>
      <PagedList
        list={list}
        empty={{ title: words.empty, text: words.emptyText }}
        filtered={status !== 'decided'}
        failed={claims.failed}
      >
        {(items: readonly Claim[]) => (
          <ul className="column gap-12">
            {items.map((claim) => (
              <li
                key={claim.id}
                className={`box column gap-6 anywhere ${record.item}`}
                data-testid="decided-claim"
              >
                <div className={record.head}>
                  <h3 className={record.name} dir="auto">
                    {claim.userName}
                  </h3>
                  <StatusBadge tone={claimTones[claim.status]}>{claims.statuses[claim.status]}</StatusBadge>
                </div>
                <p>
                  <ClaimSubject claim={claim} />
                </p>
                <p className="dim">
                  <Dotted
                    parts={[
                      claims.reasons[claim.reason],
                      claim.credited !== null && <Money key="credited" amount={claim.credited} />,
                      claim.review?.decidedByName && words.by(claim.review.decidedByName),
                      claim.decidedAt && <When key="at" at={claim.decidedAt} />,
                    ]}
                  />
                </p>
                {claim.decisionNote && <p dir="auto">{claim.decisionNote}</p>}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}
