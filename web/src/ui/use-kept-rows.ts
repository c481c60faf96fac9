import { useEffect, useRef, useState } from 'react';

interface Listed {
  readonly id: string;
}

export interface KeptRow<Item> {
  readonly item: Item;
  /** It left what the server lists: decided here or by a colleague. */
  readonly gone: boolean;
}

/**
 * The rows to draw: what the server lists now, and every row that left it since the list was opened, where it stood. A
 * row that only fell off the end of a page that is full is not kept.
 */
export function mergeRows<Item extends Listed>(
  before: readonly KeptRow<Item>[],
  items: readonly Item[],
  complete: boolean,
): readonly KeptRow<Item>[] {
  const listed = new Set(items.map(({ id }) => id));
  // The last row that is still listed; a page that ends with a row that is new has gone on, and lost none at its end.
  const lastListed = before.findLastIndex(({ item }) => listed.has(item.id));
  const last = items.at(-1);
  const wentOn = last === undefined || !before.some(({ item }) => item.id === last.id);
  const rows: KeptRow<Item>[] = items.map((item) => ({ item, gone: false }));
  let previous: string | null = null;
  for (const [index, { item, gone }] of before.entries()) {
    const inside = complete || wentOn || index < lastListed;
    if (!listed.has(item.id) && (gone || inside)) {
      const at = previous === null ? -1 : rows.findIndex((row) => row.item.id === previous);
      rows.splice(at + 1, 0, { item, gone: true });
    } else if (!listed.has(item.id)) continue;
    previous = item.id;
  }
  return rows;
}

/** How long a list whose every row is decided stays before it shows what waits next. */
const restMilliseconds = 4_000;

interface KeptRowsOptions {
  /** The server has no more than these items. */
  readonly complete: boolean;
  /** No more rows than this, decided ones included. */
  readonly max?: number;
  /** Another filter or search is another list: its rows begin anew. */
  readonly of?: string;
}

/**
 * Rows of a list in which a person decides: a decided row stays in its place until the list is left or refreshed, so
 * that no other row slides under the pointer.
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
