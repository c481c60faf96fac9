import { contract } from '@almas/contract';
import { addressOf, cashierFirstCalls } from '@almas/contract/first-calls';
import type { Route } from '@almas/contract/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { sellAsCashierSql, sellCodes, sellCodesSql } from '../../server/src/modules/purchases/sell-codes.ts';
import { secondServer, testApp } from '../support/app.ts';
import { createCashier, enrol, type TestCashier, tryPin } from '../support/cashiers.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { eventually } from '../support/eventually.ts';
import { openUntilMidnight } from '../support/open-all-day.ts';
import { holdRows } from '../support/row-locks.ts';
import { saleParams } from '../support/sale-params.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { balanceOf, call, createUser, type TestUser, userOn } from '../support/users.ts';

/*
 * Cashiers of a reseller, who sell on the reseller's wallet from enrolled devices while the switch `cashiers` is on. Turned red by: a cap
 * that is counted before the balance is known to suffice; a sale that does not lock its session; a command that does not; a sale of the
 * reseller that takes the session of a cashier.
 */
const { server, services, url, query } = await testApp();
await openUntilMidnight(url);
const second = await secondServer(services.db);
const admin = await createUser(server, services, { role: 'admin' });
const product = await createProduct(admin, { offers: [{ price: 100 }] });
await importCodes(admin, product, 800);
await admin.patch('/api/free-fire/service', { enabled: true, startHour: 0, endHour: 23 });

const turn = async (enabled: boolean) =>
  expect((await admin.patch('/api/features/cashiers', { enabled })).status).toBe(200);
const shop = (balance = 10_000) => createUser(server, services, { balance, company: 'Cyber Oran' });
const order = { productId: product.id, offerId: offerOf(product).id };
const buy = (user: TestUser, quantity = 1, headers = {}) =>
  user.post('/api/purchases', { ...order, quantity }, headers);
const staffOf = async (owner: TestUser) => (await owner.get('/api/staff')).body.items;
const isRefused = { code: 'UNAUTHENTICATED', message: 'Utilisateur non authentifié' };

beforeAll(async () => {
  await turn(true);
  const owner = await shop();
  for (const on of [server, second.server])
    await eventually(async () => (await userOn(on, owner).get('/api/staff')).status === 200);
});

describe('the cashiers of a reseller', () => {
  test('a reseller adds, changes and pauses cashiers, whose PIN is stored as a hash like a password [TEA-30]', async () => {
    const owner = await shop();
    const added = await owner.post('/api/staff', { name: 'Amine', pin: '٢٥٨٠', dailyCap: 30_000 });
    expect(added.body).toEqual({
      id: expect.any(String),
      name: 'Amine',
      dailyCap: 30_000,
      soldToday: 0,
      isActive: true,
      till: 1,
      createdAt: expect.any(String),
    });
    const path = `/api/staff/${added.body.id}`;
    expect((await owner.patch(path, { name: 'Amine B.', dailyCap: 500 })).body).toMatchObject({
      name: 'Amine B.',
      dailyCap: 500,
    });
    await owner.post('/api/staff', { name: 'Zohra', pin: '1111', dailyCap: 0 });
    expect((await owner.patch(path, { isActive: false })).body.isActive).toBe(false);
    expect((await staffOf(owner)).map(({ name }: { name: string }) => name)).toEqual(['Zohra', 'Amine B.']);
    const rows = await query('SELECT pin_hash FROM staff WHERE owner_id = $1', owner.id);
    for (const { pin_hash } of rows) expect(pin_hash).toMatch(/^\$argon2id\$/);
  });

  test('a cashier needs a name that no other one who sells has, four digits and a cap, and belongs to one reseller [TEA-30]', async () => {
    const owner = await shop();
    const add = (change: object) =>
      owner.post('/api/staff', { name: 'Amine', pin: '2580', dailyCap: 100, ...change });
    for (const [change, code] of [
      [{ name: ' ' }, 'STAFF_NAME_REQUIRED'],
      [{ pin: '258' }, 'PIN_INVALID'],
      [{ pin: '25800' }, 'PIN_INVALID'],
      [{ pin: 'abcd' }, 'PIN_INVALID'],
      [{ pin: 2580 }, 'PIN_INVALID'],
      [{ dailyCap: -1 }, 'STAFF_CAP_INVALID'],
      [{ dailyCap: '100' }, 'STAFF_CAP_INVALID'],
    ] as const)
      expect((await add(change)).body.code).toBe(code);
    const { body } = await add({});
    expect((await add({ name: 'AMINE' })).body.code).toBe('STAFF_NAME_TAKEN');
    const path = `/api/staff/${body.id}`;
    await owner.patch(path, { isActive: false });
    expect((await add({})).status).toBe(200);
    expect((await owner.patch(path, { isActive: true })).body.code).toBe('STAFF_NAME_TAKEN');
    const other = await shop();
    expect((await other.patch(path, { dailyCap: 1 })).body.code).toBe('STAFF_NOT_FOUND');
    expect(await staffOf(other)).toEqual([]);
    expect((await admin.get('/api/staff')).status).toBe(403);
  });

  test('of 60 cashiers added at once 50 sell, and of 25 devices enrolled at once 20 are [TEA-30]', async () => {
    const owner = await shop();
    // The hash of a PIN takes time: they are copied.
    await owner.post('/api/staff', { name: 'Premier', pin: '2580', dailyCap: 100 });
    await query(
      `INSERT INTO staff (owner_id, name, pin_hash, daily_cap)
       SELECT owner_id, 'Vendeur ' || n, pin_hash, daily_cap FROM staff, generate_series(1, 47) n WHERE owner_id = $1`,
      owner.id,
    );
    const added = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        owner.post('/api/staff', { name: `Dernier ${index}`, pin: '2580', dailyCap: 100 }),
      ),
    );
    expect(added.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409]);
    const devices = await Promise.all(
      Array.from({ length: 25 }, (_, index) => owner.post('/api/devices', { label: `Poste ${index}` })),
    );
    expect(devices.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(new Set(devices.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['TOO_MANY_DEVICES']),
    );
  });
});

