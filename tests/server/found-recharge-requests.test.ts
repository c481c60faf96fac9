import { beforeAll, expect, test } from 'vitest';
import { filterRequests } from '../../web/src/features/recharge-requests/filter-requests.ts';
import { testApp } from '../support/app.ts';
import { idsOfAllPages } from '../support/pages.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* The administrators' list of all recharge requests beyond what a screen loads: searched, filtered, counted by the server. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });
const list = async (query: string) => (await admin.get(`/api/recharge-requests?${query}`)).body;
const ids = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);
const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');
let zoe: TestUser;
let karim: TestUser;

beforeAll(async () => {
  zoe = await createUser(server, services, { firstName: 'Zoé', lastName: 'Élias', company: 'Cyber Béjaïa' });
  karim = await createUser(server, services, { firstName: 'Karim', company: 'Tout Jeux' });
  await query('UPDATE users SET phone = $2 WHERE id = $1', zoe.id, '0555 12 34 56');
  for (const [user, count] of [
    [zoe, 700],
    [karim, 20],
  ] as const)
    await query(
      `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name, status, created_at)
       SELECT $1, $2, $3, '', n * 100, CASE n % 2 WHEN 0 THEN 'ccp' ELSE 'baridimob' END, 'CCP',
              CASE n % 3 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'rejected' ELSE 'pending' END,
              now() - (n / 3) * interval '1 hour'
         FROM generate_series(1, $4::int) n`,
      user.id,
      user.email,
      user === zoe ? 'Ancien Nom' : 'Karim',
      count,
    );
});

test('a search, a status, a method and a time narrow the list of all recharge requests and its count [ADR-04][ADR-05][ADR-06][ADR-07]', async () => {
  expect(await list('order=desc&limit=500')).toMatchObject({ count: 720, capped: false });
  expect(await list('search=karim')).toMatchObject({ count: 20 });
  for (const search of ['ZOE', 'ancien nom', 'bejaia', zoe.email, '+213 555 123456'])
    expect([search, (await list(`search=${encodeURIComponent(search)}`)).count]).toEqual([search, 700]);
  expect((await list('search=zoe&status=pending')).count).toBe(233);
  expect((await list('search=zoe&status=pending&method=ccp')).count).toBe(117);
  const since = new Date(Date.now() - 90 * 60_000).toISOString();
  expect((await list(`since=${since}`)).count).toBe(10);
  expect((await list('search=personne')).count).toBe(0);
  expect((await list('search=%25')).count).toBe(0);
});

// Turned red by: a phone, an amount or a reference in another spelling that the browser compares as a text.
test('the screen that has all recharge requests finds the ones that the server finds and exports, and those of a part of a reference', async () => {
  const lina = await createUser(server, services, {
    firstName: 'Lina',
    lastName: 'Saadi',
    company: 'Lina Net',
  });
  await query('UPDATE users SET phone = $2 WHERE id = $1', lina.id, '0661 22 33 44');
  const sent = { method: 'ccp', phoneNumber: '0770 99 88 77' };
  await lina.post('/api/recharge-requests', { ...sent, amount: 1_250.5, reference: 'Ref: 8841-2201' });
  await lina.post('/api/recharge-requests', { ...sent, amount: 1_500, reference: 'vir-a7' });
  const { items: loaded } = await list('order=desc&limit=1000');
  const all = { status: 'all', method: 'all', period: 'all' };
  const onScreen = (search: string) =>
    filterRequests(loaded, { ...all, search }, 0).map(({ id }) => id as string);
  for (const [search, found] of [
    ['0661223344', 2],
    ['+213 (0) 661 22 33 44', 2],
    ['22 33 44', 2],
    ['٠٦٦١٢٢٣٣٤٤', 2],
    ['0770998877', 0],
    ['1 250,50', 1],
    ['1250.5 DA', 1],
    ['1.500', 1],
    ['250', 1],
    ['N° 8841 2201', 1],
    ['88412201', 1],
    ['8841', 0],
    ['VIR A7', 1],
    ['saadi lina net', 2],
    ['lina', 2],
    ['..', 0],
  ] as const) {
    const rows = ids(await list(`search=${encodeURIComponent(search)}&limit=1000`));
    expect([search, rows.length]).toEqual([search, found]);
    expect([search, onScreen(search)]).toEqual([search, expect.arrayContaining(rows)]);
  }
  expect(onScreen('8841')).toHaveLength(1);
  expect(onScreen('0770998877')).toEqual([]);
});

test.each(['asc', 'desc'])(
  'the list of recharge requests in the order %s comes in pages without a gap, requests of the same moment included',
  async (order) => {
    for (const query of [`order=${order}&status=pending`, `order=${order}&search=zoe`, `order=${order}`]) {
      const whole = await list(`${query}&limit=1000`);
      const seen = await idsOfAllPages(admin, `/api/recharge-requests?${query}&limit=97`);
      expect(seen).toEqual(ids(whole));
      expect(new Set(seen).size).toBe(whole.count);
      const times = whole.items.map(({ createdAt }: { createdAt: string }) => createdAt);
      expect(times).toEqual(order === 'asc' ? [...times].sort() : [...times].sort().reverse());
    }
  },
);

