import { adminProducts } from '@almas/locale/screens/admin-products';
import { common } from '@almas/locale/screens/common';
import { prices } from '@almas/locale/screens/prices';
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react';
import { isUnusualChange } from '../../../lib/unusual-change.ts';
import { useToasts } from '../../../lib/use-toasts.ts';
import {
  ApiError,
  api,
  messageOf,
  OfflineError,
  refresh,
  useCall,
  useConfirmAbove,
} from '../../../platform/network/index.ts';
import { ConfirmDialog } from '../../../ui/ask-dialogs.tsx';
import { ConfirmAmount } from '../../../ui/confirm-amount.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OfferRow } from './offer-rows.ts';
import {
  type PriceChange,
  type PriceEdits,
  readEdits,
  withAnswer,
  withoutEdits,
  withTyped,
} from './price-edits.ts';

const words = adminProducts.offers;

/** Prices below the known cost, which wait for the administrator's confirmation. */
interface Losses {
  readonly changes: readonly PriceChange[];
  readonly messages: readonly string[];
}

export interface EditedPrices {
  readonly edits: PriceEdits;
  readonly count: number;
  /** How many of the current save have an answer; null: none is under way. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly type: (row: OfferRow, typed: string) => void;
  readonly restore: (ids?: readonly string[]) => void;
  readonly save: () => void;
  readonly question: ReactNode;
}

/**
 * Prices that are edited in a table and saved together: one call each, so that a refused one stops no other and stays in its field with
 * its reason. Unusual ones are confirmed before the first call, those below cost after it.
 */
export function usePriceEdits(
  rows: readonly OfferRow[],
  edits: PriceEdits,
  setEdits: Dispatch<SetStateAction<PriceEdits>>,
): EditedPrices {
  const above = useConfirmAbove();
  const { say, fieldMessage } = useToasts();
  const [toConfirm, setToConfirm] = useState<readonly PriceChange[] | null>(null);
  const [losses, setLosses] = useState<Losses | null>(null);
  const [progress, setProgress] = useState<EditedPrices['progress']>(null);
  const count = rows.filter(({ id }) => edits[id]).length;

  const sendAll = async (changes: readonly PriceChange[], confirmBelowCost: boolean) => {
    setToConfirm(null);
    setLosses(null);
    const below: PriceChange[] = [];
    const messages: string[] = [];
    let saved = 0;
    let refused = 0;
    for (const [index, change] of changes.entries()) {
      const { row, price, seen } = change;
      setProgress({ done: index, of: changes.length });
      try {
        await api.products.updateOffer({
          params: { id: row.product.id, offerId: row.id },
          body: { price, expectedPrice: seen, ...(confirmBelowCost && { confirmBelowCost }) },
        });
        saved += 1;
        setEdits((before) => withAnswer(before, change, price));
      } catch (error) {
        // Without a response the remaining calls would fail as well: their prices stay in the fields.
        if (error instanceof OfflineError) {
          say.error(error.message);
          break;
        }
        if (error instanceof ApiError && error.status === 401) throw error;
        if (error instanceof ApiError && error.code === 'PRICE_BELOW_COST') {
          below.push(change);
          messages.push(error.message);
          continue;
        }
        refused += 1;
        const mistake = messageOf(error, adminProducts.toggle.failed);
        // A colleague's newer price has been seen with the refusal.
        const now = (error instanceof ApiError && error.figures.price) || seen;
        setEdits((before) => withAnswer(before, change, now, mistake));
      }
    }
    setProgress(null);
    if (below.length > 0) setLosses({ changes: below, messages });
    if (refused > 0) say.error(words.refused(refused), saved > 0 ? words.saved(saved) : undefined);
    else if (saved > 0) say.success(words.saved(saved));
    // Not waited for: the next press may correct what was refused.
    void refresh('products', 'prices', 'auditTrail', 'statistics');
  };
  const { run, busy } = useCall(sendAll, {
    onFailed: (error) => {
      setProgress(null);
      say.error(messageOf(error, adminProducts.toggle.failed));
    },
  });

  const save = () => {
    if (busy) return;
    const { changes, wrong } = readEdits(edits, rows);
    if (Object.keys(wrong).length > 0) {
      setEdits({ ...edits, ...wrong });
      return fieldMessage.error(words.invalid);
    }
    const isUnusual = changes.some(({ seen, price }) => isUnusualChange(seen, price, above));
    if (isUnusual) setToConfirm(changes);
    else if (changes.length > 0) void run(changes, false);
  };

  return {
    edits,
    count,
    progress,
    type: (row, typed) => setEdits((before) => withTyped(before, row, typed)),
    restore: (ids) => setEdits((before) => (ids ? withoutEdits(before, ids) : {})),
    save,
    question: toConfirm ? (
      <Dialog title={words.unusual} size="sm" onClose={() => setToConfirm(null)}>
        <ConfirmAmount
          asked={toConfirm
            .filter(({ seen, price }) => isUnusualChange(seen, price, above))
            .map(({ row, price, seen }) => ({ amount: price, from: seen, about: nameOf(row) }))}
          above={above}
          confirmLabel={common.confirm}
          busy={busy}
          onConfirm={() => void run(toConfirm, false)}
          onChange={() => setToConfirm(null)}
        />
      </Dialog>
    ) : losses ? (
      <ConfirmDialog
        danger
        title={prices.loss.title}
        confirmLabel={prices.loss.confirm}
        busy={busy}
        onClose={() => setLosses(null)}
        onConfirm={() => void run(losses.changes, true)}
      >
        {losses.messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        <p>{prices.loss.note}</p>
      </ConfirmDialog>
    ) : null,
  };
}

const nameOf = ({ product, offer }: OfferRow) => `${product.name} · ${offer.name}`;
