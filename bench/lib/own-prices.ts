import pg from 'pg';

/** Gives each reseller 25 prices for each offer, from a quantity on: 100,000 in the size of a comparison. The price of one code stays. */
export async function withOwnPrices(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO special_prices (scope, scope_id, offer_id, min_quantity, price)
       SELECT 'user', u.id::text, o.id, q, greatest(o.price - (q - 1), 1)
         FROM users u, offers o, generate_series(1, 25) q WHERE u.role = 'reseller' AND u.status = 'active'`,
    );
    await client.query(
      `INSERT INTO price_changes (offer_id, scope, scope_id, min_quantity, to_price, changed_by)
       SELECT s.offer_id, s.scope, s.scope_id, s.min_quantity, s.price, (SELECT id FROM users WHERE role = 'admin' LIMIT 1)
         FROM special_prices s`,
    );
    await client.query(`UPDATE users SET own_prices = true WHERE role = 'reseller' AND status = 'active'`);
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE special_prices');
  } finally {
    await client.end();
  }
}
