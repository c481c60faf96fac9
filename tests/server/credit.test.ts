import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { daysFromToday } from '../support/days.ts';
import { eventually } from '../support/eventually.ts';
import { allPages } from '../support/pages.ts';
import { type Random, random, seedOfRun } from '../support/random.ts';
import { holdRows } from '../support/row-locks.ts';
import {
  type ApiResponse,
  balanceOf,
  createUser,
  giveBalance,
  type TestUser,
  userOn,
} from '../support/users.ts';

/*
 * Advances, payments and the cash of collectors (docs/acceptance.md, CRE). Turned red by: an advance judged before its credit is locked; a
 * receipt numbered outside the lock; a payment without its cash entry; a confirmation by the collector; an ageing that counts what is
 * settled; a debit of an advance that leaves its
 * debt; a switch that only hides screens.
 */
const { db, query } = await freshDatabase({ max: 20 });
const config = { extensions: new Set(['credit'] as const) };
const { server, services } = await secondServer(db, { config });
const { server: other } = await secondServer(db, { config });
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });

const newCollector = () =>
  createUser(server, services, { role: 'admin', firstName: 'Yacine', lastName: 'B' });
const termsOf = (id: string) => `/api/users/${id}/credit-terms`;
async function debtor(limit = 20_000, days = 7, options: object = {}): Promise<TestUser> {
  const user = await createUser(server, services, options);
  expect((await admin.put(termsOf(user.id), { limit, days, suspended: false })).status).toBe(200);
  return user;
}
/** Repeats a call under its key while the server is too busy, as the screens do; what a busy server counted as attempts is forgotten. */
async function insist(
  send: (headers: Record<string, string>) => Promise<ApiResponse>,
  headers: Record<string, string> = { 'idempotency-key': randomUUID() },
): Promise<ApiResponse> {
  for (let tries = 1; ; tries += 1) {
    const response = await send(headers);
    if (response.status !== 503 || tries === 20) return response;
    await query(`DELETE FROM rate_limits WHERE action = 'advance'`);
  }
}
const advance = (user: TestUser, amount: number, headers?: Record<string, string>) =>
  insist((sent) => user.post('/api/advances', { amount }, sent), headers);
const pay = (by: TestUser, user: TestUser, amount: number, headers?: Record<string, string>) =>
  insist((sent) => by.post(`/api/users/${user.id}/payments`, { amount, note: '' }, sent), headers);
const creditOf = async (user: TestUser) => (await user.get('/api/me/credit')).body;
const heldBy = async (collector: TestUser) => {
  const { items } = (await collector.get('/api/collectors')).body;
  expect(items[0].id).toBe(collector.id);
  return items[0].held as number;
};
const day = daysFromToday(query);

/** Makes the advances of an account so many days older, as if they had been taken then. */
async function grow(user: TestUser, days: number): Promise<void> {
  await query(`ALTER TABLE receivable_entries DISABLE TRIGGER USER; ALTER TABLE receivables DISABLE TRIGGER USER;
      UPDATE receivable_entries SET due_on = due_on - ${days}, created_at = created_at - interval '${days} days'
       WHERE user_id = '${user.id}';
      UPDATE receivables SET due_on = due_on - ${days} WHERE user_id = '${user.id}';
      ALTER TABLE receivable_entries ENABLE TRIGGER USER; ALTER TABLE receivables ENABLE TRIGGER USER`);
}

