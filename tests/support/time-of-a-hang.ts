/**
 * After so many milliseconds a test hangs, and is ended. No test is about speed, so none has a limit of its own
 * (tests/conventions/time-limits.test.ts): a machine that is busy with something else takes twenty times as long, most of all for
 * what the product does at the lowest priority, such as decoding pictures. `LONG` repeats for hours.
 */
export const timeOfAHang = process.env.LONG ? 6 * 3_600_000 : 15 * 60_000;
