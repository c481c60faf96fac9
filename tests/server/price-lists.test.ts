import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { codesPath, createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

/* Turned red by: a list that is compared before the locks only; an undo that puts back a price which has changed since. */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db);
const { server: other } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });

interface Line {
  readonly offer: string;
  readonly prices: readonly object[];
}
const preview = async (lines: readonly Line[]) =>
  (await admin.post('/api/price-lists/preview', { lines })).body;
const apply = (lines: readonly Line[], version: string, more: object = {}, by = admin) =>
  by.post('/api/price-lists/apply', { lines, version, ...more });
const undo = (id: string, more: object = {}) => admin.post(`/api/price-lists/${id}/undo`, more);
const pricesOf = async (product: ShopProduct): Promise<number[]> =>
  (await admin.get(`/api/products/${product.id}`)).body.offers.map(({ price }: { price: number }) => price);
let made = 0;
/** A product of its own with offers at these prices. */
async function newProduct(...prices: number[]): Promise<ShopProduct> {
  made += 1;
  return createProduct(admin, {
    name: `Jeu ${made}`,
    offers: prices.map((price, index) => ({ name: `Lot ${made} ${index + 1}`, price })),
  });
}
const newLevel = async () => (await admin.post('/api/price-levels', { name: `Liste ${Math.random()}` })).body;

describe('the preview of a list', () => {
  test('it shows each change with the former and new price, the cost, what is unchanged, unknown and missing, and writes nothing [PRC-30]', async () => {
    const product = await newProduct(480, 900, 50);
    const level = await newLevel();
    await admin.post(codesPath(product), {
      codes: [`LISTE-${made}`],
      batch: { unitCost: 470 },
    });
    const lines = [
      {
        offer: `${product.name} — LOT ${made} 1`.toUpperCase(),
        prices: [{ price: 465 }, { levelId: level.id, price: 475 }],
      },
      {
        offer: offerOf(product, 1).id,
        prices: [{ price: 900 }, { levelId: level.id, minQuantity: 10, price: 880 }],
      },
      { offer: 'Inconnu 12', prices: [{ price: 1 }] },
    ];
    const read = await preview(lines);
    expect(read).toMatchObject({
      unchanged: 1,
      unknown: [{ line: 2, offer: 'Inconnu 12', several: false }],
      changes: [
        { line: 0, offerId: offerOf(product).id, levelId: null, from: 480, to: 465, unitCost: 470 },
        { line: 0, levelId: level.id, levelName: level.name, minQuantity: 1, from: null, to: 475 },
        { line: 1, levelId: level.id, minQuantity: 10, from: null, to: 880, unitCost: null },
      ],
    });
    expect(read.missing).toContainEqual({
      offerId: offerOf(product, 2).id,
      productName: product.name,
      offerName: offerOf(product, 2).name,
      price: 50,
    });
    expect(await pricesOf(product)).toEqual([480, 900, 50]);
    expect((await admin.get(`/api/price-changes?offerId=${offerOf(product).id}`)).body.items).toEqual([]);
  });

  test('an offer is found by its id, by product and name, or by a name that no other offer has [PRC-30]', async () => {
    const [one, two] = [await newProduct(100), await newProduct(200)];
    for (const name of ['Même nom', 'Même nom'])
      await admin.post(`/api/products/${one.id}/offers`, { name, value: 'x', price: 10 });
    const lines = ['meme  nom', `lot ${made} 1`, `${one.name} lot ${made - 1} 1`].map((offer) => ({
      offer,
      prices: [{ price: 77 }],
    }));
    const read = await preview(lines);
    expect(read.unknown).toEqual([{ line: 0, offer: 'meme  nom', several: true }]);
    expect(read.changes.map(({ offerId }: { offerId: string }) => offerId)).toEqual([
      offerOf(two).id,
      offerOf(one).id,
    ]);
    const refused = async (prices: readonly object[]) =>
      (await admin.post('/api/price-lists/preview', { lines: [{ offer: offerOf(one).id, prices }] })).body
        .code;
    expect(await refused([{ price: 1 }, { price: 2 }])).toBe('PRICE_REPEATED');
    expect(await refused([{ price: 1, levelId: '0' }])).toBe('PRICE_LEVEL_NOT_FOUND');
    expect(await refused([{ price: 1, minQuantity: 5 }])).toBe('INVALID_INPUT');
    expect(await refused([{ price: 0 }])).toBe('OFFER_PRICE_NOT_POSITIVE');
    expect((await admin.post('/api/price-lists/preview', { lines: [] })).body.code).toBe('PRICE_LIST_EMPTY');
  });
});