describe('terms and advances', () => {
  test('an advance credits the balance and adds a debt that is due after the days of the terms, in one transaction [CRE-01]', async () => {
    const user = await debtor(20_000, 7);
    const { status, body } = await advance(user, 12_000.5);
    expect(status).toBe(200);
    const dueOn = await day(7);
    expect(body).toMatchObject({ amount: 12_000.5, newBalance: 12_000.5, debt: 12_000.5, dueOn });
    expect(await balanceOf(user)).toBe(12_000.5);
    expect(await creditOf(user)).toEqual({
      terms: { limit: 20_000, days: 7, suspended: false },
      debt: 12_000.5,
      available: 7_999.5,
      dueOn,
      overdue: 0,
      ageing: { days7: 12_000.5, days15: 0, days30: 0, older: 0 },
    });
    const [operation] = (await user.get('/api/operations?filter=credit')).body.items;
    expect(operation).toMatchObject({ id: body.transactionId, description: 'Avance', method: 'advance' });
    expect(operation.adminName).toBeNull();
    expect((await user.get('/api/operations')).body.adjustments).toEqual([]);
    const [entry] = (await user.get('/api/receivable-entries')).body.items;
    expect(entry).toMatchObject({ kind: 'advance', dueOn, debtBefore: 0, debtAfter: 12_000.5 });
    expect((await user.get('/api/notifications')).body.items[0]).toMatchObject({
      type: 'balance_credited',
      title: 'Avance accordée',
    });
  });

  test('an advance above the limit, during a suspension, while a part is overdue or without terms is refused and writes nothing [CRE-02]', async () => {
    const user = await debtor(1_000, 3);
    expect((await advance(user, 1_000.01)).body).toMatchObject({ code: 'CREDIT_LIMIT', available: 1_000 });
    expect((await advance(user, 400)).status).toBe(200);
    expect((await advance(user, 601)).body).toMatchObject({ code: 'CREDIT_LIMIT', available: 600 });
    await admin.put(termsOf(user.id), { limit: 1_000, days: 3, suspended: true });
    expect((await advance(user, 1)).body.code).toBe('CREDIT_SUSPENDED');
    await admin.put(termsOf(user.id), { limit: 1_000, days: 3, suspended: false });
    await grow(user, 3);
    expect((await advance(user, 1)).status).toBe(200);
    await grow(user, 1);
    expect((await advance(user, 1)).body).toMatchObject({ code: 'CREDIT_OVERDUE', overdue: 400 });
    expect(await creditOf(user)).toMatchObject({ debt: 401, available: 0, overdue: 400 });
    const unknown = await createUser(server, services);
    expect((await advance(unknown, 1)).body).toMatchObject({ code: 'CREDIT_LIMIT', available: 0 });
    expect((await creditOf(unknown)).terms).toBeNull();
    expect(await balanceOf(user)).toBe(401);
  });

  test('the database itself refuses an advance above the limit, during a suspension or while a part is overdue, and a payment above the debt [CRE-02]', async () => {
    const user = await debtor(1_000, 3);
    await advance(user, 400);
    const insert = async (kind: string, amount: number) =>
      query(
        `INSERT INTO receivable_entries (user_id, kind, amount, recorded_by, due_on, ledger_id, transaction_id, collected_by)
         SELECT $1, $2, $3, $1, CASE WHEN $2 = 'advance' THEN current_date END, CASE WHEN $2 = 'advance' THEN -1 END,
                CASE WHEN $2 = 'advance' THEN -1 END, CASE WHEN $2 = 'payment' THEN $1::uuid END RETURNING id`,
        user.id,
        kind,
        amount,
      );
    expect(await insert('advance', 60_001)).toEqual([]);
    expect(await insert('payment', 40_001)).toEqual([]);
    await admin.put(termsOf(user.id), { limit: 1_000, days: 3, suspended: true });
    expect(await insert('advance', 1)).toEqual([]);
    await admin.put(termsOf(user.id), { limit: 1_000, days: 3, suspended: false });
    await grow(user, 4);
    expect(await insert('advance', 1)).toEqual([]);
    await expect(query('UPDATE receivables SET debt = 0, due_on = NULL')).rejects.toThrow(
      /only with an entry/,
    );
    await expect(query('UPDATE collectors SET held = held + 1')).resolves.toEqual([]);
    await expect(query('DELETE FROM receivable_entries')).rejects.toThrow(/append-only/);
  });

  test('of 32 advances at once on two servers exactly those within the limit are given [CRE-03]', async () => {
    const user = await debtor(10_000);
    const elsewhere = userOn(other, user);
    const tries = await Promise.all(
      Array.from({ length: 32 }, (_, i) => advance(i % 2 ? user : elsewhere, 900)),
    );
    const given = tries.filter(({ status }) => status === 200);
    expect(given).toHaveLength(11);
    for (const { status, body } of tries) if (status !== 200) expect(body.code).toBe('CREDIT_LIMIT');
    expect(await creditOf(user)).toMatchObject({ debt: 9_900, available: 100 });
    expect(await balanceOf(user)).toBe(9_900);
    expect(new Set(given.map(({ body }) => body.debt)).size).toBe(11);
    expect(await audit(db)).toEqual([]);
  });

  test('an administrator gives an advance to an account within its limit, and the journal says so; a reseller cannot name another account [CRE-04]', async () => {
    const user = await debtor(5_000);
    const give = (by: TestUser, userId?: string) => by.post('/api/advances', { amount: 3_000, userId });
    expect((await give(admin)).body.code).toBe('USER_ID_REQUIRED');
    expect((await give(admin, user.id)).body).toMatchObject({ debt: 3_000 });
    expect((await give(admin, user.id)).body).toMatchObject({ code: 'CREDIT_LIMIT', available: 2_000 });
    const [row] = (await admin.get('/api/audit-trail?limit=1')).body.items;
    expect(row).toMatchObject({ action: 'credit.advance', after: { amount: 3_000, debt: 3_000 } });
    const another = await debtor(5_000);
    expect((await give(another, user.id)).status).toBe(403);
    expect((await give(admin, admin.id)).body.code).toBe('ONLY_RESELLERS_OWE');
    expect((await give(admin, randomUUID())).body.code).toBe('USER_NOT_FOUND');
    expect((await advance(user, 0)).body.code).toBe('ADVANCE_AMOUNT_INVALID');
    expect((await user.post('/api/advances', { amount: 1 }, { 'idempotency-key': '' })).status).toBe(422);
  });

  test('the same advance repeated under its key is given once, and its outcome can be asked for; with another amount the key is refused [CRE-05]', async () => {
    const user = await debtor(5_000);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([
      advance(user, 2_000, headers),
      advance(userOn(other, user), 2_000, headers),
      advance(user, 2_000, headers),
    ]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await advance(user, 2_001, headers)).body.code).toBe('KEY_REUSED');
    expect((await creditOf(user)).debt).toBe(2_000);
    const { body } = await user.post(`/api/outcomes/${headers['idempotency-key']}`);
    expect(body).toMatchObject({ outcome: 'executed', purchase: null, advance: answers[0]?.body });
    const unused = randomUUID();
    expect((await user.post(`/api/outcomes/${unused}`)).body.outcome).toBe('closed');
    expect((await advance(user, 1, { 'idempotency-key': unused })).body.code).toBe('KEY_CLOSED');
  });

  test('an advance that would lift the balance above its bound is refused and leaves no debt [CRE-02]', async () => {
    const user = await debtor(5_000);
    for (let times = 0; times < 10; times += 1) await giveBalance(services, user.id, 999_900);
    expect((await advance(user, 2_000)).body.code).toBe('BALANCE_LIMIT');
    expect(await creditOf(user)).toMatchObject({ debt: 0, dueOn: null });
  });

  test('terms outside their bounds, or of an administrator, are refused; a lower limit keeps the debt [CRE-06]', async () => {
    const user = await debtor(5_000);
    const put = (id: string, changes: object) =>
      admin.put(termsOf(id), { limit: 1, days: 1, suspended: false, ...changes });
    for (const changes of [{ limit: -1 }, { limit: 10_000_001 }, { days: 0 }, { days: 366 }])
      expect((await put(user.id, changes)).body.code).toBe('CREDIT_TERMS_INVALID');
    expect((await put(admin.id, {})).body.code).toBe('ONLY_RESELLERS_OWE');
    expect((await put(randomUUID(), {})).body.code).toBe('USER_NOT_FOUND');
    await advance(user, 4_000);
    expect((await put(user.id, { limit: 1_000 })).body).toMatchObject({ debt: 4_000, available: 0 });
    const rows = async () => (await query('SELECT count(*) FROM audit_trail'))[0];
    const before = await rows();
    expect((await put(user.id, { limit: 1_000 })).status).toBe(200);
    expect(await rows()).toEqual(before);
    expect((await admin.get(`/api/users/${user.id}/credit`)).body).toMatchObject({ debt: 4_000 });
  });

  // Turned red by: terms that are written whatever the form was opened on; a comparison before the credit is locked.
  test('terms set on a form that was opened on others are refused and change nothing, so that a suspension is not lifted unseen; a repeated call, and one that does not say what it was opened on, are accepted [CRE-06]', async () => {
    const user = await debtor(5_000, 7);
    const opened = { limit: 5_000, days: 7, suspended: false };
    const put = (limit: number, expected?: object | null) =>
      admin.put(termsOf(user.id), { ...opened, limit, expected });
    await admin.put(termsOf(user.id), { ...opened, suspended: true, expected: opened });
    const rows = async () => (await query('SELECT count(*) FROM audit_trail'))[0];
    const before = await rows();
    for (const expected of [opened, null]) {
      const { status, body } = await put(9_000, expected);
      expect([status, body.code]).toEqual([409, 'CREDIT_TERMS_CHANGED']);
    }
    expect((await creditOf(user)).terms).toEqual({ ...opened, suspended: true });
    expect(await rows()).toEqual(before);
    const suspended = { ...opened, suspended: true };
    expect((await put(9_000, suspended)).body.terms).toEqual({ ...opened, limit: 9_000 });
    expect((await put(9_000, suspended)).status).toBe(200);
    expect((await put(8_000)).body.terms.limit).toBe(8_000);
    const unknown = await createUser(server, services);
    expect((await admin.put(termsOf(unknown.id), { ...opened, expected: opened })).body.code).toBe(
      'CREDIT_TERMS_CHANGED',
    );
    expect((await admin.put(termsOf(unknown.id), { ...opened, expected: null })).status).toBe(200);
  });

  test('of 16 forms that were opened on the same terms, or before there were any, and are saved at once over two servers, one is [CRE-06]', async () => {
    const terms = { limit: 5_000, days: 7, suspended: false };
    const save = async (id: string, expected: object | null) =>
      Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          (i % 2 ? admin : userOn(other, admin)).put(termsOf(id), { ...terms, days: 10 + i, expected }),
        ),
      );
    const tries = [
      await save((await debtor(5_000, 7)).id, terms),
      await save((await createUser(server, services)).id, null),
    ];
    for (const saved of tries) {
      expect(saved.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status, body } of saved)
        if (status !== 200) expect(body.code).toBe('CREDIT_TERMS_CHANGED');
    }
  });
});

