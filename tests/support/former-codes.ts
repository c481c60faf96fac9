import { randomBytes } from 'node:crypto';
import type { Services } from '../../server/src/services.ts';
import { offerOf, type ShopProduct } from './shop.ts';

/**
 * Inserts codes with fingerprints of a former normal form, which took every text for another code. The comparison by the current form
 * (`runJobs`) then keeps one of each duplicate and withholds the others.
 */
export async function importFormer(
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
    `INSERT INTO codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint)
     SELECT id, $1, $2, sealed, $3, former FROM unnest($4::bigint[], $5::bytea[], $6::bytea[]) AS c (id, sealed, former)`,
    product.id,
    offerOf(product).id,
    vault.keyId,
    ids,
    codes.map((code, index) => vault.seal(ids[index] ?? 0, code)),
    codes.map(() => randomBytes(16)),
  );
  await query(
    'UPDATE offer_stock SET quantity = quantity + $2 WHERE offer_id = $1 AND slot = 0',
    offerOf(product).id,
    codes.length,
  );
  await query('DELETE FROM code_forms');
}
