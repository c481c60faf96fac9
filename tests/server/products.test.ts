import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { testApp } from '../support/app.ts';
import {
  codesPath,
  createProduct,
  importCodes,
  newCodes,
  offerOf,
  type ShopProduct,
} from '../support/shop.ts';
import { tableFingerprints } from '../support/table-fingerprints.ts';
import { createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 100_000 });

const anyId = expect.stringMatching(/^[0-9a-f-]{36}$/);
const anyTime = expect.stringMatching(/^\d{4}-.*Z$/);
const unknown = '00000000-0000-4000-8000-000000000009';
const form = { name: 'Diamants', game: 'Free Fire' };
const offerInput = { name: '100+10', value: '110 Diamants', price: 150 };

const offersOf = (product: ShopProduct) =>
  query('SELECT id, deleted_at IS NOT NULL AS gone FROM offers WHERE product_id = $1', product.id);
const codesOf = (offerId: string) =>
  query('SELECT status FROM codes WHERE offer_id = $1 ORDER BY id', offerId).then((rows) =>
    rows.map(({ status }) => status),
  );
const trail = (subjectId: string) =>
  query(
    'SELECT action, actor_id, before, after FROM audit_trail WHERE subject_id = $1 ORDER BY id',
    subjectId,
  );
const buy = (product: ShopProduct, offerId: string, quantity = 1) =>
  reseller.post('/api/purchases', { productId: product.id, offerId, quantity });

