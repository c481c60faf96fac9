import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import type { Queryable } from '../../server/src/database/pool.ts';
import { findUser } from '../../server/src/modules/accounts/find-user.ts';
import { readStatement } from '../../server/src/modules/statements/read-statement.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { idsOfAllPages } from '../support/pages.ts';
import { random, seedOfRun } from '../support/random.ts';
import { createUser, giveBalance, type TestUser } from '../support/users.ts';

/*
 * Statements by month (docs/acceptance.md, STA). Turned red by: a month of UTC; a month that ends with its last second instead of before the
 * next one; an opening of a month without entries that is 0; a job that closes a month twice; entries of a clock that was set back in two
 * months.
 */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });

interface Movement {
  readonly userId: string;
  readonly at: string;
  /** Centimes; negative: a purchase. */
  readonly amount: number;
}

/** Entries of the past, in this order, as the product would have written them then; and their balances. */
async function post(movements: readonly Movement[]): Promise<void> {
  const balances = new Map<string, number>();
  const rows = movements.map(({ userId, at, amount }) => {
    const before = balances.get(userId) ?? 0;
    balances.set(userId, before + amount);
    return { userId, at, amount: Math.abs(amount), isCredit: amount > 0, before, after: before + amount };
  });
  await db.query({ text: 'ALTER TABLE ledger DISABLE TRIGGER USER; ALTER TABLE users DISABLE TRIGGER USER' });
  await query(
    `INSERT INTO ledger (id, user_id, type, amount, description, balance_before, balance_after, metadata, created_at)
     SELECT nextval('ledger_number'), (r->>'userId')::uuid, CASE WHEN (r->>'isCredit')::boolean THEN 'credit' ELSE 'debit' END,
            (r->>'amount')::bigint, 'Mouvement', (r->>'before')::bigint, (r->>'after')::bigint,
            json_build_object('source', CASE WHEN (r->>'isCredit')::boolean THEN 'admin_recharge' ELSE 'purchase' END),
            (r->>'at')::timestamptz
       FROM json_array_elements($1::json) WITH ORDINALITY AS t (r, n) ORDER BY n`,
    JSON.stringify(rows),
  );
  await query(
    `UPDATE users u SET balance = (b->>1)::bigint FROM json_array_elements($1::json) b WHERE u.id = (b->>0)::uuid`,
    JSON.stringify([...balances]),
  );
  await db.query({ text: 'ALTER TABLE ledger ENABLE TRIGGER USER; ALTER TABLE users ENABLE TRIGGER USER' });
}
const forget = () => query(`DELETE FROM ledger_months_until`);
/** Closes the months again: the accounts of a test are made after those of the others were closed. */
async function closeMonths(): Promise<void> {
  await forget();
  await runJobs(services);
}
const statement = async (user: TestUser, month: string, userId?: string) =>
  (await user.get(`/api/statements?month=${month}${userId ? `&userId=${userId}` : ''}`)).body;
const thisMonth = async (): Promise<string> =>
  (await query(`SELECT to_char(clock_timestamp() AT TIME ZONE 'Africa/Algiers', 'YYYY-MM') AS month`))[0]
    ?.month as string;

