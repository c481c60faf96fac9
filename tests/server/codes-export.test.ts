import { describe, expect, test, vi } from 'vitest';
import { testApp } from '../support/app.ts';
import { idsOfAllPages } from '../support/pages.ts';
import { codesPath, createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { call, createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, {
  balance: 100_000,
  firstName: 'Yacine',
  lastName: 'Brahimi',
});

const address = (product: ShopProduct, index = 0) => codesPath(product, offerOf(product, index));
const buy = (product: ShopProduct, quantity: number, index = 0) =>
  reseller.post('/api/purchases', { productId: product.id, offerId: offerOf(product, index).id, quantity });
/** Reserves the oldest `count` available codes of an offer; `ttl` is an SQL interval. */
const reserve = (offerId: string, count: number, ttl: string) =>
  query(
    `UPDATE codes SET status = 'reserved', reserved_by = $2, reserved_at = now(), reservation_id = 'r1', ttl = ${ttl}
      WHERE id IN (SELECT id FROM codes WHERE offer_id = $1 AND status = 'available' ORDER BY id LIMIT $3)`,
    offerId,
    reseller.id,
    count,
  );

describe('the export', () => {
  test('an export contains the available codes of the offer, one per line, oldest first, and nothing else [RWO-09]', async () => {
    const product = await createProduct(admin);
    const codes = await importCodes(admin, product, 8);
    const later = await importCodes(admin, product, 2);
    await buy(product, 2);
    await reserve(offerOf(product).id, 1, "now() + interval '1 hour'");
    const response = await admin.get(address(product));
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(response.text).toBe([...codes.slice(3), ...later].map((code) => `${code}\n`).join(''));
  });

  test('a HEAD request for an export is refused, and the audit trail records none', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 1);
    const head = await call(server, { method: 'HEAD', url: address(product) }, admin.cookie);
    expect(head.status).toBe(404);
    const recorded = `SELECT FROM audit_trail WHERE action = 'codes.export' AND subject_id = $1`;
    expect(await query(recorded, offerOf(product).id)).toEqual([]);
    await admin.get(address(product));
    expect(await query(recorded, offerOf(product).id)).toHaveLength(1);
  });

  test('the file name of an export is made of the product and offer names without unsafe characters', async () => {
    const product = await createProduct(admin, { offers: [{ name: '100 + 10; x=1' }] });
    // Names with line breaks are refused today; an older product may have one.
    await query('UPDATE products SET name = $2 WHERE id = $1', product.id, '../Été "spécial"\r\n\\ ألماس');
    await importCodes(admin, product, 1);
    const header = String((await admin.get(address(product))).headers['content-disposition']);
    const [, plain, encoded] =
      /^attachment; filename="([\w.-]+)"; filename\*=UTF-8''(\S+)$/.exec(header) ?? [];
    expect(plain).toBe('Ete-special------_100-10-x-1_codes.txt');
    expect(decodeURIComponent(encoded ?? '')).toBe('Été-spécial-ألماس_100-10-x-1_codes.txt');
  });

  test('an export of 5,001 codes streams all of them in order, without a gap', async () => {
    const product = await createProduct(admin);
    const codes = [
      ...(await importCodes(admin, product, 3_000)),
      ...(await importCodes(admin, product, 2_001)),
    ];
    expect((await admin.get(address(product))).text.split('\n').slice(0, -1)).toEqual(codes);
  });

  test('an export leaves out codes imported while it is sent: it has as many as the audit trail has recorded', async () => {
    const product = await createProduct(admin);
    const codes = await importCodes(admin, product, 2);
    const { vault } = services;
    const openEach = vi.spyOn(vault, 'openEach').mockImplementationOnce(async (sealed) => {
      await importCodes(admin, product, 1);
      return vault.openEach(sealed);
    });
    const answer = await admin.get(address(product));
    openEach.mockRestore();
    expect(answer.text).toBe(codes.map((code) => `${code}\n`).join(''));
    expect((await admin.get(address(product))).text.split('\n')).toHaveLength(4);
    const rows = await query(
      `SELECT after FROM audit_trail WHERE action = 'codes.export' AND subject_id = $1 ORDER BY id`,
      offerOf(product).id,
    );
    expect(rows).toEqual([{ after: { exported: 2 } }, { after: { exported: 3 } }]);
  });

  test('an export is recorded in the audit trail with the number of its codes and without a code', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, ['CANARI-7']);
    await admin.get(address(product));
    const rows = await query(
      'SELECT * FROM audit_trail WHERE subject_id = $1 ORDER BY id',
      offerOf(product).id,
    );
    expect(rows.at(-1)).toMatchObject({ action: 'codes.export', actor_id: admin.id, after: { exported: 1 } });
    expect(JSON.stringify(rows)).not.toContain('CANARI');
  });

  test('an export of an offer without available codes is refused with 404 and not recorded', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 1);
    await buy(product, 1);
    const response = await admin.get(address(product));
    expect([response.status, response.body.message]).toEqual([404, 'Aucun code disponible pour cette offre']);
    const rows = await query('SELECT action FROM audit_trail WHERE subject_id = $1', offerOf(product).id);
    expect(rows).toEqual([{ action: 'codes.import' }]);
  });

  test('an administrator who exports the codes of an unknown offer gets 404', async () => {
    const product = await createProduct(admin);
    const response = await admin.get(`/api/products/${product.id}/offers/${product.id}/codes`);
    expect([response.status, response.body.message]).toEqual([404, 'Offre introuvable']);
  });
});

