import { type CodeLines, canonicalCode } from '@almas/contract/code-lines';
import type { codes as codeRoutes, KnownCodes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import { api } from '../../lib/api.ts';
import { type UploadWatch, upload } from '../../lib/api-upload.ts';

/** What an import would do, or did. */
export interface Counts {
  readonly fresh: number;
  readonly duplicates: number;
  readonly invalid: number;
  /** The locations of the duplicates. */
  readonly known: KnownCodes;
}

export interface ImportResult {
  readonly imported: number;
  readonly duplicates: number;
  readonly invalid: number;
  readonly known: KnownCodes;
  /** The stock of the offer afterwards. */
  readonly stock: number;
}

/** The target of an import. */
export interface ImportJob {
  /** Counts without writing. @throws ApiError, OfflineError, the signal's reason */
  readonly check: (list: CodeLines, signal: AbortSignal) => Promise<Counts>;
  /** Writes all of them or none. @throws ApiError, OfflineError, the signal's reason */
  readonly save: (list: CodeLines, watch: UploadWatch) => Promise<ImportResult>;
}

type Imported = Output<typeof codeRoutes.import>;

/** Compared in chunks, so that a long list can be aborted between two of them. */
const pieceSize = 10_000;

/** Into an offer that exists: the server compares with the codes it has and writes them together. */
export const storedImport = (productId: string, offerId: string): ImportJob => {
  const params = { id: productId, offerId };
  return {
    check: async (list, signal) => {
      let fresh = 0;
      let duplicates = list.repeated;
      let known = repeatedOnly(list.repeated);
      for (let from = 0; from < list.codes.length; from += pieceSize) {
        const piece = list.codes.slice(from, from + pieceSize);
        const found = await api.codes.preview({ params, body: { codes: piece }, signal });
        fresh += found.importable;
        duplicates += found.duplicates;
        known = joined(known, found);
      }
      return { fresh, duplicates, invalid: list.invalid, known };
    },
    save: async (list, watch) => {
      const response = (await upload(
        'codes',
        'import',
        { params, body: { codes: list.lines } },
        watch,
      )) as Imported;
      const { imported, duplicates, invalid, stock } = response;
      return { imported, duplicates, invalid, stock, known: response };
    },
  };
};

const repeatedOnly = (repeated: number): KnownCodes => ({
  repeated,
  inOffer: 0,
  inOtherOffers: [],
  sold: [],
});

/** The combined result of two chunks of one list. */
function joined(a: KnownCodes, b: KnownCodes): KnownCodes {
  const others = new Map(a.inOtherOffers.map((offer) => [offer.offerId, offer]));
  for (const offer of b.inOtherOffers)
    others.set(offer.offerId, { ...offer, count: offer.count + (others.get(offer.offerId)?.count ?? 0) });
  const sold = new Map(a.sold.map((offer) => [offer.offerId, offer]));
  for (const offer of b.sold) {
    const before = sold.get(offer.offerId) ?? { ...offer, count: 0 };
    sold.set(offer.offerId, {
      ...offer,
      count: offer.count + before.count,
      firstSoldAt: before.firstSoldAt < offer.firstSoldAt ? before.firstSoldAt : offer.firstSoldAt,
      lastSoldAt: before.lastSoldAt > offer.lastSoldAt ? before.lastSoldAt : offer.lastSoldAt,
    });
  }
  return {
    repeated: a.repeated + b.repeated,
    inOffer: a.inOffer + b.inOffer,
    inOtherOffers: [...others.values()],
    sold: [...sold.values()],
  };
}

/** Into an offer that is not saved yet: the codes stay on this screen until it is (AMB-10). */
export const localImport = (
  known: readonly string[],
  keep: (codes: readonly string[]) => void,
): ImportJob => {
  const divide = (list: CodeLines) => {
    const have = new Set(known.map((code) => canonicalCode(code)));
    const fresh = list.codes.filter((code) => !have.has(canonicalCode(code)));
    const inOffer = list.codes.length - fresh.length;
    return {
      fresh,
      duplicates: list.repeated + inOffer,
      invalid: list.invalid,
      known: { ...repeatedOnly(list.repeated), inOffer },
    };
  };
  return {
    check: async (list) => {
      const { fresh, ...counts } = divide(list);
      return { fresh: fresh.length, ...counts };
    },
    save: async (list) => {
      const { fresh, ...counts } = divide(list);
      const all = [...known, ...fresh];
      if (fresh.length > 0) keep(all);
      return { imported: fresh.length, ...counts, stock: all.length };
    },
  };
};
