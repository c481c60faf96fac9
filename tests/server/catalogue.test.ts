import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf, type ShopProduct } from '../support/shop.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 10_000 });
const products: Record<string, ShopProduct> = {};

beforeAll(async () => {
  for (const [name, status] of [
    ['Zénith', 'active'],
    ['émeraude', 'active'],
    ['Brouillon', 'draft'],
    ['Ambre', 'inactive'],
    ['diamant', 'active'],
  ] as const) {
    products[name] = await createProduct(admin, {
      name,
      status,
      offers: [{ name: 'Petite' }, { name: 'Grande' }],
    });
  }
});

const names = async (user: TestUser, query = '') =>
  (await user.get(`/api/products${query}`)).body.items.map(({ name }: { name: string }) => name);

describe('the list', () => {
  test('the product list is ordered by name in natural order, whatever case and accents [RWO-05]', async () => {
    expect(await names(admin)).toEqual(['Ambre', 'Brouillon', 'diamant', 'émeraude', 'Zénith']);
  });

  test('a product list filtered by a status holds only the products with that status [RWO-06]', async () => {
    expect(await names(reseller, '?status=active')).toEqual(['diamant', 'émeraude', 'Zénith']);
    expect(await names(admin, '?status=draft')).toEqual(['Brouillon']);
    expect(await names(admin, '?status=active&limit=2')).toEqual(['diamant', 'émeraude']);
  });

  test('a reseller sees no draft product: not in the list, not with the filter by status, not by its id', async () => {
    expect(await names(reseller)).toEqual(['Ambre', 'diamant', 'émeraude', 'Zénith']);
    expect(await names(reseller, '?status=draft')).toEqual([]);
    const draft = await reseller.get(`/api/products/${products.Brouillon?.id}`);
    expect([draft.status, draft.body.message]).toEqual([404, 'Produit introuvable']);
  });

  test('a product without offers stays in the product list when the stock of another one changes', async () => {
    const [bare, other] = [
      await createProduct(admin, { name: 'Sans offre', offers: [] }),
      await createProduct(admin, { name: 'Avec offre' }),
    ];
    const listed = async () =>
      (await reseller.get('/api/products')).body.items.filter(({ id }: ShopProduct) =>
        [bare.id, other.id].includes(id),
      );
    expect(await listed()).toHaveLength(2);
    await importCodes(admin, other, 2);
    expect(await listed()).toMatchObject([
      { name: 'Avec offre', offers: [{ stock: 2 }] },
      { name: 'Sans offre', offers: [] },
    ]);
  });

  test('the product list and a single product show the stock over all codes and the last sale [RWO-07][ENT-24]', async () => {
    const product = products.diamant as ShopProduct;
    for (let round = 0; round < 3; round += 1) await importCodes(admin, product, 2);
    const sale = { productId: product.id, offerId: offerOf(product).id };
    await reseller.post('/api/purchases', { ...sale, quantity: 2 });
    const last = await reseller.post('/api/purchases', { ...sale, quantity: 1 });
    const alone = (await reseller.get(`/api/products/${product.id}`)).body;
    expect(alone.offers).toMatchObject([
      { name: 'Petite', stock: 3 },
      { name: 'Grande', stock: 0 },
    ]);
    expect(alone.lastSale).toBe(last.body.createdAt);
    const listed = (await reseller.get('/api/products')).body.items;
    expect(listed.find(({ id }: ShopProduct) => id === product.id)).toEqual(alone);
    const rows = await query(
      `SELECT count(*)::int AS count FROM codes WHERE offer_id = $1 AND status = 'available'`,
      sale.offerId,
    );
    expect(rows).toEqual([{ count: 3 }]);
  });

  test('a reseller who requests a product with an unknown or malformed id gets 404', async () => {
    for (const id of ['00000000-0000-4000-8000-000000000009', '1', '%20x', "'"]) {
      const response = await reseller.get(`/api/products/${id}`);
      expect([response.status, response.body.message]).toEqual([404, 'Produit introuvable']);
    }
  });
});

describe('a list that was read before', () => {
  const again = (user: TestUser, etag: unknown, query = '') =>
    call(
      server,
      { method: 'GET', url: `/api/products${query}`, headers: { 'if-none-match': String(etag) } },
      user.cookie,
    );

  test('a caller who has read the product list gets 304 and an empty body while nothing has changed', async () => {
    const first = await reseller.get('/api/products');
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-encoding',
    });
    const second = await again(reseller, first.headers.etag);
    expect([second.status, second.text]).toEqual([304, '']);
    expect(second.headers.etag).toBe(first.headers.etag);
  });

  test('the ETag of a product list does not match the list of another role, status filter or limit', async () => {
    const { etag } = (await reseller.get('/api/products')).headers;
    expect((await again(admin, etag)).status).toBe(200);
    expect((await again(reseller, etag, '?status=active')).status).toBe(200);
    expect((await again(reseller, etag, '?limit=1')).status).toBe(200);
  });

  const product = () => products.émeraude as ShopProduct;
  const sold = () => ({ productId: product().id, offerId: offerOf(product()).id, quantity: 1 });
  test.each<[string, () => Promise<unknown>]>([
    ['an import', () => importCodes(admin, product(), 2)],
    ['a sale', () => reseller.post('/api/purchases', sold())],
    ['a status', () => admin.patch(`/api/products/${product().id}`, { status: 'inactive' })],
    [
      'a price',
      () =>
        admin.put(`/api/products/${product().id}`, {
          name: 'émeraude',
          game: 'Free Fire',
          offers: product().offers.map((offer) => ({ ...offer, price: 101 })),
        }),
    ],
    [
      'one more offer',
      () => admin.post(`/api/products/${product().id}/offers`, { name: 'X', value: '1 UC', price: 1 }),
    ],
    ['one more product', () => createProduct(admin, { name: 'Opale' })],
    ['a deletion', () => admin.delete(`/api/products/${product().id}`)],
  ])(
    'a caller who has read the product list gets the whole list with another ETag after a change: %s',
    async (_, change) => {
      const { etag } = (await reseller.get('/api/products')).headers;
      expect((await again(reseller, etag)).status).toBe(304);
      await change();
      const after = await again(reseller, etag);
      expect(after.status).toBe(200);
      expect(after.headers.etag).not.toBe(etag);
    },
  );
});
