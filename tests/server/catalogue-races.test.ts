import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { locks } from '../../server/src/database/locks.ts';
import { runQuery } from '../../server/src/database/run-query.ts';
import { sellCodes } from '../../server/src/modules/purchases/sell-codes.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows, waitingForLocks } from '../support/row-locks.ts';
import { saleParams } from '../support/sale-params.ts';
import {
  codesPath,
  createProduct,
  importCodes,
  newCodes,
  offerOf,
  type ShopProduct,
} from '../support/shop.ts';
import { createUser, type TestUser, userOn } from '../support/users.ts';

/*
 * A sale against an administrator who removes, edits or imports at the same moment: in either order, the stock is
 * the unsold codes, a removed offer has none, and every debit has its codes.
 */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db);
const { server: other } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin' });
const buyers = await Promise.all(
  Array.from({ length: 6 }, () => createUser(server, services, { balance: 1_000_000 })),
);

const order = (product: ShopProduct, quantity = 1) => ({
  productId: product.id,
  offerId: offerOf(product).id,
  quantity,
});

/** A sale whose transaction is open until the test commits it or rolls it back. */
async function undecidedSale(buyer: TestUser, product: ShopProduct, quantity: number) {
  const client = await db.pool.connect();
  await client.query('BEGIN');
  const sale = await sellCodes(
    { query: (config) => runQuery(client, config) },
    saleParams({ buyerId: buyer.id, productId: product.id, offerId: offerOf(product).id, quantity }),
    () => undefined,
  );
  expect(sale).toMatchObject({ purchaseId: expect.any(Number) });
  return async (end: 'COMMIT' | 'ROLLBACK') => {
    await client.query(end);
    client.release();
  };
}

const isImportWaiting = async () => (await waitingForLocks(db)) > 0;

describe('while an import waits for its turn behind another one', () => {
  async function waitingImport() {
    const product = await createProduct(admin);
    const turn = await holdRows(db, 'SELECT pg_advisory_xact_lock($1)', locks.codeImports);
    const offer = offerOf(product);
    const imported = admin.post(codesPath(product, offer), {
      codes: newCodes(3),
    });
    await eventually(isImportWaiting);
    return { product, offer, imported, turn };
  }

  test('while an import waits behind another one, the price of its offer can be changed', async () => {
    const { product, offer, imported, turn } = await waitingImport();
    const changed = admin.put(`/api/products/${product.id}`, {
      name: product.name,
      game: 'Free Fire',
      offers: [{ id: offer.id, name: offer.name, value: offer.value, price: 120 }],
    });
    const first = await Promise.race([changed, eventually(async () => (await turn.waiting()) > 1)]);
    expect(first, 'the change waits as well').toMatchObject({ status: 200 });
    await turn.release();
    expect((await imported).body).toMatchObject({ imported: 3, stock: 3 });
    expect(offerOf((await admin.get(`/api/products/${product.id}`)).body)).toMatchObject({
      price: 120,
      stock: 3,
    });
  });

  test('an import whose offer is deleted while it waits writes nothing', async () => {
    const { product, imported, turn } = await waitingImport();
    const deleted = admin.delete(`/api/products/${product.id}`);
    const first = await Promise.race([deleted, eventually(async () => (await turn.waiting()) > 1)]);
    expect(first, 'the deletion waits as well').toMatchObject({ status: 204 });
    await turn.release();
    expect((await imported).body).toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
    expect(await query('SELECT FROM codes WHERE offer_id = $1', offerOf(product).id)).toEqual([]);
    expect(await audit(services.db)).toEqual([]);
  });
});