describe('payments', () => {
  test('a payment settles the oldest advance first, and the balance stays [CRE-10]', async () => {
    const user = await debtor(50_000, 10);
    const collector = await newCollector();
    await advance(user, 10_000);
    await grow(user, 9);
    await advance(user, 5_000);
    await grow(user, 7);
    expect(await creditOf(user)).toMatchObject({
      debt: 15_000,
      overdue: 10_000,
      dueOn: await day(-6),
      ageing: { days7: 5_000, days15: 0, days30: 10_000, older: 0 },
    });
    const { body } = await pay(collector, user, 4_000);
    expect(body).toMatchObject({ receiptNumber: 1, debtBefore: 15_000, debtAfter: 11_000 });
    expect(await creditOf(user)).toMatchObject({ overdue: 6_000, dueOn: await day(-6), available: 0 });
    expect((await pay(collector, user, 7_000)).body.receiptNumber).toBe(2);
    expect(await creditOf(user)).toMatchObject({
      debt: 4_000,
      overdue: 0,
      dueOn: await day(3),
      available: 46_000,
      ageing: { days7: 4_000, days15: 0, days30: 0, older: 0 },
    });
    expect(await balanceOf(user)).toBe(15_000);
    expect(await heldBy(collector)).toBe(11_000);
    expect((await pay(collector, user, 4_000.01)).body).toMatchObject({
      code: 'PAYMENT_EXCEEDS_DEBT',
      debt: 4_000,
    });
    expect((await pay(collector, user, 4_000)).body.debtAfter).toBe(0);
    expect(await creditOf(user)).toMatchObject({ debt: 0, dueOn: null, available: 50_000 });
    expect((await pay(collector, user, 1)).body).toMatchObject({ code: 'PAYMENT_EXCEEDS_DEBT', debt: 0 });
    // Each receipt that is printed again says when the rest was due then.
    const { items } = (await user.get('/api/receivable-entries')).body;
    expect(items.map(({ restDueOn }: { restDueOn: string | null }) => restDueOn)).toEqual([
      null,
      await day(3),
      body.dueOn,
      null,
      null,
    ]);
    expect(await audit(db)).toEqual([]);
  });

  test('a payment whose answer was lost and that is repeated gives one receipt, also 32 times at once over two servers [CRE-11]', async () => {
    const user = await debtor(20_000);
    const collector = await newCollector();
    await advance(user, 20_000);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        pay(i % 2 ? collector : userOn(other, collector), user, 15_000, headers),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({
      receiptNumber: 1,
      amount: 15_000,
      collectedByName: 'Yacine B',
      userName: 'Amine Benali',
      company: 'Cyber Sétif',
    });
    expect((await pay(collector, user, 15_000, headers)).body).toEqual(answers[0]?.body);
    expect((await pay(collector, user, 5_000)).body.receiptNumber).toBe(2);
    expect(await heldBy(collector)).toBe(20_000);
    const items = (await user.get('/api/receivable-entries')).body.items;
    expect(items.map(({ receiptNumber }: { receiptNumber: number }) => receiptNumber)).toEqual([2, 1, null]);
  });

  test('32 payments at once never exceed the debt, and their receipts are numbered without a gap [CRE-12]', async () => {
    const user = await debtor(10_000);
    await advance(user, 10_000);
    const [first, second] = [await newCollector(), await newCollector()];
    const tries = await Promise.all(
      Array.from({ length: 32 }, (_, i) => pay(i % 2 ? first : userOn(other, second), user, 900)),
    );
    const numbers = tries.filter(({ status }) => status === 200).map(({ body }) => body.receiptNumber);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, i) => i + 1));
    expect((await creditOf(user)).debt).toBe(100);
    expect((await heldBy(first)) + (await heldBy(second))).toBe(9_900);
  });

  test('a write-off lowers the debt, needs a reason, moves no cash and is in the journal [CRE-13]', async () => {
    const user = await debtor(10_000);
    await advance(user, 8_000);
    const writeOff = (amount: number, reason: string, debt?: number) =>
      admin.post(`/api/users/${user.id}/write-offs`, { amount, reason, debt });
    expect((await writeOff(1_000, ' ')).body.code).toBe('CREDIT_REASON_REQUIRED');
    expect((await writeOff(8_001, 'Fermé')).body.code).toBe('PAYMENT_EXCEEDS_DEBT');
    const held = await heldBy(admin);
    expect((await writeOff(3_000, 'Boutique fermée')).body).toMatchObject({ debt: 5_000 });
    expect(await heldBy(admin)).toBe(held);
    expect(await balanceOf(user)).toBe(8_000);
    const [row] = (await admin.get('/api/audit-trail?limit=1')).body.items;
    expect(row).toMatchObject({
      action: 'credit.write-off',
      after: { amount: 3_000, reason: 'Boutique fermée' },
    });
    // A second administrator who still sees the debt of before means the same loss.
    expect((await writeOff(3_000, 'Boutique fermée', 8_000)).body).toMatchObject({
      code: 'DEBT_CHANGED',
      debt: 5_000,
    });
    expect((await writeOff(1_000, 'Solde oublié', 5_000)).body).toMatchObject({ debt: 4_000 });
  });

  test('a payment recorded by mistake is taken back once while its cash is held; the receipt keeps its number [CRE-14]', async () => {
    const user = await debtor(20_000, 5);
    const collector = await newCollector();
    await advance(user, 20_000);
    const firstKey = { 'idempotency-key': randomUUID() };
    await pay(collector, user, 15_000, firstKey);
    await pay(collector, user, 1_000);
    const takeBack = (number: number) =>
      admin.post(`/api/users/${user.id}/payments/${number}/take-back`, { reason: 'Zéro de trop' });
    expect((await takeBack(9)).body.code).toBe('RECEIPT_NOT_FOUND');
    expect((await takeBack(1)).body).toMatchObject({ debt: 19_000, dueOn: await day(5) });
    expect((await takeBack(1)).body.code).toBe('PAYMENT_TAKEN_BACK');
    expect(await heldBy(collector)).toBe(1_000);
    // What is really paid then is another payment, also from the screen that never got the answer of the first.
    expect((await pay(collector, user, 15_000, firstKey)).body.code).toBe('KEY_REUSED');
    expect((await pay(collector, user, 1_500)).body.receiptNumber).toBe(3);
    const { items } = (await user.get('/api/receivable-entries')).body;
    expect(
      items.map((e: { kind: string; receiptNumber: number; isTakenBack: boolean }) => [
        e.kind,
        e.receiptNumber,
        e.isTakenBack,
      ]),
    ).toEqual([
      ['payment', 3, false],
      ['correction', 1, false],
      ['payment', 2, false],
      ['payment', 1, true],
      ['advance', null, false],
    ]);
    const { body: remittance } = await collector.post('/api/cash-remittances', { amount: 2_500 });
    await admin.post(`/api/cash-remittances/${remittance.id}/confirm`);
    expect((await takeBack(2)).body.code).toBe('PAYMENT_REMITTED');
    expect(await audit(db)).toEqual([]);
  });

  test('a payment by CCP or BaridiMob lowers the debt without cash, above any ceiling; it says how it was paid and is taken back as well [CRE-52]', async () => {
    const user = await debtor(100_000);
    const collector = await newCollector();
    await advance(user, 50_000);
    await admin.put(`/api/collectors/${collector.id}/ceiling`, { ceiling: 100 });
    const headers = { 'idempotency-key': randomUUID() };
    const payBy = (method: string, amount: number, sent = { 'idempotency-key': randomUUID() }) =>
      insist((own) => collector.post(`/api/users/${user.id}/payments`, { amount, method }, own), sent);
    const paid = await payBy('ccp', 20_000, headers);
    expect(paid.body).toMatchObject({ receiptNumber: 1, method: 'ccp', debtAfter: 30_000 });
    expect((await payBy('ccp', 20_000, headers)).body).toEqual(paid.body);
    for (const another of ['baridimob', 'cash'])
      expect((await payBy(another, 20_000, headers)).body.code).toBe('KEY_REUSED');
    expect((await payBy('baridimob', 5_000)).body).toMatchObject({ receiptNumber: 2, method: 'baridimob' });
    expect((await payBy('cash', 101)).body).toMatchObject({ code: 'CASH_CEILING', available: 100 });
    expect((await pay(collector, user, 100)).body).toMatchObject({ receiptNumber: 3, method: 'cash' });
    expect((await payBy('cheque', 1)).status).toBe(422);
    expect(await heldBy(collector)).toBe(100);
    const takeBack = await admin.post(`/api/users/${user.id}/payments/1/take-back`, {
      reason: 'Autre compte',
    });
    expect(takeBack.body).toMatchObject({ debt: 44_900 });
    expect(await heldBy(collector)).toBe(100);
    const { items } = (await user.get('/api/receivable-entries')).body;
    expect(items.map((e: { kind: string; method: string }) => [e.kind, e.method])).toEqual([
      ['correction', 'ccp'],
      ['payment', 'cash'],
      ['payment', 'baridimob'],
      ['payment', 'ccp'],
      ['advance', null],
    ]);
    const { text } = await admin.post('/api/exports/receivable-entries', { userId: user.id });
    expect(text.split('\r\n').map((line) => line.split(';').at(-1))).toEqual([
      'Méthode',
      'CCP',
      'Espèces',
      'BaridiMob',
      'CCP',
      '',
      '',
    ]);
    const journal = (await admin.get('/api/audit-trail?action=credit.payment&limit=3')).body.items;
    expect(journal.map(({ after }: { after: object }) => after)).toMatchObject([
      { amount: 100, held: 100 },
      { amount: 5_000, method: 'BaridiMob' },
      { amount: 20_000, method: 'CCP' },
    ]);
    expect(journal[2].after).not.toHaveProperty('held');
    expect(await audit(db)).toEqual([]);
  });

  test('what a debit takes back of an advance is not owed any more: in parts, at once on two servers, and never below 0 [CRE-15]', async () => {
    const user = await debtor(20_000);
    const taken = { 'idempotency-key': randomUUID() };
    const { transactionId } = (await advance(user, 12_000, taken)).body;
    const debit = (by: TestUser, amount: number, headers?: Record<string, string>) =>
      insist(
        (sent) =>
          by.post(
            `/api/users/${user.id}/debit`,
            { transactionId, amount, description: 'Zéro de trop' },
            sent,
          ),
        headers,
      );
    expect((await debit(admin, 5_000)).body).toMatchObject({ newBalance: 7_000 });
    expect(await creditOf(user)).toMatchObject({ debt: 7_000, available: 13_000, dueOn: await day(7) });
    const [row] = (await admin.get('/api/audit-trail?limit=1')).body.items;
    expect(row).toMatchObject({ before: { debt: 12_000 }, after: { debt: 7_000, amount: 5_000 } });
    const movements = (await user.get('/api/receivable-entries')).body.items;
    expect(movements[0]).toMatchObject({
      kind: 'correction',
      amount: 5_000,
      debtBefore: 12_000,
      debtAfter: 7_000,
      receiptNumber: null,
      note: 'Zéro de trop',
    });
    expect(movements[1]).toMatchObject({ kind: 'advance', isTakenBack: false });

    // Repeated under its key, on both servers at once, it is one correction.
    const headers = { 'idempotency-key': randomUUID() };
    const twice = await Promise.all([
      debit(admin, 1_000, headers),
      debit(userOn(other, admin), 1_000, headers),
    ]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await creditOf(user)).debt).toBe(6_000);

    // What was paid of it is not owed: the balance is taken back, the debt ends at 0.
    await pay(await newCollector(), user, 4_000);
    // Taken back in part, it is still that advance; taken back whole, the same one again is another.
    expect((await advance(user, 12_000, taken)).body.transactionId).toBe(transactionId);
    expect((await debit(admin, 6_000)).body).toMatchObject({ newBalance: 0 });
    expect((await advance(user, 12_000, taken)).body.code).toBe('KEY_REUSED');
    expect(await creditOf(user)).toMatchObject({ debt: 0, dueOn: null, available: 20_000 });
    expect((await debit(admin, 1)).body.code).toBe('BALANCE_SHORT');
    expect(await audit(db)).toEqual([]);
  });

  // Turned red by: a correction that settles the oldest advance, as a payment does.
  test('what a debit takes back of a later advance leaves the day of the earlier one, in its own parts and while a payment settles the rest [CRE-15]', async () => {
    const user = await debtor(50_000, 7);
    await advance(user, 10_000);
    await grow(user, 3);
    const { transactionId } = (await advance(user, 6_000)).body;
    const debit = (amount: number) =>
      insist((sent) =>
        admin.post(
          `/api/users/${user.id}/debit`,
          { transactionId, amount, description: 'Envoyée deux fois' },
          sent,
        ),
      );
    expect((await debit(2_000)).status).toBe(200);
    expect(await creditOf(user)).toMatchObject({ debt: 14_000, dueOn: await day(4) });
    await pay(await newCollector(), user, 1_000);
    expect((await debit(4_000)).status).toBe(200);
    expect(await creditOf(user)).toMatchObject({ debt: 9_000, dueOn: await day(4) });
    await grow(user, 5);
    expect(await creditOf(user)).toMatchObject({
      overdue: 9_000,
      available: 0,
      ageing: { days7: 0, days15: 9_000, days30: 0, older: 0 },
    });
    expect(await audit(db)).toEqual([]);
  });

  // Turned red by: a debit that is forgotten where nothing was owed, and one that counts again when a second payment is taken back.
  test('a payment that is taken back after its advance was corrected leaves no debt for the balance that is gone, in parts and with a later advance [CRE-15]', async () => {
    const user = await debtor(30_000);
    const collector = await newCollector();
    const { transactionId } = (await advance(user, 10_000)).body;
    for (const amount of [3_000, 6_000]) await pay(collector, user, amount);
    const debit = await insist((headers) =>
      admin.post(
        `/api/users/${user.id}/debit`,
        { transactionId, amount: 10_000, description: 'Mauvais compte' },
        headers,
      ),
    );
    expect(debit.body).toMatchObject({ newBalance: 0 });
    expect((await creditOf(user)).debt).toBe(0);
    await advance(user, 2_000);
    const takeBack = (number: number) =>
      admin.post(`/api/users/${user.id}/payments/${number}/take-back`, { reason: 'Argent rendu' });
    expect((await takeBack(1)).body).toMatchObject({ debt: 2_000, dueOn: await day(7) });
    const [row] = (await admin.get('/api/audit-trail?limit=1')).body.items;
    expect(row).toMatchObject({ before: { debt: 2_000 }, after: { debt: 2_000, amount: 3_000 } });
    expect((await takeBack(2)).body).toMatchObject({ debt: 2_000 });
    expect(await heldBy(collector)).toBe(0);
    const { items } = (await user.get('/api/receivable-entries')).body;
    expect(items.slice(0, 2)).toMatchObject([
      { kind: 'correction', amount: 6_000, debtAfter: 2_000, receiptNumber: null, note: 'Mauvais compte' },
      { kind: 'correction', amount: 6_000, debtAfter: 8_000, receiptNumber: 2 },
    ]);
    expect(await audit(db)).toEqual([]);

    // All of that debit is settled: what is taken back now was paid for the later advance.
    await pay(collector, user, 500);
    expect((await takeBack(3)).body).toMatchObject({ debt: 2_000 });
    expect(await audit(db)).toEqual([]);
  });

  // Turned red by: a debit that is dated before it waits for the payment which is counted first.
  test('a payment that is taken back leaves no debt for a debit that waited for it [CRE-15]', async () => {
    const user = await debtor(30_000);
    const collector = await newCollector();
    const { transactionId } = (await advance(user, 10_000)).body;
    const credit = await holdRows(db, 'SELECT FROM credit_terms WHERE user_id = $1 FOR UPDATE', user.id);
    const paid = pay(collector, user, 10_000);
    await eventually(async () => (await credit.waiting()) === 1);
    const debit = insist((headers) =>
      admin.post(
        `/api/users/${user.id}/debit`,
        { transactionId, amount: 10_000, description: 'Mauvais compte' },
        headers,
      ),
    );
    await eventually(async () => (await credit.waiting()) === 2);
    await credit.release();
    expect([(await paid).status, (await debit).status]).toEqual([200, 200]);
    const { body } = await admin.post(`/api/users/${user.id}/payments/1/take-back`, {
      reason: 'Argent rendu',
    });
    expect(body).toMatchObject({ debt: 0 });
    expect(await audit(db)).toEqual([]);
  });

  // Turned red by: a debit of long ago that is set against any payment which is taken back later.
  test('a payment that is taken back leaves the debt as it was before it, whatever debits there were before [CRE-14]', async () => {
    const user = await debtor(30_000);
    const collector = await newCollector();
    const { transactionId } = (await advance(user, 10_000)).body;
    await pay(collector, user, 10_000);
    const debit = await insist((headers) =>
      admin.post(
        `/api/users/${user.id}/debit`,
        { transactionId, amount: 10_000, description: 'Rendu en espèces' },
        headers,
      ),
    );
    expect(debit.status).toBe(200);
    await advance(user, 5_000);
    await pay(collector, user, 5_000);
    const { body } = await admin.post(`/api/users/${user.id}/payments/2/take-back`, {
      reason: 'Autre boutique',
    });
    expect(body).toMatchObject({ debt: 5_000 });
    expect(await audit(db)).toEqual([]);
  });

  test('a debit of a recharge leaves a debt as it is [CRE-15]', async () => {
    const user = await debtor(20_000);
    await advance(user, 3_000);
    await giveBalance(services, user.id, 1_000);
    const { items } = (await user.get('/api/operations?filter=credit')).body;
    const recharge = items.find(({ method }: { method: string }) => method !== 'advance');
    const { status } = await insist((headers) =>
      admin.post(
        `/api/users/${user.id}/debit`,
        { transactionId: recharge.id, amount: 1_000, description: 'Erreur' },
        headers,
      ),
    );
    expect(status).toBe(200);
    expect(await creditOf(user)).toMatchObject({ debt: 3_000 });
  });
});

