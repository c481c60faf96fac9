/** Whole centimes of a dinar: the only unit of money inside the server. */
export type Centimes = number & { readonly unit: 'centimes' };

/**
 * Rounds an amount in DA to 2 decimals, half up, and converts it to centimes. Reduced to 15 significant digits first: 1.005 is stored
 * slightly below its value and would be rounded down.
 */
export const toCentimes = (dinars: number): Centimes =>
  Math.round(Number((dinars * 100).toPrecision(15))) as Centimes;

/** Converts to the API's unit: DA with at most 2 decimals. */
export const toDinars = (centimes: Centimes): number => centimes / 100;
