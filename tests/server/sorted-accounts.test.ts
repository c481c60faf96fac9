import { beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { allPages } from '../support/pages.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* The list of accounts in every order: always exact, page by page, counted. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });
const list = async (query = '') => (await admin.get(`/api/users?${query}`)).body;
const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');

interface Shown {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly balance: number;
  readonly status: string;
  readonly createdAt: string;
  readonly lastRecharge: string | null;
  readonly lastPurchase: string | null;
}
const names = ['Élodie', 'Zoé', 'amine', 'Bilal', 'Zoé', 'Óscar', 'émile', 'Zoé'];
const users: TestUser[] = [];
beforeAll(async () => {
  for (const [i, firstName] of names.entries())
    users.push(
      await createUser(server, services, {
        firstName,
        lastName: 'Test',
        company: 'Triés',
        status: i === 7 ? 'pending' : 'active',
        // Equal balances, and three accounts without a movement.
        ...(i < 5 && { balance: [300, 100, 300, 300, 50][i] ?? 0 }),
      }),
    );
});

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const keyOf: Record<string, (user: Shown) => string | number> = {
  created: ({ createdAt }) => createdAt,
  name: ({ firstName, lastName }) => fold(`${firstName} ${lastName}`),
  balance: ({ balance }) => balance,
  activity: ({ lastRecharge, lastPurchase }) =>
    Math.max(...[lastRecharge, lastPurchase].map((time) => (time ? Date.parse(time) : 0))),
};
/** Whether each is in order after the former one; equal ones by their id. */
function expectSorted(items: readonly Shown[], sort: string, order: string) {
  const key = keyOf[sort] as (user: Shown) => string | number;
  const sorted = [...items].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    const less = x === y ? (a.id < b.id ? -1 : 1) : x < y ? -1 : 1;
    return order === 'asc' ? less : -less;
  });
  expect(items.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
}
async function walk(query: string, limit: number): Promise<Shown[]> {
  const pages = await allPages((cursor) => list(`${query}&limit=${limit}${cursor}`));
  return pages.flatMap(({ items }) => items);
}
const all = ['created', 'name', 'balance', 'activity'].flatMap((sort) =>
  ['asc', 'desc'].map((order) => [sort, order] as const),
);
const check = async () => {
  for (const [sort, order] of all)
    for (const filter of ['', '&search=tri%C3%A9s', '&status=active&role=reseller', '&status=pending']) {
      const query = `sort=${sort}&order=${order}${filter}`;
      const whole = await list(`${query}&limit=200`);
      expectSorted(whole.items, sort, order);
      expect([query, whole.count]).toEqual([query, whole.items.length]);
      expect((await walk(query, 3)).map(({ id }) => id)).toEqual(whole.items.map(({ id }: Shown) => id));
    }
};

