import { expect, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { countSales } from '../../server/src/modules/stock/count-sales.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { daysFromToday } from '../support/days.ts';
import { allPages } from '../support/pages.ts';
import { buy, codesPath, createProduct, importCodes, newCodes, offerOf } from '../support/shop.ts';
import { createUser, userOn } from '../support/users.ts';

/*
 * Margins, days and the view of the owner (docs/acceptance.md, OWN). Turned red by: codes without a known cost that count as margin; a day
 * whose closing is not the next one's opening; an entry that the job adds up twice; a cost that is corrected for codes that were sold before.
 */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db, {
  config: { extensions: new Set(['credit', 'claims']) },
});
const admin = await createUser(server, services, { role: 'admin' });
const day = daysFromToday(query);
const margins = async (by: string, filters = '') =>
  (await admin.get(`/api/margins?by=${by}&limit=200${filters}`)).body;
/** The job leaves what is younger than five minutes, by the newest entry that is older: one of long ago with the highest number. */
async function growOld(): Promise<void> {
  const { id } = await createUser(server, services);
  await query(`ALTER TABLE ledger DISABLE TRIGGER USER; ALTER TABLE users DISABLE TRIGGER USER;
      INSERT INTO ledger (id, user_id, type, amount, description, balance_after, metadata, created_at)
      VALUES (nextval('ledger_number'), '${id}', 'credit', 1, 'Mouvement', 1, '{"source":"admin_recharge"}', '2020-01-01T12:00:00Z');
      UPDATE users SET balance = 1 WHERE id = '${id}';
      ALTER TABLE ledger ENABLE TRIGGER USER; ALTER TABLE users ENABLE TRIGGER USER`);
}

test('the margin by game, offer, reseller and day has the cost of each batch, and codes without a known cost apart [OWN-01]', async () => {
  const reseller = await createUser(server, services, {
    balance: 5_000,
    firstName: 'Karim',
    lastName: 'Ziani',
  });
  const product = await createProduct(admin, { name: 'Robux', game: 'Roblox', offers: [{ price: 100 }] });
  const { batchId } = (await admin.post(codesPath(product), { codes: newCodes(2), batch: { unitCost: 80 } }))
    .body;
  await importCodes(admin, product, 3);
  await buy(reseller, product, 2);
  // A cost corrected after the sale keeps the old value.
  await admin.patch(`/api/batches/${batchId}`, { unitCost: 10 });
  await buy(reseller, product, 3);
  await runJobs(services);
  const figures = { codes: 2, amount: 200, cost: 160, margin: 40, unknownCodes: 3, unknownAmount: 300 };
  const find = async (by: string, id: string) =>
    (await margins(by)).items.find((item: { id: string }) => item.id === id);
  expect(await find('game', 'Roblox')).toEqual({ id: 'Roblox', name: 'Roblox', ...figures });
  expect(await find('offer', offerOf(product).id)).toMatchObject({ name: 'Robux – Offre 1', ...figures });
  expect(await find('reseller', reseller.id)).toMatchObject({ name: 'Karim Ziani', ...figures });
  const today = await day();
  expect(await find('day', today)).toMatchObject({ name: today, ...figures });
  expect((await margins('game')).totals).toEqual(figures);
  const tomorrow = await day(1);
  expect((await margins('day', `&from=${tomorrow}&to=${tomorrow}`)).items).toEqual([]);
  const { text } = await admin.post('/api/exports/margins', { by: 'offer' });
  expect(text).toContain('Robux – Offre 1;2;200,00;160,00;40,00;3;300,00;');
  // A spreadsheet reads the days as days.
  const days = (await admin.post('/api/exports/margins', { by: 'day' })).text.split('\r\n');
  expect(days[1]).toBe(
    `${today.split('-').reverse().join('/')};2;200,00;160,00;40,00;3;300,00;"=""${today}"""`,
  );
});

