import { useEffect, useRef, useState } from 'react';

interface Listed {
  readonly id: string;
}

export interface KeptRow<Item> {
  readonly item: Item;
  /** The server no longer lists it: it was decided here or by a colleague. */
  readonly gone: boolean;
}

/**
 * The rows to render: those that the server lists now, and every row that left the list since it was opened, in its old position. A
 * row that was only pushed off the end of a full page is not kept.
 */
export function mergeRows<Item extends Listed>(
  before: readonly KeptRow<Item>[],
  items: readonly Item[],
  complete: boolean,
): readonly KeptRow<Item>[] {
  const listed = new Set(items.map(({ id }) => id));
  // The last row that is still listed. A page that ends with a new row has grown, so no row was pushed off its end.
  const lastListed = before.findLastIndex(({ item }) => listed.has(item.id));
  const last = items.at(-1);
  const hasAdvanced = last === undefined || !before.some(({ item }) => item.id === last.id);
  const rows: KeptRow<Item>[] = items.map((item) => ({ item, gone: false }));
  let previous: string | null = null;
  for (const [index, { item, gone }] of before.entries()) {
    const inside = complete || hasAdvanced || index < lastListed;
    if (!listed.has(item.id) && (gone || inside)) {
      const at = previous === null ? -1 : rows.findIndex((row) => row.item.id === previous);
      rows.splice(at + 1, 0, { item, gone: true });
    } else if (!listed.has(item.id)) continue;
    previous = item.id;
  }
  return rows;
}

/** How long a list with all rows decided stays before it shows the next pending ones. */
const restMilliseconds = 4_000;

interface KeptRowsOptions {
  /** The server has no more than these items. */
  readonly complete: boolean;
  /** No more rows than this, decided ones included. */
  readonly max?: number;
  /** A list with another filter or search keeps none of the previous rows. */
  readonly of?: string;
}

/**
 * Rows of a list with decisions: a decided row keeps its position until the list is left or refreshed, so
 * that no other row moves under the pointer.
 */
export function useKeptRows<Item extends Listed>(
  items: readonly Item[],
  { complete, max = Number.POSITIVE_INFINITY, of = '' }: KeptRowsOptions,
) {
  const kept = useRef<{ of: string; rows: readonly KeptRow<Item>[] }>({ of, rows: [] });
  const [, redraw] = useState(0);
  const before = kept.current.of === of ? kept.current.rows : [];
  const rows = mergeRows(before, items, complete).slice(0, max);
  kept.current = { of, rows };
  const renew = () => {
    kept.current = { of, rows: [] };
    redraw((count) => count + 1);
  };
  const done = rows.length > 0 && rows.every(({ gone }) => gone);
  const renewal = useRef(renew);
  renewal.current = renew;
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => renewal.current(), restMilliseconds);
    return () => clearTimeout(timer);
  }, [done]);
  return { rows, renew };
}
