import type { codes as codeRoutes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import { api } from '../../lib/api.ts';
import { type UploadWatch, upload } from '../../lib/api-upload.ts';
import type { CodeList } from './read-codes.ts';

/** What an import would do, or did. */
export interface Counts {
  readonly fresh: number;
  readonly duplicates: number;
  readonly invalid: number;
}

export interface ImportResult {
  readonly imported: number;
  readonly duplicates: number;
  readonly invalid: number;
  /** Of the offer, afterwards. */
  readonly stock: number;
}

/** Where a list of codes goes. */
export interface ImportJob {
  /** Counts without writing. @throws ApiError, OfflineError, the signal's reason */
  readonly check: (list: CodeList, signal: AbortSignal) => Promise<Counts>;
  /** Writes all of them or none. @throws ApiError, OfflineError, the signal's reason */
  readonly save: (list: CodeList, watch: UploadWatch) => Promise<ImportResult>;
}

type Imported = Output<typeof codeRoutes.import>;

/** Compared in pieces, so that a long list can be given up between two of them. */
const pieceSize = 10_000;

/** Into an offer that exists: the server compares with the codes it has and writes them together. */
export const storedImport = (productId: string, offerId: string): ImportJob => {
  const params = { id: productId, offerId };
  return {
    check: async (list, signal) => {
      let fresh = 0;
      let duplicates = list.repeated;
      let { invalid } = list;
      for (let from = 0; from < list.codes.length; from += pieceSize) {
        const piece = list.codes.slice(from, from + pieceSize);
        const found = await api.codes.preview({ params, body: { codes: piece }, signal });
        fresh += found.importable;
        duplicates += found.duplicates;
        invalid += found.invalid;
      }
      return { fresh, duplicates, invalid };
    },
    save: async (list, watch) => {
      const answer = await upload('codes', 'import', { params, body: { codes: list.lines } }, watch);
      return { ...(answer as Imported), invalid: list.invalid };
    },
  };
};

/** Into an offer that is not saved yet: the codes stay on this screen until it is (AMB-10). */
export const localImport = (
  known: readonly string[],
  keep: (codes: readonly string[]) => void,
): ImportJob => {
  const divide = (list: CodeList) => {
    const have = new Set(known);
    const fresh = list.codes.filter((code) => !have.has(code));
    return { fresh, duplicates: list.repeated + list.codes.length - fresh.length };
  };
  return {
    check: async (list) => {
      const { fresh, duplicates } = divide(list);
      return { fresh: fresh.length, duplicates, invalid: list.invalid };
    },
    save: async (list) => {
      const { fresh, duplicates } = divide(list);
      const all = [...known, ...fresh];
      keep(all);
      return { imported: fresh.length, duplicates, invalid: list.invalid, stock: all.length };
    },
  };
};
