import { purchases } from '@almas/contract/purchases';
import { statement } from '../../database/statement.ts';
import { command } from '../../pipeline/command.ts';
import { matchingCodes, searchRate } from '../codes/find-codes.ts';
import { type PurchaseRow, presentSummary, purchaseColumns } from './read-purchase.ts';

const ownWithCodes = statement<[userId: string, codeIds: readonly number[]], PurchaseRow>(
  'purchases.own-with-codes',
  `SELECT ${purchaseColumns} FROM purchases
    WHERE user_id = $1 AND id = ANY (ARRAY(SELECT purchase_id FROM codes WHERE id = ANY ($2::bigint[]) AND sold_to = $1))
    ORDER BY id DESC`,
);

/** A reseller's own purchases that contain a code or a serial. A code of another account is answered like one that does not exist. */
export const findPurchases = command(purchases.find, {
  limit: { action: 'code_search', exceeded: 'TOO_MANY_CODE_SEARCHES', rate: searchRate },
  run: async ({ services: { vault }, tx, wallet, body: { code } }) => {
    const ids = (await matchingCodes(tx, vault, code, wallet.id)).map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await ownWithCodes.all(tx, wallet.id, ids);
    return { response: { items: rows.map(presentSummary) }, effects: {} };
  },
});
