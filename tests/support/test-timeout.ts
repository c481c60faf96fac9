/**
 * The time limit of every test, in milliseconds. No test has a limit of its own (tests/conventions/time-limits.test.ts), because a busy
 * machine takes twenty times as long, above all for work at the lowest priority, such as decoding pictures. With `LONG` tests run for hours.
 */
export const testTimeout = process.env.LONG ? 6 * 3_600_000 : 15 * 60_000;