describe('the sign-in of a cashier', () => {
  const picker = (cookie?: string) => call(server, { method: 'GET', url: '/api/login/cashier' }, cookie);

  test('an enrolled device shows the names of those who sell, and opens a session with the right PIN that knows the shop and not the person [TEA-31]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    await owner.post('/api/staff', { name: 'Yacine', pin: '1111', dailyCap: 0 });
    const paused = (await owner.post('/api/staff', { name: 'Zohra', pin: '1111', dailyCap: 0 })).body.id;
    await owner.patch(`/api/staff/${paused}`, { isActive: false });
    const { device } = (await picker(cashier.device.cookie)).body;
    expect(device.shop).toBe('Cyber Oran');
    expect(device.staff.map(({ name }: { name: string }) => name)).toEqual(['Amine', 'Yacine']);
    const { user } = (await cashier.get('/api/session')).body;
    expect(user).toMatchObject({
      id: owner.id,
      company: 'Cyber Oran',
      email: '',
      phone: '',
      firstName: '',
      cashier: { id: cashier.staffId, name: 'Amine', dailyCap: 30_000, soldToday: 0 },
    });
    expect((await cashier.get('/api/me')).body).toEqual(user);
    expect((await owner.get('/api/me')).body.cashier).toBeUndefined();
  });

  test('without an enrolled device there are no names, and no PIN is tried [TEA-31]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    for (const cookie of [undefined, owner.cookie, `almas_till=${'A'.repeat(43)}`]) {
      expect((await picker(cookie)).body).toEqual({ device: null });
      const tried = await tryPin(server, { cookie: cookie ?? '' }, cashier.staffId, '2580');
      expect([tried.status, tried.body.code]).toEqual([403, 'DEVICE_NOT_ENROLLED']);
    }
    const other = await enrol(await shop());
    expect((await tryPin(server, other, cashier.staffId, '2580')).body.code).toBe('PIN_WRONG');
  });

  test('the next cashier on a device ends the session of the one before, and so does an account that signs in there [TEA-32]', async () => {
    const owner = await shop();
    const first = await createCashier(server, owner);
    const next = await createCashier(server, owner, { name: 'Yacine', pin: '1111', device: first.device });
    expect((await first.get('/api/me')).body).toEqual(isRefused);
    expect((await next.get('/api/me')).body.cashier.name).toBe('Yacine');
    const payload = { email: owner.email, password: 'motdepasse' };
    const opened = await call(server, { method: 'POST', url: '/api/login', payload }, next.cookie);
    expect(opened.status).toBe(200);
    expect((await next.get('/api/me')).status).toBe(401);
  });

  test('the fifth wrong PIN locks for a minute and each further one for twice as long, the right one counts from new, and the reseller sets another [TEA-33]', async () => {
    const owner = await shop();
    const { staffId, device } = await createCashier(server, owner);
    const lockedSeconds = async () => {
      const [row] = await query(
        `SELECT round(extract(epoch FROM locked_until - clock_timestamp()) / 10)::int * 10 AS left FROM staff WHERE id = $1`,
        staffId,
      );
      return row?.left;
    };
    const wait = () => query(`UPDATE staff SET locked_until = clock_timestamp() WHERE id = $1`, staffId);
    for (let index = 0; index < 5; index += 1)
      expect((await tryPin(server, device, staffId, '0000')).body.code).toBe('PIN_WRONG');
    expect(await lockedSeconds()).toBe(60);
    const locked = await tryPin(second.server, device, staffId, '2580');
    expect([locked.status, locked.body.code]).toEqual([429, 'PIN_LOCKED']);
    expect(locked.body.retryAfter).toBeGreaterThan(50);
    for (const seconds of [120, 240, 480]) {
      await wait();
      expect((await tryPin(server, device, staffId, '0000')).body.code).toBe('PIN_WRONG');
      expect(await lockedSeconds()).toBe(seconds);
    }
    await wait();
    expect((await tryPin(server, device, staffId, '2580')).status).toBe(200);
    for (let index = 0; index < 5; index += 1) await tryPin(server, device, staffId, '0000');
    await owner.patch(`/api/staff/${staffId}`, { pin: '1357' });
    expect((await tryPin(server, device, staffId, '2580')).body.code).toBe('PIN_WRONG');
    expect((await tryPin(server, device, staffId, '1357')).status).toBe(200);
  });

  test.each([
    ['1 year', 3],
    ['2 days', 5],
  ])(
    'a lock that a clock wrote while it was ahead by %s, further than %i wrong PINs lock, does not lock [TEA-33]',
    async (ahead, wrongPins) => {
      const { staffId, device } = await createCashier(server, await shop());
      await query(
        'UPDATE staff SET wrong_pins = $2, locked_until = clock_timestamp() + $3::interval WHERE id = $1',
        staffId,
        wrongPins,
        ahead,
      );
      expect((await tryPin(server, device, staffId, '2580')).status).toBe(200);
    },
  );

  // Turned red by: a right PIN that takes all wrong ones away.
  test('the fifteenth wrong PIN of a day locks for an hour, whatever right ones were between them, until the day or the PIN is another [TEA-33]', async () => {
    const owner = await shop();
    const { staffId, device } = await createCashier(server, owner);
    const tryWrong = () => tryPin(server, device, staffId, '0000');
    const enter = async (pin = '2580') => (await tryPin(server, device, staffId, pin)).status;
    for (let turn = 0; turn < 3; turn += 1) {
      for (let index = 0; index < 4; index += 1) await tryWrong();
      expect(await enter()).toBe(200);
    }
    for (let index = 0; index < 2; index += 1) await tryWrong();
    expect(await enter()).toBe(200);
    await tryWrong();
    const locked = await tryPin(second.server, device, staffId, '2580');
    expect(locked.body.code).toBe('PIN_LOCKED');
    expect(locked.body.retryAfter).toBeGreaterThan(3_500);
    await query(
      `UPDATE staff SET locked_until = NULL, wrong_pins_on = wrong_pins_on - 1 WHERE id = $1`,
      staffId,
    );
    await tryWrong();
    expect(await enter()).toBe(200);
    await query('UPDATE staff SET wrong_pins_of_day = 30 WHERE id = $1', staffId);
    await owner.patch(`/api/staff/${staffId}`, { pin: '1357' });
    await tryWrong();
    expect(await enter('1357')).toBe(200);
  });

  test('of 1,000 wrong PINs over two servers five are compared and the others refused within 30 seconds, and the reseller signs in meanwhile [TEA-33]', async () => {
    const owner = await shop();
    const { staffId, device } = await createCashier(server, owner);
    const began = performance.now();
    const answers: (string | undefined)[] = [];
    const attack = async (from: number) => {
      for (let pin = from; pin < 1_000; pin += 20) {
        const on = pin % 2 ? server : second.server;
        answers.push((await tryPin(on, device, staffId, `1${String(pin).padStart(3, '0')}`)).body.code);
      }
    };
    const attacks = Promise.all(Array.from({ length: 20 }, (_, from) => attack(from)));
    const payload = { email: owner.email, password: 'motdepasse' };
    expect((await call(server, { method: 'POST', url: '/api/login', payload })).status).toBe(200);
    await attacks;
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(answers.filter((code) => code === 'PIN_WRONG')).toHaveLength(5);
    expect(answers.filter((code) => code === 'PIN_LOCKED')).toHaveLength(995);
    const [row] = await query('SELECT wrong_pins FROM staff WHERE id = $1', staffId);
    expect(row?.wrong_pins).toBe(5);
  });

  test('a cashier’s session is not among those of the account, and ends with the password of the account [TEA-31]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    expect((await owner.get('/api/sessions')).body.items).toHaveLength(1);
    await admin.post(`/api/users/${owner.id}/temporary-password`);
    expect((await cashier.get('/api/me')).status).toBe(401);
  });

  test.each([
    [
      'user.end-sessions',
      { sessions: 2, devices: 1 },
      (id: string) => admin.delete(`/api/users/${id}/sessions`),
    ],
    [
      'user.reset-password',
      { devices: 1 },
      (id: string) => admin.post(`/api/users/${id}/temporary-password`),
    ],
  ])('no cashier enters on a device that was enrolled before %s [TEA-31]', async (action, after, end) => {
    const owner = await shop();
    const { staffId, device } = await createCashier(server, owner);
    expect((await end(owner.id)).status).toBe(200);
    expect((await tryPin(server, device, staffId, '2580')).body.code).toBe('DEVICE_NOT_ENROLLED');
    expect(
      await query('SELECT after FROM audit_trail WHERE action = $1 AND subject_id = $2', action, owner.id),
    ).toEqual([{ after }]);
  });

  test('a session that was not used for 15 minutes has ended, whatever the screen did [TEA-32]', async () => {
    const cashier = await createCashier(server, await shop());
    const [row] = await query(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS life FROM sessions WHERE staff_id = $1`,
      cashier.staffId,
    );
    expect(row?.life).toBe(900);
  });
});

describe('the routes', () => {
  test('a cashier makes the calls that are marked and no other, over every route [TEA-34]', async () => {
    const cashier = await createCashier(server, await shop());
    const sent = (name: string, { method, path }: Route) => ({
      method,
      url: path.replace(':date', '2026-01-05').replace(/:\w+/g, unknownId),
      ...(bodies[name] !== undefined && { payload: bodies[name] }),
    });
    const wrong: string[] = [];
    for (const [name, route] of routes) {
      // The last would end the session, and a stream stays open.
      if (route.access === 'public' || name === 'accounts.logout' || name === 'live.events') continue;
      const { status, body } = await call(server, sent(name, route), cashier.cookie);
      // A program's calls know no session at all.
      const refused = route.keyScope
        ? body?.code === 'UNAUTHENTICATED'
        : status === 403 && body?.code === 'FORBIDDEN';
      if (refused === (route.cashier ?? false)) wrong.push(`${name} ${status} ${body?.code}`);
    }
    expect(wrong).toEqual([]);
    expect((await cashier.post('/api/logout')).status).toBe(204);
  });

  // Turned red by: a call of the reseller's screen among those that a cashier's begins with.
  test('a cashier is answered what the own screens first ask for [TEA-34]', async () => {
    const cashier = await createCashier(server, await shop());
    for (const first of Object.values(cashierFirstCalls).flat())
      expect((await cashier.get(addressOf(first, contract))).status, first.name).toBe(200);
  });

  test('a cashier reads the purchase limit of the shop, by which a sale is refused [CNT-52]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const { status, body } = await cashier.get('/api/me/purchase-limit');
    expect([status, body]).toEqual([200, (await owner.get('/api/me/purchase-limit')).body]);
  });

  // Turned red by: a choice of language that a cashier's session writes into the account.
  test('a cashier neither reads nor changes the language of the reseller’s account, which follows the reseller alone [TEA-34][ARB-06]', async () => {
    expect((await admin.patch('/api/features/arabic', { enabled: true })).status).toBe(200);
    const owner = await shop();
    await eventually(async () => (await owner.get('/api/me/lang')).status === 200);
    const cashier = await createCashier(server, owner);
    const refused = { status: 403, body: { code: 'FORBIDDEN' } };
    expect(await cashier.put('/api/me/lang', { lang: 'ar' })).toMatchObject(refused);
    expect(await cashier.get('/api/me/lang')).toMatchObject(refused);
    expect((await owner.get('/api/me/lang')).body).toEqual({ lang: null });
    expect((await owner.put('/api/me/lang', { lang: 'ar' })).status).toBe(204);
    expect((await owner.get('/api/me/lang')).body).toEqual({ lang: 'ar' });
  });

  test('while the switch is off the calls do not exist, sessions of cashiers are none, and all comes back with it [TEA-34]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    await turn(false);
    await eventually(async () => (await owner.get('/api/staff')).body.code === 'FEATURE_OFF');
    expect((await cashier.get('/api/me')).body).toEqual(isRefused);
    expect((await buy(cashier)).body).toEqual(isRefused);
    expect(
      (await call(server, { method: 'GET', url: '/api/login/cashier' }, cashier.device.cookie)).body,
    ).toEqual({ device: null });
    expect((await tryPin(server, cashier.device, cashier.staffId, '2580')).body.code).toBe('FEATURE_OFF');
    const forcing = await secondServer(services.db, { config: { extensions: new Set(['cashiers']) } });
    expect((await buy(userOn(forcing.server, cashier))).status).toBe(200);
    await turn(true);
    expect((await buy(cashier)).status).toBe(200);
    for (const on of [server, second.server])
      await eventually(async () => (await userOn(on, owner).get('/api/staff')).status === 200);
  });
});

describe('the sale of a cashier', () => {
  test('is paid from the wallet of the reseller, counted against the cap of the day, and the reseller sees who sold it [TEA-35]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner, { dailyCap: 350 });
    const bought = await buy(cashier, 2);
    expect(bought.body.codes).toHaveLength(2);
    expect(await balanceOf(owner)).toBe(9_800);
    expect((await cashier.get('/api/me')).body.cashier.soldToday).toBe(200);
    expect((await buy(cashier, 2)).body).toEqual({
      code: 'STAFF_CAP',
      message: expect.stringMatching(/^Votre plafond de vente du jour est atteint \(150\sDA disponible\)$/),
      available: 150,
    });
    expect((await buy(owner, 2)).status).toBe(200);
    expect(
      (await owner.get('/api/purchases')).body.items.map(({ soldBy }: { soldBy?: string }) => soldBy),
    ).toEqual([undefined, 'Amine']);
    const ofStaff = await owner.get(`/api/purchases?staffId=${cashier.staffId}`);
    expect(ofStaff.body.items.map(({ id }: { id: string }) => id)).toEqual([bought.body.id]);
    await query(`UPDATE staff SET spent_on = spent_on - 1 WHERE id = $1`, cashier.staffId);
    expect((await buy(cashier, 3)).status).toBe(200);
    expect((await staffOf(owner))[0].soldToday).toBe(300);
  });

  test('of 32 sales at once over two servers exactly those within the cap are made [TEA-35]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner, { dailyCap: 1_000 });
    const there = userOn(second.server, cashier);
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => buy(index % 2 ? there : cashier)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['STAFF_CAP']),
    );
    expect(await balanceOf(owner)).toBe(9_000);
    expect((await staffOf(owner))[0].soldToday).toBe(1_000);
    const rows = await query('SELECT staff_id, till FROM purchases WHERE user_id = $1', owner.id);
    expect(rows).toEqual(Array.from({ length: 10 }, () => ({ staff_id: cashier.staffId, till: 1 })));
  });

  test('two cashiers at once each reach their own cap, also when the balance is what ends first [TEA-35]', async () => {
    const owner = await shop(1_500);
    const one = await createCashier(server, owner, { dailyCap: 1_000 });
    const two = await createCashier(second.server, owner, { name: 'Yacine', dailyCap: 1_000 });
    const answers = await Promise.all(Array.from({ length: 32 }, (_, index) => buy(index % 2 ? one : two)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(await balanceOf(owner)).toBe(0);
    const sold = (await staffOf(owner)).map(({ soldToday }: { soldToday: number }) => soldToday);
    expect(sold[0] + sold[1]).toBe(1_500);
    expect(Math.max(...sold)).toBeLessThanOrEqual(1_000);
  });

  test('that is refused for the balance, the stock, a freeze or its price counts nothing, and one that is repeated under its key counts once [TEA-35]', async () => {
    const owner = await shop(250);
    const cashier = await createCashier(server, owner);
    const soldToday = async () => (await staffOf(owner))[0].soldToday;
    expect((await buy(cashier, 3)).body.code).toBe('PURCHASE_BALANCE_SHORT');
    expect(
      (await cashier.post('/api/purchases', { ...order, quantity: 1, expectedUnitPrice: 90 })).body.code,
    ).toBe('PRICE_CHANGED');
    await admin.put(`/api/users/${owner.id}/freeze`, { frozen: true });
    expect((await buy(cashier)).body.code).toBe('ACCOUNT_FROZEN');
    await admin.put(`/api/users/${owner.id}/freeze`, { frozen: false });
    expect(await soldToday()).toBe(0);
    const key = { 'idempotency-key': 'une-vente' };
    const first = await buy(cashier, 1, key);
    expect((await buy(cashier, 1, key)).body.id).toBe(first.body.id);
    expect(await soldToday()).toBe(100);
    expect((await cashier.post('/api/outcomes/une-vente')).body.purchase.id).toBe(first.body.id);
  });

  test('that waits for an account while it is deactivated counts nothing [TEA-35]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const held = await holdRows(services.db, `UPDATE users SET status = 'inactive' WHERE id = $1`, owner.id);
    const bought = buy(cashier);
    await eventually(async () => (await held.waiting()) === 1);
    await held.release();
    expect((await bought).status).not.toBe(200);
    expect(await query('SELECT spent::int FROM staff WHERE id = $1', cashier.staffId)).toEqual([
      { spent: 0 },
    ]);
  });

  test('a Free Fire request counts against the cap like a purchase, and at once with others exactly [TEA-35]', async () => {
    const owner = await shop(100_000);
    const [offer] = (await owner.get('/api/free-fire/offers')).body.items;
    const cashier = await createCashier(server, owner, { dailyCap: 3 * offer.price + 50 });
    const there = userOn(second.server, cashier);
    const send = (user: TestUser, freeFireId: string) =>
      user.post('/api/free-fire/requests', { freeFireId, offerId: offer.id, amount: offer.price });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => send(index % 2 ? there : cashier, `1234567${10 + index}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
      code: 'STAFF_CAP',
      available: 50,
    });
    expect(await balanceOf(owner)).toBe(100_000 - 3 * offer.price);
    const { items } = (await owner.get('/api/free-fire/requests')).body;
    expect(items.map(({ soldBy }: { soldBy?: string }) => soldBy)).toEqual(['Amine', 'Amine', 'Amine']);
  });

  // Turned red by: a refusal that gives back the balance alone.
  test('a top-up that is refused on its day no longer counts against the cap, and one of an earlier day changes nothing [TEA-35]', async () => {
    const owner = await shop(100_000);
    const [offer] = (await owner.get('/api/free-fire/offers')).body.items;
    const cashier = await createCashier(server, owner, { dailyCap: 2 * offer.price });
    const send = async () => {
      const request = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
      return (await cashier.post('/api/free-fire/requests', request)).body;
    };
    const refuse = async (id: string) =>
      expect((await admin.post(`/api/free-fire/requests/${id}/refuse`, { note: 'Inconnu' })).status).toBe(
        200,
      );
    const soldToday = async () => (await staffOf(owner))[0].soldToday;
    const [today, earlier] = [(await send()).requestId, (await send()).requestId];
    expect((await send()).code).toBe('STAFF_CAP');
    await refuse(today);
    expect(await soldToday()).toBe(offer.price);
    expect((await send()).success).toBe(true);
    await query(
      `UPDATE free_fire_requests SET created_at = created_at - interval '1 day' WHERE id = $1`,
      earlier,
    );
    await refuse(earlier);
    expect(await soldToday()).toBe(2 * offer.price);
  });

  test('each statement refuses the session of the other, and that of the reseller has no part for cashiers [TEA-36]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const [session] = await query('SELECT token_hash FROM sessions WHERE staff_id = $1', cashier.staffId);
    const [own] = await query(
      'SELECT token_hash FROM sessions WHERE user_id = $1 AND staff_id IS NULL',
      owner.id,
    );
    const sell = async (hash: Buffer, asCashier?: { forced: boolean }) => {
      const params = saleParams({ buyerId: null, sessionHash: hash, ...order });
      const sale = await sellCodes(services.db, params, () => undefined, asCashier);
      return sale === 'same-key' ? sale : sale.purchaseId;
    };
    expect(await sell(session?.token_hash)).toBeNull();
    expect(await sell(own?.token_hash, { forced: false })).toBeNull();
    expect(await sell(own?.token_hash)).toEqual(expect.any(Number));
    expect(await sell(session?.token_hash, { forced: false })).toEqual(expect.any(Number));
    expect(sellCodesSql.match(/staff|till/g)).toEqual(['staff']);
    expect(sellAsCashierSql.length).toBeGreaterThan(sellCodesSql.length);
  });
});