describe('the list of codes', () => {
  test('the list of codes shows everything but the code itself, filtered by product, offer and status [RWO-08][ENT-26][ENT-27][COD-13]', async () => {
    const product = await createProduct(admin, {
      name: 'Roblox',
      offers: [{ name: 'Petite' }, { name: 'Grande' }],
    });
    const codes = await importCodes(admin, product, 3);
    await importCodes(admin, product, 1, offerOf(product, 1));
    const bought = (await buy(product, 1)).body;
    await reserve(offerOf(product).id, 1, "'2030-01-01Z'");
    const list = async (filter: string) =>
      (await admin.get(`/api/codes?productId=${product.id}${filter}`)).body;
    const all = await list('');
    expect(
      all.items.map(({ offerName, status }: { offerName: string; status: string }) => [offerName, status]),
    ).toEqual([
      ['Grande', 'available'],
      ['Petite', 'available'],
      ['Petite', 'reserved'],
      ['Petite', 'sold'],
    ]);
    expect(all.nextCursor).toBeNull();
    const common = {
      productId: product.id,
      offerId: offerOf(product).id,
      productName: 'Roblox',
      offerName: 'Petite',
    };
    const unsold = { soldTo: null, soldToName: null, soldAt: null, purchaseId: null, salePrice: null };
    const free = { reservedBy: null, reservedAt: null, reservationId: null, ttl: null };
    const own = { id: expect.stringMatching(/^\d+$/), createdAt: expect.any(String) };
    expect((await list(`&offerId=${offerOf(product).id}&status=sold`)).items).toEqual([
      {
        ...common,
        ...free,
        ...own,
        status: 'sold',
        soldTo: reseller.id,
        soldToName: 'Yacine Brahimi',
        soldAt: bought.createdAt,
        purchaseId: bought.id,
        salePrice: 100,
      },
    ]);
    expect((await list('&status=available')).items).toHaveLength(2);
    expect((await list('&status=reserved')).items).toEqual([
      {
        ...common,
        ...unsold,
        ...own,
        status: 'reserved',
        reservedBy: reseller.id,
        reservedAt: expect.any(String),
        reservationId: 'r1',
        ttl: '2030-01-01T00:00:00.000Z',
      },
    ]);
    for (const code of codes) expect(JSON.stringify(all)).not.toContain(code);
  });

  test('the list of codes comes in pages, newest first and without a gap, and refuses an invalid cursor', async () => {
    const product = await createProduct(admin, { offers: [{}, {}] });
    await importCodes(admin, product, 4);
    await importCodes(admin, product, 3, offerOf(product, 1));
    await buy(product, 2);
    const seen = (await idsOfAllPages(admin, `/api/codes?productId=${product.id}&limit=2`)).map(Number);
    const rows = await query('SELECT id FROM codes WHERE product_id = $1 ORDER BY id DESC', product.id);
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect((await admin.get('/api/codes?cursor=abc')).status).toBe(422);
    expect((await admin.get('/api/codes?productId=nimporte')).body.items).toEqual([]);
  });
});

