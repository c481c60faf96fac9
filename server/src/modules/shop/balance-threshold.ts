import { type BalanceThreshold, shop } from '@almas/contract/shop';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { type Centimes, toCentimes, toDinars } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';

const read = statement<[userId: string], { readonly threshold: Centimes }>(
  'shop.balance-threshold',
  'SELECT threshold FROM balance_thresholds WHERE user_id = $1',
);
const save = statement<[userId: string, threshold: Centimes]>(
  'shop.save-balance-threshold',
  `INSERT INTO balance_thresholds (user_id, threshold) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET threshold = EXCLUDED.threshold`,
);
const remove = statement<[userId: string]>(
  'shop.remove-balance-threshold',
  'DELETE FROM balance_thresholds WHERE user_id = $1',
);

/** Below which balance the account wants to be warned; null: never. */
export async function readBalanceThreshold(db: Queryable, userId: string): Promise<BalanceThreshold> {
  const row = await read.first(db, userId);
  return { threshold: row ? toDinars(row.threshold) : null };
}

export const saveBalanceThreshold = command(shop.saveBalanceThreshold, {
  run: async ({ tx, wallet, body: { threshold } }) => {
    if (threshold === null) await remove.run(tx, wallet.id);
    else await save.run(tx, wallet.id, toCentimes(threshold));
    return { response: await readBalanceThreshold(tx, wallet.id), effects: {} };
  },
});
