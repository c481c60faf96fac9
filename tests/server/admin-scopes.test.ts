import { createECDH, randomBytes } from 'node:crypto';
import { employeeScopes, type Route } from '@almas/contract/route';
import { news } from '@almas/locale/news';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { announceAlerts } from '../../server/src/modules/alerts/announce-alerts.ts';
import { notifyAdministrators } from '../../server/src/modules/codes/notify-administrators.ts';
import { secondServer, testApp } from '../support/app.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { eventually } from '../support/eventually.ts';
import { idsOfAllPages } from '../support/pages.ts';
import { holdRows } from '../support/row-locks.ts';
import { createProduct, importCodes, newCodes, offerOf } from '../support/shop.ts';
import { call, createUser, type TestUser, userOn } from '../support/users.ts';

/* Employees of the owner, limited to their scopes while the switch `admin-scopes` is on. */
const { server, services, query } = await testApp();
const second = await secondServer(services.db);
const owner = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });

const employ = async (scopes: readonly string[] | null, limits: object = {}): Promise<TestUser> => {
  const employee = await createUser(server, services, { role: 'admin', firstName: 'Samir' });
  const given = await owner.patch(`/api/users/${employee.id}/scopes`, { scopes, ...limits });
  expect(given.status, given.text).toBe(200);
  return employee;
};
const turn = async (enabled: boolean) =>
  expect((await owner.patch('/api/features/admin-scopes', { enabled })).status).toBe(200);

beforeAll(async () => {
  await turn(true);
  await eventually(async () => (await owner.get('/api/administrators')).status === 200);
});

describe('the routes', () => {
  const scoped = routes.filter(([, { scope }]) => scope !== undefined);
  const sent = (name: string, { method, path }: Route) => ({
    method,
    url: path.replace(':date', '2026-01-05').replace(/:\w+/g, unknownId),
    ...(bodies[name] !== undefined && { payload: bodies[name] }),
  });

  test('an employee with one scope makes the calls of that scope and no other, whatever the route [TEA-03]', async () => {
    const employees = await Promise.all(
      employeeScopes.map(async (scope) => [scope, await employ([scope])] as const),
    );
    const wrong: string[] = [];
    for (const [name, route] of scoped)
      for (const [scope, { cookie }] of employees) {
        const { status, body } = await call(server, sent(name, route), cookie);
        const isRefused = status === 403 && body?.code === 'SCOPE_MISSING';
        if (isRefused === (route.scope === scope)) wrong.push(`${scope}: ${name} ${status} ${body?.code}`);
      }
    expect(wrong).toEqual([]);
    expect(scoped.length).toBeGreaterThan(100);
  });

  test('an employee without any scope is refused by every call of administrators, and reads the own account [TEA-03]', async () => {
    const none = await employ([]);
    for (const [name, route] of scoped)
      expect((await call(server, sent(name, route), none.cookie)).body?.code, name).toBe('SCOPE_MISSING');
    expect((await none.get('/api/me')).body).toMatchObject({ id: none.id, scopes: [] });
    expect((await none.get('/api/products')).status).toBe(200);
    expect((await none.get('/api/users')).body).toEqual({
      code: 'SCOPE_MISSING',
      message: 'Vous n’avez pas le droit de faire cette action',
    });
  });

  test('with the switch off every administrator has every right, and what was given stays [TEA-04]', async () => {
    const employee = await employ(['stock']);
    expect((await employee.get('/api/users')).status).toBe(403);
    await turn(false);
    expect((await employee.get('/api/users')).status).toBe(200);
    expect((await userOn(second.server, employee).get('/api/users')).status).toBe(200);
    await eventually(async () => (await owner.get('/api/administrators')).body.code === 'FEATURE_OFF');
    expect((await owner.patch(`/api/users/${employee.id}/scopes`, { scopes: null })).body.code).toBe(
      'FEATURE_OFF',
    );
    await turn(true);
    expect((await employee.get('/api/users')).status).toBe(403);
    await eventually(async () => (await owner.get('/api/administrators')).status === 200);
  });

  test('EXTENSIONS turns the scopes on as the switch does [TEA-04]', async () => {
    const employee = await employ(['stock']);
    const forcing = await secondServer(services.db, { config: { extensions: new Set(['admin-scopes']) } });
    await turn(false);
    const there = userOn(forcing.server, employee);
    expect((await there.get('/api/users')).body.code).toBe('SCOPE_MISSING');
    expect((await there.post('/api/suppliers', { name: 'Grossiste forcé' })).status).toBe(200);
    await turn(true);
    await eventually(async () => (await owner.get('/api/administrators')).status === 200);
  });
});

