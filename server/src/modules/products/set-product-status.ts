import { products } from '@almas/contract/products';
import { fail } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { catalogueChanged, type ProductStatus, presentProduct, productsStore } from './products.store.ts';

const simulated = statement<[productId: string], { isSimulated: boolean }>(
  'products.is-simulated',
  `SELECT EXISTS (
     SELECT FROM offers f WHERE f.product_id = $1 AND f.deleted_at IS NULL AND (
       EXISTS (SELECT FROM supplier_connections c, jsonb_array_elements(c.settings -> 'articles') a
                WHERE c.kind = 'simulator' AND a ->> 'offerId' = f.id::text)
       OR EXISTS (SELECT FROM code_batches b JOIN supplier_orders o ON o.batch_id = b.id JOIN supplier_connections c ON c.id = o.connection_id
                   WHERE b.offer_id = f.id AND c.kind = 'simulator'
                     AND EXISTS (SELECT FROM codes k WHERE k.offer_id = f.id AND k.id BETWEEN b.first_id AND b.last_id AND k.status <> 'sold')))
   ) AS "isSimulated"`,
);

/**
 * What the simulated supplier delivers is worth nothing: a draft that it delivers to, or that has its codes, stays a draft. The product is
 * locked. @throws AppError SIMULATOR_NEEDS_DRAFT
 */
export async function checkMayPublish(
  tx: DbTransaction,
  { id, status }: { readonly id: string; readonly status: ProductStatus },
  next: ProductStatus,
): Promise<void> {
  if (status !== 'draft' || next === 'draft') return;
  if ((await simulated.one(tx, id)).isSimulated) throw fail('SIMULATOR_NEEDS_DRAFT');
}

/** Changes the status of a product and nothing else (PRD-12, RWO-28). */
export const setProductStatus = command(products.setStatus, {
  run: async ({ tx, params, body: { status } }) => {
    const product = await productsStore.lock.first(tx, parseUuidOrNil(params.id));
    if (!product) throw fail('PRODUCT_NOT_FOUND');
    await checkMayPublish(tx, product, status);
    await productsStore.setStatus.run(tx, product.id, status);
    return {
      response: presentProduct(await productsStore.byId.one(tx, product.id)),
      effects: {
        audit: {
          action: 'product.set-status',
          subject: { type: 'product', id: product.id, name: product.name },
          before: { status: product.status },
          after: { status },
        },
        events: [catalogueChanged],
      },
    };
  },
});
