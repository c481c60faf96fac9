/** Formats that both languages write alike. Times are those of Algiers, whatever the machine says. */
export const timeZone = 'Africa/Algiers';

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

/** An amount within a sentence stays beside its currency at the end of a line. */
export const onOneLine = (amount: string): string => amount.replaceAll(' ', '\u00a0');

/** 1500.5 → `1500,5`, as it is typed in a field (without grouping, so that it can be edited). */
export const editableAmount = (dinars: number): string => String(dinars).replace('.', ',');

/** Inside error sentences: no grouping, at most 2 decimals, a point (AMB-15). */
export const plainAmount = (dinars: number): string => String(Math.round(dinars * 100) / 100);

/** A measure with one decimal: 11.84 → `11,8`. */
export const formatTenths = (measure: number): string => measure.toFixed(1).replace('.', ',');

/** A whole number of things: 12500 → `12 500`. */
export const formatCount = (count: number): string => grouped(String(count));

/** 1 610 612 736 → `1,5 Go` with the units of French, each 1 024 times the one before. */
export function byteSize(bytes: number, units: readonly [string, ...string[]]): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** step;
  return `${formatCount(Math.round(value * 10) / 10).replace('.', ',')} ${units[step]}`;
}

/** How many entries a list has. `capped`: there are more than `count`. */
export interface Matches {
  readonly count: number;
  readonly capped: boolean;
}