describe('what is withdrawn while a call runs (P41)', () => {
  /** The calls wait for the account in this order. */
  async function afterwards(
    owner: TestUser,
    withdraw: () => Promise<{ status: number }>,
    act: () => Promise<{ status: number; body: unknown }>,
  ) {
    const held = await holdRows(services.db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', owner.id);
    const withdrawn = withdraw();
    await eventually(async () => (await held.waiting()) === 1);
    const acted = act();
    await eventually(async () => (await held.waiting()) === 2);
    await held.release();
    expect((await withdrawn).status).toBe(200);
    return acted;
  }
  const withdrawals: [string, (owner: TestUser, cashier: TestCashier) => Promise<{ status: number }>][] = [
    ['the cashier', (owner, { staffId }) => owner.patch(`/api/staff/${staffId}`, { isActive: false })],
    ['the PIN', (owner, { staffId }) => owner.patch(`/api/staff/${staffId}`, { pin: '9999' })],
    ['the device', (owner, { device }) => owner.delete(`/api/devices/${device.id}`)],
    ['every session', (owner) => admin.delete(`/api/users/${owner.id}/sessions`)],
  ];

  test.each(withdrawals)(
    '%s: the sale and the Free Fire request that wait are refused and write nothing [TEA-37]',
    async (_, withdraw) => {
      const owner = await shop();
      const cashier = await createCashier(server, owner, { name: 'Amine' });
      const there = userOn(second.server, cashier);
      const sold = await afterwards(
        owner,
        () => withdraw(owner, cashier),
        () => buy(there),
      );
      expect(sold.body).toEqual(isRefused);
      const other = await shop();
      const again = await createCashier(server, other);
      const [offer] = (await other.get('/api/free-fire/offers')).body.items;
      const request = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
      const sent = await afterwards(
        other,
        () => withdraw(other, again),
        () => userOn(second.server, again).post('/api/free-fire/requests', request),
      );
      expect(sent.body).toEqual(isRefused);
      const rows = await query(
        `SELECT (SELECT count(*)::int FROM purchases WHERE user_id = ANY ($1)) AS purchases,
              (SELECT count(*)::int FROM free_fire_requests WHERE user_id = ANY ($1)) AS requests,
              (SELECT sum(spent)::int FROM staff WHERE owner_id = ANY ($1)) AS spent,
              (SELECT sum(balance)::int FROM users WHERE id = ANY ($1)) AS balance`,
        [owner.id, other.id],
      );
      expect(rows).toEqual([{ purchases: 0, requests: 0, spent: 0, balance: 2_000_000 }]);
    },
  );

  test('a lower cap refuses the sale that waits and says what is left of it [TEA-37]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const lower = () => owner.patch(`/api/staff/${cashier.staffId}`, { dailyCap: 50 });
    const sold = await afterwards(owner, lower, () => buy(userOn(second.server, cashier)));
    expect(sold.body).toMatchObject({ code: 'STAFF_CAP', available: 50 });
  });

  test('a sale that has passed its check commits before the device is revoked, and 32 at once end on one side or the other [TEA-37]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const sales = Array.from({ length: 31 }, (_, index) =>
      buy(index % 2 ? userOn(second.server, cashier) : cashier),
    );
    const revoked = owner.delete(`/api/devices/${cashier.device.id}`);
    const answers = await Promise.all(sales);
    expect((await revoked).status).toBe(200);
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(31 - done);
    expect(await balanceOf(owner)).toBe(10_000 - 100 * done);
    expect((await staffOf(owner))[0].soldToday).toBe(100 * done);
  });

  test('a PIN that is replaced, a device that is revoked and an account that is deactivated while a sign-in runs open no session [TEA-37]', async () => {
    for (const withdraw of [
      (owner: TestUser, { staffId }: TestCashier) => owner.patch(`/api/staff/${staffId}`, { pin: '9999' }),
      (owner: TestUser, { device }: TestCashier) => owner.delete(`/api/devices/${device.id}`),
      (owner: TestUser) => admin.post(`/api/users/${owner.id}/deactivate`, {}),
    ]) {
      const owner = await shop();
      const cashier = await createCashier(server, owner);
      await cashier.post('/api/logout');
      const held = await holdRows(services.db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', owner.id);
      const withdrawn = withdraw(owner, cashier);
      await eventually(async () => (await held.waiting()) === 1);
      const signIn = tryPin(second.server, cashier.device, cashier.staffId, '2580');
      await eventually(async () => (await held.waiting()) === 2);
      await held.release();
      expect((await withdrawn).status).toBe(200);
      expect([401, 403]).toContain((await signIn).status);
      expect(await query('SELECT FROM sessions WHERE staff_id = $1', cashier.staffId)).toEqual([]);
    }
  });
});

