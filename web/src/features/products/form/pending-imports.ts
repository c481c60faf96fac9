import { readCodeLines } from '@almas/contract/code-lines';
import type { KnownCodes, Product } from '@almas/contract/products';
import { comma } from '@almas/locale/formats';
import { codes as words } from '@almas/locale/screens/codes';
import { useRef, useState } from 'react';
import { showToast, toastsOf } from '../../../lib/toast-store.ts';
import { ApiError, messageOf, refresh } from '../../../platform/network/index.ts';
import { type BatchDraft, importMistake } from '../../codes/batch-draft.ts';
import { storedImport } from '../../codes/import-job.ts';
import type { OfferDraft } from './draft.ts';

interface ImportedCodes extends KnownCodes {
  readonly imported: number;
  readonly duplicates: number;
  /** Of a list whose codes are all known. */
  readonly refusal?: string;
}

/** Says what became of the codes that waited for their offers. Each toast has its own content, so none replaces another. */
export function showImported(imports: readonly ImportedCodes[]): void {
  const sum = (key: 'imported' | 'duplicates') => imports.reduce((total, one) => total + one[key], 0);
  if (sum('imported') > 0) toastsOf('pending-imports').success(words.done, words.doneText(sum('imported')));
  if (sum('duplicates') === 0) return;
  showToast({
    kind: 'warning',
    title: words.leftOut(sum('duplicates')),
    message: imports.flatMap((one) => one.refusal ?? words.alreadyKnown(one)).join(comma),
    source: 'pending-imports.left-out',
    survivesNavigation: true,
  });
}

/** A refusal since every code is known: those in the new offer were imported by a call whose response was lost. */
function refusedAsKnown({ figures, message }: ApiError): ImportedCodes {
  const { inOffer = 0, inOtherOffers = 0, sold = 0 } = figures;
  const duplicates = inOtherOffers + sold;
  return {
    imported: inOffer,
    duplicates,
    ...(duplicates > 0 && { refusal: message }),
    repeated: 0,
    inOffer: 0,
    inOtherOffers: [],
    sold: [],
  };
}

interface PendingImport {
  readonly productId: string;
  readonly offerId: string;
  readonly codes: readonly string[];
  readonly serials: readonly string[];
  readonly batch: BatchDraft;
}

export type ImportWork =
  | { readonly name: 'idle' }
  /** A product being sent with its codes; at `share` 1 the server writes them. */
  | { readonly name: 'creating'; readonly share: number }
  | { readonly name: 'importing'; readonly position: number; readonly total: number; readonly share: number }
  /** `batch`: what is said of the codes, where the server refused it. */
  | { readonly name: 'stopped'; readonly message: string; readonly batch?: BatchDraft };

/** The codes given before their offer existed; a saved product lists its offers in the order they were sent. */
export const pendingImports = (product: Product, offers: readonly OfferDraft[]): PendingImport[] =>
  offers.flatMap(({ waiting: { codes, serials, batch } }, index) => {
    const saved = product.offers[index];
    return saved && codes.length > 0
      ? [{ productId: product.id, offerId: saved.id, codes, serials: serials ?? codes.map(() => ''), batch }]
      : [];
  });

/**
 * Imports the codes that waited for the product, offer by offer. After a failure the rest is kept: `retry` continues where
 * it stopped, and an import whose response was lost is not repeated.
 */
export function usePendingImports(onFinished: () => void) {
  const [work, setWork] = useState<ImportWork>({ name: 'idle' });
  const waiting = useRef<PendingImport[]>([]);
  const imported = useRef<ImportedCodes[]>([]);

  const go = async () => {
    const total = waiting.current.length;
    for (let position = 1; waiting.current[0]; position += 1) {
      const [{ productId, offerId, codes, serials, batch }] = waiting.current as [PendingImport];
      setWork({ name: 'importing', position, total, share: 0 });
      const onSent = (share: number) => setWork({ name: 'importing', position, total, share });
      try {
        const watch = {
          onSent,
          source: words.pasted,
          batch,
          signal: new AbortController().signal,
        };
        const list = { codes, serials, read: readCodeLines(codes, serials), leftOut: 0, expiresOn: '' };
        const result = await storedImport(productId, offerId).save(list, watch);
        imported.current.push({ ...result, ...result.known });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'CODES_ALREADY_KNOWN'))
          return setWork({
            name: 'stopped',
            message: messageOf(error, words.importFailed),
            ...(error instanceof ApiError && [409, 422].includes(error.status) && { batch }),
          });
        imported.current.push(refusedAsKnown(error));
      }
      waiting.current = waiting.current.slice(1);
    }
    showImported(imported.current);
    setWork({ name: 'idle' });
    await refresh('products', 'codes');
    onFinished();
  };

  return {
    work,
    begin: (list: PendingImport[]) => {
      waiting.current = list;
      imported.current = [];
      return go();
    },
    retry: () => {
      const mistake = waiting.current[0] && importMistake(waiting.current[0].batch);
      if (mistake && work.name === 'stopped') return setWork({ ...work, message: mistake });
      return go();
    },
    /** Corrects the batch of the import that was refused. */
    changeBatch: (batch: BatchDraft) => {
      const [refused, ...rest] = waiting.current;
      if (!refused || work.name !== 'stopped') return;
      waiting.current = [{ ...refused, batch }, ...rest];
      setWork({ ...work, batch });
    },
    leave: onFinished,
  };
}