describe('an employee of the prices alone', () => {
  const unsold = async (offerId: string) =>
    (await query('SELECT count(*)::int AS n FROM codes WHERE offer_id = $1', offerId))[0]?.n;
  const offer = { name: 'Offre', value: '110 Diamants', price: 100 };

  // Turned red by: a new product and a removed offer that are judged by the scope of their route alone.
  test('neither puts codes on sale with a new product nor deletes them with an offer, and does both without codes; with the stock as well, and with the switch off, both are done [TEA-03]', async () => {
    const [employee, both] = [await employ(['prices']), await employ(['prices', 'stock'])];
    const create = (user: TestUser, codes: readonly string[] | '' = '') =>
      user.post('/api/products', {
        name: 'Diamants',
        game: 'Free Fire',
        offers: [{ ...offer, codes }],
      });
    const codes = newCodes(2);
    expect((await create(employee, codes)).body.code).toBe('SCOPE_MISSING');
    expect((await create(employee)).status).toBe(200);
    expect((await create(both, codes)).body.imports[0].imported).toBe(2);

    const product = await createProduct(owner, { offers: [{}, {}, {}] });
    const [kept, empty, full] = [offerOf(product), offerOf(product, 1), offerOf(product, 2)];
    await importCodes(owner, product, 3, full);
    const removedOffers = [empty, full].map(({ id }) => ({ id, codes: id === full.id ? 3 : 0 }));
    const path = `/api/products/${product.id}`;
    const keep = (user: TestUser, offers: object[], removed = removedOffers) =>
      user.put(path, { name: 'Diamants', game: 'Free Fire', offers, removedOffers: removed });
    expect((await keep(employee, [kept])).body.code).toBe('SCOPE_MISSING');
    expect(
      (
        await keep(
          employee,
          [kept],
          removedOffers.map(({ id }) => ({ id, codes: 0 })),
        )
      ).body.code,
    ).toBe('OFFERS_HOLD_CODES');
    expect(await unsold(full.id)).toBe(3);
    expect((await keep(employee, [kept, full], removedOffers.slice(0, 1))).status).toBe(200);
    expect((await keep(both, [kept])).status).toBe(200);
    expect(await unsold(full.id)).toBe(0);

    await turn(false);
    expect((await create(employee, newCodes(2))).status).toBe(200);
    await turn(true);
  });

  test('whose right to the stock is taken while an offer with codes is removed is refused, and the codes stay [TEA-03]', async () => {
    const both = await employ(['prices', 'stock']);
    const product = await createProduct(owner, { offers: [{}, {}] });
    const removed = offerOf(product, 1);
    await importCodes(owner, product, 3, removed);
    const held = await holdRows(services.db, 'SELECT FROM offers WHERE id = $1 FOR UPDATE', removed.id);
    const removedOffers = [{ id: removed.id, codes: 3 }];
    const changes = { name: 'Diamants', game: 'Free Fire', offers: [offerOf(product)], removedOffers };
    const saved = both.put(`/api/products/${product.id}`, changes);
    await eventually(async () => (await held.waiting()) === 1);
    expect((await owner.patch(`/api/users/${both.id}/scopes`, { scopes: ['prices'] })).status).toBe(200);
    await held.release();
    expect((await saved).body.code).toBe('SCOPE_MISSING');
    expect(await unsold(removed.id)).toBe(3);
  });
});