describe('creation', () => {
  test('a product whose creation is sent again under its key exists once, and another one under that key is refused', async () => {
    const key = { 'idempotency-key': 'new-product-1' };
    const body = { ...form, name: 'Une seule fois', offers: [{ ...offerInput, codes: newCodes(2) }] };
    const first = await admin.post('/api/products', body, key);
    expect(first.status).toBe(200);
    const second = await admin.post('/api/products', body, key);
    expect(second.body).toEqual(first.body);
    const otherCodes = [{ ...offerInput, codes: newCodes(2) }];
    for (const change of [{ category: 'Autre' }, { offers: otherCodes }]) {
      const other = await admin.post('/api/products', { ...body, ...change }, key);
      expect(other.body.code).toBe('KEY_REUSED');
    }
    expect(await query('SELECT count(*)::int AS count FROM products WHERE name = $1', body.name)).toEqual([
      { count: 1 },
    ]);
  });

  test('a product that was deleted since its creation is not answered again under its key: the next creation is another one', async () => {
    const key = { 'idempotency-key': 'deleted-since' };
    const body = { ...form, name: 'Supprimé depuis', offers: [offerInput] };
    const first = await admin.post('/api/products', body, key);
    await admin.delete(`/api/products/${first.body.id}`);
    expect((await admin.post('/api/products', body, key)).body.code).toBe('KEY_REUSED');
    expect((await admin.post('/api/products', body)).body.id).not.toBe(first.body.id);
  });

  test('a created product has every field that was sent, except that an offer’s stock is the number of its codes [RWO-25][PRD-29][PRD-43][ENT-19][ENT-21][ENT-22]', async () => {
    const response = await admin.post('/api/products', {
      name: ' Diamants Free Fire ',
      game: 'Free Fire',
      category: 'Battle royale',
      description: 'Livraison immédiate',
      imageUrl: 'https://exemple.dz/ff.png',
      status: 'inactive',
      offers: [
        { id: 'tmp-1', ...offerInput, price: 150.25, region: 'EU', stock: 99 },
        { name: '200+20', value: '220 Diamants', price: 300 },
      ],
    });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: anyId,
      name: 'Diamants Free Fire',
      game: 'Free Fire',
      category: 'Battle royale',
      description: 'Livraison immédiate',
      imageUrl: 'https://exemple.dz/ff.png',
      redeemText: '',
      redeemLink: '',
      status: 'inactive',
      offers: [
        { id: anyId, name: '100+10', value: '110 Diamants', price: 150.25, region: 'EU', stock: 0 },
        { id: anyId, name: '200+20', value: '220 Diamants', price: 300, region: 'DZ', stock: 0 },
      ],
      createdAt: anyTime,
      updatedAt: anyTime,
      lastSale: null,
    });
    expect(await codesOf(response.body.offers[0].id)).toEqual([]);
  });

  test('a product created with codes stores each code once, and neither the response nor the audit trail contains one [ENT-21][ENT-24][ENT-25]', async () => {
    const existing = await createProduct(admin, { name: 'Roblox', offers: [{ name: 'Petite' }] });
    await importCodes(admin, existing, ['SECRET-0']);
    const response = await admin.post('/api/products', {
      ...form,
      offers: [
        {
          ...offerInput,
          stock: 99,
          codes: ['SECRET-1', ' secret 1', 'SECRET-2', 'SECRET-0', 'x'.repeat(201)],
        },
        { ...offerInput, codes: [] },
        { ...offerInput, codes: ['SECRET-3\nSECRET-2'] },
        offerInput,
      ],
    });
    const offerIds = response.body.offers.map(({ id }: { id: string }) => id);
    expect(response.body.offers.map(({ stock }: { stock: number }) => stock)).toEqual([2, 0, 1, 0]);
    expect(response.body.imports).toMatchObject([
      {
        offerId: offerIds[0],
        imported: 2,
        duplicates: 2,
        invalid: 1,
        repeated: 1,
        inOtherOffers: [{ productName: 'Roblox', offerName: 'Petite', count: 1 }],
      },
      {
        offerId: offerIds[2],
        imported: 1,
        duplicates: 1,
        inOtherOffers: [{ offerId: offerIds[0], count: 1 }],
      },
    ]);
    expect(response.text).not.toMatch(/secret/i);
    const path = `/api/products/${response.body.id}/offers`;
    expect((await admin.get(`${path}/${offerIds[0]}/codes`)).text).toBe('SECRET-1\nSECRET-2\n');
    expect((await admin.get(`${path}/${offerIds[2]}/codes`)).text).toBe('SECRET-3\n');
    expect(await trail(response.body.id)).toMatchObject([{ action: 'product.create' }]);
    expect((await trail(offerIds[0]))[0]).toMatchObject({ action: 'codes.import', after: { imported: 2 } });
    expect(JSON.stringify([await trail(response.body.id), await trail(offerIds[0])])).not.toMatch(/secret/i);
  });

  test.each([
    ['known codes alone', ['TAKEN-1'], 'Aucun nouveau code : 1 déjà dans une autre offre'],
    ['lines without a code', [' ', '--'], 'Codes invalides'],
    [
      'more than 100,000 lines',
      ['A\n'.repeat(100_001)],
      'Trop de codes en une seule importation (100 000 au maximum)',
    ],
  ])('the creation of a product with %s is refused and writes nothing', async (_, codes, message) => {
    const known = await createProduct(admin);
    await admin.post(codesPath(known), { codes: ['TAKEN-1'] });
    const before = await tableFingerprints(services.db);
    const response = await admin.post('/api/products', { ...form, offers: [{ ...offerInput, codes }] });
    expect([response.status, response.body.message]).toEqual([422, message]);
    expect(await tableFingerprints(services.db)).toEqual(before);
  });

  test('the codes of a new product are a batch with what is said of it, and are refused when it has expired [STK-61]', async () => {
    const withBatch = (expiresOn: string) => ({
      ...form,
      offers: [{ ...offerInput, codes: newCodes(2), batch: { expiresOn, unitCost: 120 } }],
    });
    const expired = await admin.post('/api/products', withBatch('2020-01-31'));
    expect(expired).toMatchObject({ status: 422, body: { code: 'EXPIRED_ON_IMPORT' } });
    const { body } = await admin.post('/api/products', withBatch('2099-06-30'));
    expect(
      await query(
        'SELECT expires_on::text AS expires, unit_cost::int AS cost, codes::int FROM code_batches WHERE offer_id = $1',
        body.offers[0].id,
      ),
    ).toEqual([{ expires: '2099-06-30', cost: 12_000, codes: 2 }]);
  });

  test('when the codes of a new product cannot be written, no product, no offer and no trace is left', async () => {
    await query(`CREATE FUNCTION fail_stock() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'no stock today'; END $$`);
    await query(
      'CREATE TRIGGER no_stock BEFORE UPDATE ON offer_stock FOR EACH ROW EXECUTE FUNCTION fail_stock()',
    );
    const before = await tableFingerprints(services.db);
    const response = await admin.post('/api/products', {
      ...form,
      offers: [{ ...offerInput, codes: ['LOST-1'] }],
    });
    await query('DROP TRIGGER no_stock ON offer_stock');
    expect(response.status).toBe(500);
    expect(await tableFingerprints(services.db)).toEqual(before);
  });

  test('a created product is active and without offers by default [RWO-26]', async () => {
    const response = await admin.post('/api/products', form);
    expect(response.body).toMatchObject({ status: 'active', offers: [] });
    expect(await query('SELECT status FROM products WHERE id = $1', response.body.id)).toEqual([
      { status: 'active' },
    ]);
  });

  test('the prices of a created product are rounded half up to the centime [ENT-23]', async () => {
    const prices = [0.01, 1.005, 149.999, 1234567.89];
    const offers = prices.map((price) => ({ ...offerInput, price }));
    const response = await admin.post('/api/products', { ...form, offers });
    expect(response.body.offers.map(({ price }: { price: number }) => price)).toEqual([
      0.01, 1.01, 150, 1234567.89,
    ]);
  });

  test.each([
    [{ name: ' ' }, 'Le nom du produit est requis'],
    [{ game: '' }, 'Le jeu est requis'],
    [{ offers: [{ ...offerInput, name: '' }] }, "Le nom de l'offre est requis"],
    [{ offers: [{ ...offerInput, value: null }] }, 'La valeur est requise'],
    [{ offers: [{ ...offerInput, price: 0 }] }, 'Le prix doit être supérieur à 0'],
    [{ offers: [{ ...offerInput, price: '150' }] }, 'Le prix doit être supérieur à 0'],
    [{ imageUrl: 'javascript:alert(1)' }, 'L’adresse de l’image doit commencer par http:// ou https://'],
  ])('the creation of a product with %j is refused and writes no product', async (change, message) => {
    const before = await query('SELECT count(*) FROM products');
    const response = await admin.post('/api/products', { ...form, offers: [offerInput], ...change });
    expect(response.status).toBe(422);
    expect(response.body.message).toBe(message);
    expect(await query('SELECT count(*) FROM products')).toEqual(before);
  });

  test('the creation of a product with an unknown status is refused, by the API and by the database [ENT-20]', async () => {
    expect((await admin.post('/api/products', { ...form, status: 'archived' })).status).toBe(422);
    await expect(query(`UPDATE products SET status = 'archived'`)).rejects.toThrow(/products_status_check/);
  });

  test('the creation of a product is written into the audit trail', async () => {
    const product = await createProduct(admin, { name: 'Roblox' });
    expect(await trail(product.id)).toMatchObject([
      { action: 'product.create', actor_id: admin.id, after: { name: 'Roblox', offers: [{ price: 100 }] } },
    ]);
  });
});

