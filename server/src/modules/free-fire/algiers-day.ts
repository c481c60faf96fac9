const hour = 3_600_000;
const day = 24 * hour;
/** Algeria keeps UTC+1 all year round. */
const offset = hour;

/** The midnight with which the day of Algiers began (AMB-42, AMB-79). */
export const algiersMidnight = (now: Date): Date =>
  new Date(Math.floor((now.getTime() + offset) / day) * day - offset);
