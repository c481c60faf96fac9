import type { Size } from './seed.ts';

/** The business in which two working copies are compared. */
export const compared: Size = { resellers: 200, offers: 20, codes: 400_000, hotCodes: 0, sales: 200_000 };
