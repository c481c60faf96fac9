import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Cell } from './cell.ts';
import { clientLoop } from './client-loop.ts';
import { anyOffer, anyReseller, type Spread } from './sale.ts';
import { offersPerProduct, price, type Size } from './seed.ts';
import type { SeededDatabase } from './seeded-database.ts';

/**
 * The least that sells a code safely: one debit, one code, one purchase, one ledger row and one stock slot in one statement,
 * on narrow tables with the indexes that a list of purchases, a list of movements and "once per code" need. No transaction
 * record, attempt, key, notification, sealing or trigger. What the product's own sale costs is compared with it.
 */
const schema = ({ resellers, offers, codes, hotCodes, sales }: Size): string => `
DROP SCHEMA IF EXISTS lean CASCADE;
CREATE SCHEMA lean;
SET search_path = lean;
CREATE TABLE accounts (id bigint PRIMARY KEY, email text NOT NULL UNIQUE, role text NOT NULL, status text NOT NULL,
  balance bigint NOT NULL CHECK (balance >= 0), last_purchase timestamptz) WITH (fillfactor = 70);
CREATE TABLE sessions (token_hash bytea PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts, expires_at timestamptz NOT NULL);
CREATE TABLE products (id bigint PRIMARY KEY, name text NOT NULL, status text NOT NULL);
CREATE TABLE offers (id bigint PRIMARY KEY, product_id bigint NOT NULL REFERENCES products, name text NOT NULL, price bigint NOT NULL);
CREATE TABLE stock (offer_id bigint, slot int, quantity int NOT NULL, PRIMARY KEY (offer_id, slot)) WITH (fillfactor = 30);
CREATE TABLE purchases (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts,
  product_id bigint NOT NULL, offer_id bigint NOT NULL, product_name text NOT NULL, offer_name text NOT NULL,
  quantity int NOT NULL, unit_price bigint NOT NULL, total bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE codes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, offer_id bigint NOT NULL REFERENCES offers,
  code text NOT NULL UNIQUE, status text NOT NULL DEFAULT 'available', sold_to bigint REFERENCES accounts,
  sold_at timestamptz, purchase_id bigint REFERENCES purchases, sale_price bigint) WITH (fillfactor = 85);
CREATE TABLE ledger (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id bigint NOT NULL REFERENCES accounts,
  type text NOT NULL, amount bigint NOT NULL, description text NOT NULL, purchase_id bigint REFERENCES purchases,
  balance_before bigint NOT NULL, balance_after bigint NOT NULL, metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now());
INSERT INTO accounts SELECT i, 'r' || i || '@exemple.dz', 'reseller', 'active', 900000000 FROM generate_series(1, ${resellers}) i;
INSERT INTO sessions SELECT sha256(convert_to('lean' || i, 'UTF8')), i, now() + interval '1 day' FROM generate_series(1, ${resellers}) i;
INSERT INTO products SELECT i, 'Produit ' || i, 'active' FROM generate_series(1, ${Math.ceil(offers / offersPerProduct)}) i;
INSERT INTO offers SELECT i, (i - 1) / ${offersPerProduct} + 1, 'Offre ' || i, ${price} FROM generate_series(1, ${offers}) i;
INSERT INTO stock SELECT i, slot, 0 FROM generate_series(1, ${offers}) i, generate_series(0, 15) slot;
INSERT INTO purchases (account_id, product_id, offer_id, product_name, offer_name, quantity, unit_price, total)
  SELECT 1 + i % ${resellers}, 1, 1, 'Produit 1', 'Offre 1', 1, ${price}, ${price} FROM generate_series(1, ${sales}) i;
INSERT INTO ledger (account_id, type, amount, description, purchase_id, balance_before, balance_after, metadata)
  SELECT account_id, 'debit', total, 'Achat Produit 1 - Offre 1', id, 900000000, 900000000 - total, '{"source":"purchase"}' FROM purchases;
INSERT INTO codes (offer_id, code)
  SELECT CASE WHEN i > ${codes} THEN 1 ELSE 1 + i / 50 % ${offers} END, 'CODE-' || lpad(i::text, 12, '0')
    FROM generate_series(1, ${codes + hotCodes}) i;
CREATE INDEX ON codes (offer_id, id) WHERE status = 'available';
CREATE INDEX ON codes (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX ON purchases (account_id, created_at, id);
CREATE INDEX ON ledger (account_id, id);
UPDATE stock SET quantity = (SELECT count(*) FROM codes c WHERE c.offer_id = stock.offer_id) WHERE slot = 0;`;