test('in the minutes after midnight, when the day before is not final yet, the sales of the new day are counted too [STK-70]', async () => {
  const reseller = await createUser(server, services, { balance: 1_000 });
  const product = await createProduct(admin, { offers: [{ price: 100 }] });
  await importCodes(admin, product, 2);
  await buy(reseller, product, 2);
  const offer = offerOf(product).id;
  const midnight = `date_trunc('day', pg_catalog.clock_timestamp(), 'Africa/Algiers')`;
  await query(`ALTER TABLE purchases DISABLE TRIGGER USER;
      UPDATE purchases SET created_at = ${midnight} + interval '1 minute' WHERE offer_id = '${offer}';
      ALTER TABLE purchases ENABLE TRIGGER USER;
      DELETE FROM sales_days_until; INSERT INTO sales_days_until (day) VALUES ('${await day(-1)}');
      CREATE SCHEMA just_after_midnight;
      CREATE FUNCTION just_after_midnight.clock_timestamp() RETURNS timestamptz LANGUAGE sql
        AS $$ SELECT ${midnight} + interval '5 minutes' $$`);
  await transaction(services.db, async (tx) => {
    await tx.query({ text: 'SET LOCAL search_path = just_after_midnight, public, pg_catalog' });
    expect(await countSales(tx, 100)).toBe(0);
  });
  expect(await query('SELECT codes::int FROM sales_days WHERE offer_id = $1', offer)).toEqual([{ codes: 2 }]);
  expect(await query('SELECT day::text FROM sales_days_until')).toEqual([{ day: await day(-1) }]);
  await query('DELETE FROM sales_days_until');
  await runJobs(services);
});

test('the view of the owner says what refused codes of the period cost: the credits, and the cost of the codes given instead [OWN-03]', async () => {
  const reseller = await createUser(server, services, { balance: 1_000 });
  const product = await createProduct(admin, { offers: [{ price: 100 }] });
  await admin.post(codesPath(product), { codes: newCodes(5), batch: { unitCost: 80 } });
  const { id } = (await buy(reseller, product, 3)).body;
  const { codes } = (await reseller.get(`/api/purchases/${id}`)).body;
  const { items } = (
    await reseller.post(`/api/purchases/${id}/claims`, {
      codeIds: codes.map((code: { id: string }) => code.id),
      reason: 'invalid',
    })
  ).body;
  for (const [at, outcome] of ['replace', 'credit', 'refuse'].entries())
    await admin.post(`/api/claims/${items[at].id}/decide`, { outcome, note: 'Vu' });
  const claimsOf = async (filters: string) =>
    (await admin.get(`/api/statistics/owner${filters}`)).body.earned.claims;
  expect(await claimsOf('')).toEqual({ codes: 2, credited: 100, replaced: 80, unknownCodes: 0, regained: 0 });
  const yesterday = await day(-1);
  expect(await claimsOf(`?from=${yesterday}&to=${yesterday}`)).toEqual({
    codes: 0,
    credited: 0,
    replaced: 0,
    unknownCodes: 0,
    regained: 0,
  });
  // Of a code that was given instead the cost may not be known, which is not 0.
  const other = await createProduct(admin, { offers: [{ price: 100 }] });
  await importCodes(admin, other, 2);
  const purchase = (await buy(reseller, other)).body;
  const codeIds = purchase.codes.map((code: { id: string }) => code.id);
  const claim = (await reseller.post(`/api/purchases/${purchase.id}/claims`, { codeIds, reason: 'used' }))
    .body.items[0];
  await admin.post(`/api/claims/${claim.id}/decide`, { outcome: 'replace', note: '' });
  expect(await claimsOf('')).toEqual({
    codes: 3,
    credited: 100,
    replaced: 80,
    unknownCodes: 1,
    regained: 0,
  });
});

test('margins come page by page, those that sold most first, and the days from the latest on [OWN-01]', async () => {
  const offers = (await query('SELECT id FROM offers LIMIT 1'))[0]?.id;
  await query(
    `INSERT INTO sales_days (day, offer_id, codes, amount, cost, uncosted, uncosted_amount)
     SELECT '2025-05-01'::date + n, $1, 1, 1000, 900, 0, 0 FROM generate_series(0, 6) n`,
    offers,
  );
  const pages = await allPages<{ nextCursor: string | null; items: { id: string }[] }>(
    async (cursor) =>
      (await admin.get(`/api/margins?by=day&from=2025-05-01&to=2025-05-07&limit=3${cursor}`)).body,
  );
  expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
  const days = pages.flatMap(({ items }) => items.map(({ id }) => id));
  expect(days).toEqual(['07', '06', '05', '04', '03', '02', '01'].map((date) => `2025-05-${date}`));
  await query(`DELETE FROM sales_days WHERE day < '2025-06-01'`);
});

