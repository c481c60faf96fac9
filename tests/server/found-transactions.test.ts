import { beforeAll, describe, expect, test } from 'vitest';
import { transactionsPage } from '../../server/src/modules/wallet/find-transactions.store.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { allPages } from '../support/pages.ts';
import { executedComposedPlan } from '../support/plan.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* The list of all transactions for an administrator: searched by what the rows show, counted exactly and sorted. */
const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const admin = await createUser(server, services, { role: 'admin' });
const list = async (query = '') => (await admin.get(`/api/transactions?${query}`)).body;
const ids = async (query: string): Promise<string[]> =>
  (await list(query)).items.map(({ id }: { id: string }) => id);

async function request(reseller: TestUser): Promise<string> {
  const [offer] = (await reseller.get('/api/free-fire/offers')).body.items;
  const sent = { freeFireId: '9876543210', offerId: offer.id, amount: offer.price };
  return (await reseller.post('/api/free-fire/requests', sent)).body.requestId;
}
const decide = (id: string, how: 'validate' | 'refuse') =>
  admin.post(
    `/api/free-fire/requests/${id}/${how}`,
    how === 'validate' ? { imageUrl: 'https://exemple.dz/p.png' } : { note: 'ID inconnu' },
  );
const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64url');

describe('the filter by status', () => {
  test('the filter by status finds the transactions that show it, a Free Fire entry by the state of its request [TXN-04][TXN-05]', async () => {
    const reseller = await createUser(server, services, { balance: 10_000 });
    const [waiting, validated, refused] = [
      await request(reseller),
      await request(reseller),
      await request(reseller),
    ];
    await decide(validated, 'validate');
    await decide(refused, 'refuse');
    const shown = async (query: string) =>
      (await list(`search=${reseller.email}&${query}`)).items.map(
        ({ type, requestStatus }: { type: string; requestStatus: string | null }) => requestStatus ?? type,
      );
    for (const search of ['', 'type=freefire&']) {
      expect(await shown(`${search}status=validated`)).toEqual(['validated']);
      expect(await shown(`${search}status=refused`)).toEqual(['refused']);
      expect(await shown(`${search}status=pending`)).toEqual(['pending']);
    }
    expect(await shown('status=completed')).toEqual(['recharge']);
    expect(await shown('status=rejected')).toEqual([]);
    expect(waiting).not.toBe(refused);
    // Without a search other indexes are used.
    for (const query of ['status=refused', 'type=freefire&status=refused']) {
      const page = await list(query);
      expect(page.items.map(({ requestStatus }: { requestStatus: string }) => requestStatus)).toEqual([
        'refused',
      ]);
      expect(page).toMatchObject({ count: 1, capped: false });
    }
    expect((await list('status=validated')).count).toBe(1);
    expect((await list('type=purchase&status=refused')).count).toBe(0);
  });

  test('the filter by status finds a completed Free Fire entry without a request as validated, not as completed', async () => {
    const { id } = await createUser(server, services);
    await query(
      `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
       VALUES ($1, 'freefire', 100, 'Ancienne', 100, 0, 'completed')`,
      id,
    );
    const { items } = await list('type=freefire&status=validated');
    expect(items.map(({ description }: { description: string }) => description)).toContain('Ancienne');
    expect((await list('type=freefire&status=completed')).count).toBe(0);
  });
});

