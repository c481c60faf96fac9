import type { Services } from '../../server/src/services.ts';
import { offerOf, type ShopProduct } from './shop.ts';
import type { createUser } from './users.ts';

/**
 * Inserts codes as versions before migration 0018 did: with the hash of their text, unique within the offer. The fingerprint job
 * (`runJobs`) then keeps one of each duplicate and withholds the others.
 */
export async function importOlder(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  product: ShopProduct,
  codes: readonly string[],
): Promise<void> {
  const query = async (text: string, ...values: unknown[]) => (await db.query({ text, values })).rows;
  const drawn = await query(
    `SELECT nextval('codes_id_seq') AS id FROM generate_series(1, $1::int)`,
    codes.length,
  );
  const ids = drawn.map(({ id }) => id as number);
  await query(
    `INSERT INTO codes (id, product_id, offer_id, sealed, key_id, fingerprint)
     SELECT id, $1, $2, sealed, $3, given FROM unnest($4::bigint[], $5::bytea[], $6::bytea[]) AS c (id, sealed, given)`,
    product.id,
    offerOf(product).id,
    vault.keyId,
    ids,
    codes.map((code, index) => vault.seal(ids[index] ?? 0, code)),
    codes.map((code) => vault.givenFingerprint(code)),
  );
  await query(
    'UPDATE offer_stock SET quantity = quantity + $2 WHERE offer_id = $1 AND slot = 0',
    offerOf(product).id,
    codes.length,
  );
}

type Caller = Awaited<ReturnType<typeof createUser>>;

/** Helpers for tests of older codes: insert, read and buy the codes of a product as these users. */
export function shopOfOlderCodes(services: Pick<Services, 'db' | 'vault'>, admin: Caller, buyer: Caller) {
  return {
    query: async (text: string, ...values: unknown[]) => (await services.db.query({ text, values })).rows,
    path: (product: ShopProduct) => `/api/products/${product.id}/offers/${offerOf(product).id}/codes`,
    stockOf: async (product: ShopProduct) =>
      offerOf((await admin.get(`/api/products/${product.id}`)).body).stock,
    buy: async (product: ShopProduct) =>
      (
        await buyer.post('/api/purchases', {
          productId: product.id,
          offerId: offerOf(product).id,
          quantity: 1,
        })
      ).body,
    olderImport: (product: ShopProduct, codes: readonly string[]) => importOlder(services, product, codes),
  };
}
