import { describe, expect, test } from 'vitest';
import { sellCodes } from '../../server/src/modules/purchases/sell-codes.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { saleParams } from '../support/sale-params.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, type TestUser, userOn } from '../support/users.ts';

/* Two servers on one database. */
const { db, query } = await freshDatabase({ max: 20 });
const limits = { purchase: 20 };
const { server, services } = await secondServer(db, { limits });
const { server: other } = await secondServer(db, { limits });
const admin = await createUser(server, services, { role: 'admin' });
const product = await createProduct(admin, { offers: [{ price: 10 }] });
await importCodes(admin, product, 400);

const tooMany = "Trop d'achats. Veuillez patienter avant de faire un nouvel achat.";
const order = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
const buyer = (balance = 1_000) => createUser(server, services, { balance });
const setLimit = (user: TestUser, perHour: unknown) =>
  admin.put(`/api/users/${user.id}/purchase-limit`, { perHour });

/** Purchases of one account at the same moment, half of them on each server. */
const buyInParallel = (user: TestUser, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      userOn(index % 2 ? other : server, user).post('/api/purchases', order),
    ),
  );
const sold = (responses: readonly { status: number }[]) =>
  responses.filter(({ status }) => status === 200).length;

describe('the purchase limit of one account', () => {
  test.each([3, 60])(
    'a purchase limit of %i an hour sells exactly that many to parallel calls on two servers [CNT-50]',
    async (perHour) => {
      const user = await buyer();
      expect((await setLimit(user, perHour)).status).toBe(200);
      const responses = await buyInParallel(user, perHour + 10);
      expect(sold(responses)).toBe(perHour);
      const refused = responses.filter(({ status }) => status !== 200);
      for (const { status, body, headers } of refused) {
        expect([status, body.message]).toEqual([429, tooMany]);
        expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
      }
      expect((await user.get('/api/me')).body.balance).toBe(1_000 - 10 * perHour);
    },
  );

  test('an account’s purchase limit counts a purchase once, however often its idempotency key is repeated [CNT-50]', async () => {
    const user = await buyer();
    await setLimit(user, 2);
    const headers = { 'idempotency-key': 'again' };
    for (let time = 0; time < 4; time += 1)
      expect((await user.post('/api/purchases', order, headers)).status).toBe(200);
    expect((await user.post('/api/purchases', order)).status).toBe(200);
    expect((await user.post('/api/purchases', order)).status).toBe(429);
  });

  test('the last purchase within an account’s purchase limit passes, and the next one is refused [CNT-50]', async () => {
    const user = await buyer();
    await setLimit(user, 3);
    for (const expected of [200, 200, 200, 429])
      expect((await user.post('/api/purchases', order)).status).toBe(expected);
  });

  test('the last purchase that an account’s own limit allows passes at the first try of the sale [CNT-50]', async () => {
    const user = await buyer();
    const firstTry = () =>
      sellCodes(
        services.db,
        saleParams({
          buyerId: user.id,
          productId: order.productId,
          offerId: order.offerId,
          attemptsAllowed: 2,
        }),
        () => {},
      );
    expect(await firstTry()).toMatchObject({ attempts: 1, purchaseId: expect.any(Number) });
    expect(await firstTry()).toMatchObject({ attempts: 2, purchaseId: expect.any(Number) });
    expect(await firstTry()).toMatchObject({ attempts: 3, purchaseId: null });
  });

  test('the purchase limit is 20 for an account without one of its own, and for one whose limit was reset [CNT-50][LIM-09]', async () => {
    const [usual, reset] = [await buyer(), await buyer()];
    expect(sold(await buyInParallel(usual, 25))).toBe(20);
    await setLimit(reset, 3);
    const response = await setLimit(reset, null);
    expect(response.body).toMatchObject({ perHour: 20, isOwn: false, byDefault: 20 });
    expect(sold(await buyInParallel(reset, 25))).toBe(20);
  });

  test('a purchase limit that is raised or lowered holds for the next purchase of the running hour [CNT-50]', async () => {
    const user = await buyer();
    await setLimit(user, 3);
    expect(sold(await buyInParallel(user, 3))).toBe(3);
    expect((await user.post('/api/purchases', order)).status).toBe(429);
    await setLimit(user, 6);
    // The refused attempt counts as well.
    expect(sold(await buyInParallel(user, 5))).toBe(2);
    await setLimit(user, 1);
    expect((await user.post('/api/purchases', order)).status).toBe(429);
  });
});

describe('an administrator', () => {
  test('an administrator sets a purchase limit between 1 and 1,000 an hour; any other value is refused [CNT-51]', async () => {
    const user = await buyer();
    for (const perHour of [1, 1_000]) {
      const { status, body } = await setLimit(user, perHour);
      expect([status, body.perHour, body.isOwn]).toEqual([200, perHour, true]);
    }
    for (const perHour of [0, 1_001, -3, 2.5, '60', true]) {
      const { status, body } = await setLimit(user, perHour);
      expect([status, body.message]).toEqual([
        422,
        'La limite est un nombre entier de 1 à 1 000 achats par heure',
      ]);
    }
    expect((await admin.put(`/api/users/${user.id}/purchase-limit`, {})).status).toBe(422);
    expect((await admin.get(`/api/users/${user.id}/purchase-limit`)).body.perHour).toBe(1_000);
  });

  test('an administrator sets purchase limits for resellers only; each change is an audit row with the limit before and after [CNT-51]', async () => {
    const user = await buyer();
    expect((await setLimit(admin, 60)).body.message).toBe('Seul un revendeur a une limite d’achats');
    expect((await admin.put('/api/users/unknown/purchase-limit', { perHour: 60 })).status).toBe(404);
    await setLimit(user, 60);
    await setLimit(user, null);
    const rows = await query(
      `SELECT before, after FROM audit_trail WHERE action = 'user.set-purchase-limit' AND subject_id = $1 ORDER BY id`,
      user.id,
    );
    const byDefault = { purchasesPerHour: 20, isOwnLimit: false };
    const own = { purchasesPerHour: 60, isOwnLimit: true };
    expect(rows).toEqual([
      { before: byDefault, after: own },
      { before: own, after: byDefault },
    ]);
  });
});

test('a reseller reads their own purchase limit and how much of it is used, and cannot set it [CNT-52]', async () => {
  const user = await buyer();
  const read = async () => (await user.get('/api/me/purchase-limit')).body;
  expect(await read()).toEqual({ perHour: 20, isOwn: false, byDefault: 20, used: 0, until: null });
  await setLimit(user, 3);
  await buyInParallel(user, 5);
  const limit = await read();
  expect(limit).toMatchObject({ perHour: 3, isOwn: true, byDefault: 20, used: 3 });
  expect(Date.parse(limit.until)).toBeGreaterThan(Date.now() + 3_500_000);
  // The hour is over.
  await query(`UPDATE rate_limits SET window_ends = now() WHERE subject = $1`, user.id);
  expect(await read()).toMatchObject({ used: 0, until: null });
  const own = await user.put(`/api/users/${user.id}/purchase-limit`, { perHour: 1_000 });
  expect(own.status).toBe(403);
  expect((await read()).perHour).toBe(3);
});
