import type { SpecialPrice } from '@almas/contract/prices';
import type { Product } from '@almas/contract/products';
import { editableAmount } from '@almas/locale/formats';

/** A price as it is typed; an empty one is none. */
export interface PriceRow {
  readonly offerId: string;
  readonly minQuantity: string;
  readonly price: string;
}
export type StoredPrice = Pick<SpecialPrice, 'offerId' | 'minQuantity' | 'price'>;
export type SentPrice = Omit<StoredPrice, 'price'> & { readonly price: number | null };

/** Of each offer the stored prices, and an empty one for a single code where there is none. */
export const priceRows = (product: Product, stored: readonly StoredPrice[]): PriceRow[] =>
  product.offers.flatMap(({ id }) => {
    const own = stored
      .filter(({ offerId }) => offerId === id)
      .map(({ minQuantity, price }) => ({
        offerId: id,
        minQuantity: String(minQuantity),
        price: editableAmount(price),
      }));
    const single = own.some(({ minQuantity }) => minQuantity === '1');
    return single ? own : [{ offerId: id, minQuantity: '1', price: '' }, ...own];
  });

const isSamePlace = <Row extends { offerId: string; minQuantity: string | number }>(one: Row, other: Row) =>
  one.offerId === other.offerId && one.minQuantity === other.minQuantity;

/** What is sent: the prices of the offers that were changed in the form, and those that they replace. */
export function changedPrices(rows: readonly SentPrice[], opened: readonly StoredPrice[]) {
  const prices = rows.flatMap(({ price, ...row }) => (price === null ? [] : [{ ...row, price }]));
  const textOf = (all: readonly StoredPrice[], id: string) =>
    all
      .filter(({ offerId }) => offerId === id)
      .map(({ minQuantity, price }) => `${minQuantity} ${price}`)
      .sort()
      .join();
  const offerIds = [...new Set([...rows, ...opened].map(({ offerId }) => offerId))].filter(
    (id) => textOf(prices, id) !== textOf(opened, id),
  );
  const isChanged = ({ offerId }: StoredPrice) => offerIds.includes(offerId);
  return { offerIds, prices: prices.filter(isChanged), expected: opened.filter(isChanged) };
}

/** What was typed over what is stored now: a row that was left as the form was opened on follows what is stored. */
export function mergedRows(
  product: Product,
  rows: readonly PriceRow[],
  opened: readonly StoredPrice[],
  stored: readonly StoredPrice[],
): PriceRow[] {
  const before = priceRows(product, opened);
  const typed = rows.filter(
    (row) => !before.some((other) => isSamePlace(other, row) && other.price === row.price),
  );
  // A row whose quantity was changed is at its former quantity no more.
  const left = before.filter((row) => !rows.some((other) => isSamePlace(other, row)));
  const now = priceRows(product, stored)
    .filter((row) => !left.some((other) => isSamePlace(other, row)))
    .map((row) => typed.find((other) => isSamePlace(other, row)) ?? row);
  return product.offers.flatMap(({ id }) =>
    [...now, ...typed.filter((row) => !now.includes(row))].filter(({ offerId }) => offerId === id),
  );
}

/** The prices that differ, with the one that is stored now; null: none. */
export const changesBetween = (
  opened: readonly StoredPrice[],
  stored: readonly StoredPrice[],
): readonly SentPrice[] => [
  ...stored.filter((row) => opened.find((other) => isSamePlace(other, row))?.price !== row.price),
  ...opened
    .filter((row) => !stored.some((other) => isSamePlace(other, row)))
    .map((row) => ({ ...row, price: null })),
];
