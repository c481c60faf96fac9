import type { FreeFireService } from '@almas/contract/free-fire';
import { limits } from '@almas/contract/limits';
import { nextOpening, type ServiceReason, serviceReason } from '@almas/contract/service-hours';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../lib/queries.ts';

const recheckMilliseconds = limits.serviceCheckSeconds * 1000;

/** The configuration, read again every minute in case a live event was missed. */
const serviceQuery = { ...apiQuery('freeFire', 'service'), refetchInterval: recheckMilliseconds };

/** This moment, taken again every minute and whenever the page comes back to the front. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, recheckMilliseconds);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}

export interface ServiceNow {
  readonly service: FreeFireService | undefined;
  readonly reason: ServiceReason;
  readonly online: boolean;
  /** Epoch milliseconds. */
  readonly nextOpening: number | null;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * The state of the Free Fire service at this moment. It follows live changes of the configuration and passes its hours
 * without an answer of the server; the server judges by itself when a request arrives.
 */
export function useService(): ServiceNow {
  const { data: service, error, isPending, dataUpdatedAt, refetch } = useQuery(serviceQuery);
  // A configuration that arrives between two minutes is judged at its own moment.
  const now = Math.max(useMinute(), dataUpdatedAt);
  const reason = serviceReason(service, now);
  return {
    service,
    reason,
    online: reason === 'online',
    nextOpening: nextOpening(service, now),
    loading: isPending,
    error: service ? null : error,
    retry: () => void refetch(),
  };
}