test('a day opens with all balances, has credits by method, sales and refunds, and closes with all balances [OWN-02]', async () => {
  const reseller = await createUser(server, services);
  const recharge = `/api/users/${reseller.id}/recharge`;
  await admin.post(recharge, { amount: 900 });
  const { id } = (await reseller.post('/api/recharge-requests', { amount: 70, method: 'ccp' })).body;
  await admin.post(`/api/recharge-requests/${id}/approve`, {});
  await admin.put(`/api/users/${reseller.id}/credit-terms`, { limit: 9_000, days: 7, suspended: false });
  await reseller.post('/api/advances', { amount: 30 });
  const product = await createProduct(admin, { offers: [{ price: 100 }] });
  await importCodes(admin, product, 5);
  await buy(reseller, product, 2);
  const balances = async () =>
    Number((await query('SELECT sum(balance)::bigint AS held FROM users'))[0]?.held) / 100;
  const read = async (date: string) => (await admin.get(`/api/days/${date}`)).body;
  const check = async () => {
    const today = await read(await day());
    expect(today).toMatchObject({ isOpen: true, closing: await balances() });
    // The movements and the codes are of one moment: the job has not counted what was just sold.
    const bought = await query(
      `SELECT sum(quantity)::int AS codes FROM purchases WHERE (created_at AT TIME ZONE 'Africa/Algiers')::date = $1`,
      today.day,
    );
    expect(today.codes).toBe(bought[0]?.codes);
    expect(today.opening + today.credits - today.debits).toBeCloseTo(today.closing, 2);
    expect((await read(await day(-1))).closing).toBeCloseTo(today.opening, 2);
    const line = (source: string, method: string | null) =>
      today.lines.find(
        (one: { source: string; method: string | null }) => one.source === source && one.method === method,
      );
    expect(line('admin_recharge', 'ccp')).toMatchObject({ entries: 1, credits: 70, debits: 0 });
    expect(line('advance', null)).toMatchObject({ entries: 1, credits: 30 });
    expect(line('purchase', null).debits).toBeGreaterThanOrEqual(200);
    return today;
  };
  const fresh = await check();
  await growOld();
  await runJobs(services);
  // Each entry once: from the sums of the job now, and again after another run.
  await runJobs(services);
  const checkCounted = async () => {
    const counted = await query('SELECT sum(entries)::int AS n FROM ledger_days');
    expect(counted[0]?.n).toBe((await query('SELECT count(*)::int AS n FROM ledger'))[0]?.n);
  };
  await checkCounted();
  expect((await check()).lines).toEqual(fresh.lines);
  await admin.post(recharge, { amount: 1 });
  expect((await read(await day())).closing).toBeCloseTo(await balances(), 2);
  await growOld();
  await runJobs(services);
  await checkCounted();
  expect((await admin.get(`/api/days/${await day(1)}`)).body.code).toBe('DAY_NOT_BEGUN');
});

test('the export of all movements of a period has each at its own date, a correction and a refund too, and sums to its days [OWN-09]', async () => {
  const reseller = await createUser(server, services, { email: 'mouvements@test.dz' });
  const { transactionId } = (await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 900 })).body;
  const debit = { transactionId, amount: 100, description: 'Zéro de trop' };
  expect((await admin.post(`/api/users/${reseller.id}/debit`, debit)).status).toBe(200);
  const product = await createProduct(admin, { offers: [{ price: 100 }] });
  await importCodes(admin, product, 2);
  const purchase = (await buy(reseller, product, 2)).body;
  const codeIds = [purchase.codes[0].id];
  const claim = (await reseller.post(`/api/purchases/${purchase.id}/claims`, { codeIds, reason: 'used' }))
    .body.items[0];
  await admin.post(`/api/claims/${claim.id}/decide`, { outcome: 'credit', note: '' });
  // The recharge was made on the last minute of another month than its correction.
  await db.query({
    text: `ALTER TABLE ledger DISABLE TRIGGER USER;
      UPDATE ledger SET created_at = '2023-12-31 23:59+01' WHERE transaction_id = ${transactionId} AND type = 'credit';
      ALTER TABLE ledger ENABLE TRIGGER USER`,
  });
  const movements = async (from: string, to: string) => {
    const { status, text } = await admin.post('/api/exports/movements', { from, to });
    expect(status).toBe(200);
    const [heads = '', ...lines] = text.trimEnd().split('\r\n');
    const at = (line: string, head: string) => line.split(';')[heads.split(';').indexOf(head)] ?? '';
    return lines.map((line) => ({
      email: at(line, 'Email'),
      type: at(line, 'Type'),
      amount: Number(
        at(line, 'Montant (DA)')
          .replaceAll(/[\s\u202f\u00a0]/g, '')
          .replace(',', '.'),
      ),
    }));
  };
  const own = (lines: Awaited<ReturnType<typeof movements>>) =>
    lines.filter(({ email }) => email === reseller.email).map(({ type, amount }) => [type, amount]);
  expect(own(await movements('2023-12-01', '2023-12-31'))).toEqual([
    ['Recharge · Par un administrateur', 900],
  ]);
  expect(own(await movements('2024-01-01', '2024-01-31'))).toEqual([]);
  const today = await day();
  const lines = await movements(today, today);
  expect(own(lines)).toEqual([
    ['Corrections', -100],
    ['Codes vendus', -200],
    ['Avoirs sur réclamation', 100],
  ]);
  const { credits, debits, opening, closing } = (await admin.get(`/api/days/${today}`)).body;
  const sum = (sign: number) =>
    lines.reduce((total, { amount }) => total + (amount * sign > 0 ? amount * sign : 0), 0);
  expect([sum(1), sum(-1)]).toEqual([expect.closeTo(credits, 2), expect.closeTo(debits, 2)]);
  expect(sum(1) - sum(-1)).toBeCloseTo(closing - opening, 2);
});

