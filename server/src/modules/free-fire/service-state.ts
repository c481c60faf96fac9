import { nextOpening } from '@almas/contract/next-opening';
import { type ServiceHours, type ServiceReason, serviceReason } from '@almas/contract/service-hours';

export interface ServiceState {
  readonly online: boolean;
  readonly reason: Exclude<ServiceReason, 'unknown'>;
  /** null when the configuration has no future opening. */
  readonly nextOpening: Date | null;
}

/** The state of the service at a time (AMB-14). */
export function serviceState(hours: ServiceHours, now: Date): ServiceState {
  const reason = serviceReason(hours, now.getTime()) as ServiceState['reason'];
  const opening = nextOpening(hours, now.getTime());
  return { online: reason === 'online', reason, nextOpening: opening === null ? null : new Date(opening) };
}