describe('PATCH /api/users/{id}/scopes', () => {
  test('the owner gives and takes scopes, with a row in the journal for each change and none for a repeated one [TEA-05]', async () => {
    const employee = await employ(['reports', 'stock']);
    const path = `/api/users/${employee.id}/scopes`;
    const { body } = await owner.patch(path, { scopes: ['reports', 'stock', 'stock'], creditCap: 500 });
    expect(body).toMatchObject({ scopes: ['stock', 'reports'], creditCap: 500, creditThreshold: null });
    await owner.patch(path, { scopes: ['stock', 'reports'] });
    expect((await owner.patch(path, { scopes: null, creditCap: null })).body).toMatchObject({
      scopes: null,
      creditCap: null,
    });
    const rows = await query(
      `SELECT before, after FROM audit_trail WHERE action = 'user.set-scopes' AND subject_id = $1 ORDER BY id`,
      employee.id,
    );
    expect(rows.map(({ after }) => after.scopes)).toEqual([
      ['stock', 'reports'],
      ['stock', 'reports'],
      'owner',
    ]);
    expect(rows[1]?.after.creditCap).toBe(500);
  });

  test('the own scopes, those of a reseller and scopes that do not exist are refused, and an employee changes none [TEA-05]', async () => {
    const employee = await employ([...employeeScopes]);
    const reseller = await createUser(server, services);
    const given = (user: TestUser, id: string, scopes: unknown) =>
      user.patch(`/api/users/${id}/scopes`, { scopes });
    expect((await given(owner, owner.id, ['stock'])).body.code).toBe('SCOPES_OWN');
    expect((await given(owner, reseller.id, ['stock'])).body.code).toBe('ONLY_ADMINS_SCOPED');
    expect((await given(owner, unknownId, ['stock'])).status).toBe(404);
    expect((await given(owner, employee.id, ['owner'])).status).toBe(422);
    expect((await given(employee, employee.id, null)).body.code).toBe('SCOPE_MISSING');
    expect((await given(reseller, reseller.id, null)).status).toBe(403);
  });

  test('of two owners who limit each other at once, one stays the owner [TEA-05]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await employ(null), await employ(null)];
      const limit = (user: TestUser, other: TestUser, on = server) =>
        userOn(on, user).patch(`/api/users/${other.id}/scopes`, { scopes: ['stock'] });
      const answers = await Promise.all([limit(one, two), limit(two, one, second.server)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    }
  });

  // Turned red by: rights that are written whatever the form was opened on; a comparison before the account is locked.
  test('rights set on a form that was opened on others are refused and change nothing, so that a withdrawn right is not given back unseen; a repeated call, and one that does not say what it was opened on, are accepted [TEA-05]', async () => {
    const opened = { scopes: ['stock', 'reports'], creditCap: 500, creditThreshold: null };
    const stored = { scopes: ['reports'], creditCap: 200, creditThreshold: null };
    const employee = await employ(opened.scopes, { creditCap: 500 });
    const path = `/api/users/${employee.id}/scopes`;
    expect((await owner.patch(path, { ...stored, expected: opened })).status).toBe(200);
    const rows = async () => (await query('SELECT count(*) FROM audit_trail'))[0];
    const before = await rows();
    const changed = { ...opened, creditThreshold: 1_000 };
    for (const expected of [opened, { ...stored, creditCap: null }, { ...stored, scopes: null }]) {
      const { status, body } = await owner.patch(path, { ...changed, expected });
      expect([status, body.code]).toEqual([409, 'SCOPES_CHANGED']);
    }
    const listed = (await owner.get('/api/administrators')).body.items;
    expect(listed.find(({ id }: TestUser) => id === employee.id)).toMatchObject(stored);
    expect(await rows()).toEqual(before);
    expect((await owner.patch(path, { ...stored, expected: opened })).status).toBe(200);
    expect((await owner.patch(path, { ...changed, expected: stored })).body).toMatchObject(changed);
    expect((await owner.patch(path, { ...changed, expected: stored })).status).toBe(200);
    expect((await owner.patch(path, { scopes: [] })).status).toBe(200);
  });

  test('of 16 forms that were opened on the same rights and are saved at once over two servers, one is [TEA-05]', async () => {
    const expected = { scopes: ['stock'], creditCap: null, creditThreshold: null };
    const employee = await employ(expected.scopes);
    const saved = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        userOn(index % 2 ? server : second.server, owner).patch(`/api/users/${employee.id}/scopes`, {
          ...expected,
          creditCap: 100 + index,
          expected,
        }),
      ),
    );
    expect(saved.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of saved) if (status !== 200) expect(body.code).toBe('SCOPES_CHANGED');
  });

  test('an employee neither deactivates an administrator nor ends their sessions [TEA-06]', async () => {
    const employee = await employ(['accounts']);
    const colleague = await employ(['stock']);
    const reseller = await createUser(server, services);
    for (const { id } of [owner, colleague]) {
      expect((await employee.post(`/api/users/${id}/deactivate`)).body.code).toBe('SCOPE_MISSING');
      expect((await employee.delete(`/api/users/${id}/sessions`)).body.code).toBe('SCOPE_MISSING');
    }
    expect((await employee.delete(`/api/users/${reseller.id}/sessions`)).status).toBe(200);
    expect((await employee.post(`/api/users/${reseller.id}/deactivate`)).status).toBe(200);
    expect((await employee.delete(`/api/users/${employee.id}/sessions`)).status).toBe(200);
  });
});

