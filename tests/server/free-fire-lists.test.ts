import { describe, expect, test } from 'vitest';
import {
  freeFireRequestLists,
  processedFreeFireRequests,
} from '../../server/src/modules/free-fire/list-requests.ts';
import { testApp } from '../support/app.ts';
import { openUntilMidnight } from '../support/open-all-day.ts';
import { idsOfAllPages } from '../support/pages.ts';
import { createUser, type TestUser } from '../support/users.ts';

const clock = { now: new Date() };
const { server, services, url, query } = await testApp({ services: { now: () => clock.now } });
await openUntilMidnight(url);
const admin = await createUser(server, services, { role: 'admin' });
await admin.patch('/api/free-fire/service', { startHour: 0, endHour: 23 });
const one = await createUser(server, services);
const two = await createUser(server, services);

/** Inserts requests directly into the database, without their debits, which these tests do not need. */
async function seed(
  user: TestUser,
  many: number,
  status: 'pending' | 'validated' | 'refused',
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `WITH n AS (SELECT nextval('transactions_id_seq') AS t FROM generate_series(1, $2::int))
      INSERT INTO free_fire_requests (user_id, player_id, offer, offer_name, diamonds_value, amount, status,
        reseller_name, user_email, balance_before, balance_after, processed_by, processed_at, transaction_id,
        unified_transaction_id)
      SELECT $1, '12345678', '{"id":"ff_100_10","name":"100 + 10 Diamants","value":110,"price":150}',
        '100 + 10 Diamants', 110, 15000, $3, 'Amine Benali', 'a@exemple.dz', 50000, 35000,
        CASE WHEN $3 <> 'pending' THEN $4::uuid END, CASE WHEN $3 <> 'pending' THEN clock_timestamp() END, t, t FROM n
      RETURNING id`,
    user.id,
    many,
    status,
    admin.id,
  );
  return rows.map(({ id }) => id);
}
const list = async (user: TestUser, query = '') => (await user.get(`/api/free-fire/requests${query}`)).body;
const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => Number(id));
const descending = (numbers: number[]) => [...numbers].sort((a, b) => b - a);

const validated = [...(await seed(one, 30, 'validated')), ...(await seed(two, 40, 'validated'))];
const refused = await seed(one, 10, 'refused');
const waiting = await seed(one, 45, 'pending');
const ofAllUsers = descending([...validated, ...refused, ...waiting]);