test('the view of the owner answers what was earned, what sells when, who sells, what is short and who is late [OWN-03]', async () => {
  const reseller = await createUser(server, services, {
    balance: 100_000,
    firstName: 'Sara',
    lastName: 'Haddad',
  });
  const asleep = await createUser(server, services, { firstName: 'Omar', lastName: 'Saïdi' });
  const [requesting, refused] = [await createUser(server, services), await createUser(server, services)];
  await query(`UPDATE users SET last_purchase = clock_timestamp() - interval '20 days' WHERE id = ANY ($1)`, [
    asleep.id,
    requesting.id,
    refused.id,
  ]);
  await query(
    `INSERT INTO free_fire_requests (user_id, player_id, offer, offer_name, diamonds_value, amount, status, reseller_name,
       user_email, balance_before, balance_after, transaction_id, unified_transaction_id)
     SELECT u, '12345678', '{}', 'o', 1, 100, s, 'r', 'e', 100, 0, -i, -i
       FROM unnest($1::uuid[], ARRAY['pending', 'refused']) WITH ORDINALITY k (u, s, i)`,
    [requesting.id, refused.id],
  );
  const product = await createProduct(admin, { name: 'UC', game: 'PUBG', offers: [{ price: 1_000 }] });
  await admin.post(codesPath(product), { codes: newCodes(4), batch: { unitCost: 900 } });
  await buy(reseller, product, 4);
  expect((await buy(reseller, product, 1)).status).not.toBe(200);
  await admin.put(`/api/users/${reseller.id}/credit-terms`, { limit: 9_000, days: 1, suspended: false });
  await reseller.post('/api/advances', { amount: 50 });
  await query(`ALTER TABLE receivable_entries DISABLE TRIGGER USER; ALTER TABLE receivables DISABLE TRIGGER USER;
      UPDATE receivable_entries SET due_on = due_on - 9 WHERE user_id = '${reseller.id}';
      UPDATE receivables SET due_on = due_on - 9 WHERE user_id = '${reseller.id}';
      ALTER TABLE receivable_entries ENABLE TRIGGER USER; ALTER TABLE receivables ENABLE TRIGGER USER`);
  await reseller.post('/api/recharge-requests', { amount: 70, method: 'ccp' });
  await runJobs(services);
  const { body } = await admin.get('/api/statistics/owner');
  const today = await day();
  expect(body).toMatchObject({ from: await day(-29), to: today });
  expect(body.earned.days).toHaveLength(30);
  expect(body.earned.days.at(-1)).toMatchObject({ day: today, margin: expect.any(Number) });
  expect(body.earned.totals).toEqual((await margins('day')).totals);
  expect(body.earned.before).toMatchObject({ codes: 0, margin: 0 });
  const sold = body.hours.reduce((sum: number, { codes }: { codes: number }) => sum + codes, 0);
  expect(sold).toBe(body.earned.totals.codes + body.earned.totals.unknownCodes);
  expect(body.games[0]).toMatchObject({ name: 'PUBG', codes: 4, amount: 4_000, cost: 3_600, margin: 400 });
  expect(body.resellers[0]).toMatchObject({ id: reseller.id, name: 'Sara Haddad', margin: 400, debt: 50 });
  const asleepNow = body.dormant.items.map(({ userId }: { userId: string }) => userId);
  expect([asleep, requesting, refused].map(({ id }) => asleepNow.includes(id))).toEqual([true, false, true]);
  const offerId = offerOf(product).id;
  expect(body.short.missed).toContainEqual({ offerId, productName: 'UC', offerName: 'Offre 1', sales: 1 });
  expect(body.short.reorder.map((offer: { offerId: string }) => offer.offerId)).toContain(offerId);
  expect(body.late.debts).toMatchObject({
    overdue: 50,
    accounts: 1,
    items: [{ userId: reseller.id, userName: 'Sara Haddad', overdue: 50, debt: 50 }],
  });
  const { server: withoutCredit } = await secondServer(db);
  const there = (await userOn(withoutCredit, admin).get('/api/statistics/owner')).body;
  expect(there.resellers[0]).toMatchObject({ id: reseller.id, margin: 400, debt: null });
  expect(there.late.debts).toBe(null);
  expect(body.late.requests).toMatchObject({ count: 1, amount: 70 });
  expect(body.forecast.days).toHaveLength(7);
  expect((await reseller.get('/api/statistics/owner')).status).toBe(403);
  expect((await reseller.get('/api/margins')).status).toBe(403);
});

