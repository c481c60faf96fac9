import type { KnownCodes } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import type { Queryable } from '../../database/pool.ts';
import type { CodeVault } from '../../vault/code-vault.ts';
import type { OfferRef } from '../offers/find-offer.ts';
import { isFormChecked } from './code-forms.ts';
import { codesStore, type KnownCodesRow } from './codes.store.ts';

/** The hashes by which the codes of a list are compared with stored codes. */
export interface FingerprintsOfCodes {
  /** Of the canonical form by the offer's rule of case: claimed in `code_fingerprints`. */
  readonly canonical: readonly Buffer[];
  /**
   * Of the form that ignores case. Where case counts it is compared with the claims of other offers; where it does not, with
   * `folded_fingerprints`, and is empty when that table is.
   */
  readonly claimedElsewhere: readonly Buffer[];
  readonly foldedElsewhere: readonly Buffer[];
}

/** Computes the fingerprints of a list of codes. */
export type CodeHashing = (codes: readonly string[]) => FingerprintsOfCodes;

/**
 * Computes the hashes that ignore case only when there is something to compare them with. Read once per list, under the lock of imports,
 * since no further case-sensitive codes can appear from then on.
 */
export async function codeHashing(
  db: Queryable,
  vault: CodeVault,
  { caseSignificant }: Pick<OfferRef, 'caseSignificant'>,
): Promise<CodeHashing> {
  const { any: folded } = await codesStore.anyFolded.one(db);
  return (codes) => {
    const ignoringCase = codes.map((code) => vault.fingerprint(code));
    return {
      canonical: caseSignificant
        ? codes.map((code) => vault.fingerprint(code, { caseSignificant }))
        : ignoringCase,
      claimedElsewhere: caseSignificant ? ignoringCase : [],
      foldedElsewhere: !caseSignificant && folded ? ignoringCase : [],
    };
  };
}

/** Counts the codes of a list that are stored already, by offer and status (AMB-61). Filled batch by batch. */
export class KnownCodesCount {
  private readonly rows = new Map<string, KnownCodesRow>();

  private readonly offerId: string;

  constructor(offerId: string) {
    this.offerId = offerId;
  }

  /** Adds the stored codes with these fingerprints whose id is below `before`. */
  async add(
    db: Queryable,
    { canonical, claimedElsewhere, foldedElsewhere }: FingerprintsOfCodes,
    before = Number.MAX_SAFE_INTEGER,
  ): Promise<void> {
    const claimed = [...canonical, ...claimedElsewhere];
    for (const row of await codesStore.known.all(db, claimed, before, foldedElsewhere)) {
      const key = `${row.offerId} ${row.sold}`;
      const known = this.rows.get(key);
      this.rows.set(key, known ? merged(known, row) : row);
    }
  }

  /** @param repeated lines that repeat others of the list */
  result(repeated: number): KnownCodes {
    const rows = [...this.rows.values()];
    const unsold = rows.filter(({ sold }) => !sold);
    return {
      repeated,
      inOffer: sum(unsold.filter(({ offerId }) => offerId === this.offerId)),
      inOtherOffers: unsold
        .filter(({ offerId }) => offerId !== this.offerId)
        .map(({ offerId, productName, offerName, count }) => ({ offerId, productName, offerName, count })),
      sold: rows
        .filter(({ sold }) => sold)
        .map(({ offerId, productName, offerName, count, firstSoldAt, lastSoldAt }) => ({
          offerId,
          productName,
          offerName,
          count,
          firstSoldAt: firstSoldAt ?? '',
          lastSoldAt: lastSoldAt ?? '',
        })),
    };
  }
}

const sum = (rows: readonly { readonly count: number }[]): number =>
  rows.reduce((total, { count }) => total + count, 0);

const earlier = (a: string | null, b: string | null) => (a !== null && (b === null || a < b) ? a : b);
const later = (a: string | null, b: string | null) => (a !== null && (b === null || a > b) ? a : b);

const merged = (known: KnownCodesRow, row: KnownCodesRow): KnownCodesRow => ({
  ...known,
  count: known.count + row.count,
  firstSoldAt: earlier(known.firstSoldAt, row.firstSoldAt),
  lastSoldAt: later(known.lastSoldAt, row.lastSoldAt),
});

/** The refusal of an import without a new code, with the counts of its codes in this offer, in other offers and sold. */
export const alreadyKnown = ({ inOffer, inOtherOffers, sold }: KnownCodes) =>
  fail('CODES_ALREADY_KNOWN', { inOffer, inOtherOffers: sum(inOtherOffers), sold: sum(sold) });

/**
 * Refuses while stored codes are not compared by the current form yet (code-forms.ts): until then it is unknown whether a code is new.
 * @throws AppError CODES_BEING_CHECKED
 */
export async function checkForms(db: Queryable): Promise<void> {
  if (!(await isFormChecked(db))) throw fail('CODES_BEING_CHECKED');
}