describe('the cash of a collector', () => {
  test('a collector holds at most the ceiling; what is refused writes neither debt nor receipt [CRE-20]', async () => {
    const user = await debtor(100_000);
    const collector = await newCollector();
    await advance(user, 50_000);
    const set = await admin.put(`/api/collectors/${collector.id}/ceiling`, { ceiling: 20_000 });
    expect(set.body).toMatchObject({ id: collector.id, held: 0, ceiling: 20_000, openRemittance: null });
    expect((await pay(collector, user, 15_000)).status).toBe(200);
    expect((await pay(collector, user, 5_000.5)).body).toMatchObject({
      code: 'CASH_CEILING',
      available: 5_000,
    });
    expect((await creditOf(user)).debt).toBe(35_000);
    expect((await pay(collector, user, 5_000)).body.receiptNumber).toBe(2);
    // A lower ceiling takes nothing away, and lets nothing in.
    await admin.put(`/api/collectors/${collector.id}/ceiling`, { ceiling: 100 });
    expect((await pay(collector, user, 1)).body).toMatchObject({ code: 'CASH_CEILING', available: 0 });
    expect((await admin.put(`/api/collectors/${user.id}/ceiling`, { ceiling: 1 })).body.code).toBe(
      'ONLY_ADMINS_COLLECT',
    );
    expect((await admin.put(`/api/collectors/${collector.id}/ceiling`, { ceiling: -1 })).body.code).toBe(
      'CASH_CEILING_INVALID',
    );
  });

  test('cash that is handed over is held until another person confirms it, once [CRE-21]', async () => {
    const user = await debtor(100_000);
    const collector = await newCollector();
    await advance(user, 50_000);
    await pay(collector, user, 30_000);
    const remit = (amount: number, headers?: Record<string, string>) =>
      collector.post('/api/cash-remittances', { amount, note: 'Caisse du soir' }, headers);
    expect((await remit(30_001)).body).toMatchObject({ code: 'REMITTANCE_EXCEEDS_HELD', held: 30_000 });
    const { body } = await remit(25_000);
    expect(body).toMatchObject({ state: 'open', collectorName: 'Yacine B', amount: 25_000 });
    expect((await remit(1_000)).body.code).toBe('REMITTANCE_OPEN');
    expect(await heldBy(collector)).toBe(30_000);
    const confirm = `/api/cash-remittances/${body.id}/confirm`;
    expect((await collector.post(confirm)).body.code).toBe('REMITTANCE_OWN');
    const tries = await Promise.all(
      [admin, userOn(other, admin), admin, await newCollector()].map((by) => by.post(confirm)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of tries) if (status !== 200) expect(body.code).toBe('REMITTANCE_DECIDED');
    expect(await heldBy(collector)).toBe(5_000);
    const headers = { 'idempotency-key': randomUUID() };
    const open = (await remit(5_000, headers)).body;
    expect((await remit(5_000, headers)).body).toEqual(open);
    expect((await admin.delete(`/api/cash-remittances/${open.id}`)).body.code).toBe('REMITTANCE_NOT_FOUND');
    expect((await collector.delete(`/api/cash-remittances/${open.id}`)).body.state).toBe('withdrawn');
    // Announced again, it is another one.
    expect((await remit(5_000, headers)).body.code).toBe('KEY_REUSED');
    expect((await admin.post(`/api/cash-remittances/${open.id}/confirm`)).body.code).toBe(
      'REMITTANCE_DECIDED',
    );
    expect((await admin.post('/api/cash-remittances/999999/confirm')).body.code).toBe('REMITTANCE_NOT_FOUND');
    const list = async (state: string) =>
      (await admin.get(`/api/cash-remittances?state=${state}`)).body.items.filter(
        ({ collectorId }: { collectorId: string }) => collectorId === collector.id,
      );
    expect(await list('confirmed')).toMatchObject([{ amount: 25_000, confirmedByName: expect.any(String) }]);
    expect(await list('withdrawn')).toMatchObject([{ amount: 5_000 }]);
    expect(await list('open')).toEqual([]);
    expect(await list('all')).toHaveLength(2);
  });

  test('who receives cash records it for a collector who is deactivated or may not collect any more, and for no other [CRE-24]', async () => {
    const user = await debtor(100_000);
    const [collector, receiver] = [await newCollector(), await newCollector()];
    await advance(user, 50_000);
    await pay(collector, user, 30_000);
    const announced = (await collector.post('/api/cash-remittances', { amount: 30_000 })).body;
    const receive = (amount: number, by = receiver, id = collector.id, held?: number) =>
      by.post(`/api/collectors/${id}/remittances`, { amount, held, note: 'Rendu au bureau' });
    const shown = async () =>
      (await receiver.get('/api/collectors?limit=200')).body.items.find(
        ({ id }: { id: string }) => id === collector.id,
      );

    expect((await receive(20_000)).body.code).toBe('COLLECTOR_MAY_REMIT');
    expect((await receive(20_000, collector)).body.code).toBe('COLLECTOR_MAY_REMIT');
    expect((await receive(20_000, admin, user.id)).body.code).toBe('ONLY_ADMINS_COLLECT');
    expect(await shown()).toMatchObject({ mayRemit: true, held: 30_000 });

    await query(`UPDATE users SET status = 'inactive' WHERE id = $1`, collector.id);
    expect(await shown()).toMatchObject({ mayRemit: false, openRemittance: { id: announced.id } });
    expect((await receive(30_001)).body).toMatchObject({ code: 'REMITTANCE_EXCEEDS_HELD', held: 30_000 });
    // The same cash, recorded by each of those who saw it handed over: what is held would suffice for three.
    const tries = await Promise.all(
      [receiver, userOn(other, receiver), admin, await newCollector()].map((by) =>
        receive(10_000, by, collector.id, 30_000),
      ),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of tries)
      if (status !== 200) expect(body).toMatchObject({ code: 'CASH_CHANGED', held: 20_000 });
    expect((await receive(10_000, receiver, collector.id, 20_000)).status).toBe(200);
    // What was announced before does not count a second time.
    expect((await receiver.post(`/api/cash-remittances/${announced.id}/confirm`)).body.code).toBe(
      'REMITTANCE_DECIDED',
    );
    expect(await shown()).toMatchObject({ held: 10_000, openRemittance: null });

    await query(`UPDATE users SET status = 'active', scopes = '{stock}' WHERE id = $1`, collector.id);
    expect((await receive(10_000)).body.code).toBe('COLLECTOR_MAY_REMIT');
    await query(
      `INSERT INTO features (name, enabled, changed_by) VALUES ('admin-scopes', true, $1)`,
      admin.id,
    );
    try {
      expect((await receive(10_000)).body).toMatchObject({ state: 'confirmed', amount: 10_000 });
    } finally {
      await query(`DELETE FROM features WHERE name = 'admin-scopes'`);
    }
    expect(await shown()).toMatchObject({ mayRemit: true, held: 0 });
    expect(await audit(db)).toEqual([]);
  });

  test('the owner records cash that is lost, with a reason: the collector holds less, debts and receipts stay, and an employee is refused [CRE-54]', async () => {
    const user = await debtor(100_000);
    const collector = await newCollector();
    await advance(user, 60_000);
    await pay(collector, user, 50_000);
    const before = await creditOf(user);
    const { body: announced } = await collector.post('/api/cash-remittances', { amount: 50_000 });
    const lose = (amount: number, fields: object = {}, by = admin, headers = {}) =>
      by.post(
        `/api/collectors/${collector.id}/losses`,
        { amount, reason: 'Parti avec la caisse', ...fields },
        headers,
      );
    const held = async () => {
      const { items } = (await admin.get('/api/collectors?limit=200')).body;
      return items.find(({ id }: { id: string }) => id === collector.id);
    };
    expect((await lose(50_000, { reason: ' ' })).body.code).toBe('CREDIT_REASON_REQUIRED');
    expect((await lose(50_001)).body).toMatchObject({ code: 'LOSS_EXCEEDS_HELD', held: 50_000 });
    expect((await lose(10_000, {}, collector)).body.code).toBe('LOSS_OWN');
    expect((await lose(10_000, { held: 60_000 })).body).toMatchObject({ code: 'CASH_CHANGED', held: 50_000 });
    await query(
      `INSERT INTO features (name, enabled, changed_by) VALUES ('admin-scopes', true, $1)`,
      admin.id,
    );
    const employee = await newCollector();
    await query(`UPDATE users SET scopes = '{collect,accounts}' WHERE id = $1`, employee.id);
    try {
      expect((await lose(10_000, {}, employee)).status).toBe(403);
    } finally {
      await query(`DELETE FROM features WHERE name = 'admin-scopes'`);
    }
    const owner = await newCollector();
    await query('UPDATE users SET second_factor = true WHERE id = $1', owner.id);
    expect((await lose(10_000, {}, owner)).body.code).toBe('STEP_UP_REQUIRED');
    expect(await held()).toMatchObject({ held: 50_000, openRemittance: { id: announced.id } });

    const headers = { 'idempotency-key': randomUUID() };
    const lost = await lose(20_000, { held: 50_000 }, admin, headers);
    expect(lost.body).toMatchObject({
      state: 'lost',
      amount: 20_000,
      note: 'Parti avec la caisse',
      collectorName: 'Yacine B',
      confirmedByName: 'Nadia Amrani',
    });
    expect((await lose(20_000, { held: 50_000 }, admin, headers)).body).toEqual(lost.body);
    // Recorded by two at once as it was shown: once.
    const tries = await Promise.all(
      [admin, userOn(other, admin)].map((by) => lose(30_000, { held: 30_000 }, by)),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await held()).toMatchObject({ held: 0, openRemittance: null });
    expect((await admin.post(`/api/cash-remittances/${announced.id}/confirm`)).body.code).toBe(
      'REMITTANCE_DECIDED',
    );

    expect(await creditOf(user)).toEqual(before);
    const [payment] = (await user.get('/api/receivable-entries')).body.items;
    expect(payment).toMatchObject({ kind: 'payment', amount: 50_000, isTakenBack: false });
    expect(
      (await admin.post(`/api/users/${user.id}/payments/1/take-back`, { reason: 'Non' })).body.code,
    ).toBe('PAYMENT_REMITTED');
    const { items } = (await admin.get('/api/cash-remittances?state=lost')).body;
    expect(
      items
        .filter(({ collectorId }: { collectorId: string }) => collectorId === collector.id)
        .map(({ amount }: { amount: number }) => amount),
    ).toEqual([30_000, 20_000]);
    const { text } = await admin.post('/api/exports/cash-remittances', {});
    expect(text.split('\r\n').filter((line) => line.includes('Perte constatée'))).toHaveLength(2);
    const [recorded] = (await admin.get('/api/audit-trail?action=credit.loss&limit=1')).body.items;
    expect(recorded).toMatchObject({
      before: { held: 30_000 },
      after: { held: 0, amount: 30_000, reason: 'Parti avec la caisse' },
    });
    expect(await audit(db)).toEqual([]);
  });

  test('a remittance that exceeds what is held once a payment is taken back is withdrawn, although its collector is gone [CRE-21]', async () => {
    const user = await debtor(100_000);
    const collector = await newCollector();
    await advance(user, 50_000);
    await pay(collector, user, 10_000);
    await pay(collector, user, 4_000);
    const { body } = await collector.post('/api/cash-remittances', { amount: 10_000 });
    await query(`UPDATE users SET status = 'inactive' WHERE id = $1`, collector.id);
    const takeBack = async (receiptNumber: number) => {
      const { unconfirmed } = (await admin.get('/api/receivables/summary')).body;
      await admin.post(`/api/users/${user.id}/payments/${receiptNumber}/take-back`, { reason: 'Erreur' });
      const [remittance] = await query(
        'SELECT withdrawn_at IS NULL AS open FROM cash_remittances WHERE id = $1',
        body.id,
      );
      const left = (await admin.get('/api/receivables/summary')).body.unconfirmed;
      return [remittance?.open, unconfirmed - left];
    };
    expect(await takeBack(2)).toEqual([true, 0]);
    expect(await takeBack(1)).toEqual([false, 10_000]);
    const { items } = (await admin.get(`/api/audit-trail?action=credit.withdraw-remittance&limit=1`)).body;
    expect(items).toMatchObject([
      { subjectType: 'remittance', subjectId: body.id, before: { amount: 10_000 } },
    ]);
    expect((await admin.post(`/api/cash-remittances/${body.id}/confirm`)).body.code).toBe(
      'REMITTANCE_DECIDED',
    );
  });

  test('over 1,000 random weeks what each collector holds is what was collected and not handed over [CRE-22]', async () => {
    const seed = seedOfRun();
    const ceiling = 60_000;
    const round = async (rng: Random, weeks: number) => {
      const [shop, collector] = [await debtor(10_000_000, 365), await newCollector()];
      await admin.put(`/api/collectors/${collector.id}/ceiling`, { ceiling });
      let [debt, held, receipts] = [0, 0, 0];
      for (let week = 0; week < weeks; week += 1) {
        if (debt < 25_000) {
          const amount = rng.between(1, 1_000_000) / 2;
          expect((await advance(shop, amount)).status, `SEED=${seed}`).toBe(200);
          debt += amount;
        }
        const amount = rng.between(1, 60_000) / 2;
        const by = rng.chance(0.5) ? collector : userOn(other, collector);
        const { status, body } = await pay(by, shop, amount);
        if (amount > debt) expect(body.code).toBe('PAYMENT_EXCEEDS_DEBT');
        else if (held + amount > ceiling)
          expect(body).toMatchObject({ code: 'CASH_CEILING', available: ceiling - held });
        else {
          expect(status, `SEED=${seed}`).toBe(200);
          [debt, held, receipts] = [debt - amount, held + amount, receipts + 1];
          expect(body).toMatchObject({ receiptNumber: receipts, debtAfter: debt });
        }
        if (held === 0 || rng.chance(0.4)) continue;
        const remitted = rng.between(1, held * 2) / 2;
        const { body: remittance } = await insist((headers) =>
          collector.post('/api/cash-remittances', { amount: remitted }, headers),
        );
        const confirmed = await insist((headers) =>
          admin.post(`/api/cash-remittances/${remittance.id}/confirm`, {}, headers),
        );
        expect(confirmed.status, `SEED=${seed}`).toBe(200);
        held -= remitted;
      }
      expect(await heldBy(collector), `SEED=${seed}`).toBe(held);
      expect((await creditOf(shop)).debt, `SEED=${seed}`).toBe(debt);
    };
    await Promise.all([1, 2, 3, 4].map((team) => round(random(seed + team), 250)));
    expect(await audit(db)).toEqual([]);
  });
});

describe('what is owed', () => {
  test('each list of receivables is complete page by page: first due, largest, by city, late, due today, by name [CRE-30]', async () => {
    const mark = `Zone${randomUUID().slice(0, 8)}`;
    const users: TestUser[] = [];
    for (const [index, city] of ['Sétif', 'alger', 'Béjaïa', 'Alger', ''].entries()) {
      const user = await debtor(10_000, 5, { company: `${mark} ${index}` });
      await query('UPDATE users SET city = $2 WHERE id = $1', user.id, city);
      await advance(user, 1_000 * (index + 1));
      users.push(user);
    }
    const [, , third, fourth] = users as [TestUser, TestUser, TestUser, TestUser];
    await grow(third, 6);
    await grow(fourth, 5);
    await pay(admin, third, 500);
    const list = async (filters: string) =>
      (
        await allPages(
          async (cursor) =>
            (
              await admin.get(`/api/receivables?search=${mark}&limit=2&${filters}${cursor}`)
            ).body,
        )
      )
        .flatMap(({ items }: { items: { userId: string }[] }) => items)
        .map(({ userId }) => users.findIndex(({ id }) => id === userId));
    expect((await list('sort=due')).slice(0, 2)).toEqual([2, 3]);
    expect((await list('sort=due')).toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(await list('sort=debt')).toEqual([4, 3, 2, 1, 0]);
    const byCity = await list('sort=city');
    expect([byCity[0], byCity.slice(1, 3).toSorted(), byCity.slice(3)]).toEqual([4, [1, 3], [2, 0]]);
    expect(await list('due=late')).toEqual([2]);
    expect(await list('due=today')).toEqual([2, 3]);
    const [late] = (await admin.get(`/api/receivables?search=${mark}&due=late`)).body.items;
    expect(late).toMatchObject({
      company: `${mark} 2`,
      city: 'Béjaïa',
      phone: '0550123456',
      debt: 2_500,
      overdue: 2_500,
      limit: 10_000,
      dueOn: await day(-1),
      ageing: { days7: 2_500, days15: 0, days30: 0, older: 0 },
    });
    // JavaScript reads the second day as one of March.
    const noDay = Buffer.from(JSON.stringify(['2026-02-30', users[0]?.id])).toString('base64url');
    for (const cursor of ['abc', noDay])
      expect((await admin.get(`/api/receivables?cursor=${cursor}`)).status).toBe(422);
  });

  test('an advance is aged by its days: 7 and 8, 15 and 16, 30 and 31 are on the two sides of a boundary [CRE-31]', async () => {
    const user = await debtor(1_000_000, 365);
    for (const [amount, days] of [
      [1, 1],
      [2, 14],
      [4, 1],
      [8, 7],
      [16, 1],
      [32, 7],
    ] as const) {
      await advance(user, amount);
      await grow(user, days);
    }
    await advance(user, 64);
    // Their ages: 31, 30, 16, 15, 8, 7, 0.
    expect((await creditOf(user)).ageing).toEqual({ days7: 96, days15: 24, days30: 6, older: 1 });
  });

  test('the summary is the sum of the list, with what is late and what collectors hold [CRE-32]', async () => {
    const [{ debt, held }] = (await query(
      `SELECT (SELECT sum(debt) FROM receivables)::float8 / 100 AS debt, (SELECT sum(held) FROM collectors)::float8 / 100 AS held`,
    )) as [{ debt: number; held: number }];
    const { body } = await admin.get('/api/receivables/summary');
    expect(body).toMatchObject({ debt, held });
    const { days7, days15, days30, older } = body.ageing;
    expect(days7 + days15 + days30 + older).toBeCloseTo(debt, 2);
    const items = (
      await allPages(async (cursor) => (await admin.get(`/api/receivables?limit=200${cursor}`)).body)
    ).flatMap((page) => page.items as { debt: number; overdue: number }[]);
    expect(body.accounts).toBe(items.length);
    expect(body.lateAccounts).toBe(items.filter(({ overdue }) => overdue > 0).length);
  });

  test('what was owed at the end of a day stays the same whatever is paid, taken or corrected later, and today is the list of now [CRE-41]', async () => {
    const mark = `Jour${randomUUID().slice(0, 8)}`;
    const [user, later] = [
      await debtor(10_000, 5, { company: `${mark} A` }),
      await debtor(10_000, 5, { company: `${mark} B` }),
    ];
    const first = await advance(user, 1_000);
    await grow(user, 4);
    await advance(user, 400);
    await pay(admin, user, 300);
    // The advances are 9 and 5 days old: the first was due 4 days ago.
    await grow(user, 5);
    const on = async (asOf: string, filters = '') =>
      (await admin.get(`/api/receivables?search=${mark}&asOf=${asOf}${filters}`)).body;
    expect((await on(await day(1))).code).toBe('DAY_NOT_BEGUN');
    const [eve, end] = [await day(-6), await day(-4)];
    const before = [await on(eve), await on(end)];
    expect(before[0].items).toMatchObject([{ debt: 1_000, overdue: 0, dueOn: await day(-4) }]);
    expect(before[1].items).toMatchObject([
      { debt: 1_100, overdue: 0, dueOn: await day(-4), ageing: { days7: 1_100, days15: 0 } },
    ]);
    expect((await on(end, '&due=today')).items).toHaveLength(1);
    expect((await on(end, '&due=late')).items).toEqual([]);
    expect((await on(await day(-3), '&due=late')).items).toMatchObject([{ overdue: 700 }]);
    const file = async () => (await admin.post('/api/exports/receivables', { search: mark, asOf: end })).text;
    const exported = await file();
    expect(exported.split('\r\n')[1]).toContain(`${mark} A`);
    // After the day: a payment, an advance of another account, and a debit that takes the first advance back.
    await pay(admin, user, 200);
    await advance(later, 50);
    const { transactionId } = first.body;
    const debit = { transactionId, amount: 500, description: 'Zéro de trop' };
    expect((await admin.post(`/api/users/${user.id}/debit`, debit)).status).toBe(200);
    expect([await on(eve), await on(end)]).toEqual(before);
    expect(await file()).toBe(exported);
    const today = await on(await day(0));
    const now = (await admin.get(`/api/receivables?search=${mark}`)).body;
    expect(today.items).toEqual(now.items);
    expect(now.items).toHaveLength(2);
    const { accounts, debt, overdue } = (await admin.get('/api/receivables/summary')).body;
    expect(today.totals).toEqual({ accounts, debt, overdue });
  });

  test('a reseller sees the own debt alone, whichever account is named [CRE-33]', async () => {
    const [user, another] = [await debtor(), await debtor()];
    await advance(another, 100);
    expect((await user.get(`/api/receivable-entries?userId=${another.id}`)).status).toBe(403);
    expect((await user.get('/api/receivable-entries')).body.items).toEqual([]);
    expect((await admin.get(`/api/receivable-entries?userId=${another.id}`)).body.items).toHaveLength(1);
    for (const path of [`/api/users/${user.id}/credit`, '/api/receivables', '/api/collectors'])
      expect((await user.get(path)).status).toBe(403);
    expect((await pay(user, user, 1)).status).toBe(403);
  });
});

describe('reminders', () => {
  const pushed = (userId: string) =>
    query(
      `SELECT o.payload ->> 'type' AS type FROM outbox o JOIN push_subscriptions s ON s.id = o.subscription_id WHERE s.user_id = $1`,
      userId,
    );
  const remindersOf = async (user: TestUser) =>
    (await user.get('/api/notifications')).body.items.filter(
      ({ type }: { type: string }) => type === 'debt_due',
    );
  const remind = (hour: number, more: object = {}) =>
    runJobs({
      ...services,
      now: () => new Date(`2026-03-02T${String(hour - 1).padStart(2, '0')}:30:00Z`),
      ...more,
    });

  test('an account is reminded once a day by a push message from the eve of the due day on, and every third day while it is late [CRE-34]', async () => {
    const [tomorrow, later, late, lateToday, settled] = await Promise.all([
      debtor(1_000, 1),
      debtor(1_000, 2),
      debtor(1_000, 1),
      debtor(1_000, 1),
      debtor(1_000, 1),
    ]);
    for (const user of [tomorrow, later, late, lateToday, settled]) await advance(user, 300);
    // What is due later is not part of what the reminder asks for.
    await admin.put(termsOf(tomorrow.id), { limit: 1_000, days: 2, suspended: false });
    await advance(tomorrow, 500);
    await grow(late, 3);
    await grow(lateToday, 4);
    await pay(admin, settled, 300);
    await query(
      `INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth)
       SELECT $1::uuid, 'https://push.exemple.dz/' || $1, decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex')`,
      tomorrow.id,
    );
    await remind(8);
    await remind(20);
    for (const user of [tomorrow, lateToday]) expect(await remindersOf(user)).toEqual([]);
    await remind(10);
    await remind(11);
    expect(await remindersOf(tomorrow)).toMatchObject([
      {
        title: 'Échéance',
        message: expect.stringMatching(/^300 DZD à payer/),
        data: { debt: 800, overdue: 0 },
      },
    ]);
    expect(await remindersOf(lateToday)).toMatchObject([
      { title: 'Dette en retard', data: { overdue: 300 } },
    ]);
    for (const user of [later, late, settled]) expect(await remindersOf(user)).toEqual([]);
    expect(await pushed(tomorrow.id)).toEqual([{ type: 'debt_due' }]);
    // A day later: the due day of the first advance, and the eve of the other's.
    await grow(tomorrow, 1);
    await query(
      `UPDATE debt_reminders SET reminded_at = reminded_at - interval '1 day' WHERE user_id = $1`,
      tomorrow.id,
    );
    await remind(10);
    const [today] = await remindersOf(tomorrow);
    expect(today).toMatchObject({ message: expect.stringMatching(/^300 DZD à payer/), data: { debt: 800 } });
    expect(today.data.dueOn).toBe(await day(0));
    const [paid] = (await settled.get('/api/notifications')).body.items;
    expect(paid).toMatchObject({ type: 'debt_paid', title: 'Encaissement : reçu n° 1' });
  });
});

test('without the switch every call answers that it is off, and what is owed stays [CRE-40]', async () => {
  const { server: off } = await secondServer(db);
  const user = await debtor();
  await advance(user, 500);
  const [reseller, administrator] = [userOn(off, user), userOn(off, admin)];
  const answers = [
    await reseller.get('/api/me/credit'),
    await advance(reseller, 1),
    await administrator.get('/api/receivables'),
    await pay(administrator, user, 1),
    await administrator.put(termsOf(user.id), { limit: 1, days: 1, suspended: false }),
  ];
  for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'FEATURE_OFF']);
  expect((await off.inject({ url: '/api/me/credit' })).statusCode).toBe(401);
  expect((await creditOf(user)).debt).toBe(500);
});
