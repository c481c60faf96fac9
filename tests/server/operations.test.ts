import { beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { testApp } from '../support/app.ts';
import { idsOfAllPages } from '../support/pages.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });

/** The day of a time in Algiers. */
const dayOf = (moment: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers' }).format(new Date(moment));

let reseller: TestUser;
const topUp = async () =>
  (
    await reseller.post('/api/free-fire/requests', {
      freeFireId: '1234567890',
      offerId: 'ff_100_10',
      amount: 150,
    })
  ).body.requestId as string;
let pending: string;
let validated: string;
let refused: string;
beforeAll(async () => {
  reseller = await createUser(server, services);
  await reseller.get('/api/free-fire/offers');
  await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 2_000 });
  const product = await createProduct(admin, { name: 'Cartes', offers: [{ name: 'Petite', price: 100 }] });
  await importCodes(admin, product, 2);
  await buy(reseller, product);
  validated = await topUp();
  refused = await topUp();
  pending = await topUp();
  await admin.post(`/api/free-fire/requests/${validated}/validate`, {
    imageUrl: 'https://exemple.dz/preuve.png',
    note: 'Envoyé',
  });
  await admin.post(`/api/free-fire/requests/${refused}/refuse`, { note: 'ID inconnu' });
});
const operations = async (filter: string, user = reseller) =>
  (await user.get(`/api/operations?filter=${filter}`)).body.items;

