import type { FreeFireService } from '@almas/contract/free-fire';
import { limits } from '@almas/contract/limits';
import { type ServiceReason, serviceReason } from '@almas/contract/service-hours';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { useNow } from '../../ui/figures.tsx';

const recheckMilliseconds = limits.serviceCheckSeconds * 1000;

/** The configuration, read again every minute in case a live event was missed. */
const serviceQuery = { ...apiQuery('freeFire', 'service'), refetchInterval: recheckMilliseconds };

export interface ServiceNow {
  readonly service: FreeFireService | undefined;
  readonly reason: ServiceReason;
  readonly online: boolean;
  /** The moment of which this is the state, in epoch milliseconds. */
  readonly now: number;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * The current state of the Free Fire service. It follows live changes of the configuration, and changes at
 * the opening hours without a response of the server; the server checks again when a request arrives.
 */
export function useService(): ServiceNow {
  const { data: service, error, isPending, refetch } = useQuery(serviceQuery);
  const now = useNow();
  const reason = serviceReason(service, now);
  return {
    service,
    reason,
    online: reason === 'online',
    now,
    loading: isPending,
    error: service ? null : error,
    retry: () => void refetch(),
  };
}
