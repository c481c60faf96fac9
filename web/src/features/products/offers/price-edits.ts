import { OfferPrice } from '@almas/contract/forms';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { errors } from '@almas/locale/errors';
import { editableAmount } from '@almas/locale/formats';
import { whyUnreadable } from '../../../ui/money-field.tsx';
import type { OfferRow } from './offer-rows.ts';

/** A price that is being changed. */
interface PriceEdit {
  readonly typed: string;
  /** The stored price that the user has seen, in DA. */
  readonly seen: number;
  /** Why it was not saved. */
  readonly mistake?: string | undefined;
}

/** By offer. */
export type PriceEdits = Readonly<Record<string, PriceEdit>>;

export interface PriceChange {
  readonly row: OfferRow;
  /** What its field said. */
  readonly typed: string;
  readonly price: number;
  readonly seen: number;
}

/** The edits after a key: a text that is the stored price again is no edit. */
export function withTyped(edits: PriceEdits, { id, offer }: OfferRow, typed: string): PriceEdits {
  const { [id]: edit, ...others } = edits;
  const seen = edit?.seen ?? offer.price;
  return typed === editableAmount(seen) ? others : { ...edits, [id]: { typed, seen } };
}

export const withoutEdits = (edits: PriceEdits, ids: readonly string[]): PriceEdits =>
  Object.fromEntries(Object.entries(edits).filter(([id]) => !ids.includes(id)));

/**
 * The edits after an answer to a change: `now` is the stored price that the user has seen with it. What was typed since stays, as an edit
 * of that price; the edit that was sent stays with its `mistake`, and is done without one.
 */
export function withAnswer(
  edits: PriceEdits,
  { row: { id }, typed }: PriceChange,
  now: number,
  mistake?: string,
): PriceEdits {
  const edit = edits[id];
  if (!edit) return edits;
  if (edit.typed !== typed) return { ...edits, [id]: { typed: edit.typed, seen: now } };
  return mistake === undefined
    ? withoutEdits(edits, [id])
    : { ...edits, [id]: { typed, seen: now, mistake } };
}

/** What the edits would change, and those that the server would refuse, with the reason. */
export function readEdits(edits: PriceEdits, rows: readonly OfferRow[]) {
  const changes: PriceChange[] = [];
  const wrong: Record<string, PriceEdit> = {};
  for (const row of rows) {
    const edit = edits[row.id];
    if (!edit) continue;
    const typed = readTypedAmount(edit.typed);
    const price = typed.kind === 'amount' ? typed.amount : Number.NaN;
    if (OfferPrice.safeParse(price).success) changes.push({ row, typed: edit.typed, price, seen: edit.seen });
    else wrong[row.id] = { ...edit, mistake: whyUnreadable(edit.typed) ?? errors.OFFER_PRICE_NOT_POSITIVE };
  }
  return { changes, wrong };
}
