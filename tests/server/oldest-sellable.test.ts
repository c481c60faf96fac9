import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { advanceOldestSellable } from '../../server/src/modules/codes/advance-oldest-sellable.ts';
import { sellCodes } from '../../server/src/modules/purchases/sell-codes.ts';
import { testApp } from '../support/app.ts';
import { executedPlanOf } from '../support/plan.ts';
import { saleParams } from '../support/sale-params.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

/*
 * The code lookup of a purchase starts at the offer's oldest_sellable_at. It only saves reading: the codes that
 * are sold, and their order, are what they would be without it.
 */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
let buyer: TestUser;
let product: ShopProduct;
let offer: string;
beforeEach(async () => {
  buyer = await createUser(server, services, { balance: 1_000_000 });
  product = await createProduct(admin);
  offer = offerOf(product).id;
});

const advance = () => transaction(services.db, advanceOldestSellable);
const oldestSellable = async () =>
  (await query('SELECT oldest_sellable_at::text AS at FROM offers WHERE id = $1', offer))[0]?.at;
const buy = async (quantity = 1) => {
  const order = { productId: product.id, offerId: offer, quantity };
  const { status, body } = await buyer.post('/api/purchases', order);
  return status === 200 ? body.codes.map(({ id }: { id: string }) => Number(id)) : body.code;
};
/** The codes of the offer, the oldest first: their ids and when they were imported. */
const codesOfOffer = async () => {
  const rows = await query(
    'SELECT id, created_at::text AS at FROM codes WHERE offer_id = $1 ORDER BY created_at, id',
    offer,
  );
  return rows as { id: number; at: string }[];
};

describe('oldest_sellable_at of an offer', () => {
  test('after a sale, the job sets oldest_sellable_at to the oldest available code, and codes are sold in import order', async () => {
    for (let i = 0; i < 3; i += 1) await importCodes(admin, product, 2);
    const codes = await codesOfOffer();
    expect([await advance(), await oldestSellable()]).toEqual([0, '-infinity']);
    expect(await buy(3)).toEqual(codes.slice(0, 3).map(({ id }) => id));
    expect([await advance(), await oldestSellable()]).toEqual([1, codes[3]?.at]);
    expect([await advance(), await oldestSellable()]).toEqual([0, codes[3]?.at]);
    expect(await buy(3)).toEqual(codes.slice(3).map(({ id }) => id));
  });

  test('the first try of a sale sells the code imported at oldest_sellable_at itself', async () => {
    for (let i = 0; i < 2; i += 1) await importCodes(admin, product, 1);
    const [, second] = await codesOfOffer();
    await buy();
    await advance();
    expect(await oldestSellable()).toBe(second?.at);
    const sale = await sellCodes(
      services.db,
      saleParams({ buyerId: buyer.id, productId: product.id, offerId: offer }),
      () => {},
    );
    expect(sale).toMatchObject({ codes: [{ id: second?.id }] });
  });

  test('an offer’s oldest_sellable_at is not later than its oldest reserved code, which may become available again', async () => {
    for (let i = 0; i < 3; i += 1) await importCodes(admin, product, 1);
    const [first, second, third] = await codesOfOffer();
    await query(`UPDATE codes SET status = 'reserved', ttl = now() WHERE id = $1`, first?.id);
    expect(await buy()).toEqual([second?.id]);
    await advance();
    expect(await oldestSellable()).toBe(first?.at);
    await query(`UPDATE codes SET status = 'available', ttl = NULL WHERE id = $1`, first?.id);
    expect(await buy(2)).toEqual([first?.id, third?.id]);
  });

  test('an offer’s oldest_sellable_at is not advanced while codes are being imported into the offer', async () => {
    await importCodes(admin, product, 1);
    await buy();
    const importing = await services.db.pool.connect();
    onTestFinished(() => importing.release(true));
    await importing.query('BEGIN');
    await importing.query('SELECT FROM offers WHERE id = $1 FOR NO KEY UPDATE', [offer]);
    await advance();
    expect(await oldestSellable()).toBe('-infinity');
    await importing.query(
      `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
       SELECT product_id, offer_id, sealed, key_id, '\\x01' FROM codes WHERE offer_id = $1`,
      [offer],
    );
    await importing.query('COMMIT');
    await advance();
    expect(await oldestSellable()).toBe((await codesOfOffer())[1]?.at);
  });

  test('an import whose clock is behind lowers oldest_sellable_at, so that its codes are sold in their order', async () => {
    await importCodes(admin, product, 1);
    await query(`UPDATE codes SET created_at = now() + interval '2 hours' WHERE offer_id = $1`, offer);
    await query(`UPDATE offers SET oldest_sellable_at = now() + interval '1 hour' WHERE id = $1`, offer);
    await importCodes(admin, product, 1);
    const [now, ahead] = await codesOfOffer();
    expect([await buy(), await buy()]).toEqual([[now?.id], [ahead?.id]]);
  });

  test('an oldest_sellable_at that is too late hides no code: older codes are sold when no other is left', async () => {
    await importCodes(admin, product, 2);
    await query(`UPDATE offers SET oldest_sellable_at = now() + interval '1 day' WHERE id = $1`, offer);
    const [first, second] = await codesOfOffer();
    expect(await buy()).toEqual([first?.id]);
    const attempts = await query(`SELECT attempts FROM rate_limits WHERE subject = $1`, buyer.id);
    expect(attempts).toEqual([{ attempts: 1 }]);
    await advance();
    expect(await oldestSellable()).toBe(first?.at);
    expect(await buy()).toEqual([second?.id]);
    expect(await buy()).toBe('STOCK_SHORT');
  });
});

test('a purchase does not read the index entries of codes sold since the last vacuum', async () => {
  await query('ALTER TABLE codes SET (autovacuum_enabled = false)');
  await query(
    `WITH imported AS (
       INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint, created_at)
       SELECT $1, $2, '\\x00', 2, decode(md5(n::text), 'hex'), now() - interval '1 day' + n * interval '1 second'
         FROM generate_series(1, 20000) n
     ) UPDATE offer_stock SET quantity = 20000, last_sale = now() WHERE offer_id = $2 AND slot = 0`,
    product.id,
    offer,
  );
  await query(
    `UPDATE codes SET status = 'sold', sold_to = $2, sold_at = now(), purchase_id = 1 WHERE id IN (
       SELECT id FROM codes WHERE offer_id = $1 ORDER BY created_at LIMIT 19000)`,
    offer,
    admin.id,
  );
  /** How many pages of the index of available codes a sale reads. */
  const pages = async () => {
    const sale = `'${buyer.id}', NULL, '${product.id}', '${offer}', 1, '\\x00', 1000, true, true, NULL, NULL, NULL`;
    const steps = await executedPlanOf(services.db, 'purchases.sell', sale);
    return steps
      .filter((step) => step['Index Name'] === 'codes_available')
      .reduce((sum, step) => sum + Number(step['Shared Hit Blocks']) + Number(step['Shared Read Blocks']), 0);
  };
  // Measured at the second sale: the first one marks the index entries of sold codes as dead.
  await pages();
  expect(await pages()).toBeGreaterThan(50);
  await advance();
  expect(await pages()).toBeLessThan(15);
});