describe('reservations whose time has passed', () => {
  test('expired reservations of codes are released and cleared, while other reservations and the stock stay [COD-14][COD-15][COD-16]', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 5);
    const { id } = offerOf(product);
    await reserve(id, 2, "now() - interval '1 second'");
    await reserve(id, 1, "now() + interval '1 hour'");
    const response = await admin.post('/api/codes/release-reservations');
    expect([response.status, response.body]).toEqual([200, { released: 2 }]);
    const rows = await query('SELECT * FROM codes WHERE offer_id = $1 ORDER BY id', id);
    expect(rows.map(({ status }) => status)).toEqual([
      'available',
      'available',
      'reserved',
      'available',
      'available',
    ]);
    for (const row of rows.slice(0, 2))
      expect(row).toMatchObject({ reserved_by: null, reserved_at: null, reservation_id: null, ttl: null });
    expect(rows[2]).toMatchObject({ reserved_by: reseller.id, reservation_id: 'r1' });
    expect(offerOf((await admin.get(`/api/products/${product.id}`)).body).stock).toBe(5);
    expect((await admin.post('/api/codes/release-reservations')).body).toEqual({ released: 0 });
    expect(await query(`SELECT after FROM audit_trail WHERE action = 'codes.release-reservations'`)).toEqual([
      { after: { released: 2 } },
    ]);
    // Released codes are sold again, the oldest first.
    expect((await buy(product, 2)).body.codes.map((code: { id: string }) => Number(code.id))).toEqual(
      rows.slice(0, 2).map(({ id }) => id),
    );
  });
});

test('the list of codes is newest first over all offers, page by page, whatever the status', async () => {
  const products = [await createProduct(admin, { name: 'Un' }), await createProduct(admin, { name: 'Deux' })];
  for (const [round, product] of [...products, ...products, ...products].entries())
    await admin.post(codesPath(product), {
      codes: [`LIST-${round}-A`, `LIST-${round}-B`],
    });
  const buyer = await createUser(server, services, { balance: 10_000 });
  for (const product of products)
    for (let n = 0; n < 3; n += 1)
      await buyer.post('/api/purchases', {
        productId: product.id,
        offerId: offerOf(product).id,
        quantity: 1,
      });
  for (const status of ['all', 'available', 'sold'])
    for (const limit of [1, 2, 3]) {
      const rows = await query<{ id: string }>(
        `SELECT id::text FROM codes WHERE $1 IN ('all', status) ORDER BY created_at DESC, id DESC LIMIT 9`,
        status,
      );
      const seen: string[] = [];
      for (let cursor = '', page = 0; page < 9 / limit; page += 1) {
        const { items, nextCursor } = (await admin.get(`/api/codes?status=${status}&limit=${limit}${cursor}`))
          .body;
        seen.push(...items.map(({ id }: { id: string }) => id));
        if (!nextCursor) break;
        cursor = `&cursor=${nextCursor}`;
      }
      expect([status, limit, seen.slice(0, 9)]).toEqual([status, limit, rows.map(({ id }) => id)]);
    }
});

test('a page of one code has the newest code of all offers, whatever was sold of each', async () => {
  const shop = [
    await createProduct(admin, { name: 'Trois' }),
    await createProduct(admin, { name: 'Quatre' }),
    await createProduct(admin, { name: 'Cinq' }),
  ];
  // The newest code is of the first product, the newest sold one of the last.
  for (const product of [...shop, ...[...shop].reverse()]) await importCodes(admin, product, 1);
  const buyer = await createUser(server, services, { balance: 10_000 });
  for (const product of shop)
    await buyer.post('/api/purchases', { productId: product.id, offerId: offerOf(product).id, quantity: 1 });
  const [newest] = (await admin.get('/api/codes?limit=1')).body.items;
  expect(newest).toMatchObject({ productId: shop[0]?.id, status: 'available' });
});

test('codes of the same moment come by their number in the list of codes, over offers and statuses', async () => {
  const product = await createProduct(admin, { offers: [{}, {}, {}] });
  const [first, second, third] = [0, 1, 2].map((index) => offerOf(product, index).id);
  const ids: string[] = [];
  // The first offer has the lowest number and, among what is sold, the highest.
  for (const [offer, status] of [
    [first, 'available'],
    [second, 'available'],
    [third, 'available'],
    [first, 'sold'],
  ] as const) {
    const rows = await query<{ id: string }>(
      `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint, created_at, status,
                                sold_to, sold_at, purchase_id, sale_price)
             SELECT $1, $2, '\\x00', 2, sha256($4::text::bytea), '2026-01-01', $3::text, CASE WHEN sold THEN $5::uuid END,
                    CASE WHEN sold THEN now() END, CASE WHEN sold THEN 1 END, CASE WHEN sold THEN 100 END
               FROM (SELECT $3::text = 'sold' AS sold) s RETURNING id::text`,
      product.id,
      offer,
      status,
      `${product.id} ${ids.length}`,
      reseller.id,
    );
    ids.unshift(...rows.map(({ id }) => id));
  }
  expect(await idsOfAllPages(admin, `/api/codes?productId=${product.id}&limit=1`)).toEqual(ids);
});
