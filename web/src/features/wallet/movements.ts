import type { Adjustment, Transaction } from '@almas/contract/wallet';

/** One line of the operations: a transaction, or a movement that is in the ledger alone (AMB-96). */
export type Movement =
  | { readonly kind: 'transaction'; readonly entry: Transaction }
  | { readonly kind: 'adjustment'; readonly entry: Adjustment };

interface Page {
  readonly items: readonly Transaction[];
  readonly adjustments: readonly Adjustment[];
}

/** Newest first; at the same moment the adjustments come before the transactions, as the server orders its pages. */
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