describe('accounts by date, name, balance and last activity', () => {
  test(
    'the list of accounts is in order by date, name, balance and activity before the job has copied anything [USR-05]',
    check,
  );

  test('the list of accounts is in order after the copy, with movements, registrations and decisions since', async () => {
    await query('UPDATE account_standings_until SET ledger_id = (SELECT max(id) FROM ledger)');
    await query(
      `UPDATE account_standings a SET sorted_balance = u.balance,
              last_activity = activity_milliseconds(u.last_recharge, u.last_purchase) FROM users u WHERE u.id = a.user_id`,
    );
    await check();
    const product = await createProduct(admin, { offers: [{ name: 'Petite', price: 40 }] });
    await importCodes(admin, product, 2);
    await users[4]?.post('/api/purchases', {
      productId: product.id,
      offerId: offerOf(product).id,
      quantity: 1,
    });
    await admin.post(`/api/users/${users[6]?.id}/recharge`, { amount: 9_000 });
    await admin.post(`/api/users/${users[7]?.id}/activate`, {});
    await admin.post(`/api/users/${users[1]?.id}/deactivate`, { reason: 'Essai' });
    await createUser(server, services, { firstName: 'Nouvelle', lastName: 'Test', company: 'Triés' });
    const [first] = (await list('sort=balance&order=desc&limit=1')).items;
    expect(first).toMatchObject({ id: users[6]?.id, balance: 9_000 });
    await check();
  });

  test('the job copies settled balances and activities of accounts, and changes no order of the list', async () => {
    await runJobs(services);
    await check();
    // A trigger dates the entries of the ledger, so the test makes them older for the job.
    await query('ALTER TABLE ledger DISABLE TRIGGER USER');
    await query(`UPDATE ledger SET created_at = created_at - interval '1 hour'`);
    await query('ALTER TABLE ledger ENABLE TRIGGER USER');
    await runJobs(services);
    const [{ behind } = { behind: -1 }] = await query(
      `SELECT count(*)::int AS behind FROM users u JOIN account_standings a ON a.user_id = u.id
        WHERE a.sorted_balance <> u.balance OR a.role <> u.role OR a.status <> u.status
           OR a.last_activity <> activity_milliseconds(u.last_recharge, u.last_purchase)`,
    );
    expect(behind).toBe(0);
    await check();
  });

  test('an account whose balance rises past the page already read is not on the next page, which has no account twice', async () => {
    const page = await list('sort=balance&order=desc&limit=3');
    await admin.post(`/api/users/${users[5]?.id}/recharge`, { amount: 20_000 });
    const next = await list(`sort=balance&order=desc&limit=200&cursor=${page.nextCursor}`);
    expect(next.items.map(({ id }: Shown) => id)).not.toContain(users[5]?.id);
    expect(new Set(next.items.map(({ id }: Shown) => id)).size).toBe(next.items.length);
  });

  test('a search that finds more than five thousand accounts lists them in order, and counts them exactly', async () => {
    await query(
      `INSERT INTO users (email, password_hash, status, first_name, last_name, company)
       SELECT 'foule' || n || '@exemple.dz', 'x', 'active', 'Foule', to_char(n % 40, 'FM000'), 'Foule' FROM generate_series(1, 5100) n`,
    );
    for (const [sort, order] of all) {
      const page = await list(`sort=${sort}&order=${order}&search=foule&limit=60`);
      expectSorted(page.items, sort, order);
      const next = await list(
        `sort=${sort}&order=${order}&search=foule&limit=60&cursor=${encodeURIComponent(page.nextCursor)}`,
      );
      expectSorted([...page.items, ...next.items], sort, order);
      expect(page).toMatchObject({ count: 5_100, capped: false });
    }
    expect((await list('limit=1')).count).toBe((await query('SELECT count(*)::int AS n FROM users'))[0]?.n);
  });

  test('a search that finds more than 10,000 accounts says so', async () => {
    await query(
      `INSERT INTO users (email, password_hash, status, first_name, last_name, company)
       SELECT 'marche' || n || '@exemple.dz', 'x', 'inactive', 'Marché', 'Noir', 'Marché' FROM generate_series(1, 11500) n`,
    );
    await query('ANALYZE users');
    expect(await list('search=marche&limit=1')).toMatchObject({ count: 10_000, capped: true });
    expect(await list('search=marche&status=active&limit=1')).toMatchObject({ count: 0, capped: false });
  });

  test('the list of accounts by name continues after the longest names of any script', async () => {
    // A Korean syllable is three letters of three bytes each in the order of names.
    const long = ['x', 'ق', '각'].map((letter) => letter.repeat(100));
    for (const name of long)
      await createUser(server, services, { firstName: name, lastName: name, company: 'Longs' });
    const listed = await walk('sort=name&order=asc&search=longs', 1);
    expect(listed.map(({ firstName }) => firstName)).toEqual(long);
  });

  test('an unknown sorting and hostile cursors in the list of accounts are refused with 422', async () => {
    const id = users[0]?.id;
    for (const query of [
      'sort=password_hash',
      'sort=balance;DROP TABLE users',
      'order=1',
      `sort=balance&cursor=${cursorOf('2026-01-01T00:00:00.000Z', id)}`,
      `sort=balance&cursor=${cursorOf(2 ** 63, id)}`,
      `sort=balance&cursor=${cursorOf(5, 'x')}`,
      `sort=name&cursor=${cursorOf('a\u0000b', id)}`,
      `sort=name&cursor=${cursorOf(5, id)}`,
      `sort=name&cursor=${cursorOf('x'.repeat(3_000), id)}`,
      `sort=created&cursor=${cursorOf('0000-01-01T00:00:00.000Z', id)}`,
      `sort=activity&cursor=${cursorOf(null, id)}`,
      `sort=activity&cursor=${cursorOf(1.5, id)}`,
    ])
      expect([query, (await admin.get(`/api/users?${query}`)).status]).toEqual([query, 422]);
    const lone = cursorOf('\ud800', id);
    expect((await admin.get(`/api/users?sort=name&cursor=${lone}`)).status).toBeLessThan(500);
    expect((await users[0]?.get('/api/users?sort=balance'))?.status).toBe(403);
  });
});
