import {
  nextOpening,
  type ServiceHours,
  type ServiceReason,
  serviceReason,
} from '@almas/contract/service-hours';

export interface ServiceState {
  readonly online: boolean;
  readonly reason: Exclude<ServiceReason, 'unknown'>;
  /** null when no opening can be foreseen. */
  readonly nextOpening: Date | null;
}

/** Whether the service is online at a moment, why, and when it opens next (AMB-14). */
export function serviceState(hours: ServiceHours, now: Date): ServiceState {
  const reason = serviceReason(hours, now.getTime()) as ServiceState['reason'];
  const opening = nextOpening(hours, now.getTime());
  return { online: reason === 'online', reason, nextOpening: opening === null ? null : new Date(opening) };
}
