import type { FreeFireOffer } from '@almas/contract/free-fire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../lib/queries.ts';
import { settleMilliseconds } from '../../ui/settled.ts';

/** A press waits this long for the server's check, and is then sent without it: the warning refuses nothing. */
const patienceMilliseconds = 2_000;
const freshMilliseconds = 5_000;

const wait = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds));

/** Warns of a repeated request: the same player and offer within the last 24 hours, according to the server. */
export function useRepeat(playerId: string, offer: FreeFireOffer | undefined) {
  const client = useQueryClient();
  const [settled, setSettled] = useState<string | null>(null);
  const query = { freeFireId: playerId, offerId: offer?.id ?? '' };
  const call = { ...apiQuery('freeFire', 'repeat', { query }), staleTime: freshMilliseconds, retry: false };
  const isComplete = playerId !== '' && offer !== undefined;
  const { data } = useQuery({ ...call, enabled: isComplete });
  const found = isComplete ? (data?.repeat ?? null) : null;
  const foundId = found?.requestId ?? null;
  useEffect(() => {
    if (foundId === null) return setSettled(null);
    // A warning shown for this long may have been read.
    const timer = setTimeout(() => setSettled(foundId), settleMilliseconds);
    return () => clearTimeout(timer);
  }, [foundId]);
  return {
    repeat: found && offer ? { createdAt: found.createdAt, offerName: offer.name } : null,
    unsettled: foundId !== null && settled !== foundId,
    /** False when there is an unread warning: it is shown now, and nothing is sent. */
    async isSeen(): Promise<boolean> {
      const result = await Promise.race([
        client.fetchQuery(call).catch(() => null),
        wait(patienceMilliseconds),
      ]);
      const id = result?.repeat?.requestId;
      return id === undefined || id === settled;
    },
  };
}