describe('a list that is applied', () => {
  test('all changes or the chosen ones are written together, recorded with their list, and charged from then on [PRC-31]', async () => {
    const product = await newProduct(480, 900);
    const level = await newLevel();
    await importCodes(admin, product, 5);
    const buyer = await createUser(server, services, { balance: 10_000 });
    await admin.patch(`/api/users/${buyer.id}/price-level`, { levelId: level.id });
    const lines = [
      { offer: offerOf(product).id, prices: [{ price: 485 }, { levelId: level.id, price: 476 }] },
      { offer: offerOf(product, 1).id, prices: [{ price: 950 }] },
    ];
    const { version, changes } = await preview(lines);
    const none = await apply(lines, version, { chosen: ['autre'] });
    expect(none.body.code).toBe('PRICE_LIST_EMPTY');
    const chosen = changes.slice(0, 2).map(({ key }: { key: string }) => key);
    const applied = await apply(lines, version, { chosen, source: 'prix-mars.csv' });
    expect(applied.body).toMatchObject({ changed: 2, belowCost: 0 });
    expect(await pricesOf(product)).toEqual([485, 900]);
    const sale = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
    expect((await buyer.post('/api/purchases', sale)).body.unitPrice).toBe(476);
    const history = (await admin.get(`/api/price-changes?listId=${applied.body.id}`)).body.items;
    expect(history).toMatchObject([
      { scope: 'level', from: null, to: 476, listId: applied.body.id },
      { scope: 'base', from: 480, to: 485, listId: applied.body.id },
    ]);
    const [list] = (await admin.get('/api/price-lists')).body.items;
    expect(list).toMatchObject({
      id: applied.body.id,
      source: 'prix-mars.csv',
      changes: 2,
      authorName: 'Nadia Amrani',
      undoneBy: null,
    });
    expect((await admin.post('/api/exports/price-lists', {})).text).toContain('prix-mars.csv');
    expect(await audit(db)).toEqual([]);
  });

  test('a list that was compared with other prices is refused with PRICE_LIST_STALE and changes nothing [PRC-32]', async () => {
    const product = await newProduct(480, 900);
    const lines = product.offers.map(({ id }) => ({ offer: id, prices: [{ price: 500 }] }));
    const { version } = await preview(lines);
    await admin.put(`/api/products/${product.id}`, {
      name: product.name,
      game: 'Jeu',
      offers: [{ ...offerOf(product), price: 481 }, offerOf(product, 1)],
    });
    const stale = await apply(lines, version);
    expect([stale.status, stale.body.code]).toEqual([409, 'PRICE_LIST_STALE']);
    expect(await pricesOf(product)).toEqual([481, 900]);
    // A price of another offer makes no list stale.
    const elsewhere = await newProduct(10);
    const again = await preview(lines);
    await apply(
      [{ offer: offerOf(elsewhere).id, prices: [{ price: 11 }] }],
      (await preview([{ offer: offerOf(elsewhere).id, prices: [{ price: 11 }] }])).version,
    );
    expect((await apply(lines, again.version)).status).toBe(200);
  });

  test('of two administrators who apply two lists for the same offers at once over two servers, one is refused [PRC-32]', async () => {
    const second = await createUser(server, services, { role: 'admin' });
    for (let round = 0; round < 10; round += 1) {
      const product = await newProduct(480, 900);
      const lists = [500, 510].map((price) =>
        product.offers.map(({ id }) => ({ offer: id, prices: [{ price: price + round }] })),
      );
      const versions = await Promise.all(lists.map(async (lines) => (await preview(lines)).version));
      const answers = await Promise.all(
        lists.map((lines, index) =>
          apply(lines, versions[index], {}, index === 0 ? admin : userOn(other, second)),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [first] = await pricesOf(product);
      expect(await pricesOf(product)).toEqual([first, first]);
    }
  });

  test('a list with a sale at a loss asks until it is confirmed, and says how many there are [PRC-31]', async () => {
    const product = await newProduct(480);
    await admin.post(codesPath(product), {
      codes: [`PERTE-${made}`],
      batch: { unitCost: 470 },
    });
    const lines = [{ offer: offerOf(product).id, prices: [{ price: 400 }] }];
    const { version } = await preview(lines);
    expect((await apply(lines, version)).body.code).toBe('PRICE_BELOW_COST');
    expect((await apply(lines, version, { confirmBelowCost: true })).body).toMatchObject({
      changed: 1,
      belowCost: 1,
    });
  });
});

describe('a list that is undone', () => {
  test('within the hour the former prices are put back as a change of their own, once [PRC-33]', async () => {
    const product = await newProduct(480, 900);
    const level = await newLevel();
    const lines = [
      { offer: offerOf(product).id, prices: [{ price: 485 }, { levelId: level.id, price: 476 }] },
      { offer: offerOf(product, 1).id, prices: [{ price: 950 }] },
    ];
    const { id } = (await apply(lines, (await preview(lines)).version)).body;
    const undone = await undo(id);
    expect(undone.body).toMatchObject({ changed: 3 });
    expect(await pricesOf(product)).toEqual([480, 900]);
    expect((await admin.get(`/api/price-levels/${level.id}/prices`)).body.items).toEqual([]);
    const [now, before] = (await admin.get('/api/price-lists')).body.items;
    expect(now).toMatchObject({ id: undone.body.id, undoes: id });
    expect(before).toMatchObject({ id, undoneBy: undone.body.id });
    expect((await undo(id)).body.code).toBe('PRICE_LIST_UNDONE');
    expect((await undo('0')).body.code).toBe('PRICE_LIST_NOT_FOUND');
    // An undo is a list too.
    expect((await undo(undone.body.id)).status).toBe(200);
    expect(await pricesOf(product)).toEqual([485, 950]);
    expect(await audit(db)).toEqual([]);
  });

  test('a list of which a price has changed since, or that is older than an hour, is not undone [PRC-33]', async () => {
    const product = await newProduct(480, 900);
    const lines = product.offers.map(({ id }, index) => ({ offer: id, prices: [{ price: 500 + index }] }));
    const { id } = (await apply(lines, (await preview(lines)).version)).body;
    const one = [{ offer: offerOf(product).id, prices: [{ price: 510 }] }];
    const { id: later } = (await apply(one, (await preview(one)).version)).body;
    expect((await undo(id)).body.code).toBe('PRICE_LIST_STALE');
    expect(await pricesOf(product)).toEqual([510, 501]);
    await db.query({ text: 'ALTER TABLE price_lists DISABLE TRIGGER price_lists_append_only' });
    await query(
      `UPDATE price_lists SET created_at = created_at - interval '61 minutes' WHERE id = $1`,
      later,
    );
    await db.query({ text: 'ALTER TABLE price_lists ENABLE TRIGGER price_lists_append_only' });
    const late = await undo(later);
    expect([late.status, late.body.code]).toEqual([409, 'PRICE_LIST_TOO_OLD']);
  });

  test('an undo is not undone once the level whose price it took back is deleted, and no price is written [PRC-33]', async () => {
    const product = await newProduct(480);
    const level = await newLevel();
    const lines = [
      { offer: offerOf(product).id, prices: [{ price: 485 }, { levelId: level.id, price: 476 }] },
    ];
    const { id } = (await apply(lines, (await preview(lines)).version)).body;
    const undone = (await undo(id)).body.id;
    expect((await admin.delete(`/api/price-levels/${level.id}`)).status).toBe(204);
    const refused = await undo(undone);
    expect([refused.status, refused.body.code]).toEqual([409, 'PRICE_LIST_STALE']);
    expect(await pricesOf(product)).toEqual([480]);
    const rows = await query(
      `SELECT price FROM special_prices WHERE scope = 'level' AND scope_id = $1`,
      level.id,
    );
    expect(rows).toEqual([]);
  });

  test('a list that is undone at the same moment over two servers is undone once [PRC-33]', async () => {
    const product = await newProduct(480);
    const lines = [{ offer: offerOf(product).id, prices: [{ price: 485 }] }];
    const { id } = (await apply(lines, (await preview(lines)).version)).body;
    const answers = await Promise.all([
      undo(id),
      userOn(other, admin).post(`/api/price-lists/${id}/undo`, {}),
      undo(id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await pricesOf(product)).toEqual([480]);
  });
});