describe('the count', () => {
  const everything = async () =>
    (await query('SELECT count(*) FROM transactions')).map(({ count }) => Number(count))[0];
  /** Makes all entries old enough for the job to count them, and not older than those that it has counted. */
  const settle = () =>
    query(
      `UPDATE transactions SET created_at = greatest(created_at - interval '1 hour',
                                (SELECT counted_to FROM transaction_counts_until))
        WHERE created_at > now() - interval '5 minutes'`,
    );
  const recount = () => query('TRUNCATE transaction_counts, transaction_counts_until');

  test('the count of transactions is exact beyond 10,000, before and after the job, with later entries and decisions [TXN-02]', async () => {
    const reseller = await createUser(server, services, { balance: 10_000 });
    const open = await request(reseller);
    await query(
      `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, created_at)
       SELECT $1, 'recharge', 1, 'Recharge du solde', 0, 0, 'completed', now() - interval '3 days' - n * interval '1 second'
         FROM generate_series(1, 12000) n`,
      reseller.id,
    );
    await settle();
    await runJobs(services);
    expect(await list('limit=1')).toMatchObject({ count: await everything(), capped: false });
    const pending = (await list('status=pending')).count;
    const recharges = (await list('type=recharge')).count;
    // Decisions after the count, and new entries.
    await decide(open, 'refuse');
    await request(reseller);
    await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 10 });
    expect(await list('status=pending')).toMatchObject({ count: pending });
    expect((await list('type=recharge&limit=1')).count).toBe(recharges + 1);
    expect(await list('limit=1')).toMatchObject({ count: await everything(), capped: false });
    expect((await list('status=refused')).count).toBe(2);
    const day = new Date(Date.now() - 3 * 86_400_000 - 7_200_000).toISOString().slice(0, 10);
    const [{ count: ofDay } = { count: 0 }] = await query(
      `SELECT count(*) FROM transactions WHERE (created_at AT TIME ZONE 'Africa/Algiers')::date = $1::date`,
      day,
    );
    expect((await list(`from=${day}&to=${day}&limit=1`)).count).toBe(Number(ofDay));
    await settle();
    await runJobs(services);
    await runJobs(services);
    expect(await list('limit=1')).toMatchObject({ count: await everything(), capped: false });
    expect((await list('status=refused')).count).toBe(2);
  });

  test('the count of transactions is capped at 10,000 until the job has counted them, and exact afterwards', async () => {
    await recount();
    for (const query of ['', 'type=recharge'])
      expect(await list(`limit=1&${query}`)).toMatchObject({ count: 10_000, capped: true });
    await runJobs(services);
    expect(await list('limit=1')).toMatchObject({ count: await everything(), capped: false });
  });

  test('the count of transactions is exact again once the job has run after a clock that was a day ahead', async () => {
    const reseller = await createUser(server, services);
    await runJobs(services);
    // The entries and the counts that were written while the clock was ahead.
    await query(
      `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, created_at)
       VALUES ($1, 'recharge', 1, 'Recharge du solde', 0, 0, 'completed', now() + interval '23 hours')`,
      reseller.id,
    );
    await query(`UPDATE transaction_counts_until SET counted_to = now() + interval '1 day'`);
    await query(
      `INSERT INTO transaction_counts (day, type, status, entries)
       VALUES (((now() + interval '23 hours') AT TIME ZONE 'Africa/Algiers')::date, 'recharge', 'completed', 1)
       ON CONFLICT (day, type, status) DO UPDATE SET entries = transaction_counts.entries + 1`,
    );
    await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 10 });
    await runJobs(services);
    expect(await list('limit=1')).toMatchObject({ count: await everything(), capped: false });
    await query(`UPDATE transactions SET created_at = now() WHERE created_at > now()`);
    expect(await list('limit=1')).toMatchObject({ count: await everything(), capped: false });
  });

  test('the count of transactions is exact again once the job has run after a clock that was five minutes ahead', async () => {
    const reseller = await createUser(server, services);
    await runJobs(services);
    // The job ran while the clock was five and a half minutes ahead; a minute later, at the right time, it runs again.
    await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 10 });
    await query(
      `UPDATE transactions SET created_at = now() - interval '40 seconds' WHERE user_id = $1`,
      reseller.id,
    );
    await query(`UPDATE transaction_counts_until SET counted_to = now() - interval '30 seconds'`);
    expect((await list('limit=1')).count).toBeLessThan((await everything()) as number);
    await runJobs(services);
    expect(await list('limit=1')).toMatchObject({ count: await everything(), capped: false });
  });

  test('the count of transactions includes a request that is refused while the job counts', async () => {
    const reseller = await createUser(server, services, { balance: 1_000 });
    const id = await request(reseller);
    await recount();
    await settle();
    const refused = (await list('status=refused')).count;
    await Promise.all([runJobs(services), decide(id, 'refuse')]);
    expect((await list('status=refused')).count).toBe(refused + 1);
    const [{ kept } = { kept: 0 }] = await query(
      `SELECT coalesce(sum(entries), 0)::int AS kept FROM transaction_counts WHERE status = 'refused'`,
    );
    const [{ stored } = { stored: 0 }] = await query(
      `SELECT count(*)::int AS stored FROM free_fire_entries
        WHERE status = 'refused' AND created_at < (SELECT counted_to FROM transaction_counts_until)`,
    );
    expect(kept).toBe(stored);
  });
});

