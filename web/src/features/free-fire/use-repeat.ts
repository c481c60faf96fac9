import type { FreeFireOffer } from '@almas/contract/free-fire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';

/** A press waits this long for the server's check, and is then sent without it: the question refuses nothing. */
const patienceMilliseconds = 2_000;
const freshMilliseconds = 5_000;

const wait = (milliseconds: number) =>
  new Promise<null>((resolve) => setTimeout(() => resolve(null), milliseconds));

/** Asks before a repeated request: the same player and offer within the last 24 hours, according to the server. */
export function useRepeat(playerId: string, offer: FreeFireOffer | undefined) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<string | null>(null);
  const query = { freeFireId: playerId, offerId: offer?.id ?? '' };
  const call = { ...apiQuery('freeFire', 'repeat', { query }), staleTime: freshMilliseconds, retry: false };
  const isComplete = playerId !== '' && offer !== undefined;
  const { data } = useQuery({ ...call, enabled: isComplete });
  const found = isComplete ? (data?.repeat ?? null) : null;
  return {
    repeat: found && offer ? { createdAt: found.createdAt, offerName: offer.name } : null,
    isAsking: found !== null && found.requestId === asked,
    /** @returns whether the request repeats another one; the question is then open */
    async asksFirst(): Promise<boolean> {
      const result = await Promise.race([
        client.fetchQuery(call).catch(() => null),
        wait(patienceMilliseconds),
      ]);
      const id = result?.repeat?.requestId;
      if (id === undefined) return false;
      setAsked(id);
      return true;
    },
    stopAsking: () => setAsked(null),
  };
}
