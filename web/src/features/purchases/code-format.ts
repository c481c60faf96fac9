import { foldText } from '@almas/contract/fold-text';
import type { Purchase } from '@almas/contract/purchases';

export type BoughtCode = Purchase['codes'][number];
/** A code that the server could open. */
export type ReadableCode = BoughtCode & { readonly code: string };

/** The codes that can be read, copied and printed. */
export const readableCodes = (codes: readonly BoughtCode[]): ReadableCode[] =>
  codes.filter((each): each is ReadableCode => each.code !== null);

/**
 * A code in groups of four, for reading aloud: `X7K29QPL` → `X7K2 9QPL`. A code that brings its own groups
 * (dashes, spaces) keeps them. Only for the eye: what is copied is the code itself.
 */
export function groupCode(code: string): string {
  if (/[\s-]/.test(code)) return code;
  return code.replace(/(.{4})(?=.)/gu, '$1 ');
}

/** The value of a code where it says more than the name of its offer, which stands above it. */
export const valueBeyondName = (value: string, offerName: string): string =>
  foldText(value.trim()) === foldText(offerName.trim()) ? '' : value;
