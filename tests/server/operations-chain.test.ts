import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { allPages } from '../support/pages.ts';
import { executedPlanOf } from '../support/plan.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });

interface Movement {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly createdAt: string;
  readonly source?: string;
}
interface Page {
  readonly items: Movement[];
  readonly adjustments: Movement[];
  readonly nextCursor: string | null;
}

let reseller: TestUser;
let refused: string;
let purchaseId: string;
const requestTopUp = async (): Promise<string> =>
  (
    await reseller.post('/api/free-fire/requests', {
      freeFireId: '1234567890',
      offerId: 'ff_100_10',
      amount: 150,
    })
  ).body.requestId;
const refuse = (id: string) => admin.post(`/api/free-fire/requests/${id}/refuse`, { note: 'ID inconnu' });

beforeAll(async () => {
  reseller = await createUser(server, services);
  await reseller.get('/api/free-fire/offers');
  await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 2_000 });
  refused = await requestTopUp();
  const later = await requestTopUp();
  const product = await createProduct(admin, { name: 'Cartes', offers: [{ name: 'Petite', price: 100 }] });
  await importCodes(admin, product, 2);
  const order = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
  await refuse(refused);
  purchaseId = (await reseller.post('/api/purchases', order)).body.id;
  await refuse(later);
  await requestTopUp();
  const [bought] = (await reseller.get('/api/operations?filter=debit')).body.items;
  await admin.post(`/api/users/${reseller.id}/debit`, { transactionId: bought.id, amount: 25 });
  await reseller.post('/api/purchases', order);
});

const read = async (query: string): Promise<Page> => (await reseller.get(`/api/operations?${query}`)).body;
/** Both kinds by time: an adjustment comes before a transaction of the same time. */
const inOrder = ({ items, adjustments }: Pick<Page, 'items' | 'adjustments'>): Movement[] =>
  [...adjustments, ...items].sort((a, b) =>
    a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? 1 : -1,
  );