/** $1: hash of the session's token, $2: offer, $3: quantity. */
export const leanSaleSql = `
WITH buyer AS MATERIALIZED (
  SELECT a.id FROM lean.sessions s JOIN lean.accounts a ON a.id = s.account_id
   WHERE s.token_hash = $1::bytea AND s.expires_at > now() AND a.role = 'reseller' AND a.status = 'active'
), offer AS MATERIALIZED (
  SELECT o.id, o.name, o.price, p.id AS product_id, p.name AS product_name
    FROM lean.offers o JOIN lean.products p ON p.id = o.product_id WHERE o.id = $2::bigint AND p.status = 'active'
), picked AS MATERIALIZED (
  SELECT id FROM lean.codes WHERE offer_id = $2 AND status = 'available' ORDER BY id LIMIT $3::int FOR UPDATE SKIP LOCKED
), debit AS (
  UPDATE lean.accounts a SET balance = a.balance - o.price * $3, last_purchase = now() FROM buyer b, offer o
   WHERE a.id = b.id AND a.balance >= o.price * $3 AND (SELECT count(*) FROM picked) = $3
  RETURNING a.id, a.balance
), purchase AS (
  INSERT INTO lean.purchases (account_id, product_id, offer_id, product_name, offer_name, quantity, unit_price, total)
  SELECT d.id, o.product_id, o.id, o.product_name, o.name, $3, o.price, o.price * $3 FROM debit d, offer o RETURNING id
), entry AS (
  INSERT INTO lean.ledger (account_id, type, amount, description, purchase_id, balance_before, balance_after, metadata)
  SELECT d.id, 'debit', o.price * $3, 'Achat ' || o.product_name || ' - ' || o.name, p.id, d.balance + o.price * $3,
         d.balance, jsonb_build_object('source', 'purchase', 'offerId', o.id, 'quantity', $3, 'unitPrice', o.price)
    FROM debit d, offer o, purchase p
), sold AS (
  UPDATE lean.codes c SET status = 'sold', sold_to = d.id, sold_at = now(), purchase_id = p.id, sale_price = o.price
    FROM debit d, offer o, purchase p WHERE c.id = ANY (ARRAY(SELECT id FROM picked)) RETURNING c.code
), slot AS (
  UPDATE lean.stock s SET quantity = s.quantity - $3 FROM purchase WHERE s.offer_id = $2 AND s.slot = pg_backend_pid() % 16
)
SELECT p.id, d.balance, (SELECT array_agg(code) FROM sold) AS codes FROM purchase p, debit d`;

/** Creates and fills the minimal tables in the schema `lean` of the same database. */
export async function prepareLean(database: SeededDatabase, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    await client.query(`SET synchronous_commit = off; ${schema(size)}
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA lean TO PUBLIC; GRANT USAGE ON SCHEMA lean TO PUBLIC;`);
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

export const leanParams = (size: Size, spread: Spread): readonly [Buffer, number, number] => [
  createHash('sha256')
    .update(`lean${anyReseller(size)}`)
    .digest(),
  anyOffer(size, spread),
  1,
];

/** Lean sales from Node: `connections` clients, each one after the other. */
export async function leanSales(
  url: string,
  size: Size,
  spread: Spread,
  connections: number,
  seconds: number,
): Promise<Cell> {
  return clientLoop(url, connections, seconds, async (client) => {
    const values = leanParams(size, spread);
    const { rows } = await client.query({ name: 'lean', text: leanSaleSql, values: [...values] });
    return rows.length === 1;
  });
}
