import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { buy, createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });

let zoe: TestUser;
let karim: TestUser;
let purchaseId: string;
beforeAll(async () => {
  zoe = await createUser(server, services, {
    firstName: 'Zoé',
    lastName: 'Élias',
    company: 'Cyber Béjaïa',
    email: 'zoe@exemple.dz',
  });
  karim = await createUser(server, services, { firstName: 'Karim', company: '100% Jeux' });
  await admin.post(`/api/users/${zoe.id}/recharge`, { amount: 1_000 });
  await admin.post(`/api/users/${karim.id}/recharge`, { amount: 1_000 });
  const product = await createProduct(admin, { name: 'Été Pass', offers: [{ name: 'Grande', price: 100 }] });
  await importCodes(admin, product, 3);
  await buy(zoe, product);
  await karim.get('/api/free-fire/offers');
  const body = { freeFireId: '9876543210', offerId: 'ff_100_10', amount: 150 };
  await karim.post('/api/free-fire/requests', body);
  purchaseId = (await list('type=purchase')).items[0].id;
});
const list = async (query = '') => (await admin.get(`/api/transactions?${query}`)).body;
const kinds = async (query: string) =>
  (await list(query)).items.map(({ userId, type }: { userId: string; type: string }) => [
    userId === zoe.id ? 'zoe' : 'karim',
    type,
  ]);

describe('all transactions', () => {
  test('the transactions of all accounts are listed newest first, with their count, for administrators only [RWO-10][PRM-28]', async () => {
    const page = await list();
    expect(page).toMatchObject({ count: 4, capped: false, nextCursor: null });
    expect(await kinds('')).toEqual([
      ['karim', 'freefire_request'],
      ['zoe', 'purchase'],
      ['karim', 'recharge'],
      ['zoe', 'recharge'],
    ]);
    const times = page.items.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    for (const user of [zoe, karim]) {
      const response = await user.get('/api/transactions');
      expect(response.status).toBe(403);
      expect(response.body.message).toBe('Accès non autorisé');
    }
  });

  test('the transactions of one account are listed by its id for an administrator, and refused to a reseller [RWO-13]', async () => {
    const { items } = (await admin.get(`/api/users/${zoe.id}/transactions`)).body;
    expect(items.map(({ type }: { type: string }) => type)).toEqual(['purchase', 'recharge']);
    expect((await admin.get('/api/users/personne/transactions')).body.message).toBe(
      'Utilisateur introuvable',
    );
    expect((await zoe.get(`/api/users/${zoe.id}/transactions`)).status).toBe(403);
  });

  test('the list of transactions comes page by page without gap or repetition, without and with a search', async () => {
    for (const search of ['', '&search=exemple']) {
      const first = await list(`limit=3${search}`);
      expect(first).toMatchObject({ count: 4, nextCursor: expect.any(String) });
      const second = await list(`limit=3${search}&cursor=${first.nextCursor}`);
      expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(
        (await list()).items.map(({ id }: { id: string }) => id),
      );
      expect(second.nextCursor).toBeNull();
    }
  });
});