describe('the sorted list', () => {
  let owner: string;
  beforeAll(async () => {
    // These entries are older than what is counted.
    await query('TRUNCATE transaction_counts, transaction_counts_until');
    owner = (await createUser(server, services, { company: 'Tri Unique' })).id;
    for (const amount of [500, 100, 300, 100, 100, 900, 300, 100])
      await query(
        `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, created_at)
         VALUES ($1, 'recharge', $2, 'Recharge du solde', 0, 0, 'completed', '2020-05-05T10:00:00Z')`,
        owner,
        amount * 100,
      );
    const product = await createProduct(admin, { offers: [{ name: 'Petite', price: 300 }] });
    await importCodes(admin, product, 3);
    const buyer = await createUser(server, services, { balance: 1_000, company: 'Tri Unique bis' });
    await buy(buyer, product);
  });

  const walk = async (query: string, limit: number) => {
    const pages = await allPages((cursor) => list(`${query}&limit=${limit}${cursor}`));
    return pages.flatMap(({ items }): { id: string; amount: number; createdAt: string }[] => items);
  };
  const expected = (
    sort: string,
    order: string,
    items: readonly { id: string; amount: number; createdAt: string }[],
  ) => {
    const key = ({ id, amount, createdAt }: (typeof items)[number]): [number, string, number] => [
      sort === 'amount' ? amount : 0,
      createdAt,
      Number(id),
    ];
    return [...items].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      const i = x.findIndex((value, n) => value !== y[n]);
      const less = i < 0 ? 0 : (x[i] ?? 0) < (y[i] ?? 0) ? -1 : 1;
      return order === 'asc' ? less : -less;
    });
  };

  test.each([
    ['date', 'asc', ''],
    ['date', 'asc', 'search=tri%20unique'],
    ['date', 'desc', 'search=tri%20unique'],
    ['amount', 'asc', 'search=tri%20unique'],
    ['amount', 'desc', 'search=tri%20unique'],
    ['amount', 'desc', 'from=2020-05-05&to=2020-05-05'],
    ['amount', 'asc', 'from=2020-05-05&to=2020-05-05&type=recharge'],
    ['amount', 'desc', 'type=purchase'],
    ['amount', 'desc', 'type=freefire'],
    ['amount', 'asc', 'status=refused'],
    ['amount', 'desc', 'search=solde&from=2020-05-05&to=2020-05-05'],
  ])(
    'transactions sorted by %s, %s, with "%s" are complete, without a gap or a repetition between equal values',
    async (sort, order, query) => {
      const sorted = `sort=${sort}&order=${order}&${query}`;
      const whole = query === '' ? (await list(`${sorted}&limit=200`)).items : await walk(sorted, 200);
      expect(whole.length).toBeGreaterThan(0);
      expect(whole).toEqual(expected(sort, order, whole));
      if (query === '') return;
      expect(new Set(whole.map(({ id }: { id: string }) => id)).size).toBe(
        (await list(`${sorted}&limit=1`)).count,
      );
      expect((await walk(sorted, 3)).map(({ id }) => id)).toEqual(whole.map(({ id }: { id: string }) => id));
    },
  );

  test('a search of transactions that finds more than is counted is sorted by amount over all its pages', async () => {
    // Larger amounts than those that are searched for, with another description.
    for (const type of ['freefire', 'freefire_request'])
      await query(
        `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
         VALUES ($1, $2, 99999900, 'Diamants', 99999900, 0, 'completed')`,
        owner,
        type,
      );
    const { items, capped } = await list('sort=amount&order=desc&search=solde&limit=20');
    expect(capped).toBe(true);
    expect(items).toEqual(expected('amount', 'desc', items));
    for (const { description } of items) expect(description).toMatch(/solde/i);
    const next = await list(
      `sort=amount&order=desc&search=solde&limit=20&cursor=${(await list('sort=amount&order=desc&search=solde&limit=10')).nextCursor}`,
    );
    expect(next.items.slice(0, 10)).toEqual(items.slice(10));
  });

  test('a transaction that is written between two pages of a sorted list shifts no entry to another page', async () => {
    const sorted = 'sort=amount&order=asc&search=tri%20unique';
    const first = await list(`${sorted}&limit=4`);
    await query(
      `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, created_at)
       VALUES ($1, 'recharge', 5000, 'Recharge du solde', 0, 0, 'completed', '2020-05-05T10:00:00Z')`,
      owner,
    );
    const second = await ids(`${sorted}&limit=200&cursor=${first.nextCursor}`);
    expect(second).not.toEqual(expect.arrayContaining(first.items.map(({ id }: { id: string }) => id)));
    expect(second).toHaveLength(first.count - 4);
  });

  test('the list of transactions refuses an unknown sort, order or status and a foreign or hostile cursor with 422', async () => {
    for (const query of ['sort=balance', 'sort=id;DROP', 'order=up', 'sort=%20', 'status=Valid%C3%A9'])
      expect((await admin.get(`/api/transactions?${query}`)).status).toBe(422);
    const date = cursorOf('2026-01-01T00:00:00.000Z', 5);
    const amount = cursorOf(100, '2026-01-01T00:00:00.000Z', 5);
    expect((await admin.get(`/api/transactions?sort=amount&cursor=${date}`)).status).toBe(422);
    expect((await admin.get(`/api/transactions?sort=date&cursor=${amount}`)).status).toBe(422);
    const hostile = [
      ['0000-01-01T00:00:00.000Z', 5],
      ['9999-99-99T00:00:00.000Z', 5],
      ['2026-01-01T00:00:00.000Z\u0000', 5],
      [1e308, '2026-01-01T00:00:00.000Z', 5],
      [2 ** 63, '2026-01-01T00:00:00.000Z', 5],
      ['100', '2026-01-01T00:00:00.000Z', 5],
      [100, '0000-01-01T00:00:00.000Z', 5],
      [100, 'infinity', 5],
      [null, null, null],
      [],
    ];
    for (const values of hostile)
      for (const sort of ['date', 'amount'])
        expect([
          values,
          (await admin.get(`/api/transactions?sort=${sort}&cursor=${cursorOf(...values)}`)).status,
        ]).toEqual([values, 422]);
    expect((await admin.get('/api/transactions?search=%00')).status).toBe(422);
    const edge = cursorOf(Number.MAX_SAFE_INTEGER, '9999-12-31T23:59:59.999Z', Number.MAX_SAFE_INTEGER);
    expect((await admin.get(`/api/transactions?sort=amount&cursor=${edge}`)).status).toBe(200);
  });
});

