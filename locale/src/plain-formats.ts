import { grouped } from './format-parts.ts';

/** Formats that both languages write alike. Times are those of Algiers, whatever the machine says. */
export const timeZone = 'Africa/Algiers';

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

/** How many entries a list has. `capped`: there are more than `count`. */
export interface Matches {
  readonly count: number;
  readonly capped: boolean;
}
