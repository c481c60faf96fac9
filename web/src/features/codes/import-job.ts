import { type CodeComparison, canonicalCode } from '@almas/contract/code-lines';
import { limits } from '@almas/contract/limits';
import type { codes as codeRoutes, KnownCodes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import { upload } from '../../platform/network/api-upload.ts';
import { ApiError } from '../../platform/network/index.ts';
import { type BatchDraft, batchInput, emptyBatch } from './batch-draft.ts';
import type { ImportList } from './import-list.ts';

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

interface ImportWatch {
  /** The name of the file, or that it was pasted. */
  readonly source: string;
  readonly batch: BatchDraft;
  /** The share of the body of a part that has been sent, 0 to 1; at 1 the server writes. Parts count from 1. */
  readonly onSent: (share: number, at: { readonly part: number; readonly parts: number }) => void;
  /** Aborts the upload. After a whole part is sent, the server may still write it. */
  readonly signal: AbortSignal;
}

/** A long list ended between its parts: those before `part` are written. */
export class PartlyImported extends Error {
  readonly part: number;
  readonly parts: number;
  readonly imported: number;
  constructor(part: number, parts: number, imported: number, cause: unknown) {
    super('partly imported', { cause });
    this.part = part;
    this.parts = parts;
    this.imported = imported;
  }
}

/** The target of an import. */
export interface ImportJob {
  /** What is already said of the codes that this list joins. */
  readonly batch: BatchDraft;
  /** Counts without writing. @throws ApiError, OfflineError, the signal's reason */
  readonly check: (list: ImportList, signal: AbortSignal) => Promise<Counts>;
  /** Writes each part whole or not at all. @throws ApiError, OfflineError, PartlyImported, the signal's reason */
  readonly save: (list: ImportList, watch: ImportWatch) => Promise<ImportResult>;
  /** Corrects what is said of the codes that wait, without another list. */
  readonly keepBatch?: (batch: BatchDraft) => void;
}

type Imported = Output<typeof codeRoutes.import>;
type Previewed = Output<typeof codeRoutes.preview>;

const nothingKnown: KnownCodes = { repeated: 0, inOffer: 0, inOtherOffers: [], sold: [] };
const nothingImported: ImportResult = {
  imported: 0,
  duplicates: 0,
  invalid: 0,
  stock: 0,
  known: nothingKnown,
};

/** Into an offer that exists: the server compares with the codes it has and writes them together. */
export const storedImport = (productId: string, offerId: string): ImportJob => {
  const params = { id: productId, offerId };
  return {
    batch: emptyBatch,
    check: async ({ read: { codes, repeated, invalid } }, signal) => {
      let fresh = 0;
      let duplicates = repeated;
      let known = { ...nothingKnown, repeated };
      for (let from = 0; from < codes.length; from += limits.codesPerImport) {
        const body = { codes: codes.slice(from, from + limits.codesPerImport).join('\n') };
        const watch = { signal, onSent: () => {} };
        const found = (await upload('codes', 'preview', { params, body }, watch)) as Previewed;
        fresh += found.importable;
        duplicates += found.duplicates;
        known = joined(known, found);
      }
      return { fresh, duplicates, invalid, known };
    },
    save: async ({ codes, serials }, { source: given, batch: draft, onSent, signal }) => {
      const source = given.slice(0, limits.importSourceLength - ' (99/99)'.length);
      const batch = await batchInput(draft);
      const hasSerials = serials.some((serial) => serial !== '');
      const size = limits.codesPerImport;
      const parts = Math.ceil(codes.length / size);
      let result = nothingImported;
      for (let part = 1; part <= parts; part += 1) {
        const [from, to] = [(part - 1) * size, part * size];
        const sent = codes.slice(from, to);
        const body = {
          codes: sent.join('\n'),
          ...(hasSerials && { serials: serials.slice(from, to).join('\n') }),
          source: parts > 1 ? `${source} (${part}/${parts})` : source,
          batch,
        };
        const watch = { signal, onSent: (share: number) => onSent(share, { part, parts }) };
        watch.onSent(0);
        try {
          const response = (await upload('codes', 'import', { params, body }, watch)) as Imported;
          result = added(result, response);
        } catch (error) {
          const isKnown = error instanceof ApiError && error.code === 'CODES_ALREADY_KNOWN';
          // A part of which all codes are known does not end the others.
          if (parts > 1 && isKnown && (part < parts || result.imported > 0))
            result = { ...result, duplicates: result.duplicates + sent.length };
          else if (result.imported > 0) throw new PartlyImported(part - 1, parts, result.imported, error);
          else throw error;
        }
      }
      return result;
    },
  };
};

const added = (sum: ImportResult, part: Imported): ImportResult => ({
  imported: sum.imported + part.imported,
  duplicates: sum.duplicates + part.duplicates,
  invalid: sum.invalid + part.invalid,
  stock: part.stock,
  known: joined(sum.known, part),
});

/** Of two parts of a long list: an offer that holds codes of both is named twice. */
const joined = (a: KnownCodes, b: KnownCodes): KnownCodes => ({
  repeated: a.repeated + b.repeated,
  inOffer: a.inOffer + b.inOffer,
  inOtherOffers: [...a.inOtherOffers, ...b.inOtherOffers],
  sold: [...a.sold, ...b.sold],
});

/** Codes that wait for their offer, the serial of each, '' for none, and the batch that they become. */
interface KeptCodes {
  readonly codes: readonly string[];
  readonly serials: readonly string[];
  readonly batch: BatchDraft;
}

interface LocalImportOptions extends CodeComparison {
  readonly keep: (kept: KeptCodes) => void;
}

/** Into an offer that is not saved yet: the codes stay on this screen until it is (AMB-10). */
export const localImport = (
  { codes: known, serials: knownSerials, batch: kept }: KeptCodes,
  { keep, caseSignificant = false }: LocalImportOptions,
): ImportJob => {
  const divide = ({ read: list }: ImportList) => {
    const have = new Set(known.map((code) => canonicalCode(code, { caseSignificant })));
    const fresh = list.codes.flatMap((code, index) =>
      have.has(canonicalCode(code, { caseSignificant })) ? [] : [{ code, serial: list.serials[index] ?? '' }],
    );
    const inOffer = list.codes.length - fresh.length;
    return {
      fresh,
      duplicates: list.repeated + inOffer,
      invalid: list.invalid,
      known: { ...nothingKnown, repeated: list.repeated, inOffer },
    };
  };
  return {
    batch: kept,
    ...(known.length > 0 && {
      keepBatch: (batch: BatchDraft) => keep({ codes: known, serials: knownSerials, batch }),
    }),
    check: async (list) => {
      const { fresh, ...counts } = divide(list);
      return { fresh: fresh.length, ...counts };
    },
    save: async (list, { batch }) => {
      const { fresh, ...counts } = divide(list);
      const codes = [...known, ...fresh.map(({ code }) => code)];
      const serials = [
        ...known.map((_, index) => knownSerials[index] ?? ''),
        ...fresh.map(({ serial }) => serial),
      ];
      if (fresh.length > 0) keep({ codes, serials, batch });
      return { imported: fresh.length, ...counts, stock: codes.length };
    },
  };
};
