import pg from 'pg';
import type { CodeVault } from '../../server/src/vault/code-vault.ts';

/** How much of everything; `sales` are in the past, each with its code, purchase, transaction and ledger entry. */
export interface Size {
  readonly resellers: number;
  readonly offers: number;
  /** Available codes, spread evenly over the offers. */
  readonly codes: number;
  /** More available codes of the first offer, the hot one. */
  readonly hotCodes: number;
  readonly sales: number;
  /** Recharges of each reseller, 9,000,000 DA together; 9 unless told. */
  readonly recharges?: number;
}

export const price = 15_000;
/** What each reseller was credited in all, in centimes. */
const credited = 900_000_000;
const usualRecharges = 9;
const offersPerProduct = 5;
const codesPerBatch = 20_000;

const id = (kind: number, i: string) =>
  `('00000000-0000-4000-8${kind}00-' || lpad((${i})::text, 12, '0'))::uuid`;
export const resellerId = (i: string | number) => id(1, String(i));
export const productId = (i: string | number) => id(2, String(i));
export const offerId = (i: string | number) => id(3, String(i));
/** The same ids in TypeScript. */
export const uuidOf = (kind: 1 | 2 | 3, i: number) =>
  `00000000-0000-4000-8${kind}00-${String(i).padStart(12, '0')}`;
export const adminId = uuidOf(1, 0);
export const productOfOffer = (offer: number) => Math.ceil(offer / offersPerProduct);
/** A session token of the reseller, the length of a real one. */
export const tokenOf = (reseller: number) => `seed${String(reseller).padStart(39, '0')}`;

/**
 * Fills an empty, migrated database with a believable business whose books add up (`npm run audit` finds nothing).
 * `superuserUrl`: history is written with the ledger's trigger off, balances computed, a thousand times faster.
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
    await client.query(people(size));
    await client.query(catalogue(size));
    const addIndexes = await withoutIndexes(client);
    await insertCodes(client, vault, size, progress);
    progress(`${size.sales} ventes passées`);
    for (const statement of history(size)) await client.query(statement);
    progress('index');
    await addIndexes();
    for (const statement of sums(size)) await client.query(statement);
    progress('vacuum, analyze');
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/**
 * Takes the indexes of the large tables away while they are filled: made at the end, they cost a fraction.
 * @returns what makes them again
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

const people = ({ resellers }: Size) => `
INSERT INTO users (id, email, password_hash, role, status, first_name, last_name, display_name, company, phone, created_at)
SELECT ${resellerId('i')}, CASE i WHEN 0 THEN 'admin@exemple.dz' ELSE 'r' || i || '@exemple.dz' END, 'none',
       CASE i WHEN 0 THEN 'admin' ELSE 'reseller' END, 'active',
       (ARRAY['Amine','Yacine','Nadia','Samir','Lina','Karim','Sonia'])[1 + i % 7],
       (ARRAY['Benali','Brahimi','Haddad','Mansouri','Cherif'])[1 + i % 5] || ' ' || i, 'Revendeur ' || i,
       'Cyber ' || (ARRAY['Sétif','Alger','Oran','Béjaïa','Annaba'])[1 + i % 5] || ' ' || i, '0550' || lpad(i::text, 6, '0'),
       now() - (${resellers} - i) * interval '1 minute'
  FROM generate_series(0, ${resellers}) i;
INSERT INTO sessions (token_hash, user_id, expires_at)
SELECT sha256(convert_to('seed' || lpad(i::text, 39, '0'), 'UTF8')), ${resellerId('i')}, now() + interval '30 days'
  FROM generate_series(0, ${resellers}) i;`;

const catalogue = ({ offers }: Size) => `
INSERT INTO products (id, name, game, category)
SELECT ${productId('i')}, 'Produit ' || i, (ARRAY['Free Fire','PUBG Mobile','Mobile Legends','Roblox'])[1 + i % 4], 'Cartes'
  FROM generate_series(1, ${Math.ceil(offers / offersPerProduct)}) i;
INSERT INTO offers (id, product_id, position, name, value, price)
SELECT ${offerId('i')}, ${productId(`(i - 1) / ${offersPerProduct} + 1`)}, i, 'Offre ' || i, i || ' Diamants', ${price}
  FROM generate_series(1, ${offers}) i;
INSERT INTO offer_stock (offer_id, slot) SELECT ${offerId('i')}, slot
  FROM generate_series(1, ${offers}) i, generate_series(0, 15) slot;`;

/** Codes are sealed one by one, as an import does; the first `sales` of them will have been sold. */
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
  const text = `INSERT INTO codes (id, product_id, offer_id, sealed, key_id, fingerprint, created_at, status, sold_to, sold_at, purchase_id, sale_price)
    SELECT c.id, ${productId(`(c.offer - 1) / ${offersPerProduct} + 1`)}, ${offerId('c.offer')}, c.sealed, $4, c.fingerprint,
           ${now} - interval '30 days' + c.id * interval '1 millisecond',
           CASE WHEN s.past THEN 'sold' ELSE 'available' END, CASE WHEN s.past THEN ${past.buyerId} END,
           CASE WHEN s.past THEN ${past.when} END, CASE WHEN s.past THEN c.id END, CASE WHEN s.past THEN ${price} END
      FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $5::int[]) AS c (id, sealed, fingerprint, offer),
           LATERAL (SELECT c.id <= ${sales} AS past) s`;
  for (let from = 1; from <= total; from += codesPerBatch) {
    const ids = Array.from({ length: Math.min(codesPerBatch, total - from + 1) }, (_, i) => from + i);
    const plain = ids.map((n) => `CODE-${n.toString(36).toUpperCase().padStart(12, '0')}`);
    await client.query({
      name: 'seed-codes',
      text,
      values: [
        ids,
        plain.map((code, i) => vault.seal(ids[i] ?? 0, code)),
        plain.map((code) => vault.fingerprint(code)),
        vault.keyId,
        ids.map((n) => (n > spread ? 1 : 1 + ((n - 1) % offers))),
      ],
    });
    if (from % (codesPerBatch * 10) === 1)
      progress(`codes : ${Math.min(total, from + codesPerBatch)} / ${total}`);
  }
}

