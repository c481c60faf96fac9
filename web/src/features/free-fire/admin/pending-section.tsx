import { limits, pages, screens } from '@almas/contract/limits';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../../lib/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Section, Stack } from '../../../ui/card.tsx';
import { LoadError, SkeletonList } from '../../../ui/states.tsx';
import { PendingFreeFireRequests } from './pending-list.tsx';
import { useArrivals } from './use-arrivals.ts';

const words = adminFreeFire.pending;

/** What waits for a decision. New requests arrive by themselves; a missed event is made up for within 30 seconds. */
export function PendingSection() {
  const [limit, setLimit] = useState<number>(screens.adminFreeFireRequests);
  const list = useQuery({
    ...apiQuery('freeFire', 'requests', { query: { status: 'pending', limit } }),
    refetchInterval: limits.notificationPollSeconds * 1000,
    placeholderData: keepPreviousData,
  });
  const items = list.data?.items;
  useArrivals(items);
  return (
    <Section
      title={words.title}
      note={
        items && items.length > 0 && list.data?.nextCursor === null ? words.waiting(items.length) : undefined
      }
    >
      {list.error && !items ? (
        <Card>
          <LoadError error={list.error} text={adminFreeFire.loadFailed} onRetry={() => void list.refetch()} />
        </Card>
      ) : !items ? (
        <SkeletonList count={2} height={110} />
      ) : (
        <Stack>
          <PendingFreeFireRequests items={items} complete={list.data?.nextCursor === null} />
          {list.data?.nextCursor && limit < pages.freeFireRequests.max && (
            <Button look="secondary" onClick={() => setLimit(pages.freeFireRequests.max)}>
              {words.more}
            </Button>
          )}
        </Stack>
      )}
    </Section>
  );
}
