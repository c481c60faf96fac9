import type { FreeFireRequest } from '@almas/contract/free-fire';
import { limits, screens } from '@almas/contract/limits';
import { pages } from '@almas/contract/page-sizes';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toastsOf } from '../../../lib/toast-store.ts';
import { useAddressFilters } from '../../../platform/navigation/address-filters.ts';
import { apiQuery } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Section, Stack } from '../../../ui/card.tsx';
import { QueueOrder, queueOrder, queueOrderChoices } from '../../../ui/queue-order.tsx';
import { LoadError, SkeletonList } from '../../../ui/states.tsx';
import { PendingFreeFireRequests } from './pending-list.tsx';

const words = adminFreeFire.pending;

/** The pending requests. New ones appear automatically; after a missed event, within 30 seconds. */
export function PendingSection() {
  const [limit, setLimit] = useState<number>(screens.adminFreeFireRequests);
  const [filters, change] = useAddressFilters(queueOrder, queueOrderChoices);
  const order = filters.order as 'asc' | 'desc';
  const list = useQuery({
    ...apiQuery('freeFire', 'requests', { query: { status: 'pending', limit, order } }),
    refetchInterval: limits.notificationPollSeconds * 1000,
    placeholderData: keepPreviousData,
  });
  const items = list.data?.items;
  const complete = list.data?.nextCursor === null;
  // With the oldest first, a request that enters a full page was already pending on the next page: it is not new.
  useArrivals(complete || order === 'desc' ? items : undefined);
  return (
    <Section
      title={words.title}
      note={items && items.length > 0 && complete ? words.waiting(items.length) : undefined}
      action={
        <QueueOrder
          isSeveral={items !== undefined && items.length > 1}
          order={order}
          onChange={(next) => change({ order: next })}
        />
      }
    >
      {list.error && !items ? (
        <Card>
          <LoadError error={list.error} text={adminFreeFire.loadFailed} onRetry={() => void list.refetch()} />
        </Card>
      ) : !items ? (
        <SkeletonList count={2} height={170} />
      ) : (
        <Stack>
          <PendingFreeFireRequests
            key={list.isPlaceholderData ? '' : order}
            items={items}
            complete={complete}
          />
          {list.data?.nextCursor && limit < pages.freeFireRequests.max && (
            <Button variant="secondary" onClick={() => setLimit(pages.freeFireRequests.max)}>
              {words.more}
            </Button>
          )}
        </Stack>
      )}
    </Section>
  );
}

const say = toastsOf('free-fire-arrivals');

/** Announces requests that arrive while the screen is open, not those that were there before. */
function useArrivals(items: readonly FreeFireRequest[] | undefined): void {
  const newest = useRef<number | null>(null);
  useEffect(() => {
    if (!items) return;
    const numbers = items.map(({ id }) => Number(id));
    const known = newest.current;
    newest.current = Math.max(known ?? 0, ...numbers);
    const arrived = known === null ? 0 : numbers.filter((number) => number > known).length;
    if (arrived > 0) say.info(adminFreeFire.pending.arrived(arrived));
  }, [items]);
}
