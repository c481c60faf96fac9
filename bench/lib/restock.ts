import pg from 'pg';
import { codesPerBatch, sealedCodes } from './sealed-codes.ts';
import { offerId, productId, productOfOfferText, type Size } from './seed.ts';
import type { SeededDatabase } from './seeded-database.ts';

/**
 * Refills every offer to the stock of `size`, while no sale and no import runs, so that the next measurement starts with full stock.
 * @throws Error when an offer has sold out: the last measurement is invalid
 */
export async function restock(database: SeededDatabase, { codes, hotCodes, offers }: Size): Promise<void> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ offer: number; left: number }>(
      `SELECT o.position AS offer, (SELECT count(*)::int FROM codes c WHERE c.offer_id = o.id AND c.status = 'available') AS left
         FROM offers o ORDER BY o.position`,
    );
    const wanted = (offer: number) => Math.floor(codes / offers) + (offer === 1 ? hotCodes : 0);
    const missing: number[] = [];
    for (const { offer, left } of rows) {
      if (left === 0) throw new Error(`offer ${offer} has sold out: not a measurement`);
      for (let i = left; i < wanted(offer); i += 1) missing.push(offer);
    }
    for (let from = 0; from < missing.length; from += codesPerBatch)
      await insert(client, database, missing.slice(from, from + codesPerBatch));
  } finally {
    await client.end();
  }
}

async function insert(client: pg.Client, database: SeededDatabase, offers: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT nextval('codes_id_seq') AS id FROM generate_series(1, $1::int)`,
    [offers.length],
  );
  const ids = rows.map(({ id }) => Number(id));
  const { sealed, fingerprints } = sealedCodes(database.vault, ids);
  await client.query(
    `WITH given AS (
       INSERT INTO codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint)
       SELECT c.id, ${productId(productOfOfferText('c.offer'))}, ${offerId('c.offer')}, c.sealed, $5, c.fingerprint
         FROM unnest($1::bigint[], $2::int[], $3::bytea[], $4::bytea[]) AS c (id, offer, sealed, fingerprint)
       RETURNING offer_id
     )
     UPDATE offer_stock s SET quantity = s.quantity + g.count
       FROM (SELECT offer_id, count(*) FROM given GROUP BY offer_id) g WHERE s.offer_id = g.offer_id AND s.slot = 0`,
    [ids, offers, sealed, fingerprints, database.vault.keyId],
  );
}
