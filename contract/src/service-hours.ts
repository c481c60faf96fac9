import { algiersClock } from './algiers.ts';

/** What the online rule of the Free Fire service reads. */
export interface ServiceHours {
  readonly isActive: boolean;
  readonly maintenanceMode: boolean;
  /** 0 to 23, hours of Algiers. Open from `startHour`:00 until just before `endHour`:00. */
  readonly startHour: number;
  readonly endHour: number;
  /** 0 = Sunday to 6. */
  readonly workingDays: readonly number[];
}

export type ServiceReason = 'unknown' | 'disabled' | 'maintenance' | 'closed' | 'online';

/**
 * Why the service is online or not at `now` (epoch milliseconds), in the order of the specification: configuration, switch,
 * maintenance, day or hour. The comparison is literal: no window passes midnight (AMB-14).
 */
export function serviceReason(hours: ServiceHours | null | undefined, now: number): ServiceReason {
  if (!hours) return 'unknown';
  if (!hours.isActive) return 'disabled';
  if (hours.maintenanceMode) return 'maintenance';
  const clock = algiersClock(now);
  const hour = clock.getUTCHours();
  const open =
    hours.workingDays.includes(clock.getUTCDay()) && hour >= hours.startHour && hour < hours.endHour;
  return open ? 'online' : 'closed';
}