describe('update', () => {
  test('a product update without offers writes the information and leaves the offers as they are [RWO-27]', async () => {
    const product = await createProduct(admin, { offers: [{}, {}] });
    const response = await admin.put(`/api/products/${product.id}`, {
      name: 'Nouveau nom',
      game: 'PUBG Mobile',
      category: 'Tir',
      imageUrl: 'https://exemple.dz/p.png',
      description: 'Texte',
      status: 'draft',
    });
    expect(response.body).toMatchObject({
      name: 'Nouveau nom',
      game: 'PUBG Mobile',
      category: 'Tir',
      imageUrl: 'https://exemple.dz/p.png',
      description: 'Texte',
      status: 'draft',
      offers: product.offers,
    });
    expect(await trail(product.id)).toMatchObject([
      {},
      {
        action: 'product.update',
        actor_id: admin.id,
        before: { name: 'Diamants' },
        after: { name: 'Nouveau nom' },
      },
    ]);
  });

  test('a product update merges offers by id: known ones keep their stock, unknown ones are new, in the order sent [RWO-27]', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'A' }, { name: 'B' }] });
    await importCodes(admin, product, 4);
    const [a, b] = [offerOf(product, 0), offerOf(product, 1)];
    const response = await admin.put(`/api/products/${product.id}`, {
      ...form,
      offers: [
        { ...b, name: 'B bis', price: 250.5 },
        { id: 'offer-7', name: 'C', value: '5 UC', price: 10 },
        { ...a, stock: 9_000 },
      ],
    });
    expect(response.body.offers).toEqual([
      { ...b, name: 'B bis', price: 250.5 },
      { id: anyId, name: 'C', value: '5 UC', price: 10, region: 'DZ', stock: 0 },
      { ...a, stock: 4 },
    ]);
  });

  test('an offer id sent twice in a product update keeps one offer and creates another', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 1);
    const offer = offerOf(product);
    const response = await admin.put(`/api/products/${product.id}`, {
      ...form,
      offers: [offer, { ...offer, name: 'Double' }],
    });
    expect(response.body.offers).toMatchObject([
      { id: offer.id, stock: 1 },
      { name: 'Double', stock: 0 },
    ]);
  });

  test('an offer whose id a product update spells in capitals stays the same offer', async () => {
    const product = await createProduct(admin);
    const sent = { ...offerOf(product), id: offerOf(product).id.toUpperCase(), price: 120 };
    const response = await admin.put(`/api/products/${product.id}`, { name: 'A', game: 'G', offers: [sent] });
    expect(response.body.offers).toEqual([{ ...offerOf(product), price: 120 }]);
  });

  test("another product's offer in a product update becomes a new offer, and the other product keeps its own", async () => {
    const other = await createProduct(admin);
    await importCodes(admin, other, 2);
    const product = await createProduct(admin);
    const response = await admin.put(`/api/products/${product.id}`, { ...form, offers: [offerOf(other)] });
    expect(response.body.offers).toMatchObject([{ stock: 0 }]);
    expect(response.body.offers[0].id).not.toBe(offerOf(other).id);
    expect(offerOf((await admin.get(`/api/products/${other.id}`)).body).stock).toBe(2);
  });

  test('an offer removed by a product update loses its unsold codes; its sold codes and purchases stay [PRM-23]', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'Reste' }, { name: 'Part' }] });
    const gone = offerOf(product, 1);
    await importCodes(admin, product, 4, gone);
    const bought = await buy(product, gone.id);
    await query(
      `UPDATE codes SET status = 'reserved', ttl = now() WHERE id = (
       SELECT min(id) FROM codes WHERE offer_id = $1 AND status = 'available')`,
      gone.id,
    );
    const response = await admin.put(`/api/products/${product.id}`, {
      ...form,
      offers: [offerOf(product)],
      removedOffers: [{ id: gone.id, codes: 3 }],
    });
    expect(response.body.offers).toHaveLength(1);
    expect(response.body.lastSale).toBe(bought.body.createdAt);
    expect(await codesOf(gone.id)).toEqual(['sold']);
    expect(
      await query('SELECT sum(quantity)::int AS stock FROM offer_stock WHERE offer_id = $1', gone.id),
    ).toEqual([{ stock: 0 }]);
    expect((await reseller.get(`/api/purchases/${bought.body.id}`)).body.codes).toEqual(bought.body.codes);
    expect((await buy(product, gone.id)).body.message).toBe('Offre introuvable');
    expect((await trail(product.id)).at(-1)).toMatchObject({ after: { codesDeleted: 3 } });
    expect(await audit(services.db)).toEqual([]);
  });

  test('a product update keeps a category, description and picture that are left out, and empties null and blank ones', async () => {
    const filled = { category: 'Tir', description: 'Texte', imageUrl: 'https://exemple.dz/p.png' };
    const product = await admin.post('/api/products', { ...form, ...filled });
    const path = `/api/products/${product.body.id}`;
    expect((await admin.put(path, { ...form, name: 'Autre' })).body).toMatchObject({
      ...filled,
      name: 'Autre',
    });
    expect(
      (await admin.put(path, { ...form, category: null, description: ' ', imageUrl: '' })).body,
    ).toMatchObject({ category: '', description: '', imageUrl: '' });
  });

  test('an update of a product version that a colleague has changed since is refused with 409 and writes nothing', async () => {
    const product = (await admin.get(`/api/products/${(await createProduct(admin)).id}`)).body;
    const path = `/api/products/${product.id}`;
    const colleague = await createUser(server, services, { role: 'admin' });
    const added = await colleague.post(`${path}/offers`, { ...offerInput, name: 'Offre du collègue' });
    await importCodes(colleague, product, 3, added.body.offers[1]);
    const stale = { ...form, name: 'Écrasé', offers: product.offers, updatedAt: product.updatedAt };
    const response = await admin.put(path, { ...stale, removedOffers: [] });
    expect([response.status, response.body.code, response.body.message]).toEqual([
      409,
      'PRODUCT_CHANGED',
      'Ce produit a été modifié entre-temps',
    ]);
    const now = (await admin.get(path)).body;
    expect(now).toMatchObject({ name: product.name, offers: [{}, { name: 'Offre du collègue', stock: 3 }] });
    // With the current version the same save succeeds.
    const again = await admin.put(path, { ...stale, offers: now.offers, updatedAt: now.updatedAt });
    expect([again.status, again.body.name]).toEqual([200, 'Écrasé']);
  });

  test('a product whose name alone was changed since is not overwritten by a stale save, and the trail says what was sent', async () => {
    const product = (await admin.get(`/api/products/${(await createProduct(admin)).id}`)).body;
    const path = `/api/products/${product.id}`;
    expect((await admin.put(path, { ...form, name: 'Nom du collègue' })).status).toBe(200);
    expect((await trail(product.id)).at(-1)?.before).not.toHaveProperty('offers');
    const stale = { ...form, name: 'Écrasé', offers: product.offers, removedOffers: [] };
    const response = await admin.put(path, { ...stale, updatedAt: product.updatedAt });
    expect([response.status, response.body.code]).toEqual([409, 'PRODUCT_CHANGED']);
    expect((await admin.get(path)).body.name).toBe('Nom du collègue');
    expect((await admin.put(path, stale)).status).toBe(200);
    expect((await trail(product.id)).at(-1)?.before).toMatchObject({ offers: [{ name: 'Offre 1' }] });
  });

  test('a product update that names no version and no removed offer removes no offer that has unsold codes', async () => {
    const product = await createProduct(admin, {
      offers: [{ name: 'Reste' }, { name: 'Pleine' }, { name: 'Vide' }],
    });
    await importCodes(admin, product, 2, offerOf(product, 1));
    const path = `/api/products/${product.id}`;
    const offers = [offerOf(product)];
    const response = await admin.put(path, { ...form, offers });
    expect([response.status, response.body.code, response.body.message]).toEqual([
      409,
      'OFFERS_HOLD_CODES',
      'Ces offres contiennent des codes non vendus : « Pleine » (2 codes)',
    ]);
    // As figures, which each language writes.
    expect(response.body.offers).toEqual([{ name: 'Pleine', codes: 2 }]);
    expect((await admin.get(path)).body.offers).toHaveLength(3);
    expect(await codesOf(offerOf(product, 1).id)).toEqual(['available', 'available']);
  });

  test('a product update removes an offer with no more codes than were shown, and no offer that it does not name', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'Reste' }, { name: 'Part' }] });
    const leaving = offerOf(product, 1);
    await importCodes(admin, product, 2, leaving);
    const path = `/api/products/${product.id}`;
    const save = (codes: number) =>
      admin.put(path, { ...form, offers: [offerOf(product)], removedOffers: [{ id: leaving.id, codes }] });
    // A colleague imported one more code after the confirmation.
    await importCodes(admin, product, 1, leaving);
    expect((await save(2)).body.code).toBe('OFFERS_HOLD_CODES');
    const added = await admin.post(`${path}/offers`, { ...offerInput, name: 'Offre du collègue' });
    expect((await save(3)).body.code).toBe('PRODUCT_CHANGED');
    const rest = added.body.offers.filter(({ id }: { id: string }) => id !== leaving.id);
    const response = await admin.put(path, {
      ...form,
      offers: rest,
      removedOffers: [{ id: leaving.id, codes: 3 }],
    });
    expect(response.body.offers).toHaveLength(2);
    expect((await trail(product.id)).at(-1)).toMatchObject({ after: { codesDeleted: 3 } });
    expect(await audit(services.db)).toEqual([]);
  });

  test('a product update with an empty list of offers or of an unknown product is refused', async () => {
    const product = await createProduct(admin);
    const response = await admin.put(`/api/products/${product.id}`, { ...form, offers: [] });
    expect(response.body.message).toBe('Au moins une offre est requise');
    expect(await offersOf(product)).toMatchObject([{ gone: false }]);
    for (const id of [unknown, 'nimporte']) {
      const missing = await admin.put(`/api/products/${id}`, form);
      expect([missing.status, missing.body.message]).toEqual([404, 'Produit introuvable']);
    }
  });
});

