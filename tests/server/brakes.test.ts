import { describe, expect, test } from 'vitest';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer, testApp } from '../support/app.ts';
import { publishedDuring } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { balanceOf, createUser, type TestUser, userOn } from '../support/users.ts';

/* A frozen account, a ceiling of the day, and flags for a person. */
const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const second = await secondServer(services.db);
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });
const product = await createProduct(admin, { offers: [{ price: 100 }] });
await importCodes(admin, product, 600);

const buy = (user: TestUser, quantity = 1) =>
  user.post('/api/purchases', { productId: product.id, offerId: offerOf(product).id, quantity });
const freeze = (user: TestUser, frozen: boolean) => admin.put(`/api/users/${user.id}/freeze`, { frozen });
const setCeiling = (user: TestUser, ceiling: number | null) =>
  admin.put(`/api/users/${user.id}/daily-ceiling`, { ceiling });
const shop = (balance = 10_000) => createUser(server, services, { balance });

describe('a frozen account', () => {
  test('buys nothing, keeps its balance, signs in and reads so, is credited, until it is unfrozen [TEA-20]', async () => {
    const user = await shop(500);
    expect((await freeze(user, true)).body.frozenAt).toEqual(expect.any(String));
    expect((await freeze(user, true)).status).toBe(200);
    expect((await buy(user)).body).toEqual({
      code: 'ACCOUNT_FROZEN',
      message: 'Compte gelé : le solde est conservé. Contactez l’administrateur.',
    });
    expect((await admin.post(`/api/users/${user.id}/recharge`, { amount: 100 })).status).toBe(200);
    expect(await balanceOf(user)).toBe(600);
    expect((await user.get('/api/me')).body.frozenAt).toEqual(expect.any(String));
    expect((await user.get('/api/session')).body.user.frozenAt).toEqual(expect.any(String));
    expect((await freeze(user, false)).body.frozenAt).toBeUndefined();
    expect((await user.get('/api/me')).body.frozenAt).toBeUndefined();
    expect((await buy(user)).status).toBe(200);
    const rows = await query('SELECT action FROM audit_trail WHERE subject_id = $1 ORDER BY id', user.id);
    expect(rows.map(({ action }) => action)).toEqual(['user.freeze', 'wallet.recharge', 'user.unfreeze']);
  });

  test('sends no Free Fire request and takes no advance [TEA-20]', async () => {
    await admin.patch('/api/features/credit', { enabled: true });
    const user = await shop(5_000);
    const [offer] = (await user.get('/api/free-fire/offers')).body.items;
    const terms = { limit: 5_000, days: 7, suspended: false };
    await eventually(
      async () => (await admin.put(`/api/users/${user.id}/credit-terms`, terms)).status === 200,
    );
    await freeze(user, true);
    const request = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
    expect((await user.post('/api/free-fire/requests', request)).body.code).toBe('ACCOUNT_FROZEN');
    expect((await user.post('/api/advances', { amount: 100 })).body.code).toBe('ACCOUNT_FROZEN');
    expect(await balanceOf(user)).toBe(5_000);
    await freeze(user, false);
    expect((await user.post('/api/free-fire/requests', request)).status).toBe(200);
  });

  test('reads that no advance is possible while frozen, and reads the limit again after it; an administrator too, also of a deactivated account [TEA-20] [CRE-35]', async () => {
    await admin.patch('/api/features/credit', { enabled: true });
    const user = await shop();
    const terms = { limit: 20_000, days: 7, suspended: false };
    await eventually(
      async () => (await admin.put(`/api/users/${user.id}/credit-terms`, terms)).status === 200,
    );
    const available = async () => [
      (await user.get('/api/me/credit')).body.available,
      (await admin.get(`/api/users/${user.id}/credit`)).body.available,
    ];
    expect(await available()).toEqual([20_000, 20_000]);
    const published = await publishedDuring(services, () => freeze(user, true));
    expect(await available()).toEqual([0, 0]);
    // Upon it the open dashboard reads the credit again.
    expect(published).toContain('balance');
    await freeze(user, false);
    expect(await available()).toEqual([20_000, 20_000]);
    await admin.post(`/api/users/${user.id}/deactivate`, {});
    expect((await admin.get(`/api/users/${user.id}/credit`)).body.available).toBe(0);
  });

  test('a freeze that is committed while a purchase waits for the account refuses the purchase (P41) [TEA-20]', async () => {
    const user = await shop(500);
    const held = await holdRows(
      services.db,
      'UPDATE users SET frozen_at = clock_timestamp(), frozen_by = id WHERE id = $1',
      user.id,
    );
    const bought = buy(userOn(second.server, user));
    await eventually(async () => (await held.waiting()) === 1);
    await held.release();
    expect((await bought).body.code).toBe('ACCOUNT_FROZEN');
    expect(await balanceOf(user)).toBe(500);
  });

  test('only a reseller is frozen or has a ceiling [TEA-20]', async () => {
    const other = await createUser(server, services, { role: 'admin' });
    expect((await freeze(other, true)).body.code).toBe('ONLY_RESELLERS_LIMITED');
    expect((await setCeiling(other, 500)).body.code).toBe('ONLY_RESELLERS_LIMITED');
    expect((await setCeiling(await shop(), 0)).body.code).toBe('DAILY_CEILING_INVALID');
  });
});