describe('the operations of a reseller', () => {
  test('a reseller’s operations show the refund of a refused request as a movement, so that balances follow from each other', async () => {
    const movements = inOrder(await read('filter=all'));
    expect(movements.map(({ source, type, amount }) => [source ?? type, amount])).toEqual([
      ['purchase', 100],
      ['admin_debit', 25],
      ['freefire_request', 150],
      ['freefire_refund', 150],
      ['purchase', 100],
      ['freefire_refund', 150],
      ['freefire_request', 150],
      ['freefire_request', 150],
      ['recharge', 2_000],
    ]);
    const [newest] = movements;
    expect(newest?.balanceAfter).toBe((await reseller.get('/api/me')).body.balance);
    for (const [index, movement] of movements.entries())
      expect(movement.balanceBefore).toBe(movements[index + 1]?.balanceAfter ?? 0);
  });

  test('a reseller’s operations have no second transaction record for a refund: the items are the transactions alone', async () => {
    const { items } = await read('filter=all');
    const rows = await query<{ id: number }>(
      'SELECT id FROM transactions WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
      reseller.id,
    );
    expect(items.map(({ id }) => id)).toEqual(rows.map(({ id }) => String(id)));
    expect(items.every(({ type }) => ['recharge', 'purchase', 'freefire_request'].includes(type))).toBe(true);
  });

  test('a reseller’s operations filtered by recharges or purchases have no adjustment; by Free Fire, the refunds alone [OPS-04][OPS-05][OPS-06]', async () => {
    for (const filter of ['credit', 'debit'])
      expect((await read(`filter=${filter}`)).adjustments, filter).toEqual([]);
    const { adjustments } = await read('filter=freefire');
    expect(adjustments.map(({ source }) => source)).toEqual(['freefire_refund', 'freefire_refund']);
  });

  test.each(['all', 'freefire'])(
    'a reseller’s operations of the filter %s come in pages of any size that neither repeat nor skip a movement',
    async (filter) => {
      const whole = inOrder(await read(`filter=${filter}`));
      for (const limit of [1, 2, 3, 4]) {
        const pages = await allPages((cursor) => read(`filter=${filter}&limit=${limit}${cursor}`));
        for (const { items, adjustments } of pages)
          expect(Math.max(items.length, adjustments.length)).toBeLessThanOrEqual(limit);
        expect(pages.flatMap(inOrder), `pages of ${limit}`).toEqual(whole);
      }
    },
  );

  test('the operations of an account with more adjustments than the longest page, many of one millisecond, are complete and newest first', async () => {
    const corrected = await createUser(server, services, { balance: 10 });
    const [recharge] = (await corrected.get('/api/operations')).body.items;
    await query(
      `INSERT INTO ledger (user_id, type, amount, description, transaction_id, metadata)
             SELECT $1, 'debit', 1, 'Correction', $2, '{"source": "admin_debit"}' FROM generate_series(1, 450)`,
      corrected.id,
      recharge.id,
    );
    const pages = await allPages<Page>(
      async (cursor) => (await corrected.get(`/api/operations?limit=200${cursor}`)).body,
    );
    const seen = pages.flatMap(({ adjustments }) => adjustments.map(({ balanceAfter }) => balanceAfter));
    expect(seen).toEqual(Array.from({ length: 450 }, (_, n) => (1_000 - 450 + n) / 100));
  });

  test('an adjustment and a transaction of the same microsecond are both on the pages of a reseller’s operations', async () => {
    const corrected = await createUser(server, services, { balance: 10 });
    const [recharge] = (await corrected.get('/api/operations')).body.items;
    const run = (text: string, values: unknown[] = []) => services.db.query({ text, values });
    await run(
      `INSERT INTO ledger (user_id, type, amount, description, transaction_id, metadata)
       VALUES ($1, 'debit', 1, 'Correction', $2, '{"source": "admin_debit"}')`,
      [corrected.id, recharge.id],
    );
    // Entries of the ledger are dated by a trigger.
    await run('ALTER TABLE ledger DISABLE TRIGGER USER');
    await run(
      `UPDATE ledger SET created_at = (SELECT created_at FROM transactions WHERE id = $2)
        WHERE user_id = $1 AND type = 'debit'`,
      [corrected.id, recharge.id],
    );
    await run('ALTER TABLE ledger ENABLE TRIGGER USER');
    const first: Page = (await corrected.get('/api/operations?limit=1')).body;
    const next: Page = (await corrected.get(`/api/operations?limit=1&cursor=${first.nextCursor}`)).body;
    expect(first.adjustments.map(({ createdAt }) => createdAt)).toEqual([recharge.createdAt]);
    expect([first.items, next.adjustments, next.nextCursor]).toEqual([[], [], null]);
    expect(next.items.map(({ id }) => id)).toEqual([recharge.id]);
  });

  test('an adjustment that a clock set back dated before every transaction is on the last page of a reseller’s operations', async () => {
    const corrected = await createUser(server, services, { balance: 10 });
    const [recharge] = (await corrected.get('/api/operations')).body.items;
    await admin.post(`/api/users/${corrected.id}/debit`, { transactionId: recharge.id, amount: 1 });
    await query(
      `UPDATE transactions SET created_at = created_at + interval '1 hour' WHERE id = $1`,
      recharge.id,
    );
    const pages = await allPages<Page>(
      async (cursor) => (await corrected.get(`/api/operations?limit=1${cursor}`)).body,
    );
    expect(pages.flatMap(inOrder).map(({ source, type }) => source ?? type)).toEqual([
      'recharge',
      'admin_debit',
    ]);
  });

  test('a refund among a reseller’s operations names its request and the administrator who refused it', async () => {
    const oldest = (await read('filter=freefire')).adjustments.at(-1);
    expect(oldest).toMatchObject({
      type: 'credit',
      amount: 150,
      balanceBefore: 1_700,
      balanceAfter: 1_850,
      relatedTransactionId: refused,
      adminName: 'Nadia Haddad',
      freeFire: { requestId: refused, playerId: '1234567890', offerName: '100 + 10 Diamants' },
    });
  });

  test('the operation of a refused request contains its refund, and the operation of a purchase names the purchase', async () => {
    const { items } = (await reseller.get('/api/operations')).body;
    const entry = items.find(
      (one: { freeFire: { requestId: string } | null }) => one.freeFire?.requestId === refused,
    );
    expect(entry.refund).toEqual({
      amount: 150,
      balanceBefore: 1_700,
      balanceAfter: 1_850,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const first = items.filter(({ type }: { type: string }) => type === 'purchase').at(-1);
    expect(first).toMatchObject({ purchaseId, refund: null });
    expect(items.at(-1)).toMatchObject({ type: 'recharge', purchaseId: null, refund: null });
    const seen = (await admin.get(`/api/transactions?search=${entry.id}`)).body.items;
    expect(seen).toContainEqual(expect.objectContaining({ id: entry.id, refund: entry.refund }));
  });

  test('the adjustments and refunds among a reseller’s operations are read through the index made for them', async () => {
    for (const name of ['wallet.adjustments', 'wallet.refunds']) {
      const steps = await executedPlanOf(services.db, name, `'${reseller.id}', 'infinity', 0, 51`);
      expect(
        steps.map((step) => step['Index Name']),
        name,
      ).toContain('ledger_user_adjustments');
    }
  });
});

describe('the ledger', () => {
  const entries = async (user: TestUser, query = '') => (await user.get(`/api/ledger${query}`)).body;

  test('an administrator reads the ledger of any account, page by page [PRM-31]', async () => {
    const own = await entries(reseller);
    const seen = await entries(admin, `?userId=${reseller.id}`);
    expect(seen.items.length).toBeGreaterThan(8);
    expect(seen).toEqual(own);
    const first = await entries(admin, `?userId=${reseller.id}&limit=3`);
    const next = await entries(admin, `?userId=${reseller.id}&limit=200&cursor=${first.nextCursor}`);
    expect([...first.items, ...next.items]).toEqual(own.items);
  });

  test('a reseller gets 403 for the ledger of another account, and reads their own with or without their id [PRM-30]', async () => {
    const other = await createUser(server, services);
    expect((await other.get(`/api/ledger?userId=${reseller.id}`)).status).toBe(403);
    expect((await reseller.get(`/api/ledger?userId=${reseller.id}`)).body).toEqual(await entries(reseller));
    expect((await entries(admin)).items).toEqual([]);
  });
});
