import { beforeAll, describe, expect, test } from 'vitest';
import { fingerprintsStore } from '../../server/src/modules/codes/fingerprints.store.ts';
import { testApp } from '../support/app.ts';
import { planOf } from '../support/plan.ts';
import { createProduct, offerOf, type ShopProduct } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

/*
 * 100,000 codes for sale, 100,000 sold before them: the statements that touch codes go to the index made for them,
 * with the one plan that they keep for all their parameters, before the tables are analysed and after.
 */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
let product: ShopProduct;

beforeAll(async () => {
  product = await createProduct(admin, { offers: [{}, {}] });
  for (const offer of product.offers) {
    await query(
      `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint, status, sold_to, sold_at, purchase_id, sale_price)
       SELECT $1, $2::uuid, '\\x00', 2, decode(md5($2::text || n), 'hex'), CASE WHEN n <= 50000 THEN 'sold' ELSE 'available' END,
         CASE WHEN n <= 50000 THEN $3::uuid END, CASE WHEN n <= 50000 THEN now() END, CASE WHEN n <= 50000 THEN n END,
         CASE WHEN n <= 50000 THEN 100 END FROM generate_series(1, 100000) n`,
      product.id,
      offer.id,
      admin.id,
    );
  }
});

/** By which indexes a declared statement reaches codes and their claims; `Seq Scan` for none. */
const waysToCodes = async (name: string, values: string | null): Promise<string[]> =>
  (await planOf(services.db, name, values))
    .filter(
      (node) =>
        /^(codes|code_fingerprints)$/.test(node['Relation Name'] ?? '') ||
        /^codes?_/.test(node['Index Name'] ?? ''),
    )
    .filter((node) => !/^(LockRows|ModifyTable|Bitmap Heap Scan)$/.test(node['Node Type']))
    .map((node) => node['Index Name'] ?? node['Node Type'])
    .sort();

const offer = () => `'${offerOf(product).id}'`;
const sale = () =>
  `'${admin.id}', NULL, '${product.id}', ${offer()}, 3, '\\x00', 20, true, true, NULL, 10000, '{Diamants,Offre 1,110 Diamants,DZ}'`;

describe.each(['before', 'after'])('%s the tables are analysed', (when) => {
  beforeAll(async () => {
    if (when === 'after') await query('ANALYZE');
  });

  test('a sale picks from the index of available codes', async () => {
    expect(await waysToCodes('purchases.sell', sale())).toEqual(['codes_available', 'codes_pkey']);
  });

  test('a page of the export of codes reads the index of available codes', async () => {
    const values = `${offer()}, '-infinity', 0, 2000`;
    expect(await waysToCodes('codes.available-after', values)).toEqual(['codes_available']);
  });

  test('the list of the codes of a product reads one index for available and one for sold codes', async () => {
    const values = `'${product.id}', NULL, '{available,sold}', 'infinity', 0, 101`;
    const ways = await waysToCodes('codes.list', values);
    // The index is read for the newest code of each offer and for the page.
    expect(ways).toEqual(['codes_available', 'codes_available', 'codes_taken', 'codes_taken']);
  });

  test('an import finds known codes, and codes without a fingerprint, through the index made for each', async () => {
    const known = await waysToCodes('codes.known', `ARRAY['\\x00'::bytea], 1, ARRAY['\\x00'::bytea]`);
    // The folded forms lead to their codes by the primary key, too.
    expect(known).toEqual(['code_fingerprints_pkey', 'codes_pkey', 'codes_pkey']);
    const [bytes, numbers] = [`ARRAY['\\x00'::bytea]`, 'ARRAY[1::bigint]'];
    const insert = `'${product.id}', ${offer()}, 2, ${numbers}, ${bytes}, ${bytes}, ${bytes}, ${bytes}`;
    expect(await waysToCodes('codes.insert', insert)).toEqual([
      'code_fingerprints_pkey',
      'code_fingerprints_pkey',
      'codes_pkey',
    ]);
    expect(await waysToCodes('withheld-codes.release', 'NULL, 1, NULL, NULL')).toEqual([
      'code_fingerprints_pkey',
      'code_fingerprints_pkey',
      'codes_pkey',
    ]);
    expect(await waysToCodes(fingerprintsStore.lockHolders.name, bytes)).toEqual([
      'code_fingerprints_pkey',
      'codes_pkey',
    ]);
    expect(await waysToCodes('codes.any-without-fingerprint', null)).toEqual(['codes_without_fingerprint']);
  });

  test('the deletion of the unsold codes of an offer finds available and reserved codes through indexes', async () => {
    const page = `${offer()}, '-infinity', 0, 2000`;
    expect(await waysToCodes('codes.delete-available', page)).toEqual(['codes_available', 'codes_pkey']);
    // Either index of reserved codes is good, because there are few of them.
    const reserved = await waysToCodes('codes.delete-reserved', page);
    expect(reserved).toEqual(['codes_pkey', expect.stringMatching(/^codes_(reserved|taken)$/)]);
  });

  test('the reasons of a refused sale and the codes of a purchase are read through indexes alone', async () => {
    const any = await waysToCodes('purchases.any-code', `'${product.id}', ${offer()}`);
    expect(any).toEqual(['codes_available', 'codes_available', 'codes_taken', 'codes_taken']);
    expect(await waysToCodes('purchases.codes-of', '1')).toEqual(['codes_of_purchase']);
  });
});

const indexesOfSale = async () =>
  (await planOf(services.db, 'purchases.sell', sale())).map(
    (node) => node['Index Name'] ?? node['Node Type'],
  );

test('a sale finds its codes by one index and its other rows by primary keys after users and products have grown', async () => {
  await query(`INSERT INTO users (email, password_hash, status) SELECT n || '@exemple.dz', 'none', 'active'
             FROM generate_series(1, 2000) n`);
  await query(
    `INSERT INTO products (name, game) SELECT 'Produit ' || n, 'Jeu' FROM generate_series(1, 2000) n`,
  );
  const ways = await indexesOfSale();
  const keys = ['sessions', 'users', 'products', 'offers', 'idempotency_keys', 'offer_stock'];
  expect(ways).toEqual(expect.arrayContaining(keys.map((table) => `${table}_pkey`)));
  const indexes = ways.filter((way) => way.includes('_') && !way.endsWith('_pkey'));
  expect(indexes).toEqual(['codes_available']);
});

// Turned red by: a condition on the cashier of a session from which the planner concludes that the index of cashiers' sessions will do.
test('a cashier’s sale and the lock of a cashier’s session find the session by its token, not among those of all cashiers', async () => {
  for (const [name, values] of [
    ['purchases.sell-as-cashier', `${sale()}, false`],
    ['access.lock-session', `'\\x00'`],
  ] as const) {
    const nodes = (await planOf(services.db, name, values)).filter(
      (node) => node['Relation Name'] === 'sessions',
    );
    const ways = new Set(nodes.map((node) => node['Index Name'] ?? node['Node Type']));
    expect(ways, name).toEqual(new Set(['sessions_pkey']));
  }
});

test('a sale planned while the table of idempotency keys is empty uses its primary key, not a sequential scan', async () => {
  await query('TRUNCATE idempotency_keys');
  await query('VACUUM ANALYZE idempotency_keys');
  const ways = await indexesOfSale();
  expect(ways).toContain('idempotency_keys_pkey');
  expect(ways).not.toContain('Seq Scan');
});