describe('a ceiling of the day', () => {
  test('refuses what would pass it, and says what is left; without it nothing is refused [TEA-21]', async () => {
    const user = await shop();
    expect((await setCeiling(user, 350)).body).toEqual({ ceiling: 350, spentToday: 0 });
    expect((await buy(user, 3)).status).toBe(200);
    expect((await buy(user)).body).toEqual({
      code: 'DAILY_CEILING',
      message: 'Plafond du jour atteint (50 DA disponible). Contactez l’administrateur.',
      available: 50,
    });
    expect((await admin.get(`/api/users/${user.id}/daily-ceiling`)).body).toEqual({
      ceiling: 350,
      spentToday: 300,
    });
    await setCeiling(user, 200);
    expect((await buy(user)).body.available).toBe(0);
    await setCeiling(user, null);
    expect((await buy(user)).status).toBe(200);
  });

  test('counts Free Fire requests with purchases, and not what was spent yesterday [TEA-21]', async () => {
    const user = await shop(5_000);
    const [offer] = (await user.get('/api/free-fire/offers')).body.items;
    await setCeiling(user, offer.price + 100);
    await buy(user, 1);
    const request = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
    expect((await user.post('/api/free-fire/requests', request)).status).toBe(200);
    expect((await buy(user)).body.code).toBe('DAILY_CEILING');
    await query(
      `UPDATE transactions SET created_at = created_at - interval '1 day' WHERE user_id = $1`,
      user.id,
    );
    expect((await buy(user)).status).toBe(200);
  });

  test('a refused Free Fire request, whose price came back, leaves its room in the ceiling again [TEA-21]', async () => {
    const user = await shop(5_000);
    const [offer] = (await user.get('/api/free-fire/offers')).body.items;
    await setCeiling(user, offer.price);
    const send = (freeFireId: string) =>
      user.post('/api/free-fire/requests', { freeFireId, offerId: offer.id, amount: offer.price });
    const first = await send('12345678');
    expect((await send('87654321')).body).toMatchObject({ code: 'DAILY_CEILING', available: 0 });
    const id = first.body.requestId;
    expect((await admin.post(`/api/free-fire/requests/${id}/refuse`, { note: 'ID inconnu' })).status).toBe(
      200,
    );
    expect((await admin.get(`/api/users/${user.id}/daily-ceiling`)).body.spentToday).toBe(0);
    expect((await send('87654321')).status).toBe(200);
    expect((await buy(user)).body).toMatchObject({ code: 'DAILY_CEILING', available: 0 });
  });

  test('of 32 purchases one after the other over two servers none passes it; at once they may, and the books agree [TEA-21]', async () => {
    const user = await shop();
    await setCeiling(user, 1_000);
    const there = userOn(second.server, user);
    let sold = 0;
    for (let index = 0; index < 32; index += 1)
      if ((await buy(index % 2 ? there : user)).status === 200) sold += 1;
    expect(sold).toBe(10);
    const other = await shop();
    await setCeiling(other, 1_000);
    const answers = await Promise.all(Array.from({ length: 32 }, () => buy(other)));
    const bought = answers.filter(({ status }) => status === 200).length;
    expect(bought).toBeGreaterThanOrEqual(10);
    expect(await balanceOf(other)).toBe(10_000 - bought * 100);
  });
});