test('a reseller sees what it sold today by offer, and for how much where it has its own prices [OWN-05]', async () => {
  const reseller = await createUser(server, services, { balance: 10_000 });
  const empty = {
    codes: 0,
    amount: 0,
    retailValue: null,
    codesWithoutPrice: 0,
    topUps: { count: 0, amount: 0 },
    items: [],
  };
  expect((await reseller.get('/api/my-day')).body).toEqual({ day: await day(), ...empty });
  const product = await createProduct(admin, { name: 'Robux', offers: [{ price: 100 }, { price: 50 }] });
  await importCodes(admin, product, 5);
  await importCodes(admin, product, 5, offerOf(product, 1));
  await buy(reseller, product, 2);
  await buy(reseller, product, 1);
  await reseller.post('/api/purchases', {
    productId: product.id,
    offerId: offerOf(product, 1).id,
    quantity: 1,
  });
  await reseller.put(`/api/shop/prices/${offerOf(product).id}`, { price: 120 });
  const { body } = await reseller.get('/api/my-day');
  expect(body).toMatchObject({ codes: 4, amount: 350, retailValue: 360, codesWithoutPrice: 1 });
  expect(body.items).toEqual([
    {
      offerId: offerOf(product).id,
      productName: 'Robux',
      offerName: 'Offre 1',
      codes: 3,
      amount: 300,
      retailPrice: 120,
      retailValue: 360,
    },
    {
      offerId: offerOf(product, 1).id,
      productName: 'Robux',
      offerName: 'Offre 2',
      codes: 1,
      amount: 50,
      retailPrice: null,
      retailValue: null,
    },
  ]);
  // What was sold before keeps the price of its moment, as in a drawer.
  await reseller.put(`/api/shop/prices/${offerOf(product).id}`, { price: 130 });
  await buy(reseller, product, 1);
  await reseller.put(`/api/shop/prices/${offerOf(product).id}`, { price: 150 });
  expect((await reseller.get('/api/my-day')).body.retailValue).toBe(3 * 150 + 130);
});

test('a whole calendar year has 31 December to its last hour in Algiers and nothing of the year after, with what Free Fire sold beside the margin [OWN-07]', async () => {
  const reseller = await createUser(server, services, { balance: 1_000 });
  const product = await createProduct(admin, { offers: [{ price: 100 }] });
  await admin.post(codesPath(product), { codes: newCodes(3), batch: { unitCost: 80 } });
  // The sales of a leap year: its first minute, its last hour, and the first minute of the year after.
  for (const moment of ['2024-01-01 00:01', '2024-12-31 23:30', '2025-01-01 00:01']) {
    const { id } = (await buy(reseller, product)).body;
    await db.query({
      text: `ALTER TABLE purchases DISABLE TRIGGER USER;
        UPDATE purchases SET created_at = '${moment}+01' WHERE id = ${id};
        ALTER TABLE purchases ENABLE TRIGGER USER`,
    });
  }
  await query('DELETE FROM sales_days_until');
  await runJobs(services);
  await query(`INSERT INTO ledger_days (day, source, method, entries, credits, debits)
    VALUES ('2024-12-31', 'freefire_request', '', 2, 0, 50000), ('2024-12-31', 'freefire_refund', '', 1, 20000, 0),
           ('2025-01-01', 'freefire_request', '', 1, 0, 10000)`);
  const year = '&from=2024-01-01&to=2024-12-31';
  const sold = { codes: 2, amount: 200, cost: 160, margin: 40, unknownCodes: 0, unknownAmount: 0 };
  const { items, totals, freeFire } = await margins('day', year);
  expect(totals).toEqual(sold);
  expect(items.map(({ id }: { id: string }) => id)).toEqual(['2024-12-31', '2024-01-01']);
  expect(freeFire).toBe(300);
  expect((await margins('day', '&from=2025-01-01&to=2025-01-01')).freeFire).toBe(100);
  const { body } = await admin.get(`/api/statistics/owner?${year}`);
  expect(body).toMatchObject({ from: '2024-01-01', to: '2024-12-31', earned: { totals: sold } });
  expect(body.earned.days).toHaveLength(366);
  const { text } = await admin.post('/api/exports/margins', {
    by: 'day',
    from: '2024-01-01',
    to: '2024-12-31',
  });
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
});