describe('what a cashier reads', () => {
  test('a cashier reads and shows the own sales and requests, not those of the reseller or of another cashier [TEA-38]', async () => {
    const owner = await shop(100_000);
    const cashier = await createCashier(server, owner);
    const other = await createCashier(server, owner, { name: 'Yacine' });
    const [offer] = (await owner.get('/api/free-fire/offers')).body.items;
    const send = (user: TestUser) =>
      user.post('/api/free-fire/requests', {
        freeFireId: '12345678',
        offerId: offer.id,
        amount: offer.price,
      });
    const [mine, theirs, owners] = [
      (await buy(cashier, 1, { 'idempotency-key': 'la-mienne' })).body.id,
      (await buy(other, 1, { 'idempotency-key': 'la-sienne' })).body.id,
      (await buy(owner, 1, { 'idempotency-key': 'celle-du-patron' })).body.id,
    ];
    const [request, foreign] = [(await send(cashier)).body.requestId, (await send(other)).body.requestId];
    const ids = async (path: string) =>
      (await cashier.get(path)).body.items.map(({ id }: { id: string }) => id);
    for (const path of [
      '/api/purchases',
      '/api/purchases?search=diamants',
      `/api/purchases?staffId=${other.staffId}`,
    ])
      expect(await ids(path), path).toEqual([mine]);
    for (const status of ['all', 'pending'])
      expect(await ids(`/api/free-fire/requests?status=${status}`)).toEqual([request]);
    expect(await ids('/api/free-fire/requests?status=processed')).toEqual([]);
    expect((await cashier.get(`/api/free-fire/requests/${foreign}`)).status).toBe(404);
    expect((await cashier.get(`/api/free-fire/requests/${request}`)).body.userEmail).toBe('');
    expect((await owner.get(`/api/free-fire/requests/${request}`)).body.userEmail).toBe(owner.email);
    expect((await cashier.get(`/api/purchases/${mine}`)).body.codes).toHaveLength(1);
    for (const id of [theirs, owners]) {
      expect((await cashier.get(`/api/purchases/${id}`)).status).toBe(404);
      expect((await cashier.post(`/api/purchases/${id}/disclosures`, { kind: 'print' })).status).toBe(404);
      expect((await cashier.get(`/api/purchases/${id}/disclosures`)).status).toBe(404);
    }
    for (const key of ['la-sienne', 'celle-du-patron'])
      expect((await cashier.post(`/api/outcomes/${key}`)).status).toBe(404);
    expect((await owner.get(`/api/purchases/${theirs}`)).body.codes).toHaveLength(1);
    await cashier.post(`/api/purchases/${mine}/disclosures`, { kind: 'print' });
    await owner.post(`/api/purchases/${mine}/disclosures`, { kind: 'copy' });
    expect(
      (await owner.get(`/api/purchases/${mine}/disclosures`)).body.items.map(
        ({ staffName }: { staffName?: string }) => staffName,
      ),
    ).toEqual([undefined, 'Amine']);
  });
});

