import type { Adjustment, Transaction } from '@almas/contract/wallet';

/** One row of the operations: a transaction, or an adjustment that exists only in the ledger (AMB-96). */
export type Movement =
  | { readonly kind: 'transaction'; readonly entry: Transaction }
  | { readonly kind: 'adjustment'; readonly entry: Adjustment };

export const movementKey = ({ kind, entry }: Movement): string => `${kind}-${entry.id}`;

interface Page {
  readonly items: readonly Transaction[];
  readonly adjustments: readonly Adjustment[];
}

/** Newest first; with equal times adjustments precede transactions, as in the order of the server. */
export function movementsOf({ items, adjustments }: Page): Movement[] {
  const movements: Movement[] = [];
  let next = 0;
  for (const entry of items) {
    for (let one = adjustments[next]; one && one.createdAt >= entry.createdAt; one = adjustments[next]) {
      movements.push({ kind: 'adjustment', entry: one });
      next += 1;
    }
    movements.push({ kind: 'transaction', entry });
  }
  for (const entry of adjustments.slice(next)) movements.push({ kind: 'adjustment', entry });
  return movements;
}