describe('the search finds', () => {
  test.each([
    ['a name', 'ZOE elias'],
    ['a name with accents', 'Zoé Élias'],
    ['a part of an email', 'zoe@exem'],
    ['a company', 'cyber bejaia'],
    ['a text between spaces', '  bejaia  '],
  ])('the search of transactions finds the transactions of an account by %s', async (_what, search) => {
    expect(await kinds(`search=${encodeURIComponent(search)}`)).toEqual([
      ['zoe', 'purchase'],
      ['zoe', 'recharge'],
    ]);
  });

  test('the search of transactions finds the description: the product, the offer or the kind', async () => {
    expect(await kinds('search=ete%20pass')).toEqual([['zoe', 'purchase']]);
    expect(await kinds('search=GRANDE')).toEqual([['zoe', 'purchase']]);
    expect(await kinds('search=achat')).toEqual([['zoe', 'purchase']]);
    expect(await kinds('search=solde')).toEqual([
      ['karim', 'recharge'],
      ['zoe', 'recharge'],
    ]);
    expect(await kinds('search=diamants')).toEqual([['karim', 'freefire_request']]);
  });

  test('the search of transactions finds a player id, whole or in part', async () => {
    for (const search of ['9876543210', '76543', '98', 'ID 9876543210']) {
      expect(await kinds(`search=${encodeURIComponent(search)}&type=freefire_request`)).toEqual([
        ['karim', 'freefire_request'],
      ]);
    }
  });

  test('the search of transactions finds a transaction by its number', async () => {
    const { items } = await list(`search=${encodeURIComponent(`#${purchaseId}`)}`);
    expect(items.map(({ id }: { id: string }) => id)).toContain(purchaseId);
  });

  test('the search of transactions finds only what contains the text, also with pattern characters', async () => {
    expect((await list('search=100%25%20jeux')).count).toBe(2);
    for (const search of ['%', '_', '%%%', '\\', "'; DROP TABLE users --"]) {
      const { count } = await list(`search=${encodeURIComponent(`zz${search}zz`)}`);
      expect(count).toBe(0);
    }
  });

  test('the search of transactions is combined with the filters by type, status and day', async () => {
    expect(await kinds('search=zoe&type=recharge')).toEqual([['zoe', 'recharge']]);
    expect(await kinds('search=zoe&status=pending')).toEqual([]);
    expect(await kinds('search=karim&status=pending')).toEqual([['karim', 'freefire_request']]);
    expect((await list('search=zoe&from=2999-01-01')).count).toBe(0);
  });
});

describe('the filters', () => {
  test('the list of transactions is filtered by type and by status, alone and together', async () => {
    expect(await kinds('type=purchase')).toEqual([['zoe', 'purchase']]);
    // The column says `Free Fire` for both kinds.
    expect(await kinds('type=freefire')).toEqual([['karim', 'freefire_request']]);
    expect(await kinds('type=freefire_request')).toEqual([['karim', 'freefire_request']]);
    expect(await kinds('status=pending')).toEqual([['karim', 'freefire_request']]);
    expect((await list('status=completed')).count).toBe(3);
    expect((await list('status=validated')).count).toBe(0);
    expect((await list('type=recharge&status=completed')).count).toBe(2);
    expect((await list('type=recharge&status=pending')).count).toBe(0);
    expect((await list('type=purchase&status=pending')).count).toBe(0);
    expect((await admin.get('/api/transactions?type=autre')).status).toBe(422);
  });

  test('the list of transactions is filtered by days of Algiers, the first and the last included', async () => {
    // 23:30 on 9 January in Algiers is 22:30 in UTC; 00:30 on the 11th is 23:30 of the 10th.
    await query(
      `UPDATE transactions SET created_at = '2026-01-09T22:59:59.999Z' WHERE user_id = $1 AND type = 'recharge'`,
      zoe.id,
    );
    await query(
      `UPDATE transactions SET created_at = '2026-01-09T23:00:00Z' WHERE user_id = $1 AND type = 'recharge'`,
      karim.id,
    );
    await query(`UPDATE transactions SET created_at = '2026-01-10T22:59:59.999Z' WHERE type = 'purchase'`);
    await query(
      `UPDATE transactions SET created_at = '2026-01-10T23:00:00Z' WHERE type = 'freefire_request'`,
    );
    expect(await kinds('from=2026-01-10&to=2026-01-10')).toEqual([
      ['zoe', 'purchase'],
      ['karim', 'recharge'],
    ]);
    expect(await kinds('to=2026-01-09')).toEqual([['zoe', 'recharge']]);
    expect(await kinds('from=2026-01-11')).toEqual([['karim', 'freefire_request']]);
    expect(await kinds('from=2026-01-10&type=recharge')).toEqual([['karim', 'recharge']]);
    expect(await kinds('from=2026-01-10&search=zoe')).toEqual([['zoe', 'purchase']]);
    expect(await kinds('from=2026-01-11&to=2026-01-10')).toEqual([]);
    for (const day of ['0000-01-01', '2026-02-30', 'hier', '2026-1-1']) {
      expect((await admin.get(`/api/transactions?from=${day}`)).status).toBe(422);
    }
    expect((await admin.get('/api/transactions?from=0001-01-01&to=9999-12-31')).body.count).toBe(4);
  });
});

describe('names', () => {
  test('a transaction names its administrator by first and last name, display name or email [TXN-13][TXN-14][TXN-15][TXN-16]', async () => {
    const nameOf = async () => (await list('type=recharge&limit=1')).items[0].adminName;
    expect(await nameOf()).toBe('Nadia Haddad');
    await query(
      `UPDATE users SET first_name = '', last_name = '', display_name = 'La caisse' WHERE id = $1`,
      admin.id,
    );
    expect(await nameOf()).toBe('La caisse');
    await query(`UPDATE users SET display_name = '', email = 'nadia@exemple.dz' WHERE id = $1`, admin.id);
    expect(await nameOf()).toBe('nadia');
  });

  test('a transaction names an unknown administrator or account, when the id is missing or has no account [TXN-11][TXN-12]', async () => {
    await query(
      `UPDATE transactions SET admin_id = NULL, processed_by = NULL WHERE user_id = $1 AND type = 'recharge'`,
      zoe.id,
    );
    await query(
      `UPDATE transactions SET admin_id = gen_random_uuid(), processed_by = NULL WHERE user_id = $1 AND type = 'recharge'`,
      karim.id,
    );
    const recharges = (await list('type=recharge')).items;
    expect(recharges.map(({ adminName }: { adminName: string }) => adminName)).toEqual([
      'Administrateur introuvable',
      'Administrateur inconnu',
    ]);
    await query(`UPDATE transactions SET user_id = gen_random_uuid() WHERE type = 'purchase'`);
    expect((await list('type=purchase')).items[0]).toMatchObject({
      userName: 'Utilisateur Inconnu',
      userEmail: 'N/A',
      adminName: null,
    });
  });
});

test('a search that finds more than 10,000 transactions says so, and not about how many there are [TXN-02]', async () => {
  const { id } = await createUser(server, services, { firstName: 'Foule' });
  await query(
    `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
     SELECT $1, 'recharge', 1, 'Recharge du solde', 0, 0, 'completed' FROM generate_series(1, 14000)`,
    id,
  );
  await query('ANALYZE transactions, users');
  for (const query of ['search=foule', 'search=solde', 'search=solde&type=recharge', '']) {
    const first = await list(`limit=1&${query}`);
    expect(first).toMatchObject({ count: 10_000, capped: true });
    // The planner's estimate was 30,000 for 55,000 entries.
    expect(first).not.toHaveProperty('estimate');
  }
  expect(await list('limit=1&search=foule&status=refused')).toMatchObject({ count: 0, capped: false });
});

test('the search of transactions finds a purchase by its description, whatever its product or offer is called now', async () => {
  const product = await createProduct(admin, {
    name: 'Ancien titre',
    offers: [{ name: 'Ancienne', price: 100 }],
  });
  const sell = () => buy(zoe, product);
  await importCodes(admin, product, 3);
  await sell();
  await query('UPDATE products SET name = $2 WHERE id = $1', product.id, 'Titre neuf');
  await sell();
  await query('UPDATE offers SET name = $2 WHERE id = $1', offerOf(product).id, 'Toute fraîche');
  await sell();
  for (const [search, found] of [
    ['ancien titre', 1],
    ['titre neuf', 2],
    ['ancienne', 2],
    ['toute fraiche', 1],
  ] as const)
    expect((await list(`search=${encodeURIComponent(search)}`)).count).toBe(found);
});

describe('one transaction', () => {
  test('a transaction is read by its number, by administrators only [PRM-28]', async () => {
    const [newest] = (await list()).items;
    const path = `/api/transactions/${newest.id}`;
    const read = await admin.get(path);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(newest);
    expect((await karim.get(path)).status).toBe(403);
    for (const unknown of ['999999', 'inconnue']) {
      const response = await admin.get(`/api/transactions/${unknown}`);
      expect([response.status, response.body.message]).toEqual([404, 'Transaction introuvable']);
    }
  });
});