describe('status', () => {
  test('a status call changes a product’s status alone, is audited, and can be reversed [RWO-28][PRD-11][PRD-12][PRM-23]', async () => {
    const product = await createProduct(admin, { offers: [{}, {}] });
    await importCodes(admin, product, 2);
    // Reading one product says of each offer, too, whether its rule of case is fixed.
    const { offers, ...read } = (await admin.get(`/api/products/${product.id}`)).body;
    const before = {
      ...read,
      offers: offers.map(({ caseFixed: _, ...offer }: { caseFixed?: true }) => offer),
    };
    const stored = (status: string) =>
      query('SELECT * FROM products WHERE id = $1 AND status = $2', product.id, status);
    const [row] = await stored('active');
    const off = await admin.patch(`/api/products/${product.id}`, { status: 'inactive', name: 'Ignoré' });
    expect(off.body).toEqual({ ...before, status: 'inactive', updatedAt: anyTime });
    expect(await stored('inactive')).toEqual([
      { ...row, status: 'inactive', updated_at: off.body.updatedAt },
    ]);
    const on = await admin.patch(`/api/products/${product.id}`, { status: 'active' });
    expect(on.body).toEqual({ ...before, updatedAt: anyTime });
    expect((await trail(product.id)).slice(-2)).toMatchObject([
      { action: 'product.set-status', before: { status: 'active' }, after: { status: 'inactive' } },
      { action: 'product.set-status', before: { status: 'inactive' }, after: { status: 'active' } },
    ]);
  });

  test('a status call for an unknown product is refused with 404', async () => {
    const response = await admin.patch(`/api/products/${unknown}`, { status: 'active' });
    expect([response.status, response.body.message]).toEqual([404, 'Produit introuvable']);
  });
});