describe('requests', () => {
  test('a reseller lists their own Free Fire requests, newest first, 20 at a time [RWO-19]', async () => {
    const own = descending([...validated.slice(0, 30), ...refused, ...waiting]);
    const page = await list(one);
    expect(ids(page)).toEqual(own.slice(0, 20));
    const next = await list(one, `?cursor=${page.nextCursor}`);
    expect(ids(next)).toEqual(own.slice(20, 40));
    expect(ids(await list(two))).toEqual(descending(validated.slice(30)).slice(0, 20));
  });

  test('a reseller gets the 10 newest of their Free Fire requests with the limit of the screen [RWO-20]', async () => {
    expect(ids(await list(one, '?limit=10'))).toEqual(descending(waiting).slice(0, 10));
  });

  test('an administrator lists the Free Fire requests of all users, 100 at a time, 50 with the limit of the screen [RWO-21][RWO-22]', async () => {
    const page = await list(admin);
    expect(ids(page)).toEqual(ofAllUsers.slice(0, 100));
    expect(ids(await list(admin, `?cursor=${page.nextCursor}`))).toEqual(ofAllUsers.slice(100));
    expect(ids(await list(admin, '?limit=50'))).toEqual(ofAllUsers.slice(0, 50));
  });

  test('the list of Free Fire requests filtered by a status holds only the requests with that status [RWO-18]', async () => {
    expect(ids(await list(admin, '?status=validated'))).toEqual(descending(validated));
    expect(ids(await list(admin, '?status=validated&limit=5'))).toEqual(descending(validated).slice(0, 5));
    expect(ids(await list(admin, '?status=pending'))).toEqual(descending(waiting));
    expect(ids(await list(one, '?status=refused'))).toEqual(descending(refused));
    expect(ids(await list(two, '?status=refused'))).toEqual([]);
  });

  test('the list of Free Fire requests is ordered from the oldest on when requested, page after page, with and without a status', async () => {
    const ascending = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
    for (const [user, query, expected] of [
      [admin, 'status=pending', waiting],
      [admin, 'status=all', ofAllUsers],
      [one, 'status=pending', waiting],
      [one, 'status=all', [...validated.slice(0, 30), ...refused, ...waiting]],
    ] as const) {
      const page = await list(user, `?${query}&order=asc&limit=20`);
      const next = await list(user, `?${query}&order=asc&limit=20&cursor=${page.nextCursor}`);
      expect([...ids(page), ...ids(next)], query).toEqual(ascending([...expected]).slice(0, 40));
    }
    const all = await list(one, '?status=refused&order=asc');
    expect([ids(all), all.nextCursor]).toEqual([ascending(refused), null]);
  });

  test('processed Free Fire requests come by the time of processing, latest first, page after page', async () => {
    const [old] = validated;
    await query('UPDATE free_fire_requests SET processed_at = clock_timestamp() WHERE id = $1', old);
    const seen = (await idsOfAllPages(admin, '/api/free-fire/requests?status=processed&limit=30')).map(
      Number,
    );
    expect(seen[0]).toBe(old);
    expect(descending(seen)).toEqual(descending([...validated, ...refused]));
    expect(new Set(seen).size).toBe(seen.length);
    const own = ids(await list(one, '?status=processed&limit=5'));
    expect(own).toEqual([old, ...descending(refused).slice(0, 4)]);
  });

  test('processed Free Fire requests come in pages without a gap, for an administrator and for a reseller', async () => {
    await query(
      `UPDATE free_fire_requests SET processed_at = '2026-02-01T00:00:00Z' WHERE status = 'refused'`,
    );
    for (const user of [admin, one]) {
      const whole = ids(await list(user, '?status=processed&limit=100'));
      const seen = (await idsOfAllPages(user, '/api/free-fire/requests?status=processed&limit=7')).map(
        Number,
      );
      const expected = user === admin ? [...validated, ...refused] : [...validated.slice(0, 30), ...refused];
      expect(seen).toHaveLength(expected.length);
      expect(new Set(seen)).toEqual(new Set(expected));
      expect(seen.slice(0, whole.length)).toEqual(whole);
    }
  });

  test('a reseller gets at most 100 Free Fire requests on a page, and a limit of 201 is refused', async () => {
    expect(ids(await list(one, '?limit=200'))).toHaveLength(85);
    await seed(one, 30, 'pending');
    expect(ids(await list(one, '?limit=200'))).toHaveLength(100);
    expect((await one.get('/api/free-fire/requests?limit=201')).status).toBe(422);
    expect((await one.get('/api/free-fire/requests?cursor=abc')).status).toBe(422);
  });

  test('a single Free Fire request is shown to its owner and to administrators, and not to another reseller [PRM-30][PRM-31][PRM-32]', async () => {
    const url = `/api/free-fire/requests/${validated[0]}`;
    expect((await one.get(url)).body.processedByName).toBe('Amine Benali');
    expect((await admin.get(url)).status).toBe(200);
    const otherUser = await two.get(url);
    expect(otherUser.status).toBe(404);
    expect(otherUser.body.message).toBe('Demande introuvable');
    for (const id of ['0', 'abc', '99999999999999999999'])
      expect((await admin.get(`/api/free-fire/requests/${id}`)).status).toBe(404);
  });

  const lists: [string, string, string][] = [
    ['processed', processedFreeFireRequests.processed.text, `'infinity', 1, 1`],
    ['one’s own processed', processedFreeFireRequests.ofUserProcessed.text, `'${one.id}', 'infinity', 1, 1`],
    ...Object.entries(freeFireRequestLists).flatMap(([order, of]): [string, string, string][] => [
      [`the whole list ${order}`, of.all.text, '1, 1'],
      [`one status ${order}`, of.withStatus.text, `'pending', 1, 1`],
      [`one’s own ${order}`, of.ofUser.text, `'${one.id}', 1, 1`],
      [`one’s own with a status ${order}`, of.ofUserWithStatus.text, `'${one.id}', 'refused', 1, 1`],
    ]),
  ];
  test.each(lists)(
    'the list of Free Fire requests "%s" takes its order from an index and sorts nothing',
    async (_, text, values) => {
      const client = await services.db.pool.connect();
      // With few rows any plan is possible: the test only checks that the plan with the index is.
      await client.query('SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off');
      await client.query(`PREPARE list AS ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE list (${values})`);
      client.release(true);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index (Only )?Scan.* on free_fire_requests/);
      expect(plan).not.toMatch(/Sort|Disabled/);
    },
  );
});

