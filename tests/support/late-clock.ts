import { algiersClock } from '@almas/contract/algiers';

/*
 * The Free Fire service cannot be open from 23:00 to midnight in Algiers, since 23 is its last hour (AMB-14). So that the tests pass at
 * any hour, the servers of a run that starts after 22:00 are two hours behind, and so are the pages of its browsers. Decided once for
 * a run, which may last beyond 22:00 or midnight.
 */
export const isLateInAlgiers = (): boolean => algiersClock(Date.now()).getUTCHours() >= 22;

/** The time of the servers and pages of a run of journeys, in epoch milliseconds. PostgreSQL has the real one. */
export const serverTime = (): number => Date.now() - (process.env.ALMAS_TEST_IS_LATE ? 7_200_000 : 0);

/** Sets the clock of a process or a page two hours behind. */
export const twoHoursBehind = new URL('./two-hours-behind.mjs', import.meta.url);