test('the list of recharge requests names the administrator who decided to administrators, and not to the reseller', async () => {
  const samir = await createUser(server, services, { firstName: 'Samir' });
  const { id } = (await samir.post('/api/recharge-requests', { amount: 70, method: 'ccp' })).body;
  await admin.post(`/api/recharge-requests/${id}/approve`, {});
  const [first] = (await list('search=samir&limit=1')).items;
  expect(first).toMatchObject({
    id,
    status: 'approved',
    processedBy: admin.id,
    processedByName: 'Nadia Haddad',
  });
  expect((await list('status=approved')).items[0]).toMatchObject({ processedByName: 'Nadia Haddad' });
  const [own] = (await samir.get('/api/recharge-requests')).body.items;
  expect(own).toMatchObject({ id });
  expect(own).not.toHaveProperty('processedByName');
});

test('a reseller cannot search or order all recharge requests, and hostile filters of an administrator get 422', async () => {
  expect((await karim.get('/api/recharge-requests?search=zoe')).status).toBe(422);
  expect((await karim.get('/api/recharge-requests?order=asc')).status).toBe(422);
  for (const query of [
    'order=up',
    'method=cash',
    'since=hier',
    'since=0000-01-01T00:00:00Z',
    'search=%00',
    `search=${'x'.repeat(201)}`,
    `order=asc&cursor=${cursorOf(5)}`,
    `order=asc&cursor=${cursorOf('0000-01-01T00:00:00.000Z', 5)}`,
    `order=asc&cursor=${cursorOf('2026-01-01T00:00:00.000Z', 2 ** 63)}`,
    'order=asc&cursor=%00',
  ])
    expect([query, (await admin.get(`/api/recharge-requests?${query}`)).status]).toEqual([query, 422]);
});

test('a list of more than 10,000 recharge requests is counted up to 10,000', async () => {
  const many = await createUser(server, services, { company: 'Grossiste' });
  const others = await createUser(server, services, { company: 'Détaillant' });
  for (const [id, name, count] of [
    [many.id, 'Grossiste', 13_000],
    [others.id, 'Détaillant', 6_000],
  ] as const)
    await query(
      `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name, status)
       SELECT $1, 'x@exemple.dz', $2, '', 100, 'ccp', 'CCP', 'rejected' FROM generate_series(1, $3::int)`,
      id,
      name,
      count,
    );
  await query('ANALYZE recharge_requests, users');
  for (const query of ['order=desc', 'search=grossiste', 'status=rejected&order=asc'])
    expect([query, await list(query)]).toMatchObject([query, { count: 10_000, capped: true }]);
  // Also among so many rows the list begins with the newest or the oldest one, and has only rows that were searched for.
  const [ends] = await query(
    'SELECT max(id)::text AS newest, min(id)::text AS oldest FROM recharge_requests WHERE user_id = $1',
    many.id,
  );
  for (const [order, first] of [
    ['desc', ends?.newest],
    ['asc', ends?.oldest],
  ]) {
    const { items } = await list(`search=grossiste&order=${order}`);
    expect(items[0].id).toBe(first);
    expect(new Set(items.map(({ userName }: { userName: string }) => userName))).toEqual(
      new Set(['Grossiste']),
    );
  }
});

test('a search that finds more than 10,000 accounts counts the recharge requests of these accounts alone', async () => {
  for (const [company, count] of [
    ['Foule', 11_500],
    ['Voisin', 2_000],
  ] as const)
    await query(
      `WITH added AS (
         INSERT INTO users (email, password_hash, status, first_name, last_name, company)
         SELECT $1 || n || '@exemple.dz', 'x', 'active', 'Compte', n::text, $1 FROM generate_series(1, $2::int) n
         RETURNING id, email)
       INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name, status)
       SELECT id, email, 'Compte', $1, 100, 'bank_transfer', 'Virement', 'cancelled' FROM added`,
      company,
      count,
    );
  await query('ANALYZE recharge_requests, users');
  expect(await list('search=foule&method=bank_transfer&limit=1')).toMatchObject({
    count: 10_000,
    capped: true,
  });
});

test('a list from a given time on includes the recharge request of exactly that time', async () => {
  const user = await createUser(server, services, { firstName: 'Instant' });
  const at = '2026-03-01T10:00:00.000Z';
  await query(
    `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name, created_at)
     VALUES ($1, 'i@exemple.dz', 'Instant', '', 100, 'ccp', 'CCP', $2)`,
    user.id,
    at,
  );
  expect((await list(`search=instant&since=${at}`)).count).toBe(1);
  expect((await list('search=instant&since=2026-03-01T10:00:00.001Z')).count).toBe(0);
});