describe('the operations of a reseller', () => {
  test('a reseller’s operations are all of their own transactions, newest first, each of them once [PRM-09][WAL-26][WAL-27]', async () => {
    const all = await operations('all');
    expect(all.map(({ type, amount }: Record<string, unknown>) => [type, amount])).toEqual([
      ['freefire_request', 150],
      ['freefire_request', 150],
      ['freefire_request', 150],
      ['purchase', 100],
      ['recharge', 2_000],
    ]);
    expect(all.map(({ balanceAfter }: Record<string, unknown>) => balanceAfter)).toEqual([
      1_450, 1_600, 1_750, 1_900, 2_000,
    ]);
    const ledger = (await reseller.get('/api/ledger')).body.items;
    expect(
      ledger.map(({ metadata, type }: { metadata: { source: string }; type: string }) => [
        metadata.source,
        type,
      ]),
    ).toEqual([
      ['freefire_refund', 'credit'],
      ['freefire_request', 'debit'],
      ['freefire_request', 'debit'],
      ['freefire_request', 'debit'],
      ['purchase', 'debit'],
      ['admin_recharge', 'credit'],
    ]);
    const { adjustments } = (await reseller.get('/api/operations?filter=all')).body;
    expect(adjustments).toMatchObject([
      { source: 'freefire_refund', note: 'ID inconnu', freeFire: { playerId: '1234567890' } },
    ]);
    const otherUser = await createUser(server, services);
    expect(await operations('all', otherUser)).toEqual([]);
    expect((await otherUser.get('/api/ledger')).body.items).toEqual([]);
  });

  test('the filter credit of a reseller’s operations means recharges, debit purchases only, freefire both of its types', async () => {
    await query(
      `UPDATE transactions SET type = 'freefire' WHERE id = (SELECT transaction_id FROM free_fire_requests WHERE id = $1)`,
      pending,
    );
    const types = async (filter: string) =>
      (await operations(filter)).map(({ type }: { type: string }) => type);
    expect(await types('credit')).toEqual(['recharge']);
    expect(await types('debit')).toEqual(['purchase']);
    expect(await types('freefire')).toEqual(['freefire', 'freefire_request', 'freefire_request']);
    expect((await reseller.get('/api/operations?filter=autre')).status).toBe(422);
  });

  test('a Free Fire operation takes its state from its request, with its details and the administrator who processed it', async () => {
    const entries = await operations('freefire');
    const of = (id: string) =>
      entries.find(({ freeFire }: { freeFire: { requestId: string } }) => freeFire.requestId === id);
    expect(of(validated)).toMatchObject({
      status: 'completed',
      requestStatus: 'validated',
      adminName: 'Nadia Haddad',
      request: {
        note: 'Envoyé',
        imageUrl: 'https://exemple.dz/preuve.png',
        validatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        refusedAt: null,
      },
      freeFire: { playerId: '1234567890', offerName: '100 + 10 Diamants', diamondsValue: 110 },
    });
    expect(of(refused)).toMatchObject({
      status: 'pending',
      requestStatus: 'refused',
      adminName: 'Nadia Haddad',
      request: { note: 'ID inconnu', imageUrl: null, validatedAt: null, refusedAt: expect.any(String) },
    });
    expect(of(pending)).toMatchObject({ requestStatus: 'pending', adminName: null });
  });

  test('a reseller’s operation names the administrator who credited it, and no administrator for a purchase', async () => {
    const [credit] = await operations('credit');
    expect(credit).toMatchObject({
      adminName: 'Nadia Haddad',
      adminId: admin.id,
      requestStatus: null,
      request: null,
    });
    expect((await operations('debit'))[0]).toMatchObject({ adminName: null, productName: 'Cartes' });
  });

  test('a reseller’s operations come in pages that neither repeat nor skip an operation', async () => {
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const { items, nextCursor } = (await reseller.get(`/api/operations?limit=2${cursor}`)).body;
      seen.push(...items.map(({ id }: { id: string }) => id));
      cursor = `&cursor=${nextCursor}`;
      if (page === 2) expect(nextCursor).toBeNull();
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toEqual((await operations('all')).map(({ id }: { id: string }) => id));
  });

  test.each([
    ['not ours', 'abc'],
    ['of another list', Buffer.from('[5]').toString('base64url')],
    ['with a wrong time', Buffer.from('["2026-99-99T99:99:99Z",5]').toString('base64url')],
    ['with a text for a number', Buffer.from('["2026-01-01T00:00:00.000Z","x"]').toString('base64url')],
  ])('the list of a reseller’s operations refuses with 422 a cursor %s', async (_what, cursor) => {
    for (const list of ['operations', 'ledger', 'purchases']) {
      const response = await reseller.get(`/api/${list}?cursor=${cursor}`);
      expect(response.status).toBeLessThan(500);
    }
    expect((await reseller.get(`/api/operations?cursor=${cursor}`)).status).toBe(422);
  });

  test('a reseller searches their purchases by name and day of Algiers; an administrator only those of one account', async () => {
    const list = async (query: string) => (await reseller.get(`/api/purchases?${query}`)).body.items;
    const [own] = await list('');
    const day = dayOf(own.createdAt);
    for (const query of ['search=cart', 'search=PETITE', 'search=free%20fire', `from=${day}&to=${day}`])
      expect(await list(query), query).toEqual([own]);
    for (const query of ['search=rien', 'search=%25', 'from=2999-01-01', 'to=2000-01-01'])
      expect(await list(query), query).toEqual([]);
    expect((await reseller.get('/api/purchases?from=hier')).status).toBe(422);
    const seen = await admin.get(`/api/purchases?userId=${reseller.id}&search=cart`);
    expect(seen.body.items).toEqual([own]);
    expect((await admin.get('/api/purchases?search=cart')).status).toBe(422);
  });

  test('the list of operations is for active resellers: a pending reseller and an administrator get 403', async () => {
    const waiting = await createUser(server, services, { status: 'pending' });
    expect((await waiting.get('/api/operations')).status).toBe(403);
    expect((await admin.get('/api/operations')).status).toBe(403);
  });
});

