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
  const [asked, setAsked] = useState<{ readonly about: string; readonly requestId: string } | null>(null);
  const query = { freeFireId: playerId, offerId: offer?.id ?? '' };
  const about = JSON.stringify(query);
  // Typing the same player again opens no question: it would take the focus.
  if (asked !== null && asked.about !== about) setAsked(null);
  const call = { ...apiQuery('freeFire', 'repeat', { query }), staleTime: freshMilliseconds, retry: false };
  const isComplete = playerId !== '' && offer !== undefined;
  const { data } = useQuery({ ...call, enabled: isComplete });
  const found = isComplete ? (data?.repeat ?? null) : null;
  return {
    repeat: found && offer ? { createdAt: found.createdAt, offerName: offer.name } : null,
    isAsking: found !== null && found.requestId === asked?.requestId,
    /** @returns whether the request repeats another one; the question is then open */
    async asksFirst(): Promise<boolean> {
      const result = await Promise.race([
        client.fetchQuery(call).catch(() => null),
        wait(patienceMilliseconds),
      ]);
      const requestId = result?.repeat?.requestId;
      if (requestId === undefined) return false;
      setAsked({ about, requestId });
      return true;
    },
    stopAsking: () => setAsked(null),
  };
}