/** Inserts a history record, with a request of its own, at a given time. */
async function record(user: TestUser, at: string, status: 'success' | 'failed' = 'success'): Promise<void> {
  const [id] = await seed(user, 1, 'validated');
  await query(
    `INSERT INTO free_fire_history (user_id, player_id, offer_id, offer_name, price, diamonds_value, status,
             created_at, processed_by, request_id) VALUES ($1, '12345678', 'ff_100_10', 'Offre', 15050, 110, $2, $3, $4, $5)`,
    user.id,
    status,
    at,
    admin.id,
    id,
  );
}

describe('history and figures', () => {
  test('the Free Fire figures count successes in all and since midnight in Algiers, and the pending requests', async () => {
    clock.now = new Date('2026-03-02T10:00:00Z');
    const before = (await admin.get('/api/free-fire/stats')).body;
    expect(before).toEqual({ total: 0, totalAmount: 0, today: 0, pending: 75 });
    await record(one, '2026-03-01T22:59:59.999Z');
    await record(one, '2026-03-01T23:00:00Z');
    await record(two, '2026-03-02T09:00:00Z');
    await record(two, '2026-03-02T09:30:00Z', 'failed');
    expect((await admin.get('/api/free-fire/stats')).body).toEqual({
      total: 3,
      totalAmount: 451.5,
      today: 2,
      pending: 75,
    });
    expect((await one.get('/api/free-fire/stats')).status).toBe(403);
  });

  test('a Free Fire history record is success or failed, and the database refuses to change it [ENT-43]', async () => {
    await expect(record(one, '2026-03-02T09:00:00Z', 'done' as 'failed')).rejects.toThrow(/check constraint/);
    await expect(services.db.query({ text: `UPDATE free_fire_history SET price = 1` })).rejects.toThrow(
      /append-only/,
    );
  });

  test('the Free Fire history of a user comes 20 at a time, newest first, to the owner and to administrators [RWO-23]', async () => {
    const reader = await createUser(server, services);
    for (let n = 0; n < 23; n += 1) await record(reader, `2026-02-01T10:${String(n).padStart(2, '0')}:00Z`);
    const mine = (await reader.get('/api/free-fire/history')).body;
    expect(mine.items).toHaveLength(20);
    const times = mine.items.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const rest = (await reader.get(`/api/free-fire/history?cursor=${mine.nextCursor}`)).body;
    expect(rest.items).toHaveLength(3);
    expect((await admin.get(`/api/free-fire/history?userId=${reader.id}`)).body.items).toHaveLength(20);
    expect((await admin.get('/api/free-fire/history?limit=100')).body.items).toHaveLength(27);
    expect((await reader.get(`/api/free-fire/history?userId=${one.id}`)).status).toBe(403);
    expect((await admin.get('/api/free-fire/history?userId=abc')).body.items).toEqual([]);
  });
  test('the Free Fire history of all accounts comes newest first, page by page, each record once', async () => {
    const all = (await admin.get('/api/free-fire/history?limit=100')).body.items.map(
      ({ id }: { id: string }) => Number(id),
    );
    expect(all).toEqual([...all].sort((a, b) => b - a));
    const seen = (await idsOfAllPages(admin, '/api/free-fire/history?limit=7')).map(Number);
    expect(seen).toEqual(all);
  });
});

describe('the figures', () => {
  test('the Free Fire figures cover all history records, more than the latest 1000 [RWO-24]', async () => {
    const before = (await admin.get('/api/free-fire/stats')).body;
    const ids = await seed(one, 1_200, 'validated');
    await query(
      `INSERT INTO free_fire_history (user_id, player_id, offer_id, offer_name, price, diamonds_value, status,
               created_at, processed_by, request_id)
             SELECT $1, '12345678', 'ff_100_10', 'Offre', 100, 110, 'success', '2026-02-01T00:00:00Z', $2, id
               FROM unnest($3::bigint[]) id`,
      one.id,
      admin.id,
      ids,
    );
    expect((await admin.get('/api/free-fire/stats')).body).toMatchObject({
      total: before.total + 1_200,
      totalAmount: before.totalAmount + 1_200,
    });
  });
});
