import { readCodeLines } from '@almas/contract/code-lines';
import type { Product } from '@almas/contract/products';
import { codes as words } from '@almas/locale/screens/codes';
import { useRef, useState } from 'react';
import { toastsOf } from '../../../lib/toast-store.ts';
import { ApiError, messageOf, refresh } from '../../../platform/network/index.ts';
import type { BatchDraft } from '../../codes/batch-draft.ts';
import { storedImport } from '../../codes/import-job.ts';
import type { OfferDraft } from './draft.ts';

const say = toastsOf('pending-imports');

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
  | { readonly name: 'stopped'; readonly message: string };

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
  const imported = useRef(0);

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
        imported.current += result.imported;
      } catch (error) {
        const there = error instanceof ApiError && error.code === 'CODES_ALREADY_KNOWN';
        if (!there) return setWork({ name: 'stopped', message: messageOf(error, words.importFailed) });
        imported.current += codes.length;
      }
      waiting.current = waiting.current.slice(1);
    }
    if (imported.current > 0) say.success(words.done, words.doneText(imported.current));
    setWork({ name: 'idle' });
    await refresh('products', 'codes');
    onFinished();
  };

  return {
    work,
    begin: (list: PendingImport[]) => {
      waiting.current = list;
      imported.current = 0;
      return go();
    },
    retry: go,
    leave: onFinished,
  };
}
