import type { Centimes } from './amount.ts';

/** The row of an entry of the contract: ids that are running numbers as numbers, amounts in centimes, and null where the entry may be. */
export type Stored<Entry, Ids extends keyof Entry, Amounts extends keyof Entry = never> = {
  readonly [Name in keyof Entry]: Name extends Ids
    ? number | Extract<Entry[Name], null>
    : Name extends Amounts
      ? Centimes | Extract<Entry[Name], null>
      : Entry[Name];
};
