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

/** What the edits would change, and those that the server would refuse, with the reason. */
export function readEdits(edits: PriceEdits, rows: readonly OfferRow[]) {
  const changes: PriceChange[] = [];
  const wrong: Record<string, PriceEdit> = {};
  for (const row of rows) {
    const edit = edits[row.id];
    if (!edit) continue;
    const typed = readTypedAmount(edit.typed);
    const price = typed.kind === 'amount' ? typed.amount : Number.NaN;
    if (OfferPrice.safeParse(price).success) changes.push({ row, price, seen: edit.seen });
    else wrong[row.id] = { ...edit, mistake: whyUnreadable(edit.typed) ?? errors.OFFER_PRICE_NOT_POSITIVE };
  }
  return { changes, wrong };
}
