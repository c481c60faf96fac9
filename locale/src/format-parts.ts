/* What the formats of both languages are made of. */

/** A format is slow to make on a phone: the first screen makes those that it shows. */
export function onFirstUse<Format>(make: () => Format): () => Format {
  let format: Format | undefined;
  return () => {
    format ??= make();
    return format;
  };
}

/**
 * Digits in groups of three, with a space of full width that breaks no line: the narrow one that `Intl` writes nearly closes in some
 * fonts. Making its first format of numbers took a browser 15 ms, a sixth of what a page computes until it shows its balance.
 */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/** Whole centimes in DA, with no decimals or both; grouped when the DA have at least so many digits. */
function inDinars(centimes: number, groupedFrom: number): string {
  const [sign, size] = [centimes < 0 ? '-' : '', Math.abs(centimes)];
  const whole = String(Math.floor(size / 100));
  const decimals = size % 100 === 0 ? '' : `,${String(size % 100).padStart(2, '0')}`;
  return `${sign}${whole.length >= groupedFrom ? grouped(whole) : whole}${decimals}`;
}

/** 12500 → `12 500 DA`, 12500.5 → `12 500,50 DA`: French grouping, no decimals or both of them (LIM-19). */
export const amountInDa = (dinars: number): string => `${inDinars(Math.round(dinars * 100), 4)} DA`;

/** In notifications: 5000 → `5000 DZD` (NTF-14), grouped from 10 000 on; no decimals or both of them (AMB-15). */
export const amountInDzd = (dinars: number): string => `${inDinars(Math.round(dinars * 100), 5)} DZD`;

/** The sidebar's own way: one decimal with a point, `5000.0 DA` (NAV-66). */
export const sidebarBalance = (dinars: number): string => `${dinars.toFixed(1)} DA`;

/** 1 610 612 736 → `1,5 Go` with the units of French, each 1 024 times the one before. */
export function byteSize(bytes: number, units: readonly [string, ...string[]]): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** step;
  return `${grouped(String(Math.round(value * 10) / 10)).replace('.', ',')} ${units[step]}`;
}
