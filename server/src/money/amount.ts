/** Whole centimes of a dinar: the only unit of money inside the server. */
export type Centimes = number & { readonly unit: 'centimes' };

/**
 * Rounds an amount in DA to 2 decimals, half up, and gives it in centimes.
 * 15 significant digits first: 1.005 is stored as a hair less than itself and would round down.
 */
export const toCentimes = (dinars: number): Centimes =>
  Math.round(Number((dinars * 100).toPrecision(15))) as Centimes;

/** An amount as the API speaks it: DA with at most 2 decimals. */
export const toDinars = (centimes: Centimes): number => centimes / 100;