describe('a scope that is withdrawn while a call runs (P41)', () => {
  const codesPath = (product: Awaited<ReturnType<typeof createProduct>>) =>
    `/api/products/${product.id}/offers/${offerOf(product).id}/codes`;

  test('refuses the import that waits for its offer, which writes nothing [TEA-07]', async () => {
    const employee = await employ(['stock']);
    const product = await createProduct(owner);
    const held = await holdRows(
      services.db,
      'SELECT FROM offers WHERE id = $1 FOR UPDATE',
      offerOf(product).id,
    );
    const imported = userOn(second.server, employee).post(codesPath(product), { codes: newCodes(3) });
    await eventually(async () => (await held.waiting()) === 1);
    expect((await owner.patch(`/api/users/${employee.id}/scopes`, { scopes: ['prices'] })).status).toBe(200);
    await held.release();
    expect((await imported).body.code).toBe('SCOPE_MISSING');
    expect(await query('SELECT FROM codes WHERE offer_id = $1', offerOf(product).id)).toEqual([]);
  });

  test('refuses the recharge that waits for its account, also when an owner becomes an employee meanwhile [TEA-07]', async () => {
    for (const before of [['accounts'], null]) {
      const employee = await employ(before);
      const reseller = await createUser(server, services);
      const held = await holdRows(services.db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', reseller.id);
      const recharged = employee.post(`/api/users/${reseller.id}/recharge`, { amount: 100 });
      await eventually(async () => (await held.waiting()) === 1);
      expect((await owner.patch(`/api/users/${employee.id}/scopes`, { scopes: ['stock'] })).status).toBe(200);
      await held.release();
      expect((await recharged).body.code).toBe('SCOPE_MISSING');
      expect((await owner.get(`/api/users/${reseller.id}`)).body.balance).toBe(0);
    }
  });

  test('waits for a call that has passed its check, and the scopes are changed after its commit [TEA-07]', async () => {
    const employee = await employ(['accounts']);
    const reseller = await createUser(server, services);
    expect((await employee.post(`/api/users/${reseller.id}/recharge`, { amount: 100 })).status).toBe(200);
    const rounds = await Promise.all(
      Array.from({ length: 8 }, () =>
        employee.post(`/api/users/${reseller.id}/recharge`, { amount: 1 }),
      ).concat(owner.patch(`/api/users/${employee.id}/scopes`, { scopes: [] })),
    );
    const done = rounds.slice(0, -1).filter(({ status }) => status === 200).length;
    expect((await owner.get(`/api/users/${reseller.id}`)).body.balance).toBe(100 + done);
    expect((await employee.post(`/api/users/${reseller.id}/recharge`, { amount: 1 })).status).toBe(403);
  });
});

describe('credit by hand', () => {
  const credit = (user: TestUser, id: string, amount: number) =>
    user.post(`/api/users/${id}/recharge`, { amount });
  const propose = (user: TestUser, userId: string, amount: number, headers?: Record<string, string>) =>
    user.post('/api/credit-proposals', { userId, amount, note: 'Avance de fin de mois' }, headers);
  const decide = (user: TestUser, id: string, outcome: string) =>
    user.post(`/api/credit-proposals/${id}/decide`, { outcome });
  const balanceOf = async (id: string) => (await owner.get(`/api/users/${id}`)).body.balance;

  test('of 32 recharges at once over two servers exactly those within the cap of the day are made [TEA-10]', async () => {
    const employee = await employ(['accounts'], { creditCap: 1_000 });
    const resellers = await Promise.all(Array.from({ length: 4 }, () => createUser(server, services)));
    const there = userOn(second.server, employee);
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        credit(index % 2 ? there : employee, resellers[index % 4]?.id ?? '', 100),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['CREDIT_CAP_REACHED']));
    const balances = await Promise.all(resellers.map(({ id }) => balanceOf(id)));
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(1_000);
    const listed = (await owner.get('/api/administrators')).body.items;
    expect(listed.find(({ id }: TestUser) => id === employee.id)).toMatchObject({
      creditCap: 1_000,
      creditedToday: 1_000,
    });
  });

  test('a recharge that is refused or repeated under its key counts once against the cap, and the owner has none [TEA-10]', async () => {
    const employee = await employ(['accounts'], { creditCap: 300 });
    const reseller = await createUser(server, services);
    const path = `/api/users/${reseller.id}/recharge`;
    const key = { 'idempotency-key': 'une-seule-fois' };
    await employee.post(path, { amount: 200 }, key);
    expect((await employee.post(path, { amount: 200 }, key)).status).toBe(200);
    expect((await credit(employee, reseller.id, 101)).body).toMatchObject({
      code: 'CREDIT_CAP_REACHED',
      message: 'Votre plafond de crédit du jour est atteint (100 DA disponible)',
    });
    expect((await credit(employee, reseller.id, 100)).status).toBe(200);
    expect((await credit(owner, reseller.id, 5_000)).status).toBe(200);
    expect(await balanceOf(reseller.id)).toBe(5_300);
  });

  test('above the threshold an employee asks, and another person credits once, on the cap of the one who asked [TEA-11]', async () => {
    const employee = await employ(['accounts'], { creditCap: 2_000, creditThreshold: 500 });
    const colleague = await employ(['accounts'], { creditCap: 10 });
    const reseller = await createUser(server, services, { firstName: 'Karim', lastName: 'Slimani' });
    expect((await credit(employee, reseller.id, 500)).status).toBe(200);
    expect((await credit(employee, reseller.id, 501)).body.code).toBe('SECOND_PERSON_REQUIRED');
    const proposed = await propose(employee, reseller.id, 1_000);
    expect(proposed.body).toMatchObject({
      userName: 'Karim Slimani',
      amount: 1_000,
      state: 'open',
      proposedById: employee.id,
      decidedByName: null,
    });
    expect((await decide(employee, proposed.body.id, 'approve')).body.code).toBe('PROPOSAL_OWN');
    const done = await decide(colleague, proposed.body.id, 'approve');
    expect(done.body).toMatchObject({ state: 'approved' });
    expect(await balanceOf(reseller.id)).toBe(1_500);
    expect((await decide(owner, proposed.body.id, 'approve')).body.code).toBe('PROPOSAL_DECIDED');
    expect((await propose(employee, reseller.id, 501)).body).toMatchObject({ code: 'CREDIT_CAP_REACHED' });
    const states = (await owner.get('/api/credit-proposals?state=approved')).body.items;
    expect(states.map(({ id }: { id: string }) => id)).toContain(proposed.body.id);
  });

  test('what an employee asked for beyond the own cap is refused with a sentence that says whose cap it is, and an owner who asked has none [TEA-11]', async () => {
    const employee = await employ(['accounts'], { creditCap: 1_500, creditThreshold: 1 });
    const reseller = await createUser(server, services);
    const [first, next] = [
      (await propose(employee, reseller.id, 1_000)).body,
      (await propose(employee, reseller.id, 900)).body,
    ];
    expect((await decide(owner, first.id, 'approve')).status).toBe(200);
    expect((await decide(owner, next.id, 'approve')).body).toEqual({
      code: 'PROPOSER_CAP_REACHED',
      message: 'Le plafond de crédit du jour de la personne qui demande est atteint (500 DA disponible)',
      available: 500,
    });
    expect(await balanceOf(reseller.id)).toBe(1_000);
    expect((await owner.patch(`/api/users/${employee.id}/scopes`, { scopes: null })).status).toBe(200);
    expect((await decide(owner, next.id, 'approve')).body).toMatchObject({ state: 'approved' });
    expect(await balanceOf(reseller.id)).toBe(1_900);
  });

  test('of 32 decisions at once about one proposal one counts: one credit, or none [TEA-11]', async () => {
    for (let round = 0; round < 4; round += 1) {
      const employee = await employ(['accounts'], { creditThreshold: 1 });
      const reseller = await createUser(server, services);
      const { body } = await propose(employee, reseller.id, 1_000);
      const there = userOn(second.server, owner);
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          decide(index % 2 ? there : owner, body.id, index % 3 ? 'approve' : 'refuse'),
        ),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await balanceOf(reseller.id)).toBe(won[0]?.body.state === 'approved' ? 1_000 : 0);
    }
  });

  test('the person who asked withdraws the proposal, and a refused one credits nothing [TEA-11]', async () => {
    const employee = await employ(['accounts'], { creditThreshold: 1 });
    const reseller = await createUser(server, services);
    const key = { 'idempotency-key': 'demande-retiree' };
    const own = (await propose(employee, reseller.id, 700, key)).body;
    expect((await propose(employee, reseller.id, 700, key)).body).toEqual(own);
    expect((await decide(employee, own.id, 'refuse')).body.state).toBe('refused');
    // Asked again, it is another proposal.
    expect((await propose(employee, reseller.id, 700, key)).body.code).toBe('KEY_REUSED');
    const other = (await propose(employee, reseller.id, 800)).body;
    expect((await decide(owner, other.id, 'refuse')).body.state).toBe('refused');
    expect((await decide(owner, unknownId, 'refuse')).body.code).toBe('PROPOSAL_NOT_FOUND');
    expect(await balanceOf(reseller.id)).toBe(0);
    const again = { 'idempotency-key': 'demande-reprise' };
    const credited = (await propose(employee, reseller.id, 900, again)).body;
    expect((await decide(owner, credited.id, 'approve')).body.state).toBe('approved');
    expect((await propose(employee, reseller.id, 900, again)).body.id).toBe(credited.id);
    const { items } = (await owner.get(`/api/transactions?userId=${reseller.id}`)).body;
    const debit = { amount: 900, description: 'Créditée par erreur', transactionId: items[0].id };
    expect((await owner.post(`/api/users/${reseller.id}/debit`, debit)).status).toBe(200);
    expect((await propose(employee, reseller.id, 900, again)).body.code).toBe('KEY_REUSED');
  });

  test('an advance by an employee counts against the cap and the threshold like a recharge [TEA-12]', async () => {
    expect((await owner.patch('/api/features/credit', { enabled: true })).status).toBe(200);
    const employee = await employ(['accounts'], { creditCap: 300, creditThreshold: 200 });
    const reseller = await createUser(server, services);
    const terms = { limit: 5_000, days: 7, suspended: false };
    const path = `/api/users/${reseller.id}/credit-terms`;
    await eventually(async () => (await owner.put(path, terms)).status === 200);
    const advance = (amount: number, by = employee) =>
      by.post('/api/advances', { amount, userId: reseller.id });
    const supervised = await employ(['accounts'], { creditCap: 1_000, creditThreshold: 200 });
    expect((await advance(201, supervised)).body.code).toBe('SECOND_PERSON_REQUIRED');
    // The refused advance did not count: the whole cap is left.
    for (let tries = 0; tries < 5; tries += 1) expect((await advance(200, supervised)).status).toBe(200);
    expect(await balanceOf(reseller.id)).toBe(1_000);
    expect((await advance(200)).status).toBe(200);
    expect((await advance(201)).body.code).toBe('CREDIT_CAP_REACHED');
    expect((await credit(employee, reseller.id, 101)).body.code).toBe('CREDIT_CAP_REACHED');
    expect((await credit(employee, reseller.id, 100)).status).toBe(200);
  });

  // Turned red by: terms that look at no cap; a delay that grows.
  test('an employee whose credits are limited lowers, shortens and suspends what an account may owe, and raises, prolongs or resumes nothing [TEA-12]', async () => {
    expect((await owner.patch('/api/features/credit', { enabled: true })).status).toBe(200);
    const employee = await employ(['accounts'], { creditCap: 300 });
    const free = await employ(['accounts']);
    const reseller = await createUser(server, services);
    const path = `/api/users/${reseller.id}/credit-terms`;
    const set = async (by: TestUser, limit: number, suspended = false, days = 7) =>
      (await by.put(path, { limit, days, suspended })).body;
    expect((await set(employee, 100)).code).toBe('CREDIT_TERMS_CAPPED');
    expect((await set(free, 5_000)).terms).toMatchObject({ limit: 5_000 });
    expect((await set(employee, 5_001)).code).toBe('CREDIT_TERMS_CAPPED');
    expect((await set(employee, 4_000, true)).terms).toMatchObject({ limit: 4_000, suspended: true });
    expect((await set(employee, 4_000)).code).toBe('CREDIT_TERMS_CAPPED');
    expect((await set(owner, 6_000)).terms).toMatchObject({ limit: 6_000, suspended: false });
    expect((await set(employee, 6_000, false, 365)).code).toBe('CREDIT_TERMS_CAPPED');
    expect((await set(employee, 6_000, false, 5)).terms).toMatchObject({ limit: 6_000, days: 5 });
  });
});

