import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { allPages } from '../support/pages.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp({
  services: { now: () => new Date('2026-03-02T11:00:00Z') },
});
const admin = await createUser(server, services, { role: 'admin' });
const shop = (balance = 10_000) => createUser(server, services, { balance });

const offers: { id: string; name: string; price: number }[] = (await admin.get('/api/free-fire/offers')).body
  .items;
const [small, large] = offers as [(typeof offers)[0], (typeof offers)[0]];
async function send(user: TestUser, freeFireId: string, offer = small): Promise<string> {
  const order = { freeFireId, offerId: offer.id, amount: offer.price };
  return (await user.post('/api/free-fire/requests', order)).body.requestId;
}
const customersOf = async (user: TestUser, search = '') =>
  (await user.get(`/api/free-fire/customers?${new URLSearchParams({ search })}`)).body.items;
const playersOfAllPages = async (user: TestUser, limit: number): Promise<string[]> => {
  const pages = await allPages(
    async (cursor) => (await user.get(`/api/free-fire/customers?limit=${limit}${cursor}`)).body,
  );
  return pages.flatMap(({ items }) => items.map(({ playerId }: { playerId: string }) => playerId));
};
const repeatOf = async (user: TestUser, freeFireId: string, offerId = small.id) =>
  (await user.get(`/api/free-fire/repeat?${new URLSearchParams({ freeFireId, offerId })}`)).body.repeat;

describe('the customers of a reseller', () => {
  test('each Free Fire request writes its player as a customer of the reseller, once, with the last offer [CNT-53]', async () => {
    const user = await shop();
    await send(user, '11111111');
    await send(user, '22222222');
    await send(user, '11111111', large);
    expect(await customersOf(user)).toMatchObject([
      { playerId: '11111111', label: '', lastOfferId: large.id, lastOfferName: large.name },
      { playerId: '22222222', label: '', lastOfferId: small.id, lastOfferName: small.name },
    ]);
  });

  test('a Free Fire request that the balance does not cover writes no customer [CNT-53]', async () => {
    const poor = await shop(1);
    await send(poor, '11111111');
    expect(await customersOf(poor)).toEqual([]);
  });

  test('a reseller finds customers by the first digits of the player or a part of the name, which a new request keeps [CNT-53]', async () => {
    const user = await shop();
    await send(user, '12345678');
    await send(user, '99123456');
    const [, first] = await customersOf(user);
    const renamed = await user.patch(`/api/free-fire/customers/${first.id}`, { label: ' Karim 100% ' });
    expect(renamed.body).toMatchObject({ id: first.id, label: 'Karim 100%' });
    const players = async (search: string) =>
      (await customersOf(user, search)).map(({ playerId }: { playerId: string }) => playerId);
    expect(await players('123')).toEqual(['12345678']);
    expect(await players('991')).toEqual(['99123456']);
    expect(await players('karim')).toEqual(['12345678']);
    expect(await players('100%')).toEqual(['12345678']);
    expect(await players('%')).toEqual(['12345678']);
    expect(await players('1_3')).toEqual([]);
    await send(user, '12345678');
    expect((await customersOf(user, '123'))[0].label).toBe('Karim 100%');
    const tooLong = await user.patch(`/api/free-fire/customers/${first.id}`, { label: 'k'.repeat(61) });
    expect(tooLong.status).toBe(422);
  });

  test('a reseller reads their customers in pages, newest first, each customer once [CNT-53]', async () => {
    const user = await shop();
    for (let index = 0; index < 7; index += 1) await send(user, `1000000${index}`);
    expect(await playersOfAllPages(user, 3)).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `1000000${index}`));
    expect((await user.get('/api/free-fire/customers?cursor=abc')).status).toBe(422);
  });

  test('customers of the same moment come in pages without a gap, and a repeat names the last request [CNT-53]', async () => {
    const user = await shop();
    for (let index = 0; index < 6; index += 1) await send(user, `2000000${index}`);
    await query(
      `UPDATE free_fire_customers SET last_sent_at = '2026-03-01T00:00:00Z' WHERE user_id = $1`,
      user.id,
    );
    const found = await playersOfAllPages(user, 2);
    expect(found.sort()).toEqual([0, 1, 2, 3, 4, 5].map((index) => `2000000${index}`));
    await send(user, '20000000');
    const last = await send(user, '20000000');
    expect((await repeatOf(user, '20000000'))?.requestId).toBe(last);
  });

  test('a reseller deletes a customer once and may send to the same player again [CNT-53]', async () => {
    const user = await shop();
    await send(user, '11111111');
    const [customer] = await customersOf(user);
    expect((await user.delete(`/api/free-fire/customers/${customer.id}`)).status).toBe(204);
    expect((await user.delete(`/api/free-fire/customers/${customer.id}`)).status).toBe(404);
    expect(await customersOf(user)).toEqual([]);
    await send(user, '11111111');
    expect(await customersOf(user)).toHaveLength(1);
  });

  test('the customers of a reseller can be seen, named and deleted by no other reseller and by no administrator [CNT-54]', async () => {
    const [user, other] = [await shop(), await shop()];
    await send(user, '11111111');
    const [customer] = await customersOf(user);
    expect(await customersOf(other)).toEqual([]);
    expect(await customersOf(other, '111')).toEqual([]);
    const path = `/api/free-fire/customers/${customer.id}`;
    for (const [caller, status] of [
      [other, 404],
      [admin, 403],
    ] as const) {
      expect((await caller.patch(path, { label: 'pris' })).status).toBe(status);
      expect((await caller.delete(path)).status).toBe(status);
    }
    expect((await admin.get('/api/free-fire/customers')).status).toBe(403);
    expect((await customersOf(user))[0]).toEqual(customer);
  });
});

