import { algiersClock, algiersMidnight, dayMilliseconds, hourMilliseconds } from './algiers.ts';
import type { ServiceHours } from './service-hours.ts';

/**
 * When the service opens next after `now`, in epoch milliseconds: the first working day whose `startHour` still lies
 * ahead. Null when it is switched off, in maintenance, or when its hours never open (AMB-14).
 */
export function nextOpening(hours: ServiceHours | null | undefined, now: number): number | null {
  if (!hours?.isActive || hours.maintenanceMode || hours.startHour >= hours.endHour) return null;
  const midnight = algiersMidnight(now);
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const opening = midnight + ahead * dayMilliseconds + hours.startHour * hourMilliseconds;
    if (opening > now && hours.workingDays.includes(algiersClock(opening).getUTCDay())) return opening;
  }
  return null;
}