describe('a page of recharges, among 12,000 of them and as many purchases', () => {
  beforeAll(async () => {
    const owner = (await createUser(server, services, { company: 'Recharges Nombreuses' })).id;
    await query(
      `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status, created_at)
       SELECT $1, CASE n % 2 WHEN 0 THEN 'recharge' ELSE 'purchase' END, n, 'x', 0, 0, 'completed', '2020-06-06'::timestamptz + n * interval '1 second'
         FROM generate_series(1, 24000) n`,
      owner,
    );
    await query('VACUUM (ANALYZE) transactions');
  });

  const combinations = [null, 'completed' as const].flatMap((status) =>
    (['date', 'amount'] as const).flatMap((sort) =>
      (['asc', 'desc'] as const).map((order) => [sort, order, status] as const),
    ),
  );
  test.each(combinations)(
    'a page of recharges sorted by %s, %s, with status %s reads fewer than 500 rows among 24,000 recharges and purchases',
    async (sort, order, status) => {
      const filter = { types: ['recharge'], status, from: null, to: null, search: null } as const;
      const steps = await executedComposedPlan(
        services.db,
        transactionsPage(filter, { sort, order, hasCursor: true, isCapped: false }),
        {
          at: order === 'asc' ? `'-infinity'` : `'infinity'`,
          amount: order === 'asc' ? '-1' : '1000000000000',
          id: '0',
          limit: '51',
        },
      );
      const read = steps.filter((step) => step['Relation Name'] === 'transactions');
      const rows = read.map((step) => (step['Actual Rows'] ?? 0) * (step['Actual Loops'] ?? 0));
      // The longest page is read once in the index of each status and once as entries.
      expect(Math.max(...rows)).toBeGreaterThan(51);
      expect(Math.max(...rows)).toBeLessThan(500);
    },
  );
});

describe('the search by phone', () => {
  test.each([
    '0555 12 34 56',
    '+213 555123456',
    '00213555123456',
    '+213 (0) 555 12 34 56',
    '(0555) 12-34-56',
    '555.12.34.56',
    '34 56 78',
    // The first digits, as one types them; other accounts of this file have others.
    '0555',
  ])('a search for the phone number %s finds the account and its transactions', async (typed) => {
    const phone = typed === '34 56 78' ? '0770 34 56 78' : '0555123456';
    const known = (await query('SELECT id FROM users WHERE phone = $1', phone))[0]?.id as string | undefined;
    const id = known ?? (await createUser(server, services, { balance: 50 })).id;
    await query('UPDATE users SET phone = $2 WHERE id = $1', id, phone);
    const search = encodeURIComponent(typed);
    const users = (await admin.get(`/api/users?search=${search}`)).body;
    expect(users.items.map((user: { id: string }) => user.id)).toEqual([id]);
    expect(users.count).toBe(1);
    const found = (await list(`search=${search}`)).items;
    expect(found.map(({ userId }: { userId: string }) => userId)).toEqual([id]);
  });

  test('a search by phone finds an account however its stored number is spelled', async () => {
    const { id } = await createUser(server, services);
    for (const stored of ['+213 (0) 662 00 11 22', '0662-00-11-22', '00213662001122', '٠٦٦٢٠٠١١٢٢']) {
      await query('UPDATE users SET phone = $2 WHERE id = $1', id, stored);
      const { items } = (await admin.get('/api/users?search=0662001122')).body;
      expect([stored, items.length]).toEqual([stored, 1]);
    }
  });
});
