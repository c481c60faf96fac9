import pg from 'pg';
import type { CodeVault } from '../../server/src/vault/code-vault.ts';
import { codesPerBatch, sealedCodes } from './sealed-codes.ts';
import { history, now, pastSale, sums } from './seed-history.ts';
import {
  offerId,
  offersPerProduct,
  price,
  productId,
  productOfOfferText,
  resellerId,
  type Size,
  tokenText,
} from './seed-ids.ts';

export * from './seed-ids.ts';

/** Codes are imported in this number per offer alternately. */
const importSize = 50;

/**
 * Fills an empty, migrated database with a realistic business whose books balance (`npm run audit` finds nothing). `superuserUrl`: the
 * history is written without the ledger's trigger and with computed balances, a thousand times faster.
 */
export async function seed(
  superuserUrl: string,
  vault: CodeVault,
  size: Size,
  progress: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off`);
    progress(`${size.resellers} revendeurs, ${size.offers} offres`);
    await client.query(users(size));
    await client.query(catalogue(size));
    const addIndexes = await withoutIndexes(client);
    await insertCodes(client, vault, size, progress);
    progress(`${size.sales} ventes passées`);
    for (const statement of history(size)) await client.query(statement);
    progress('index');
    await addIndexes();
    for (const statement of sums(size)) await client.query(statement);
    // Triggers were off: fills the tables that they maintain for the lists.
    await client.query('SELECT rebuild_account_standings()');
    await client.query(
      `INSERT INTO code_fingerprints (fingerprint, code_id)
       SELECT canonical_fingerprint, id FROM codes ORDER BY id`,
    );
    progress('vacuum, analyze');
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/**
 * Drops the indexes of the large tables while they are filled, because creating them afterwards costs a fraction. @returns a function
 * that creates them again
 */
async function withoutIndexes(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = ANY ('{codes,ledger,transactions,purchases,recharges}'::regclass[])
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return async () => {
    await client.query(`SET maintenance_work_mem = '256MB'`);
    for (const { definition } of rows) await client.query(definition);
    await client.query('ANALYZE');
  };
}

const users = ({ resellers }: Size) => `
INSERT INTO users (id, email, password_hash, role, status, first_name, last_name, display_name, company, phone, created_at)
SELECT ${resellerId('i')}, CASE i WHEN 0 THEN 'admin@exemple.dz' ELSE 'r' || i || '@exemple.dz' END, 'none',
       CASE i WHEN 0 THEN 'admin' ELSE 'reseller' END, 'active',
       (ARRAY['Amine','Yacine','Nadia','Samir','Lina','Karim','Sonia'])[1 + i % 7],
       (ARRAY['Benali','Brahimi','Haddad','Mansouri','Cherif'])[1 + i % 5] || ' ' || i, 'Revendeur ' || i,
       'Cyber ' || (ARRAY['Sétif','Alger','Oran','Béjaïa','Annaba'])[1 + i % 5] || ' ' || i, '0550' || lpad(i::text, 6, '0'),
       now() - (${resellers} - i) * interval '1 minute'
  FROM generate_series(0, ${resellers}) i;
INSERT INTO sessions (token_hash, user_id, expires_at)
SELECT sha256(convert_to(${tokenText('i')}, 'UTF8')), ${resellerId('i')}, now() + interval '30 days'
  FROM generate_series(0, ${resellers}) i;`;

const catalogue = ({ offers }: Size) => `
INSERT INTO products (id, name, game, category)
SELECT ${productId('i')}, 'Produit ' || i, (ARRAY['Free Fire','PUBG Mobile','Mobile Legends','Roblox'])[1 + i % 4], 'Cartes'
  FROM generate_series(1, ${Math.ceil(offers / offersPerProduct)}) i;
INSERT INTO offers (id, product_id, position, name, value, price)
SELECT ${offerId('i')}, ${productId(productOfOfferText('i'))}, i, 'Offre ' || i, i || ' Diamants', ${price}
  FROM generate_series(1, ${offers}) i;
INSERT INTO purchase_wordings (wording)
SELECT 'Achat ' || p.name || ' - ' || o.name FROM offers o JOIN products p ON p.id = o.product_id;
INSERT INTO offer_stock (offer_id, slot) SELECT ${offerId('i')}, slot
  FROM generate_series(1, ${offers}) i, generate_series(0, 15) slot;`;

/** Inserts encrypted codes as an import does; the first `sales` of them will have been sold. */
async function insertCodes(
  client: pg.Client,
  vault: CodeVault,
  size: Size,
  progress: (line: string) => void,
): Promise<void> {
  const { offers, codes, hotCodes, sales } = size;
  const spread = sales + codes;
  const past = pastSale(size, 'c.id');
  const total = spread + hotCodes;
  const text = `INSERT INTO codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, created_at, status, sold_to, sold_at, purchase_id, sale_price)
    SELECT c.id, ${productId(productOfOfferText('c.offer'))}, ${offerId('c.offer')}, c.sealed, $4, c.fingerprint,
           ${now} - interval '30 days' + c.id * interval '1 millisecond',
           CASE WHEN s.past THEN 'sold' ELSE 'available' END, CASE WHEN s.past THEN ${past.buyerId} END,
           CASE WHEN s.past THEN ${past.when} END, CASE WHEN s.past THEN c.id END, CASE WHEN s.past THEN ${price} END
      FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $5::int[]) AS c (id, sealed, fingerprint, offer),
           LATERAL (SELECT c.id <= ${sales} AS past) s`;
  for (let from = 1; from <= total; from += codesPerBatch) {
    const ids = Array.from({ length: Math.min(codesPerBatch, total - from + 1) }, (_, i) => from + i);
    const { sealed, fingerprints } = sealedCodes(vault, ids);
    await client.query({
      name: 'seed-codes',
      text,
      values: [
        ids,
        sealed,
        fingerprints,
        vault.keyId,
        ids.map((n) => {
          if (n > spread) return 1;
          const turn = n > sales ? Math.floor((n - sales - 1) / importSize) : n - 1;
          return 1 + (turn % offers);
        }),
      ],
    });
    if (from % (codesPerBatch * 10) === 1)
      progress(`codes : ${Math.min(total, from + codesPerBatch)} / ${total}`);
  }
}
