import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { secondServer, testApp } from '../support/app.ts';
import {
  codesPath,
  createProduct,
  importCodes,
  newCodes,
  offerOf,
  type ShopProduct,
  stockOf,
} from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 100_000 });

const send = (product: ShopProduct, codes: unknown) => admin.post(codesPath(product), { codes });
const preview = (product: ShopProduct, codes: unknown) =>
  admin.post(`${codesPath(product)}/preview`, { codes });
const exported = async (product: ShopProduct) =>
  (await admin.get(codesPath(product))).text.split('\n').slice(0, -1);
const nothingKnown = { repeated: 0, inOffer: 0, inOtherOffers: [], sold: [] };
const buy = async (product: ShopProduct) =>
  (
    await reseller.post('/api/purchases', {
      productId: product.id,
      offerId: offerOf(product).id,
      quantity: 1,
    })
  ).body;

describe('an import', () => {
  test('an import writes each code as available and raises the stock by their number [COD-07][COD-08][COD-09][PRM-24][ENT-27]', async () => {
    const product = await createProduct(admin);
    const response = await send(product, ['A-1', 'A-2', 'A-3']);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      batchId: expect.any(String),
      imported: 3,
      duplicates: 0,
      invalid: 0,
      stock: 3,
      ...nothingKnown,
    });
    expect((await send(product, ['A-4'])).body).toMatchObject({ imported: 1, duplicates: 0, stock: 4 });
    expect(await stockOf(admin, product)).toBe(4);
    const rows = await query('SELECT * FROM codes WHERE offer_id = $1 ORDER BY id', offerOf(product).id);
    expect(rows).toHaveLength(4);
    for (const row of rows) {
      expect(row).toMatchObject({
        product_id: product.id,
        status: 'available',
        sold_to: null,
        purchase_id: null,
        reserved_by: null,
        ttl: null,
      });
    }
    await expect(query(`UPDATE codes SET status = 'lost'`)).rejects.toThrow(/codes_status_check/);
  });

  test('an import splits texts into lines, trims them and drops blank ones [COD-03]', async () => {
    const product = await createProduct(admin);
    const response = await send(product, [
      '  B-1\t',
      '',
      '   ',
      'B-2\nB-3\r\n\r\n B-4 ',
      '\u00a0',
      '\ufeffB-5',
    ]);
    expect(response.body).toMatchObject({ imported: 5, duplicates: 0, stock: 5 });
    expect(await exported(product)).toEqual(['B-1', 'B-2', 'B-3', 'B-4', 'B-5']);
  });

  test('an import takes one text of lines as well as an array of codes [COD-03][COD-08]', async () => {
    const product = await createProduct(admin);
    const url = codesPath(product);
    const response = await admin.post(url, { codes: ' T-1\t\r\n\nT-2\nT-1\n---\n' });
    expect(response.body).toMatchObject({ imported: 2, duplicates: 1, invalid: 1 });
    expect(await exported(product)).toEqual(['T-1', 'T-2']);
    expect((await admin.post(url, { codes: '' })).body.code).toBe('CODES_MISSING');
  });

  test('an import stores a repeated line once and skips the codes that the offer has, even sold ones', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, ['C-1', 'C-2']);
    expect((await buy(product)).codes).toMatchObject([{ code: 'C-1' }]);
    const list = ['C-1', 'C-2', 'C-3', ' C-3', 'C-4'];
    const found = { repeated: 1, inOffer: 1, inOtherOffers: [], sold: [{ count: 1 }] };
    expect((await preview(product, list)).body).toMatchObject({
      importable: 2,
      duplicates: 3,
      invalid: 0,
      ...found,
    });
    expect((await send(product, list)).body).toMatchObject({
      imported: 2,
      duplicates: 3,
      stock: 3,
      ...found,
    });
    expect(await exported(product)).toEqual(['C-2', 'C-3', 'C-4']);
  });

  test('an import leaves out and counts the lines that cannot be a code, too long or with control characters', async () => {
    const product = await createProduct(admin);
    const list = ['D-1', 'x'.repeat(201), 'D\u00072', 'D\t3', 'D\ud8004', 'é'.repeat(200)];
    expect((await preview(product, list)).body).toMatchObject({ importable: 2, duplicates: 0, invalid: 4 });
    expect((await send(product, list)).body).toMatchObject({
      imported: 2,
      duplicates: 0,
      invalid: 4,
      stock: 2,
    });
    expect(await exported(product)).toEqual(['D-1', 'é'.repeat(200)]);
  });

  test('an import leaves out the numbers that a spreadsheet has destroyed, and one of such numbers alone is refused with CODES_DESTROYED [STK-02]', async () => {
    const product = await createProduct(admin);
    const destroyed = ['1,23457E+15', '1.2e5', '#REF!', '=#N/A'];
    const list = ['E-1', ...destroyed, 'E-2'];
    expect((await preview(product, list)).body).toMatchObject({ importable: 2, duplicates: 0, invalid: 4 });
    expect((await send(product, list)).body).toMatchObject({ imported: 2, invalid: 4, stock: 2 });
    const refused = await send(product, destroyed);
    expect([refused.status, refused.body.code]).toEqual([422, 'CODES_DESTROYED']);
    expect(await exported(product)).toEqual(['E-1', 'E-2']);
  });

  test('an import stores and compares codes in one form: labels, spreadsheet signs, dashes and digits of every script [STK-01]', async () => {
    const product = await createProduct(admin);
    const list = ['="000451220017"', 'PIN: 7734–8100–9999', '١٢٣٤ ٥٦٧٨'];
    expect((await send(product, list)).body).toMatchObject({ imported: 3, stock: 3 });
    expect(await exported(product)).toEqual(['000451220017', '7734-8100-9999', '1234 5678']);
    const spelled = ["'000451220017", '7734 8100 9999', '1234-5678', 'Code n° 3 - 12345678'];
    const again = await send(product, spelled);
    expect([again.status, again.body.code]).toEqual([422, 'CODES_ALREADY_KNOWN']);
  });

  test.each([
    ['nothing', undefined, 'Codes manquants'],
    ['a number', 7, 'Codes manquants'],
    ['a blank text', ' \n ', 'Codes manquants'],
    ['an empty list', [], 'Codes manquants'],
    ['blank lines', ['', ' \n '], 'Codes invalides'],
    ['numbers', [12, 13], 'Codes invalides'],
    ['lines that no code can be', ['x'.repeat(201), '--'], 'Codes invalides'],
    ['characters that are not seen', ['\u200b', '\u2060\u00ad'], 'Codes invalides'],
  ])('an import of %s is refused with 422 and adds no stock', async (_, codes, message) => {
    const product = await createProduct(admin);
    const response = await send(product, codes);
    expect([response.status, response.body.message]).toEqual([422, message]);
    expect(await stockOf(admin, product)).toBe(0);
  });

  test('an import of known codes alone is refused with CODES_ALREADY_KNOWN and writes nothing', async () => {
    const product = await createProduct(admin);
    const codes = await importCodes(admin, product, 2);
    const response = await send(product, codes);
    expect([response.status, response.body.code]).toEqual([422, 'CODES_ALREADY_KNOWN']);
    expect(response.body.message).toBe('Aucun nouveau code : 2 déjà dans cette offre');
    expect(await stockOf(admin, product)).toBe(2);
    expect(await query('SELECT count(*) FROM codes WHERE offer_id = $1', offerOf(product).id)).toEqual([
      { count: 2 },
    ]);
  });

  test('an import of more than 100,000 lines is refused, also when one text holds all of them', async () => {
    const product = await createProduct(admin);
    const tooMany = 'Trop de codes en une seule importation (100 000 au maximum)';
    const many = Array.from({ length: 100_001 }, (_, index) => `E-${index}`);
    for (const list of [many, [many.join('\n')]]) {
      const response = await send(product, list);
      expect([response.status, response.body.message]).toEqual([422, tooMany]);
    }
    expect(await stockOf(admin, product)).toBe(0);
  });

  test('an import for an unknown product or an offer of another product is refused with 404', async () => {
    const product = await createProduct(admin);
    const other = await createProduct(admin);
    const to = (productId: string, offerId: string) =>
      admin.post(`/api/products/${productId}/offers/${offerId}/codes`, { codes: ['F-1'] });
    const responses = [
      [await to(other.id.replace(/^./, 'g'), offerOf(product).id), 'Produit introuvable'],
      [await to(product.id, offerOf(other).id), 'Offre introuvable'],
      [await to(product.id, 'nimporte'), 'Offre introuvable'],
    ] as const;
    for (const [response, message] of responses)
      expect([response.status, response.body.message]).toEqual([404, message]);
  });

  test('an import that fails at its end leaves no code and no stock', async () => {
    const product = await createProduct(admin);
    await query(`CREATE FUNCTION refuse_stock() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'disk full'; END $$`);
    await query(`CREATE TRIGGER no_room BEFORE UPDATE ON offer_stock FOR EACH ROW
      WHEN (NEW.offer_id = '${offerOf(product).id}') EXECUTE FUNCTION refuse_stock()`);
    const response = await send(product, newCodes(2_500));
    await query('DROP TRIGGER no_room ON offer_stock');
    expect(response.status).toBe(500);
    expect(response.text).not.toContain('disk full');
    expect(await query('SELECT count(*) FROM codes WHERE offer_id = $1', offerOf(product).id)).toEqual([
      { count: 0 },
    ]);
    expect(await audit(services.db)).toEqual([]);
  });

  test('an import is recorded in the audit trail with its numbers and without a code', async () => {
    const product = await createProduct(admin);
    await send(product, ['CANARI-1', 'CANARI-2', 'CANARI-2']);
    const rows = await query('SELECT * FROM audit_trail WHERE subject_id = $1', offerOf(product).id);
    expect(rows).toMatchObject([
      {
        action: 'codes.import',
        actor_id: admin.id,
        subject_name: 'Diamants - Offre 1',
        after: { imported: 2, duplicates: 1, invalid: 0 },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('CANARI');
  });
});

/* One code, one buyer (AMB-61, P25). */
describe('a code that is already stored is imported into no offer', () => {
  test('an import skips a code that another offer of the same or another product holds, and names that offer', async () => {
    const product = await createProduct(admin, {
      name: 'Roblox',
      offers: [{ name: 'Petite' }, { name: 'Grande' }],
    });
    await importCodes(admin, product, ['H-1', 'H-2']);
    const other = await createProduct(admin);
    const alreadyStored = {
      inOffer: 0,
      inOtherOffers: [{ offerId: offerOf(product).id, productName: 'Roblox', offerName: 'Petite', count: 2 }],
      sold: [],
    };
    expect((await preview(other, ['H-1', 'H-2', 'H-3'])).body).toMatchObject({
      importable: 1,
      duplicates: 2,
      ...alreadyStored,
    });
    expect((await send(other, ['H-1', 'H-2', 'H-3'])).body).toMatchObject({
      imported: 1,
      duplicates: 2,
      ...alreadyStored,
    });
    const response = await admin.post(codesPath(product, offerOf(product, 1)), {
      codes: ['H-1', 'H-3'],
    });
    expect([response.status, response.body.message]).toEqual([
      422,
      'Aucun nouveau code : 2 déjà dans une autre offre',
    ]);
    expect(await exported(other)).toEqual(['H-3']);
  });

  test('an import skips a known code in another spelling: case, spaces, hyphens, width or invisible characters', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, ['Hk7-22 Q']);
    const spellings = ['HK7-22 Q', 'hk722q', 'Hk7\u201322\u00a0Q', 'H\u200bk7-22 Q\u2060', '\uff28k7-22 Q'];
    for (const spelling of spellings) {
      const response = await send(await createProduct(admin), [spelling]);
      expect(response.body.code, JSON.stringify(spelling)).toBe('CODES_ALREADY_KNOWN');
    }
    const clean = await createProduct(admin);
    expect(
      (
        await send(
          clean,
          spellings.map((spelling) => `${spelling}1`),
        )
      ).body,
    ).toMatchObject({
      imported: 1,
      repeated: 4,
    });
    expect(await exported(clean)).toEqual(['HK7-22 Q1']);
  });

  test('an imported code is stored as it was given, without its invisible characters', async () => {
    const product = await createProduct(admin);
    await send(product, ['\u202aAb-\u200b9 x\u202c']);
    expect(await exported(product)).toEqual(['Ab-9 x']);
  });

  test('an import skips a code that was sold, even when its product is deleted, and returns when it was sold', async () => {
    const product = await createProduct(admin, { name: 'Éphémère' });
    await importCodes(admin, product, ['I-1', 'I-2']);
    const { createdAt } = await buy(product);
    expect((await admin.delete(`/api/products/${product.id}`)).status).toBe(204);
    const again = await createProduct(admin, { name: 'Éphémère' });
    const sold = [
      {
        offerId: offerOf(product).id,
        productName: 'Éphémère',
        offerName: 'Offre 1',
        count: 1,
        firstSoldAt: createdAt,
        lastSoldAt: createdAt,
      },
    ];
    expect((await preview(again, ['I-1'])).body).toMatchObject({ importable: 0, duplicates: 1, sold });
    expect((await send(again, ['I-1'])).body.message).toBe('Aucun nouveau code : 1 déjà vendu');
    // The unsold code was deleted with its product, and may be imported again.
    expect((await send(again, ['I-1', 'I-2'])).body).toMatchObject({ imported: 1, duplicates: 1, sold });
    expect(await exported(again)).toEqual(['I-2']);
    await expect(query(`DELETE FROM codes WHERE status = 'sold'`)).rejects.toThrow(/append-only/);
  });

  test('an import skips a sold code whose offer was removed and replaced by one of the same name', async () => {
    const product = await createProduct(admin, { offers: [{ name: 'Une' }, { name: 'Deux' }] });
    await importCodes(admin, product, ['J-1', 'J-2']);
    await buy(product);
    const kept = offerOf(product, 1);
    const made = { name: 'Une', value: '1', price: 100 };
    const saved = await admin.put(`/api/products/${product.id}`, {
      name: 'Diamants',
      game: 'Free Fire',
      offers: [kept, made],
      removedOffers: [{ id: offerOf(product).id, codes: 1 }],
    });
    const fresh = saved.body.offers[1];
    const response = await admin.post(codesPath(product, fresh), {
      codes: ['J-1', 'J-2'],
    });
    expect(response.body).toMatchObject({ imported: 1, stock: 1, sold: [{ offerName: 'Une', count: 1 }] });
  });

  test('when two servers import the same codes into two offers at the same moment, exactly one writes them', async () => {
    const { server: other } = await secondServer(services.db);
    const elsewhere = userOn(other, admin);
    for (let round = 0; round < 5; round += 1) {
      const [first, second] = [await createProduct(admin), await createProduct(admin)];
      const list = newCodes(300);
      const responses = await Promise.all([
        send(first, list),
        elsewhere.post(codesPath(second), { codes: [...list].reverse() }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect((await stockOf(admin, first)) + (await stockOf(admin, second))).toBe(300);
    }
    expect(await audit(services.db)).toEqual([]);
  });

  test('the database refuses a second row with the fingerprint of a known code, from any writer', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, ['K-1']);
    const other = await createProduct(admin);
    await expect(
      query(
        `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint)
         SELECT $1, $2, sealed, key_id, canonical_fingerprint FROM codes WHERE offer_id = $3`,
        other.id,
        offerOf(other).id,
        offerOf(product).id,
      ),
    ).rejects.toThrow(/code_fingerprints_pkey/);
  });
});