describe('records of the wallet have the fields of the specification', () => {
  test('a transaction has every field of the specification, and its type and status are of the specified values [ENT-10][ENT-11][ENT-13][ENT-14]', async () => {
    const all = await operations('all');
    for (const item of all) {
      expect(Object.keys(item)).toEqual(
        expect.arrayContaining(
          'id userId type amount method adminId reason description productName balanceBefore balanceAfter status createdAt processedBy processedAt completedAt freeFire metadata'.split(
            ' ',
          ),
        ),
      );
    }
    expect(Object.keys(all[0].freeFire).sort()).toEqual(
      ['playerId', 'offerId', 'offerName', 'diamondsValue', 'requestId', 'unifiedTransactionId'].sort(),
    );
    expect(all[0].freeFire.unifiedTransactionId).toBe(all[0].id);
    for (const column of ['type', 'status']) {
      await expect(
        services.db.query({ text: `UPDATE transactions SET ${column} = 'autre'` }),
      ).rejects.toThrow(/check constraint/);
    }
  });

  test('a ledger entry has exactly the fields of the specification, and its type is credit or debit [ENT-16][ENT-17][ENT-18]', async () => {
    const { items } = (await reseller.get('/api/ledger')).body;
    for (const item of items) {
      expect(Object.keys(item).sort()).toEqual(
        'id userId type amount description adminId transactionId relatedTransactionId balanceBefore balanceAfter metadata createdAt'
          .split(' ')
          .sort(),
      );
      expect(['credit', 'debit']).toContain(item.type);
    }
    expect(items.at(-1)).toMatchObject({
      type: 'credit',
      adminId: admin.id,
      metadata: { source: 'admin_recharge', validated: true },
    });
    expect(items.at(-2).metadata).toEqual({
      source: 'purchase',
      validated: true,
      productId: expect.any(String),
      offerId: expect.any(String),
      quantity: 1,
      unitPrice: 100,
    });
  });

  test('an administrator lists the recharges of all accounts or of one, newest first, and a reseller gets 403 [ENT-35][RWO-12]', async () => {
    const other = await createUser(server, services);
    await admin.post(`/api/users/${other.id}/recharge`, { amount: 7, note: 'Comptoir' });
    await admin.post(`/api/users/${other.id}/recharge`, { amount: 8 });
    const all = (await admin.get('/api/recharges')).body.items;
    expect(all.map(({ amount }: { amount: number }) => amount)).toEqual([8, 7, 2_000]);
    expect(all[1]).toEqual({
      id: expect.any(String),
      userId: other.id,
      amount: 7,
      note: 'Comptoir',
      method: 'manual_admin',
      adminId: admin.id,
      createdAt: expect.any(String),
    });
    const seen = await idsOfAllPages(admin, '/api/recharges?limit=2');
    expect(seen).toEqual(all.map(({ id }: { id: string }) => id));
    expect(seen.map(Number)).toEqual(seen.map(Number).sort((a, b) => b - a));
    const own = (await admin.get(`/api/recharges?userId=${other.id}&limit=1`)).body;
    expect(own.items.map(({ amount }: { amount: number }) => amount)).toEqual([8]);
    const next = (await admin.get(`/api/recharges?userId=${other.id}&cursor=${own.nextCursor}`)).body;
    expect(next.items.map(({ amount }: { amount: number }) => amount)).toEqual([7]);
    expect((await reseller.get('/api/recharges')).status).toBe(403);
  });
});

test('internal fields are removed for users who are not administrators, however deep [PRM-34]', async () => {
  const internal = { internalNotes: 'surveiller', adminComments: ['x'], systemFlags: { risk: 1 } };
  await query(
    `UPDATE transactions SET metadata = $2 WHERE user_id = $1 AND type = 'recharge'`,
    reseller.id,
    JSON.stringify({ ...internal, note: 'visible', deep: [{ ...internal, kept: 1 }] }),
  );
  await query(
    `UPDATE users SET internal_notes = 'surveiller', admin_comments = 'x', system_flags = '["a"]' WHERE id = $1`,
    reseller.id,
  );
  const [own] = await operations('credit');
  expect(own.metadata).toEqual({ note: 'visible', deep: [{ kept: 1 }] });
  const me = (await reseller.get('/api/me')).body;
  for (const field of Object.keys(internal)) expect(me).not.toHaveProperty(field);
  const seen = (await admin.get(`/api/users/${reseller.id}/transactions`)).body.items.at(-1);
  expect(seen.metadata).toMatchObject(internal);
  expect((await admin.get(`/api/users/${reseller.id}`)).body).toMatchObject({
    internalNotes: 'surveiller',
    adminComments: 'x',
    systemFlags: ['a'],
  });
});

test('after recharges, purchases and Free Fire requests, the audit finds no discrepancy', async () => {
  await query(`UPDATE transactions SET type = 'freefire_request' WHERE type = 'freefire'`);
  expect(await audit(services.db)).toEqual([]);
  expect(await query(`SELECT count(*) FROM ledger`)).not.toEqual([{ count: 0 }]);
});