describe('the till', () => {
  const close = (user: TestUser, counted: number, headers = {}) =>
    user.post('/api/till-closes', { counted }, headers);

  test('a cashier counts first and then sees what was sold since the close before, at the shop’s price where it has one [TEA-39]', async () => {
    const owner = await shop(100_000);
    const cashier = await createCashier(server, owner);
    const other = await createCashier(server, owner, { name: 'Yacine' });
    await owner.put(`/api/shop/prices/${offerOf(product).id}`, { price: 130 });
    await buy(cashier, 2);
    await buy(other, 5);
    await buy(owner, 1);
    const closed = (await close(cashier, 250)).body;
    expect(closed).toMatchObject({ staffName: 'Amine', counted: 250, expected: 260, sales: 1 });
    expect(closed).toMatchObject({ gap: -10, unpriced: 0 });
    await owner.put(`/api/shop/prices/${offerOf(product).id}`, { price: null });
    await buy(cashier, 1);
    expect((await close(cashier, 120)).body).toMatchObject({ expected: 100, gap: 20, sales: 1, unpriced: 1 });
    expect((await close(cashier, 0)).body).toMatchObject({ expected: 0, gap: 0, sales: 0 });
    expect((await close(other, 650)).body).toMatchObject({ staffName: 'Yacine', expected: 650, sales: 1 });
    const listed = (await owner.get('/api/till-closes?limit=3')).body;
    expect(listed.items.map(({ gap }: { gap: number }) => gap)).toEqual([0, 0, 20]);
    const rest = (await owner.get(`/api/till-closes?limit=3&cursor=${listed.nextCursor}`)).body;
    expect(rest).toMatchObject({ items: [{ id: closed.id, gap: -10 }], nextCursor: null });
    expect((await close(owner, 0)).body.code).toBe('FORBIDDEN');
    expect((await close(cashier, -1)).body.code).toBe('TILL_COUNT_INVALID');
  });

  // Turned red by: an expected sum at the price of the moment of the count.
  test('the reseller changes the price of the shop between a sale and the count, and the drawer holds each sale at the price of its moment [TEA-39]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const priced = async (price: number | null) =>
      expect((await owner.put(`/api/shop/prices/${offerOf(product).id}`, { price })).status).toBe(200);
    await buy(cashier, 1);
    await priced(500);
    await buy(cashier, 20);
    await priced(550);
    expect((await close(cashier, 10_100)).body).toMatchObject({ expected: 10_100, gap: 0, sales: 2 });
    await buy(cashier, 1);
    await priced(null);
    expect((await close(cashier, 550)).body).toMatchObject({ expected: 550, gap: 0, sales: 1 });
    for (const text of [
      'UPDATE retail_price_changes SET price = 1 WHERE user_id = $1',
      'DELETE FROM retail_price_changes WHERE user_id = $1',
    ])
      await expect(query(text, owner.id)).rejects.toThrow('append-only');
  });

  test('the drawers of a reseller are saved as CSV and as a workbook, by the reseller alone [TEA-42]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const other = await shop();
    await buy(cashier, 1);
    await close(cashier, 90);
    const file = await owner.get('/api/till-closes/export');
    expect(file.headers['content-disposition']).toMatch(/filename="?caisses_\d{4}-\d\d-\d\d\.csv/);
    const [heads, row, ...more] = file.text.replace('\ufeff', '').trimEnd().split('\r\n');
    expect(heads).toBe(
      'Vendeur;Ouverte le;Comptée le;Ventes;Attendu (DA);Compté (DA);Écart (DA);Comptées au prix d’achat',
    );
    // The offer has no price of the shop.
    expect(row).toMatch(/^Amine;[^;]+;[^;]+;1;100,00;90,00;-10,00;1$/);
    expect(more).toEqual([]);
    const workbook = await owner.get('/api/till-closes/export?format=xlsx');
    expect(workbook.headers['content-type']).toContain('spreadsheetml');
    expect((await cashier.get('/api/till-closes/export')).body.code).toBe('FORBIDDEN');
    const others = await other.get('/api/till-closes/export');
    expect(others.text.trimEnd().split('\r\n')).toHaveLength(1);
  });

  // Turned red by: places for exports that one account may all take.
  test('a reseller whose export runs gets no second one, of the drawers or of a statement, and another reseller does [TEA-42][STA-08]', async () => {
    const [owner, other] = [await shop(), await shop()];
    const month = (await owner.get('/api/statements')).body.month;
    const held = await holdRows(services.db, 'LOCK TABLE till_closes IN ACCESS EXCLUSIVE MODE');
    const waiting = (count: number) => eventually(async () => (await held.waiting()) === count);
    const drawers = (of: TestUser) => of.get('/api/till-closes/export');
    const first = drawers(owner);
    await waiting(1);
    const second = drawers(owner);
    await Promise.race([second, waiting(2)]);
    const ofMonth = await owner.get(`/api/statements/${month}/export`);
    const others = drawers(other);
    await Promise.race([others, waiting(2)]);
    await held.release();
    const answers = await Promise.all([first, second, others]);
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 200]);
    expect([(await second).body.code, ofMonth.body.code]).toEqual(['TOO_MANY_EXPORTS', 'TOO_MANY_EXPORTS']);
    expect((await drawers(owner)).status).toBe(200);
  });

  test('a top-up that is refused later leaves the drawer in which it is open [TEA-39]', async () => {
    const owner = await shop(100_000);
    const cashier = await createCashier(server, owner);
    const [offer] = (await owner.get('/api/free-fire/offers')).body.items;
    const send = async () =>
      (
        await cashier.post('/api/free-fire/requests', {
          freeFireId: '12345678',
          offerId: offer.id,
          amount: offer.price,
        })
      ).body.requestId;
    const refuse = (id: string) =>
      admin.post(`/api/free-fire/requests/${id}/refuse`, { note: 'Joueur inconnu' });
    const [kept, later, atOnce] = [await send(), await send(), await send()];
    expect((await refuse(atOnce)).status).toBe(200);
    expect((await close(cashier, 0)).body).toMatchObject({
      expected: 2 * offer.price,
      sales: 3,
      unpriced: 2,
    });
    expect((await refuse(later)).status).toBe(200);
    await buy(cashier, 1);
    // Counted at cost are the sale and the top-up that is given back.
    expect((await close(cashier, 0)).body).toMatchObject({
      expected: 100 - offer.price,
      sales: 1,
      unpriced: 2,
    });
    expect(kept).toBeDefined();
  });

  // Turned red by: a refusal that is dated before its refund waits for the account.
  test('a drawer that is counted while the refusal of its top-up waits for the account holds the top-up, and the next one gives it back [TEA-39]', async () => {
    const owner = await shop(100_000);
    const cashier = await createCashier(server, owner);
    const [offer] = (await owner.get('/api/free-fire/offers')).body.items;
    const request = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
    const { requestId } = (await cashier.post('/api/free-fire/requests', request)).body;
    const held = await holdRows(services.db, 'SELECT FROM users WHERE id = $1 FOR UPDATE', owner.id);
    const refused = admin.post(`/api/free-fire/requests/${requestId}/refuse`, { note: 'Joueur inconnu' });
    await eventually(async () => (await held.waiting()) === 1);
    const closed = await close(userOn(second.server, cashier), 0);
    await held.release();
    expect((await refused).status).toBe(200);
    expect(closed.body).toMatchObject({ expected: offer.price, sales: 1 });
    expect((await close(cashier, 0)).body).toMatchObject({ expected: -offer.price, sales: 0 });
  });

  // Turned red by: a count that only an active cashier can make.
  test('the reseller counts the drawer of a cashier, also of a paused one, and of no cashier of another shop [TEA-39]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const { staffId } = cashier;
    const other = await shop();
    const next = await createCashier(server, owner, { name: 'Yacine' });
    await buy(cashier, 1);
    await owner.patch(`/api/staff/${staffId}`, { isActive: false });
    const count = (user: TestUser, body: object) => user.post('/api/till-closes', { staffId, ...body });
    expect((await count(other, { counted: 90 })).body.code).toBe('STAFF_NOT_FOUND');
    expect((await count(next, { counted: 90 })).body.code).toBe('FORBIDDEN');
    expect((await count(owner, { counted: 90, staffId: 'inconnu' })).body.code).toBe('STAFF_NOT_FOUND');
    expect((await close(owner, 90)).body.code).toBe('FORBIDDEN');
    expect((await count(owner, { counted: 90 })).body).toMatchObject({
      staffName: 'Amine',
      expected: 100,
      gap: -10,
      sales: 1,
    });
    expect((await staffOf(owner)).map(({ till }: { till: number }) => till)).toEqual([1, 2]);
    expect((await count(next, { counted: 0, staffId: next.staffId })).body.staffName).toBe('Yacine');
  });

  // Turned red by: a count that closes whatever drawer is open when it arrives.
  test('a count that names its drawer closes it once, with another amount and under another key too, and answers its close from then on [TEA-39]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const { till } = (await cashier.get('/api/me')).body.cashier;
    expect(till).toBe(1);
    await buy(cashier, 1);
    const count = (body: object, key: string) =>
      cashier.post('/api/till-closes', { till, ...body }, { 'idempotency-key': key });
    const first = await count({ counted: 90 }, 'compte-un');
    expect(first.body).toMatchObject({ counted: 90, expected: 100 });
    expect((await cashier.get('/api/me')).body.cashier.till).toBe(2);
    await buy(cashier, 1);
    expect((await count({ counted: 100 }, 'compte-un')).body).toEqual(first.body);
    // As the version before stored its answer.
    const { unpriced: _, ...former } = first.body;
    const stored = {
      text: 'UPDATE idempotency_keys SET answer = $2 WHERE answer = $1',
      values: [first.body, former],
    };
    expect((await services.db.query(stored)).rowCount).toBe(1);
    expect((await count({ counted: 100 }, 'compte-un')).body).toEqual(former);
    expect((await count({ counted: 100 }, 'compte-deux')).body).toEqual(first.body);
    expect((await count({ till: 3, counted: 100 }, 'compte-trois')).body.code).toBe('NOT_FOUND');
    expect((await count({ till: 3_000_000_000, counted: 100 }, 'compte-loin')).status).toBe(422);
    expect((await owner.get('/api/till-closes')).body.items).toHaveLength(1);
    const second = await count({ till: 2, counted: 100 }, 'compte-quatre');
    expect(second.body).toMatchObject({ expected: 100, gap: 0, sales: 1 });
  });

  test('every sale is in exactly one drawer, also when the drawer is closed between 40 sales at once, and a close is repeated under its key [TEA-39]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const there = userOn(second.server, cashier);
    const key = { 'idempotency-key': 'compte-du-soir' };
    const all = await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => buy(index % 2 ? there : cashier)),
      close(cashier, 0),
      ...Array.from({ length: 20 }, (_, index) => buy(index % 2 ? there : cashier)),
      close(there, 0, key),
    ]);
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    const last = (await close(cashier, 0)).body;
    expect((await close(cashier, 0, key)).body).toEqual(all.at(-1)?.body);
    const closes = (await owner.get('/api/till-closes')).body.items;
    expect(closes).toHaveLength(3);
    expect(closes[0]).toEqual(last);
    const sum = (field: string) =>
      closes.reduce((total: number, row: Record<string, number>) => total + (row[field] ?? 0), 0);
    expect([sum('sales'), sum('expected')]).toEqual([40, 4_000]);
  });

  test('a close is never changed or deleted, and one whose session is revoked meanwhile is refused [TEA-39] [TEA-37]', async () => {
    const owner = await shop();
    const cashier = await createCashier(server, owner);
    const { id } = (await close(cashier, 0)).body;
    for (const text of [
      'UPDATE till_closes SET counted = 1 WHERE id = $1',
      'DELETE FROM till_closes WHERE id = $1',
    ])
      await expect(query(text, id)).rejects.toThrow();
    const held = await holdRows(services.db, 'SELECT FROM staff WHERE id = $1 FOR UPDATE', cashier.staffId);
    const closing = close(userOn(second.server, cashier), 0);
    await eventually(async () => (await held.waiting()) === 1);
    expect((await owner.delete(`/api/devices/${cashier.device.id}`)).status).toBe(200);
    await held.release();
    expect((await closing).body).toEqual(isRefused);
    expect((await owner.get('/api/till-closes')).body.items).toHaveLength(1);
  });
});