describe('what an employee is shown', () => {
  // Turned red by: notifications of every type for every administrator.
  test('notifications about requests and accounts are those of the scopes alone, also after one is withdrawn, and the contact form reaches who may read accounts [TEA-14]', async () => {
    expect((await owner.patch('/api/features/contact-delivery', { enabled: true })).status).toBe(200);
    const [none, requests, accounts] = [
      await employ([]),
      await employ(['requests']),
      await employ(['accounts']),
    ];
    const reseller = await createUser(server, services);
    await reseller.post('/api/recharge-requests', { amount: 1_000, method: 'ccp' });
    await eventually(
      async () => (await reseller.post('/api/contact', { message: 'Appelez-moi' })).status === 204,
    );
    const types = async (user: TestUser) => {
      const { items, unread } = (await user.get('/api/notifications')).body;
      expect(unread).toBe(items.length);
      return items.map(({ type }: { type: string }) => type).toSorted();
    };
    expect(await types(none)).toEqual([]);
    expect(await types(requests)).toEqual(['recharge_request']);
    expect(await types(accounts)).toEqual(['account_update']);
    const [{ id }] = (await requests.get('/api/notifications')).body.items;
    await owner.patch(`/api/users/${requests.id}/scopes`, { scopes: ['reports'] });
    expect(await types(requests)).toEqual([]);
    expect((await requests.get('/api/statistics')).body.unreadNotifications).toBe(0);
    const read = await requests.post(`/api/notifications/${id}/read`);
    expect([read.status, read.body.code]).toEqual([404, 'NOTIFICATION_NOT_FOUND']);
    expect((await none.put('/api/notifications/read')).status).toBeLessThan(500);
  });

  // Turned red by: a device that says of every request that one waits, and opens a screen which is not for its owner.
  test('push messages about requests and accounts go to the devices of those who have the scope, and to all while the switch is off [TEA-14]', async () => {
    const all = {
      owner,
      stock: await employ(['stock']),
      requests: await employ(['requests']),
      accounts: await employ(['accounts']),
    };
    for (const { id, post } of Object.values(all)) {
      const keys = {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      };
      const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`;
      expect((await post('/api/push/subscriptions', { endpoint, keys })).status).toBe(204);
    }
    const reseller = await createUser(server, services);
    const sentTo = async (type: string) => {
      const rows = await query(
        `SELECT s.user_id AS id FROM outbox o JOIN push_subscriptions s ON s.id = o.subscription_id WHERE o.payload ->> 'type' = $1`,
        type,
      );
      await query('DELETE FROM outbox');
      return Object.entries(all).flatMap(([name, { id }]) =>
        rows.some((row) => row.id === id) ? [name] : [],
      );
    };
    const ask = () => reseller.post('/api/recharge-requests', { amount: 1_000, method: 'ccp' });
    await ask();
    expect(await sentTo('recharge_request')).toEqual(['owner', 'requests']);
    const registration = {
      email: 'nouveau@exemple.dz',
      password: 'motdepasse',
      firstName: 'Lina',
      lastName: 'Ziani',
      company: 'Cyber Oran',
      phone: '0550123457',
    };
    const registered = await call(server, { method: 'POST', url: '/api/register', payload: registration });
    expect(registered.status, registered.text).toBe(200);
    expect(await sentTo('account_registered')).toEqual(['owner', 'accounts']);
    onTestFinished(announceAlerts(services));
    await transaction(services.db, (tx) =>
      notifyAdministrators(tx, services, { title: 'Codes en double', message: '' }, {}, 'stock'),
    );
    await eventually(
      async () => (await query("SELECT FROM outbox WHERE payload ->> 'type' = 'alert'")).length > 0,
    );
    expect(await sentTo('alert')).toEqual(['owner', 'stock']);
    await turn(false);
    await ask();
    expect(await sentTo('recharge_request')).toEqual(Object.keys(all));
    await turn(true);
  });

  test('the sixty-first purchase whose codes an administrator reads in an hour is refused [CNT-23]', async () => {
    const employee = await employ(['stock']);
    const read = () => employee.post('/api/purchases/1/reveal', { reason: 'Un client appelle' });
    for (let index = 0; index < 60; index += 1) expect((await read()).body.code).toBe('PURCHASE_NOT_FOUND');
    expect((await read()).body.code).toBe('TOO_MANY_REVEALS');
  });
});

describe('an employee who collects', () => {
  // Turned red by: a collector who takes the own payment back.
  test('does not take back a payment of their own, a colleague does, and the reseller is notified [TEA-03]', async () => {
    expect((await owner.patch('/api/features/credit', { enabled: true })).status).toBe(200);
    const scopes = ['accounts', 'collect'];
    const [agent, colleague] = [await employ(scopes), await employ(scopes)];
    const reseller = await createUser(server, services);
    const path = `/api/users/${reseller.id}`;
    await owner.put(`${path}/credit-terms`, { limit: 5_000, days: 7, suspended: false });
    await owner.post('/api/advances', { amount: 1_000, userId: reseller.id });
    await query(
      `INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth)
       SELECT $1::uuid, 'https://push.exemple.dz/' || $1, decode(repeat('04', 65), 'hex'), decode(repeat('01', 16), 'hex')`,
      reseller.id,
    );
    const { receiptNumber } = (await agent.post(`${path}/payments`, { amount: 400 })).body;
    const takeBack = (by: TestUser) =>
      by.post(`${path}/payments/${receiptNumber}/take-back`, { reason: 'Erreur' });
    const own = await takeBack(agent);
    expect([own.status, own.body.code]).toEqual([403, 'PAYMENT_OWN']);
    expect((await takeBack(colleague)).body).toMatchObject({ debt: 1_000 });
    const [notified] = (await reseller.get('/api/notifications')).body.items;
    expect(notified).toMatchObject({
      type: 'debt_payment_taken_back',
      title: `Encaissement annulé : reçu n° ${receiptNumber}`,
    });
    const pushed = await query(
      `SELECT o.payload ->> 'type' AS type FROM outbox o JOIN push_subscriptions s ON s.id = o.subscription_id
        WHERE s.user_id = $1 ORDER BY o.id`,
      reseller.id,
    );
    expect(pushed.map(({ type }) => news(type)?.title)).toEqual(['Encaissement', 'Encaissement annulé']);
  });

  // Turned red by: movements that need the scope of the accounts.
  test('reads and exports the movements of a debt, so that a receipt is printed again, and neither sets terms, gives an advance, takes a payment back, writes off nor says that a payment was no cash [CRE-52][TEA-03]', async () => {
    expect((await owner.patch('/api/features/credit', { enabled: true })).status).toBe(200);
    const agent = await employ(['collect']);
    const reseller = await createUser(server, services);
    const path = `/api/users/${reseller.id}`;
    const terms = { limit: 5_000, days: 7, suspended: false };
    await eventually(async () => (await owner.put(`${path}/credit-terms`, terms)).status === 200);
    await owner.post('/api/advances', { amount: 1_000, userId: reseller.id });
    const byTransfer = { amount: 400, method: 'ccp' };
    expect((await agent.post(`${path}/payments`, byTransfer)).body.code).toBe('SCOPE_MISSING');
    const treasurer = await employ(['collect', 'requests']);
    expect((await treasurer.post(`${path}/payments`, { ...byTransfer, amount: 100 })).status).toBe(200);
    const { receiptNumber } = (await agent.post(`${path}/payments`, { amount: 300 })).body;
    const { items } = (await agent.get(`/api/receivable-entries?userId=${reseller.id}`)).body;
    expect(items[0]).toMatchObject({ kind: 'payment', amount: 300, receiptNumber, debtAfter: 600 });
    const exported = await agent.post('/api/exports/receivable-entries', { userId: reseller.id });
    expect(exported.status).toBe(200);
    for (const refused of [
      agent.put(`${path}/credit-terms`, terms),
      agent.post('/api/advances', { amount: 1, userId: reseller.id }),
      agent.post(`${path}/payments/${receiptNumber}/take-back`, { reason: 'Erreur' }),
      agent.post(`${path}/write-offs`, { amount: 1, reason: 'Fermé' }),
    ])
      expect((await refused).body.code).toBe('SCOPE_MISSING');
  });
});

describe('the owner’s view of the team', () => {
  test('the owner reads what each administrator did on a day, with what was credited, and exports the team [TEA-13]', async () => {
    const employee = await employ(['accounts', 'stock', 'requests']);
    const reseller = await createUser(server, services);
    await employee.post(`/api/users/${reseller.id}/recharge`, { amount: 250 });
    await employee.post('/api/suppliers', { name: 'Grossiste de la journée' });
    expect((await owner.patch('/api/features/claims', { enabled: true })).status).toBe(200);
    const product = await createProduct(owner, { offers: [{ price: 100 }] });
    await importCodes(owner, product, 1);
    const bought = await reseller.post('/api/purchases', {
      productId: product.id,
      offerId: offerOf(product).id,
      quantity: 1,
    });
    const claimed = { codeIds: [bought.body.codes[0].id], reason: 'invalid', note: '' };
    const [purchase] = (await reseller.get('/api/purchases')).body.items;
    const path = `/api/purchases/${purchase.id}/claims`;
    // The switch reaches the server after its answer.
    await eventually(async () => (await reseller.post(path, claimed)).status === 200);
    const [claim] = (await employee.get('/api/claims')).body.items;
    expect((await employee.post(`/api/claims/${claim.id}/decide`, { outcome: 'credit' })).status).toBe(200);
    const [{ day } = { day: '' }] = await query(
      `SELECT to_char(max(created_at) AT TIME ZONE 'Africa/Algiers', 'YYYY-MM-DD') AS day FROM audit_trail WHERE actor_id = $1`,
      employee.id,
    );
    const { items } = (await owner.get(`/api/administrators/days/${day}`)).body;
    expect(items.find(({ id }: TestUser) => id === employee.id)).toMatchObject({
      actions: 3,
      credited: 350,
      kinds: [
        { action: 'claim.credit', count: 1 },
        { action: 'supplier.create', count: 1 },
        { action: 'wallet.recharge', count: 1 },
      ],
    });
    expect((await owner.get('/api/administrators/days/2020-01-01')).body).toEqual({ items: [] });
    expect((await owner.post('/api/exports/administrators', {})).text).toContain('Stock, Demandes, Comptes');
    expect((await owner.post('/api/exports/credit-proposals', {})).status).toBe(200);
    expect((await employee.get(`/api/administrators/days/${day}`)).body.code).toBe('SCOPE_MISSING');
  });

  test('the list of administrators comes page by page, each once [TEA-13]', async () => {
    const seen = await idsOfAllPages(owner, '/api/administrators?limit=3');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain(owner.id);
  });
});
