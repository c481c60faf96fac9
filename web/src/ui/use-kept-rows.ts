import { useEffect, useRef, useState } from 'react';
import { type Held, useHeldList } from './held-list.ts';
import { useMovedDecisions } from './slips.ts';

interface Listed {
  readonly id: string;
}

export interface KeptRow<Item> {
  readonly item: Item;
  /** The server no longer lists it: it was decided here or by a colleague. */
  readonly isRemoved: boolean;
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
  const rows: KeptRow<Item>[] = items.map((item) => ({ item, isRemoved: false }));
  let previous: string | null = null;
  for (const [index, { item, isRemoved }] of before.entries()) {
    const inside = complete || hasAdvanced || index < lastListed;
    if (!listed.has(item.id) && (isRemoved || inside)) {
      const at = previous === null ? -1 : rows.findIndex((row) => row.item.id === previous);
      rows.splice(at + 1, 0, { item, isRemoved: true });
    } else if (!listed.has(item.id)) continue;
    previous = item.id;
  }
  return rows;
}

/** The rows in the places that they had before. A new one is shown at the end of the list under the pointer, where it moves nothing. */
export function holdRows<Item extends Listed>(
  before: readonly KeptRow<Item>[],
  merged: readonly KeptRow<Item>[],
  held: Held,
): readonly KeptRow<Item>[] {
  if (held === null || before.length === 0) return merged;
  const rows = new Map(merged.map((row) => [row.item.id, row]));
  const known = before.flatMap(({ item }) => rows.get(item.id) ?? []);
  const lastKnown = merged.findLastIndex((row) => known.includes(row));
  return held === 'here' ? [...known, ...merged.slice(lastKnown + 1)] : known;
}

/** How long a list with all rows decided stays before it shows the next pending ones. */
const restMilliseconds = 4_000;

/** Whether a dialog is open in front of the list: it may be about the rows, and show what became of them. */
function isBehindDialog(list: HTMLElement | null): boolean {
  const front = [...document.querySelectorAll('dialog[open]')].at(-1);
  return front !== undefined && !front.contains(list);
}

interface KeptRowsOptions {
  /** The server has no more than these items. */
  readonly complete: boolean;
  /** No more rows than this, decided ones included. */
  readonly max?: number;
  /** A list with another filter or search keeps none of the previous rows. */
  readonly listKey?: string;
}

/**
 * Rows of a list with decisions. A decided row keeps its place until the list is left or refreshed, and while the pointer is over the
 * list (`pointer`, for its element) no row moves. Rows that do move take no decision for a moment.
 */
export function useKeptRows<Item extends Listed>(
  items: readonly Item[],
  { complete, max = Number.POSITIVE_INFINITY, listKey = '' }: KeptRowsOptions,
) {
  const kept = useRef<{ listKey: string; rows: readonly KeptRow<Item>[] }>({ listKey, rows: [] });
  const [, redraw] = useState(0);
  const before = kept.current.listKey === listKey ? kept.current.rows : [];
  const { held, pointer, element } = useHeldList();
  const rows = holdRows(before, mergeRows(before, items, complete), held).slice(0, max);
  kept.current = { listKey, rows };
  useMovedDecisions(element, rows.map(({ item }) => item.id).join(' '));
  const renew = () => {
    kept.current = { listKey, rows: [] };
    redraw((count) => count + 1);
  };
  const done = rows.length > 0 && rows.every(({ isRemoved }) => isRemoved);
  const renewal = useRef(renew);
  renewal.current = renew;
  useEffect(() => {
    if (!done || held) return;
    const timer = setInterval(() => {
      if (!isBehindDialog(element.current)) renewal.current();
    }, restMilliseconds);
    return () => clearInterval(timer);
  }, [done, held, element]);
  return { rows, pointer };
}