test('the stock of a day by offer, at the cost of its batches, stays the same whatever is sold, withdrawn, corrected or deleted later [OWN-08]', async () => {
  const reseller = await createUser(server, services, { balance: 10_000 });
  const product = await createProduct(admin, { name: 'Stock', offers: [{ price: 100 }] });
  const lot = async (count: number, batch: object) =>
    (await admin.post(codesPath(product), { codes: newCodes(count), batch })).body.batchId as string;
  const [known, unknown] = [await lot(10, { unitCost: 80 }), await lot(4, {})];
  const withdraw = async () => {
    const { items } = (await admin.get(`/api/unsold-codes?batchId=${known}`)).body;
    const path = `/api/codes/${items.at(-1).id}/withdraw`;
    expect((await admin.post(path, { reason: 'Carte abîmée' })).status).toBe(204);
  };
  await buy(reseller, product, 2);
  await withdraw();
  const offerId = offerOf(product).id;
  await query(
    `UPDATE code_batches SET created_at = created_at - interval '10 days' WHERE offer_id = $1`,
    offerId,
  );
  await query(
    `UPDATE codes SET sold_at = sold_at - interval '6 days' WHERE offer_id = $1 AND sold_at > '-infinity'`,
    offerId,
  );
  await query(
    `UPDATE withheld_codes SET withheld_at = withheld_at - interval '6 days' WHERE offer_id = $1`,
    offerId,
  );
  const of = async (from: number) =>
    (await admin.get(`/api/statistics/stock-value?day=${await day(from)}`)).body.items.find(
      (item: { offerId: string }) => item.offerId === offerId,
    );
  const named = { offerId, game: expect.any(String), productName: 'Stock', offerName: 'Offre 1' };
  const then = { ...named, codes: 7, cost: 560, unknownCodes: 4 };
  const checkThen = async () => {
    expect(await of(-11)).toBeUndefined();
    expect(await of(-7)).toEqual({ ...named, codes: 10, cost: 800, unknownCodes: 4 });
    expect(await of(-5)).toEqual(then);
    const { text } = await admin.post('/api/exports/stock-value', { day: await day(-5) });
    expect(text).toContain('Stock;Offre 1;7;560,00;4');
  };
  await checkThen();
  expect((await admin.get(`/api/statistics/stock-value?day=${await day(1)}`)).body.code).toBe(
    'DAY_NOT_BEGUN',
  );
  expect(await of(0)).toEqual(then);
  await buy(reseller, product, 3);
  await withdraw();
  await admin.patch(`/api/batches/${known}`, { unitCost: 95 });
  await admin.post(`/api/batches/${unknown}/recall`, { reason: 'Refusés' });
  await runJobs(services);
  await checkThen();
  expect(await of(0)).toEqual({ ...named, codes: 3, cost: 285, unknownCodes: 0 });
  const stocked = 'SELECT sum(quantity)::int AS codes FROM offer_stock WHERE offer_id = $1';
  expect(await query(stocked, offerId)).toEqual([{ codes: 3 }]);
  const { items, totals } = (await admin.get('/api/statistics/stock-value')).body;
  const sum = (field: string) =>
    items.reduce((total: number, item: Record<string, number>) => total + (item[field] ?? 0), 0);
  expect(totals).toEqual({ codes: sum('codes'), cost: sum('cost'), unknownCodes: sum('unknownCodes') });
  await admin.delete(`/api/products/${product.id}`);
  await runJobs(services);
  await checkThen();
  expect(await of(0)).toBeUndefined();
});