describe('one more offer', () => {
  test('an offer added to a product comes last, with stock 0 [RWO-30][PRD-59]', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'A' }, { name: 'B' }] });
    const response = await admin.post(`/api/products/${product.id}/offers`, { ...offerInput, stock: 12 });
    expect(response.body.offers).toEqual([
      ...product.offers,
      { id: anyId, ...offerInput, region: 'DZ', stock: 0 },
    ]);
    expect(
      await query(
        'SELECT sum(quantity)::int AS stock FROM offer_stock WHERE offer_id = $1',
        response.body.offers[2].id,
      ),
    ).toEqual([{ stock: 0 }]);
    expect((await trail(product.id)).at(-1)).toMatchObject({
      action: 'product.add-offer',
      after: offerInput,
    });
  });

  test('an added offer without a name or for an unknown product is refused', async () => {
    const product = await createProduct(admin);
    const nameless = await admin.post(`/api/products/${product.id}/offers`, { ...offerInput, name: ' ' });
    expect(nameless.body.message).toBe("Le nom de l'offre est requis");
    const nowhere = await admin.post(`/api/products/${unknown}/offers`, offerInput);
    expect([nowhere.status, nowhere.body.message]).toEqual([404, 'Produit introuvable']);
  });
});

describe('change of one offer', () => {
  const offerPath = (product: ShopProduct, position = 0) =>
    `/api/products/${product.id}/offers/${offerOf(product, position).id}`;

  test('an administrator changes the price of one offer; its other fields, its codes and the other offers stay', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'A', price: 150 }, { name: 'B' }] });
    await importCodes(admin, product, 2);
    const { offers, ...read } = (await admin.get(`/api/products/${product.id}`)).body;
    const [{ caseFixed: _fixed, ...first }, second] = offers;
    const response = await admin.patch(offerPath(product), { price: 175.5, expectedPrice: 150 });
    expect(response.body).toEqual({
      ...read,
      offers: [{ ...first, price: 175.5, stock: 2 }, second],
      updatedAt: anyTime,
    });
    expect(response.body.updatedAt > read.updatedAt).toBe(true);
    const sold = await buy(product, offerOf(product).id);
    expect(sold.body.totalCost).toBe(175.5);
    expect((await trail(offerOf(product).id)).at(-1)).toMatchObject({
      action: 'product.update-offer',
      before: { name: 'A', price: 150 },
      after: { name: 'A', price: 175.5 },
    });
  });

  test('an administrator changes the name, the value and the region of one offer, and its price stays', async () => {
    const product = await createProduct(admin);
    const change = { name: ' Petit ', value: '60 UC', region: 'EU' };
    const { price } = offerOf(product);
    const response = await admin.patch(offerPath(product), change);
    expect(response.body.offers).toMatchObject([{ name: 'Petit', value: '60 UC', region: 'EU', price }]);
  });

  test('an administrator who read another price of an offer does not overwrite a colleague’s', async () => {
    const product = await createProduct(admin, { offers: [{ price: 150 }] });
    const saved = (await admin.patch(offerPath(product), { price: 160, expectedPrice: 150 })).body;
    const rows = await trail(offerOf(product).id);
    // Saved again by who did not get the answer: nothing changes, nor does a form that was read since become stale.
    const repeated = await admin.patch(offerPath(product), { price: 160, expectedPrice: 150 });
    expect([repeated.status, repeated.body]).toEqual([200, saved]);
    expect(await trail(offerOf(product).id)).toEqual(rows);
    const late = await admin.patch(offerPath(product), { price: 170, expectedPrice: 150 });
    expect([late.status, late.body.code, late.body.price]).toEqual([409, 'PRICE_CHANGED', 160]);
    expect((await admin.get(`/api/products/${product.id}`)).body.offers).toMatchObject([{ price: 160 }]);
    const again = await admin.patch(offerPath(product), { price: 170, expectedPrice: 160 });
    expect(again.body.offers).toMatchObject([{ price: 170 }]);
  });

  test('of two administrators who change the price of one offer at the same time, one is refused', async () => {
    const product = await createProduct(admin, { offers: [{ price: 150 }] });
    const answers = await Promise.all(
      [160, 170].map((price) => admin.patch(offerPath(product), { price, expectedPrice: 150 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a change of one offer makes the save of a form that was read before stale', async () => {
    const product = (await admin.get(`/api/products/${(await createProduct(admin)).id}`)).body;
    await admin.patch(offerPath(product), { price: 999 });
    const stale = { ...form, offers: product.offers, updatedAt: product.updatedAt };
    expect((await admin.put(`/api/products/${product.id}`, stale)).body.code).toBe('PRODUCT_CHANGED');
  });

  test('a change of one offer is refused without a positive price, with a blank name, and for an unknown or a retired offer', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'Reste' }, { name: 'Part' }] });
    for (const [change, message] of [
      [{ price: 0 }, 'Le prix doit être supérieur à 0'],
      [{ price: '12' }, 'Le prix doit être supérieur à 0'],
      [{ name: ' ' }, "Le nom de l'offre est requis"],
      [{ value: '' }, 'La valeur est requise'],
    ] as const) {
      const response = await admin.patch(offerPath(product), change);
      expect([response.status, response.body.message]).toEqual([422, message]);
    }
    await admin.put(`/api/products/${product.id}`, { ...form, offers: [offerOf(product)] });
    for (const path of [offerPath(product, 1), `/api/products/${product.id}/offers/${unknown}`]) {
      const missing = await admin.patch(path, { price: 10 });
      expect([missing.status, missing.body.message]).toEqual([404, 'Offre introuvable']);
    }
    const elsewhere = await createProduct(admin);
    const wrong = await admin.patch(`/api/products/${product.id}/offers/${offerOf(elsewhere).id}`, {
      price: 10,
    });
    expect(wrong.body.code).toBe('OFFER_NOT_FOUND');
    const nowhere = await admin.patch(`/api/products/${unknown}/offers/${offerOf(product).id}`, {
      price: 10,
    });
    expect([nowhere.status, nowhere.body.message]).toEqual([404, 'Produit introuvable']);
  });
});

