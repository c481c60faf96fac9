import type { Size } from './seed.ts';

/** The size of the business for the comparison of two working copies. */
export const compared: Size = { resellers: 200, offers: 20, codes: 400_000, hotCodes: 0, sales: 200_000 };
