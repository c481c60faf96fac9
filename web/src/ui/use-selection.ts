import { useState } from 'react';

/** The selected items; an item that leaves the list is deselected. */
export function useSelection<Item extends { readonly id: string }>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setIds(
      (before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]),
    );
  return {
    chosen: items.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    toggle,
    selectAll: () => setIds(new Set(items.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  } as const;
}
export type Selection<Item extends { readonly id: string }> = ReturnType<typeof useSelection<Item>>;