describe('deletion', () => {
  test('the deletion of a product deletes its offers and unsold codes; what was sold stays with the buyer [RWO-29][PRM-23]', async () => {
    const product = await createProduct(admin, { offers: [{}, {}] });
    await importCodes(admin, product, 3);
    await importCodes(admin, product, 2, offerOf(product, 1));
    const bought = await buy(product, offerOf(product).id, 2);
    const response = await admin.delete(`/api/products/${product.id}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await admin.get(`/api/products/${product.id}`)).body.message).toBe('Produit introuvable');
    const list = (await admin.get('/api/products')).body.items as ShopProduct[];
    expect(list.map(({ id }) => id)).not.toContain(product.id);
    expect(await codesOf(offerOf(product).id)).toEqual(['sold', 'sold']);
    expect(await codesOf(offerOf(product, 1).id)).toEqual([]);
    expect((await buy(product, offerOf(product).id)).body.message).toBe('Produit introuvable');
    expect((await reseller.get(`/api/purchases/${bought.body.id}`)).body.codes).toEqual(bought.body.codes);
    expect((await trail(product.id)).at(-1)).toMatchObject({
      action: 'product.delete',
      actor_id: admin.id,
      before: { name: 'Diamants' },
      after: { codesDeleted: 3 },
    });
    expect(await audit(services.db)).toEqual([]);
  });

  test('a product is deleted with no more unsold codes than its administrator was shown', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'Petite' }, { name: 'Grande' }] });
    await importCodes(admin, product, 2);
    await importCodes(admin, product, 3, offerOf(product, 1));
    const refused = await admin.delete(`/api/products/${product.id}?codes=4`);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'OFFERS_HOLD_CODES',
        message: 'Ces offres contiennent des codes non vendus : « Petite » (2 codes), « Grande » (3 codes)',
      },
    });
    expect((await admin.get(`/api/products/${product.id}`)).body.offers).toMatchObject([
      { stock: 2 },
      { stock: 3 },
    ]);
    for (const wrong of ['-1', '1.5', 'x'])
      expect((await admin.delete(`/api/products/${product.id}?codes=${wrong}`)).status).toBe(422);
    expect((await admin.delete(`/api/products/${product.id}?codes=5`)).status).toBe(204);
    expect((await admin.get(`/api/products/${product.id}`)).status).toBe(404);
  });

  test('a deleted product responds with 404 to another deletion, an update, a new offer, and an import or export of codes', async () => {
    const product = await createProduct(admin);
    await admin.delete(`/api/products/${product.id}`);
    const codes = codesPath(product);
    const responses = [
      await admin.delete(`/api/products/${product.id}`),
      await admin.put(`/api/products/${product.id}`, form),
      await admin.post(`/api/products/${product.id}/offers`, offerInput),
      await admin.post(codes, { codes: newCodes(1) }),
      await admin.get(codes),
    ];
    for (const response of responses)
      expect([response.status, response.body.message]).toEqual([404, 'Produit introuvable']);
  });
});

test('the version of a product rises with each change, also when the clock is behind the last one', async () => {
  const product = await createProduct(admin);
  const path = `/api/products/${product.id}`;
  const ahead = async () => {
    await query(`UPDATE products SET updated_at = now() + interval '1 hour' WHERE id = $1`, product.id);
    return (await admin.get(path)).body.updatedAt as string;
  };
  for (const change of [
    () => admin.put(path, { ...form, offers: product.offers }),
    () => admin.patch(path, { status: 'inactive' }),
    () => admin.post(`${path}/offers`, offerInput),
  ]) {
    const before = await ahead();
    expect((await change()).status).toBe(200);
    expect((await admin.get(path)).body.updatedAt > before).toBe(true);
  }
});
