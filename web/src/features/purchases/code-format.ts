import { foldText } from '@almas/contract/fold-text';
import type { Purchase } from '@almas/contract/purchases';

export type PurchasedCode = Purchase['codes'][number];
/** A code that the server could decrypt. */
export type ReadableCode = PurchasedCode & { readonly code: string };

/** Not one that was refused, and replaced or paid back. */
export const isHanded = ({ replaced, credited }: PurchasedCode): boolean => !replaced && !credited;

/** The codes that can be read, copied and printed. */
export const readableCodes = (codes: readonly PurchasedCode[]): ReadableCode[] =>
  codes.filter((each): each is ReadableCode => each.code !== null && isHanded(each));

/** How many codes should be handed out, and cannot be read. */
export const countUnreadable = (codes: readonly PurchasedCode[]): number =>
  codes.filter((each) => each.code === null && isHanded(each)).length;

/**
 * A code in groups of four, for reading aloud: `X7K29QPL` → `X7K2 9QPL`. A code that has its own groups
 * (dashes, spaces) keeps them. Visual only: the code itself is copied.
 */
export function groupCode(code: string): string {
  if (/[\s-]/.test(code)) return code;
  return code.replace(/(.{4})(?=.)/gu, '$1 ');
}

/** The value of a code where it adds something to the name of its offer, which is shown above it. */
export const valueBeyondName = (value: string, offerName: string): string =>
  foldText(value.trim()) === foldText(offerName.trim()) ? '' : value;