/** One moment for all statements: a code was sold when its purchase was made. */
const now = `'${new Date().toISOString()}'::timestamptz`;

/** Buyer and time of the past sale with this number, in SQL. */
const pastSale = ({ resellers, sales }: Size, s: string) => ({
  buyerId: resellerId(`(${s} - 1) % ${resellers} + 1`),
  when: `${now} - interval '30 days' + ${s} * (interval '29 days' / ${sales + 1})`,
});

const history = (size: Size): string[] => {
  const { resellers, offers, sales, recharges = usualRecharges } = size;
  const credits = recharges * resellers;
  const recharge = Math.floor(credited / recharges);
  const offer = `((s - 1) % ${offers} + 1)`;
  const before = `(${recharges * recharge}::bigint - ((s - 1) / ${resellers}) * ${price}::bigint)`;
  const { buyerId, when } = pastSale(size, 's');
  const description = `'Achat Produit ' || ((${offer} - 1) / ${offersPerProduct} + 1) || ' - Offre ' || ${offer}`;
  const sale = `FROM generate_series(1, ${sales}) s`;
  return [
    `INSERT INTO transactions (id, user_id, type, amount, method, admin_id, reason, description, balance_before, balance_after,
       status, created_at, completed_at, processed_by, processed_at)
     SELECT k * ${resellers} + u, ${resellerId('u')}, 'recharge', ${recharge}, 'manual_admin', '${adminId}', 'Recharge manuelle par admin',
       'Recharge du solde', k * ${recharge}::bigint, (k + 1) * ${recharge}::bigint, 'completed', t, t, '${adminId}', t
       FROM generate_series(0, ${recharges - 1}) k, generate_series(1, ${resellers}) u, LATERAL (SELECT ${now} - interval '31 days' - (${recharges} - k) * interval '1 hour' AS t) x`,
    `INSERT INTO ledger (id, user_id, type, amount, description, admin_id, transaction_id, balance_before, balance_after, metadata, created_at)
     SELECT id, user_id, 'credit', amount, description, admin_id, id, balance_before, balance_after,
       '{"source":"admin_recharge","validated":true}', created_at FROM transactions WHERE type = 'recharge' ORDER BY id`,
    `INSERT INTO recharges (user_id, amount, note, method, admin_id, transaction_id, created_at)
     SELECT user_id, amount, reason, method, admin_id, id, created_at FROM transactions WHERE type = 'recharge' ORDER BY id`,
    `INSERT INTO purchases (id, user_id, product_id, offer_id, product_name, offer_name, game, value, quantity, unit_price, total_cost, transaction_id, created_at)
     SELECT s, ${buyerId}, ${productId(`(${offer} - 1) / ${offersPerProduct} + 1`)}, ${offerId(offer)},
       'Produit ' || ((${offer} - 1) / ${offersPerProduct} + 1), 'Offre ' || ${offer}, 'Free Fire', ${offer} || ' Diamants', 1, ${price}, ${price},
       ${credits} + s, ${when} ${sale}`,
    `INSERT INTO transactions (id, user_id, type, amount, description, product_name, balance_before, balance_after, status, created_at, completed_at)
     SELECT ${credits} + s, ${buyerId}, 'purchase', ${price}, ${description}, 'Produit ' || ((${offer} - 1) / ${offersPerProduct} + 1),
       ${before}, ${before} - ${price}, 'completed', ${when}, ${when} ${sale}`,
    `INSERT INTO ledger (id, user_id, type, amount, description, transaction_id, related_transaction_id, balance_before, balance_after, metadata, created_at)
     SELECT ${credits} + s, ${buyerId}, 'debit', ${price}, ${description}, ${credits} + s, s, ${before}, ${before} - ${price},
       jsonb_build_object('source', 'purchase', 'validated', true, 'offerId', ${offerId(offer)}, 'quantity', 1, 'unitPrice', ${price / 100}), ${when} ${sale}`,
  ];
};

/** What follows from the history: balances, stock, and the numbers that come next. */
const sums = ({ resellers, codes, hotCodes, sales, recharges = usualRecharges }: Size): string[] => {
  const credits = recharges * resellers;
  const recharge = Math.floor(credited / recharges);
  return [
    `UPDATE users u SET balance = ${recharges * recharge}::bigint - ${price}::bigint * coalesce(n, 0), last_recharge = now(), last_purchase = l
       FROM (SELECT id, (SELECT count(*) FROM purchases p WHERE p.user_id = users.id) AS n,
                    (SELECT max(created_at) FROM purchases p WHERE p.user_id = users.id) AS l FROM users) x
      WHERE x.id = u.id AND u.role = 'reseller'`,
    `UPDATE offer_stock s SET quantity = (SELECT count(*) FROM codes c WHERE c.offer_id = s.offer_id AND c.status = 'available') WHERE slot = 0`,
    `SELECT setval('transactions_id_seq', ${credits + sales}), setval('ledger_number', ${credits + sales}),
       setval('purchases_id_seq', ${Math.max(1, sales)}), setval('codes_id_seq', ${sales + codes + hotCodes})`,
  ];
};