describe('a repeat', () => {
  test('a repeat is found for the same player, offer and reseller, and for no other player, offer or reseller [CNT-55]', async () => {
    const [user, other] = [await shop(100_000), await shop(100_000)];
    for (let index = 0; index < 20; index += 1) {
      const player = String(30_000_000 + index);
      const requestId = await send(user, player);
      // One further digit, another offer, another reseller.
      await send(user, `${player}1`, large);
      expect(await repeatOf(user, player)).toMatchObject({ requestId, status: 'pending' });
      expect(await repeatOf(user, player, large.id)).toBeNull();
      expect(await repeatOf(user, `${player}1`)).toBeNull();
      expect(await repeatOf(other, player)).toBeNull();
    }
  });

  test('a repeat is found until a few seconds before 24 hours have passed since the request, and not after [CNT-55]', async () => {
    const user = await shop();
    const requestId = await send(user, '12345678');
    const sentBefore = (age: string) =>
      query(
        'UPDATE free_fire_requests SET created_at = clock_timestamp() - $2::interval WHERE id = $1',
        requestId,
        age,
      );
    await sentBefore('23 hours 59 minutes 50 seconds');
    expect(await repeatOf(user, '12345678')).toMatchObject({ requestId });
    await sentBefore('24 hours');
    expect(await repeatOf(user, '12345678')).toBeNull();
  });

  test('a repeat is found after a validated request, and none after a refused and refunded one [CNT-55]', async () => {
    const user = await shop();
    const refused = await send(user, '12345678');
    await admin.post(`/api/free-fire/requests/${refused}/refuse`, { note: 'Joueur inconnu' });
    expect(await repeatOf(user, '12345678')).toBeNull();
    const requestId = await send(user, '12345678');
    await admin.post(`/api/free-fire/requests/${requestId}/validate`, {
      imageUrl: 'https://exemple.dz/p.png',
    });
    expect(await repeatOf(user, '12345678')).toMatchObject({ requestId, status: 'validated' });
  });

  test('a repeat is only a warning: the server accepts the second request all the same [CNT-55]', async () => {
    const user = await shop();
    await send(user, '12345678');
    expect(await repeatOf(user, '12345678')).not.toBeNull();
    expect(await send(user, '12345678')).toMatch(/^\d+$/);
  });

  test('no repeat is found for an input without an offer or without a whole player id', async () => {
    const user = await shop();
    await send(user, '12345678');
    for (const search of [
      '',
      `offerId=${small.id}`,
      `freeFireId=123&offerId=${small.id}`,
      'freeFireId=12345678',
    ])
      expect((await user.get(`/api/free-fire/repeat?${search}`)).body).toEqual({ repeat: null });
  });
});
