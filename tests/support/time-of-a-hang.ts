/**
 * The time limit of every test, in milliseconds, after which it counts as hanging. No test is about speed, so none has a limit of its
 * own (tests/conventions/time-limits.test.ts): a busy machine takes twenty times as long, most of all for work at the lowest priority,
 * such as decoding pictures. `LONG` repeats for hours.
 */
export const timeOfAHang = process.env.LONG ? 6 * 3_600_000 : 15 * 60_000;