test('a statement has opening, entries, totals by kind and closing, and an entry at 23:59:59.999 of the last day in Algiers is in its month [STA-01] [STA-02]', async () => {
  const user = await createUser(server, services, { firstName: 'Karim', lastName: 'Ziani' });
  const at = (moment: string, amount: number) => ({ userId: user.id, at: moment, amount });
  await post([
    at('2026-01-31T22:59:59.999Z', 100_000),
    at('2026-01-31T23:00:00Z', 20_000),
    at('2026-02-10T12:00:00Z', -45_050),
    at('2026-02-28T22:59:59.999Z', -950),
    at('2026-02-28T23:00:00Z', -4_000),
  ]);
  await closeMonths();
  const february = await statement(user, '2026-02');
  expect(february).toMatchObject({
    month: '2026-02',
    mark: null,
    account: { id: user.id, name: 'Karim Ziani' },
    firstDay: '2026-02-01',
    lastDay: '2026-02-28',
    opening: 1_000,
    closing: 740,
    credits: 200,
    debits: 460,
    entries: 3,
    totals: [
      { kind: 'admin_recharge', entries: 1, credits: 200, debits: 0 },
      { kind: 'purchase', entries: 2, credits: 0, debits: 460 },
    ],
    chain: { isWhole: true, firstBreak: null },
    firstMonth: '2026-01',
    nextCursor: null,
  });
  expect(february.items.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual([
    '2026-01-31T23:00:00.000Z',
    '2026-02-10T12:00:00.000Z',
    '2026-02-28T22:59:59.999Z',
  ]);
  expect(await statement(user, '2026-01')).toMatchObject({ opening: 0, closing: 1_000, entries: 1 });
  expect(await statement(user, '2026-03')).toMatchObject({ opening: 740, closing: 700, entries: 1 });
  // A month without entries, and one before the first.
  expect(await statement(user, '2026-04')).toMatchObject({
    opening: 700,
    closing: 700,
    entries: 0,
    mark: null,
  });
  expect(await statement(user, '2025-11')).toMatchObject({ opening: 0, closing: 0, entries: 0, mark: null });
});

test('the running month is marked MONTH_OPEN and has what was just bought; a month that has not begun is refused [STA-03]', async () => {
  const user = await createUser(server, services, { balance: 500 });
  const month = await thisMonth();
  await closeMonths();
  expect(await statement(user, month)).toMatchObject({
    mark: 'MONTH_OPEN',
    opening: 0,
    closing: 500,
    entries: 1,
    chain: { isWhole: true },
  });
  const [year = 0, index = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 7);
  expect((await user.get(`/api/statements?month=${next}`)).body.code).toBe('MONTH_NOT_BEGUN');
  expect((await user.get(`/api/statements/${next}/export`)).body.code).toBe('MONTH_NOT_BEGUN');
  for (const wrong of ['2026-13', '2026-1', '0000-01', 'x'])
    expect((await user.get(`/api/statements?month=${wrong}`)).body.code, wrong).toBe('INVALID_INPUT');
});

// Turned red by: rows that are read up to the end of the ledger, after the figures.
test('a movement that is posted while a statement is read is in its figures and in its rows, or in neither [STA-03]', async () => {
  const user = await createUser(server, services, { balance: 500 });
  const account = (await findUser(db, user.id)) ?? expect.fail('no account');
  const meanwhile: Queryable = {
    query: async (config) => {
      if (config.name === 'statements.page') await giveBalance(services, user.id, 70);
      return db.query(config);
    },
  };
  const read = () => readStatement(meanwhile, account, { limit: 50 });
  for (const entries of [1, 2]) {
    const found = await read();
    expect(found).toMatchObject({ entries, closing: 500 + 70 * (entries - 1) });
    expect(found.items.map(({ balanceAfter }) => balanceAfter)).toEqual([500, 570].slice(0, entries));
  }
});

test('a month that has ended and is not closed yet has the entries that its closing will have [STA-03]', async () => {
  const user = await createUser(server, services);
  const at = (moment: string, amount: number) => ({ userId: user.id, at: moment, amount });
  await post([at('2026-03-05T10:00:00Z', 5_000), at('2026-04-05T10:00:00Z', -1_000)]);
  await forget();
  const { readAt: _, mark, ...open } = await statement(user, '2026-04');
  expect(mark).toBe('MONTH_OPEN');
  expect(open).toMatchObject({ opening: 50, closing: 40, entries: 1 });
  await closeMonths();
  const { readAt: __, mark: closedMark, ...closed } = await statement(user, '2026-04');
  expect(closedMark).toBeNull();
  expect(closed).toEqual(open);
});

test('each entry is in one month although the clock was set back, and no closed month changes [STA-04]', async () => {
  const user = await createUser(server, services);
  const at = (moment: string, amount: number) => ({ userId: user.id, at: moment, amount });
  await post([
    at('2026-04-30T10:00:00Z', 5_000),
    at('2026-05-01T10:00:00Z', 300),
    at('2026-04-30T11:00:00Z', 20),
    at('2026-06-01T11:00:00Z', 1),
  ]);
  await closeMonths();
  expect(await statement(user, '2026-04')).toMatchObject({ opening: 0, closing: 50, entries: 1 });
  expect(await statement(user, '2026-05')).toMatchObject({ opening: 50, closing: 53.2, entries: 2 });
  expect(await statement(user, '2026-06')).toMatchObject({ opening: 53.2, closing: 53.21 });
  await closeMonths();
  // An entry of a day whose month is closed is in the next one.
  await query(`ALTER TABLE ledger DISABLE TRIGGER USER;
      INSERT INTO ledger (id, user_id, type, amount, description, balance_before, balance_after, metadata, created_at)
      VALUES (nextval('ledger_number'), '${user.id}', 'debit', 21, 'Mouvement', 5321, 5300, '{"source":"purchase"}', '2026-06-10T10:00:00Z');
      ALTER TABLE ledger ENABLE TRIGGER USER;
      ALTER TABLE users DISABLE TRIGGER USER; UPDATE users SET balance = 5300 WHERE id = '${user.id}';
      ALTER TABLE users ENABLE TRIGGER USER`);
  await closeMonths();
  expect(await statement(user, '2026-06')).toMatchObject({
    closing: 53.21,
    entries: 1,
    chain: { isWhole: true },
  });
  expect(await statement(user, '2026-07')).toMatchObject({ opening: 53.21, closing: 53, entries: 1 });
  const rows = await query('SELECT count(*)::int AS n FROM ledger_months WHERE user_id = $1', user.id);
  expect(rows[0]?.n).toBe(4);
});

// Turned red by: an entry that is judged by its own month, whatever came before it.
test('an entry behind one of the running month belongs to that month although the clock was set back, and the audit misses no closed one [STA-05]', async () => {
  const user = await createUser(server, services);
  await closeMonths();
  const [{ begin }] = (await query(
    `SELECT (month::timestamp AT TIME ZONE 'Africa/Algiers') AS begin FROM ledger_months_until`,
  )) as [{ begin: string }];
  const at = (minutes: number, amount: number) => ({
    userId: user.id,
    at: new Date(Date.parse(begin) + 60_000 * minutes).toISOString(),
    amount,
  });
  await post([at(5, 5_000), at(-80, -1_000)]);
  await closeMonths();
  const findings = async () => (await audit(db)).filter(({ kind }) => kind === 'monthClosing');
  expect(await findings()).toEqual([]);
  // The same behind a closed month; an entry of an ended month before them is missing.
  const other = await createUser(server, services);
  await post([
    { ...at(-80, 5_000), userId: other.id },
    { ...at(5, 300), userId: other.id },
  ]);
  expect(await findings()).toMatchObject([{ subject: expect.stringContaining(other.id), found: 1 }]);
  await closeMonths();
  expect(await findings()).toEqual([]);
});

test('the months of 1,000 random accounts follow each other and sum to the balance, and the audit agrees [STA-05]', async () => {
  const seed = seedOfRun();
  const { between, chance } = random(seed);
  const ids = (
    await query(
      `INSERT INTO users (email, password_hash, role, status, display_name, first_name, last_name, company, phone)
       SELECT 'releve' || n || '@exemple.dz', 'x', 'reseller', 'pending', 'Relevé ' || n, 'Relevé', n::text, '', 'r' || n
         FROM generate_series(1, 1000) n RETURNING id`,
    )
  ).map(({ id }) => id as string);
  const [begin, end] = [Date.parse('2025-06-30T22:00:00Z'), Date.now() - 3_600_000];
  const midnight = Date.parse('2026-01-31T23:00:00Z');
  const movements = ids.flatMap((userId) => {
    let balance = 0;
    return Array.from({ length: between(0, 14) }, () =>
      chance(0.1) ? midnight - between(0, 1) : between(begin, end),
    )
      .sort((a, b) => a - b)
      .map((moment) => {
        const amount = balance === 0 || chance(0.4) ? between(1, 1_000_000) : -between(1, balance);
        balance += amount;
        return { userId, at: new Date(moment).toISOString(), amount };
      });
  });
  await post(movements);
  await closeMonths();
  const month = await thisMonth();
  const known = await query(
    `SELECT u.id, u.balance, coalesce(m.moved, 0)::bigint AS moved, coalesce(m.closing, 0)::bigint AS closing
       FROM users u LEFT JOIN LATERAL (
         SELECT sum(credits - debits) AS moved, (array_agg(closing ORDER BY month DESC))[1] AS closing
           FROM ledger_months WHERE user_id = u.id) m ON true
      WHERE u.id = ANY ($1::uuid[])`,
    ids,
  );
  expect(known).toHaveLength(1_000);
  for (const { id, balance, moved, closing } of known) {
    expect(moved, `seed ${seed}`).toBe(closing);
    const now = await statement(admin, month, id as string);
    expect(now.opening * 100, `seed ${seed}`).toBeCloseTo(Number(closing), 3);
    expect((Number(moved) + now.credits * 100 - now.debits * 100) / 100, `seed ${seed}`).toBeCloseTo(
      Number(balance) / 100,
      3,
    );
    expect(now.closing * 100, `seed ${seed}`).toBeCloseTo(Number(balance), 3);
    expect(now.chain.isWhole).toBe(true);
  }
  const findings = (await audit(db)).filter(({ kind }) => kind === 'monthClosing');
  expect(findings, `seed ${seed}`).toEqual([]);
});

test('a statement shows where its chain is broken, and a closed month whose entries have changed since [STA-06]', async () => {
  const user = await createUser(server, services);
  const at = (moment: string, amount: number) => ({ userId: user.id, at: moment, amount });
  await post([
    at('2026-02-05T10:00:00Z', 5_000),
    at('2026-02-06T10:00:00Z', 2_000),
    at('2026-03-06T10:00:00Z', 1_000),
  ]);
  await closeMonths();
  const { items } = await statement(user, '2026-02');
  await query(`ALTER TABLE ledger DISABLE TRIGGER USER;
      UPDATE ledger SET balance_before = 5001, balance_after = 7001 WHERE id = ${items[1].id};
      UPDATE ledger SET amount = 1500, balance_after = 8500 WHERE user_id = '${user.id}' AND balance_before = 7000;
      ALTER TABLE ledger ENABLE TRIGGER USER`);
  expect((await statement(user, '2026-02')).chain).toEqual({ isWhole: false, firstBreak: items[1].id });
  expect((await statement(user, '2026-03')).chain).toEqual({ isWhole: false, firstBreak: null });
  await query(`ALTER TABLE ledger DISABLE TRIGGER USER;
      UPDATE ledger SET balance_before = 5000, balance_after = 7000 WHERE id = ${items[1].id};
      UPDATE ledger SET amount = 1000, balance_after = 8000 WHERE user_id = '${user.id}' AND balance_before = 7000;
      ALTER TABLE ledger ENABLE TRIGGER USER`);
  expect((await statement(user, '2026-02')).chain.isWhole).toBe(true);
});

test('a reseller reads and exports its own statement alone, an administrator any one; the administrator’s export is recorded [STA-07]', async () => {
  const user = await createUser(server, services, { balance: 120, email: 'mourad.k@exemple.dz' });
  const other = await createUser(server, services);
  const month = await thisMonth();
  expect((await other.get(`/api/statements?month=${month}&userId=${user.id}`)).body.code).toBe('FORBIDDEN');
  expect((await other.get(`/api/statements/${month}/export?userId=${user.id}`)).body.code).toBe('FORBIDDEN');
  expect((await admin.get(`/api/statements?month=${month}&userId=unknown`)).body.code).toBe('USER_NOT_FOUND');
  expect(await statement(admin, month, user.id)).toMatchObject({ closing: 120 });
  const recorded = async () =>
    (await query(`SELECT count(*)::int AS n FROM audit_trail WHERE action = 'list.export'`))[0]?.n as number;
  const before = await recorded();
  const own = await user.get(`/api/statements/${month}/export`);
  expect(own.headers['content-disposition']).toContain(`releve_${month}_mourad-k.csv`);
  const lines = own.text.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines[0]).toBe('Date;Type;Libellé;Débit (DA);Crédit (DA);Solde (DA)');
  expect(lines[1]).toMatch(/^01\/\d\d\/\d{4};Solde d’ouverture;Amine Benali;;;0,00$/);
  expect(lines[2]).toMatch(/;Recharge;Recharge du solde;;120,00;120,00$/);
  expect(lines[3]).toMatch(/;Solde de clôture;Mois en cours;0,00;120,00;120,00$/);
  expect(lines[4]).toBe(';Total;Recharge (1 mouvement);0,00;120,00;');
  expect(lines[5]).toMatch(/^;Chaîne des mouvements;"?Vérifiée/);
  expect(await recorded()).toBe(before);
  const taken = await admin.get(`/api/statements/${month}/export?userId=${user.id}&format=xlsx`);
  expect(taken.status).toBe(200);
  expect(taken.headers['content-type']).toContain('spreadsheetml');
  expect(await recorded()).toBe(before + 1);
  const [entry] = (await admin.get('/api/audit-trail?action=list.export&limit=1')).body.items;
  expect(JSON.stringify(entry)).toContain('mourad.k@exemple.dz');
});

test('a statement of 5,001 lines comes in two pages, which together are the whole month [STA-08]', async () => {
  const user = await createUser(server, services);
  await post([
    { userId: user.id, at: '2026-05-01T00:00:00Z', amount: 100_000_000 },
    ...Array.from({ length: 5_000 }, (_, index) => ({
      userId: user.id,
      at: new Date(Date.parse('2026-05-02T00:00:00Z') + index * 400_000).toISOString(),
      amount: -(100 + index),
    })),
  ]);
  await closeMonths();
  const first = await statement(user, '2026-05');
  expect(first.items).toHaveLength(5_000);
  const all = await idsOfAllPages(user, '/api/statements?month=2026-05');
  expect(new Set(all).size).toBe(5_001);
  expect(first).toMatchObject({ entries: 5_001, opening: 0 });
  const { text } = await user.get('/api/statements/2026-05/export');
  expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 1 + 5_001 + 1 + 2 + 1);
});