describe('concurrent imports', () => {
  test('concurrent imports of one list write every code once, whatever the order of its lines', async () => {
    const product = await createProduct(admin);
    const list = newCodes(3_000);
    const responses = await Promise.all(
      [list, [...list].reverse(), list.slice(500), list].map((codes) => send(product, codes)),
    );
    const written = responses.filter(({ status }) => status === 200);
    expect(written.map(({ body }) => body.imported).reduce((sum, count) => sum + count, 0)).toBe(3_000);
    for (const { status, body } of responses)
      expect(status === 200 || body.code === 'CODES_ALREADY_KNOWN').toBe(true);
    expect(await stockOf(admin, product)).toBe(3_000);
    expect(new Set(await exported(product))).toEqual(new Set(list));
  });

  test('sales of an offer do not wait for an import into it to end, and the audit finds no discrepancy', async () => {
    const product = await createProduct(admin, { offers: [{ price: 1 }] });
    await importCodes(admin, product, 40);
    const order = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
    const ended: string[] = [];
    const sales = async () => {
      for (let sale = 0; sale < 20; sale += 1) {
        expect((await reseller.post('/api/purchases', order)).status).toBe(200);
        ended.push('sale');
      }
    };
    const imports = send(product, newCodes(20_000)).then(({ body }) => {
      expect(body.imported).toBe(20_000);
      ended.push('import');
    });
    await Promise.all([imports, sales()]);
    expect(ended.slice(0, 5)).not.toContain('import');
    expect(await stockOf(admin, product)).toBe(20_020);
    expect(await audit(services.db)).toEqual([]);
  });
});