describe('flags', () => {
  /** Purchases of the account on six earlier days, one of 100 DA each. */
  async function history(user: TestUser): Promise<void> {
    for (let day = 0; day < 6; day += 1) await buy(user);
    await query('ALTER TABLE purchases DISABLE TRIGGER USER');
    await query(
      `UPDATE purchases p SET created_at = p.created_at - make_interval(days => n.n::int + 1)
         FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM purchases WHERE user_id = $1) n WHERE n.id = p.id`,
      user.id,
    );
    await query('ALTER TABLE purchases ENABLE TRIGGER USER');
  }
  const flagsOf = async (user: TestUser) =>
    (await admin.get(`/api/account-flags?userId=${user.id}`)).body.items as {
      id: string;
      kind: string;
      amount: number;
      usual: number;
      seenByName: string | null;
    }[];

  test('an hour above five times the own mean and a large purchase from a new device are shown once a day, and decide nothing [TEA-22]', async () => {
    const [usual, fast, device, large] = [await shop(), await shop(), await shop(), await shop()];
    for (const user of [usual, fast, device, large]) await history(user);
    await query(
      `UPDATE sessions SET user_agent = 'known', created_at = created_at - interval '3 days' WHERE user_id = ANY ($1)`,
      [usual.id, fast.id, device.id, large.id],
    );
    await query(
      `INSERT INTO sessions (token_hash, user_id, user_agent, expires_at)
       SELECT '\\x01'::bytea, $1::uuid, 'another phone', now() + interval '1 day' UNION ALL SELECT '\\x02'::bytea, $2::uuid, 'known', now() + interval '1 day'`,
      device.id,
      fast.id,
    );
    await buy(usual, 5);
    for (let sale = 0; sale < 6; sale += 1) await buy(fast, 1);
    await buy(device, 6);
    await buy(large, 6);
    await runJobs(services);
    await runJobs(services);
    expect(await flagsOf(usual)).toEqual([]);
    expect(await flagsOf(fast)).toMatchObject([{ kind: 'fast_hour', amount: 600, usual: 100 }]);
    expect((await flagsOf(large)).map(({ kind }) => kind)).toEqual(['fast_hour']);
    const kinds = (await flagsOf(device)).map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['fast_hour', 'new_device']);
    expect((await buy(device)).status).toBe(200);
    const [flag] = await flagsOf(fast);
    expect((await admin.post(`/api/account-flags/${flag?.id}/seen`)).body.seenByName).toBe('Nadia Amrani');
    expect((await admin.post('/api/account-flags/0/seen')).body.code).toBe('FLAG_NOT_FOUND');
    const unseen = (await admin.get('/api/account-flags?state=unseen')).body.items;
    expect(unseen.map(({ id }: { id: string }) => id)).not.toContain(flag?.id);
    expect((await admin.post('/api/exports/account-flags', {})).text).toContain('Heure inhabituelle');
  });

  test('Free Fire requests count in the hour and in the mean like purchases, refused ones in neither [TEA-22]', async () => {
    const [usual, fast, refused] = [await shop(50_000), await shop(50_000), await shop(50_000)];
    const [offer, dearer] = (await usual.get('/api/free-fire/offers')).body.items;
    let player = 10_000_000;
    const send = async (user: TestUser, { id, price } = offer) => {
      player += 1;
      const request = { freeFireId: String(player), offerId: id, amount: price };
      return (await user.post('/api/free-fire/requests', request)).body.requestId as string;
    };
    const refuse = (id: string) => admin.post(`/api/free-fire/requests/${id}/refuse`, { note: 'ID inconnu' });
    for (const user of [usual, fast, refused]) {
      for (let day = 0; day < 6; day += 1) await send(user);
      await refuse(await send(user, dearer));
      await query(
        `UPDATE transactions t SET created_at = t.created_at - make_interval(days => n.n::int)
           FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM transactions
                  WHERE user_id = $1 AND type = 'freefire_request') n WHERE n.id = t.id`,
        user.id,
      );
    }
    for (let request = 0; request < 5; request += 1) await send(usual);
    for (let request = 0; request < 6; request += 1) await send(fast);
    for (let request = 0; request < 5; request += 1) await send(refused);
    await refuse(await send(refused));
    await runJobs(services);
    expect(await flagsOf(usual)).toEqual([]);
    expect(await flagsOf(fast)).toMatchObject([
      { kind: 'fast_hour', amount: 6 * offer.price, usual: offer.price },
    ]);
    expect(await flagsOf(refused)).toEqual([]);
  });

  // Turned red by: a comparison with every session of the account.
  test('a device on which only a cashier has sold before is new for the account [TEA-22]', async () => {
    const user = await shop();
    await history(user);
    await query(`UPDATE sessions SET user_agent = 'known' WHERE user_id = $1`, user.id);
    await query(
      `WITH device AS (INSERT INTO enrolled_devices (owner_id, token_hash, label) VALUES ($1, '\\x03'::bytea, 'Comptoir') RETURNING id),
            cashier AS (INSERT INTO staff (owner_id, name, pin_hash, daily_cap) VALUES ($1, 'Amine', 'unused', 100000) RETURNING id)
       INSERT INTO sessions (token_hash, user_id, user_agent, created_at, expires_at, staff_id, device_id)
       SELECT '\\x04'::bytea, $1::uuid, 'known', now() - interval '3 days', now() + interval '1 day', cashier.id, device.id FROM device, cashier`,
      user.id,
    );
    await buy(user, 6);
    await runJobs(services);
    expect((await flagsOf(user)).map(({ kind }) => kind).toSorted()).toEqual(['fast_hour', 'new_device']);
  });

  test('an account that sold in fewer than five hours has nothing usual yet [TEA-22]', async () => {
    const user = await shop();
    await buy(user, 30);
    await runJobs(services);
    expect(await flagsOf(user)).toEqual([]);
  });
});