describe('a change during an undecided sale', () => {
  const removals: [string, (product: ShopProduct) => Promise<{ status: number }>][] = [
    ['its product is deleted', (product) => admin.delete(`/api/products/${product.id}`)],
    [
      'its offer is removed',
      (product) =>
        admin.put(`/api/products/${product.id}`, {
          name: 'Sans',
          game: 'Free Fire',
          offers: [{ name: 'Autre', value: '1 UC', price: 5 }],
          removedOffers: [{ id: offerOf(product).id, codes: 5 }],
        }),
    ],
  ];
  test.each(removals)(
    'when %s during an undecided sale, the removal waits, and the codes sold at the commit stay',
    async (_, remove) => {
      const product = await createProduct(admin);
      await importCodes(admin, product, 5);
      const end = await undecidedSale(buyers[0] as TestUser, product, 2);
      const removed = remove(product);
      await eventually(isImportWaiting);
      await end('COMMIT');
      expect((await removed).status).toBeLessThan(300);
      const left = await query('SELECT status FROM codes WHERE offer_id = $1', offerOf(product).id);
      expect(left).toEqual([{ status: 'sold' }, { status: 'sold' }]);
      expect(await audit(services.db)).toEqual([]);
    },
  );

  test.each(removals)(
    'when %s during an undecided sale, the removal waits, and all codes are deleted after a rollback',
    async (_, remove) => {
      const product = await createProduct(admin);
      await importCodes(admin, product, 5);
      const end = await undecidedSale(buyers[0] as TestUser, product, 2);
      const removed = remove(product);
      await eventually(isImportWaiting);
      await end('ROLLBACK');
      expect((await removed).status).toBeLessThan(300);
      expect(await query('SELECT FROM codes WHERE offer_id = $1', offerOf(product).id)).toEqual([]);
      expect(await audit(services.db)).toEqual([]);
    },
  );

  test('a price change during an undecided sale does not wait for it, and the purchase keeps the old price', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 2);
    const end = await undecidedSale(buyers[0] as TestUser, product, 1);
    const offers = [{ ...offerOf(product), price: 999 }];
    const edit = await admin.put(`/api/products/${product.id}`, { name: 'P', game: 'G', offers });
    expect(edit.body.offers).toMatchObject([{ price: 999, stock: 2 }]);
    await end('COMMIT');
    expect(await query('SELECT unit_price FROM purchases WHERE offer_id = $1', offerOf(product).id)).toEqual([
      { unit_price: 10_000 },
    ]);
    expect(await audit(services.db)).toEqual([]);
  });
});

test('the deletion of a product waits for an import that is under way and deletes the imported codes', async () => {
  const product = await createProduct(admin);
  const path = codesPath(product);
  const imported = admin.post(path, { codes: newCodes(10_000) });
  const freeOffer = 'SELECT FROM offers WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED';
  await eventually(async () => (await query(freeOffer, offerOf(product).id)).length === 0);
  const removed = await admin.delete(`/api/products/${product.id}`);
  expect([(await imported).status, removed.status]).toEqual([200, 204]);
  expect(await query('SELECT FROM codes WHERE offer_id = $1', offerOf(product).id)).toEqual([]);
  expect(await audit(services.db)).toEqual([]);
});

const allowed =
  /^(Produit introuvable|Offre introuvable|Produit non disponible|Stock insuffisant .*|Codes insuffisants en stock|Aucun code .*)$/;

test('after sales, imports, edits, removals and releases in any order the audit finds no discrepancy', async () => {
  const rounds = process.env.LONG ? 60 : 4;
  const unexpected: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const product = await createProduct(admin, { offers: [{ price: 3 }, { price: 7 }] });
    await importCodes(admin, product, 30);
    await importCodes(admin, product, 30, offerOf(product, 1));
    let open = true;
    let sold = 0;
    const selling = buyers.map(async (buyer, index) => {
      const user = userOn(index % 2 ? server : other, buyer);
      while (open) {
        const { id: offerId } = offerOf(product, index % 2);
        const response = await user.post('/api/purchases', { ...order(product, 1 + (index % 3)), offerId });
        if (response.status === 200) sold += 1;
        else if (!allowed.test(response.body.message)) unexpected.push(response.text);
      }
    });
    const importing = (async () => {
      while (open) {
        const path = codesPath(product, offerOf(product, 1));
        const response = await admin.post(path, { codes: newCodes(20) });
        if (response.status !== 200 && !allowed.test(response.body.message)) unexpected.push(response.text);
        await query(
          `UPDATE codes SET status = 'reserved', ttl = now() WHERE id IN (SELECT id FROM codes
            WHERE offer_id = $1 AND status = 'available' LIMIT 2 FOR UPDATE SKIP LOCKED)`,
          offerOf(product, 1).id,
        );
        await admin.post('/api/codes/release-reservations');
      }
    })();
    await eventually(() => sold > 4);
    const edit = (change: object) =>
      admin.put(`/api/products/${product.id}`, { name: 'Course', game: 'Free Fire', ...change });
    const second = { ...offerOf(product, 1), price: 8 };
    const writes = await Promise.all([
      edit({ offers: [offerOf(product), second] }),
      edit({ offers: [second], removedOffers: [{ id: offerOf(product).id, codes: 100_000 }] }),
      admin.patch(`/api/products/${product.id}`, { status: 'inactive' }),
      admin.patch(`/api/products/${product.id}`, { status: 'active' }),
    ]);
    for (const { status, text } of writes) if (status !== 200) unexpected.push(text);
    await turn();
    expect((await admin.delete(`/api/products/${product.id}`)).status).toBe(204);
    open = false;
    await Promise.all([...selling, importing]);
    expect(await audit(services.db)).toEqual([]);
    const offerIds = product.offers.map(({ id }) => id);
    expect(await query(`SELECT FROM codes WHERE offer_id = ANY ($1) AND status <> 'sold'`, offerIds)).toEqual(
      [],
    );
  }
  expect(unexpected).toEqual([]);
});
