import { describe, expect, test } from 'vitest';
import { insertNotification } from '../../server/src/modules/notifications/notify.ts';
import { testApp } from '../support/app.ts';
import { openEventStream, publishedDuring } from '../support/events.ts';
import { tableFingerprints } from '../support/table-fingerprints.ts';
import { balanceOf, createUser, type TestUser } from '../support/users.ts';

// A Monday noon in Algiers: Free Fire requests are taken in the hours of its service alone.
const now = () => new Date('2026-03-02T11:00:00Z');
const { server, services, query } = await testApp({ services: { now } });
const admin = await createUser(server, services, { role: 'admin' });

const types = [
  'balance_credited',
  'balance_debited',
  'recharge_request',
  'recharge_approved',
  'recharge_rejected',
  'code_purchased',
  'transaction_completed',
  'promotion',
  'account_update',
  'account_registered',
  'free_fire_request',
] as const;
const write = (user: TestUser, type: (typeof types)[number] = 'balance_credited', title = 'T') =>
  insertNotification(services.db, { userId: user.id, type, title, message: 'M' });
const list = async (user: TestUser, query = '') => (await user.get(`/api/notifications${query}`)).body;
const titles = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

describe('the list', () => {
  test('the list of notifications has 20 entries unless more are asked for, at most 50, newest first [NTF-01][NTF-03]', async () => {
    const reseller = await createUser(server, services);
    for (let n = 1; n <= 60; n += 1) await write(reseller, 'balance_credited', `${n}`);
    const newest = Array.from({ length: 60 }, (_, n) => `${60 - n}`);
    const page = await list(reseller);
    expect(titles(page)).toEqual(newest.slice(0, 20));
    expect(page.unread).toBe(60);
    const fifty = await list(reseller, '?limit=50');
    expect(titles(fifty)).toEqual(newest.slice(0, 50));
    expect(titles(await list(reseller, `?limit=50&cursor=${fifty.nextCursor}`))).toEqual(newest.slice(50));
    expect((await reseller.get('/api/notifications?limit=51')).status).toBe(422);
    expect((await reseller.get('/api/notifications?cursor=x')).status).toBe(422);
  });

  test('the list of notifications shows a user their own notifications and none of another user [NTF-03][PRM-10]', async () => {
    const [one, two] = [await createUser(server, services), await createUser(server, services)];
    await write(one);
    expect((await list(one)).items).toHaveLength(1);
    expect(await list(two)).toEqual({ items: [], nextCursor: null, unread: 0 });
  });

  test('the list of notifications shows a reseller the balance movements alone, and counts only them as unread [PRM-14]', async () => {
    const reseller = await createUser(server, services);
    for (const type of types) await write(reseller, type, type);
    const page = await list(reseller);
    expect(titles(page)).toEqual(['balance_debited', 'balance_credited']);
    expect(page.unread).toBe(2);
  });

  test('the list of notifications shows an administrator every type of notification [ENT-08][ENT-09]', async () => {
    const other = await createUser(server, services, { role: 'admin' });
    for (const type of types) await write(other, type, type);
    const page = await list(other);
    expect(page.items.map(({ type }: { type: string }) => type)).toEqual([...types].reverse());
    expect(page.unread).toBe(types.length);
  });

  test('a notification in the list has every field of the specification [ENT-07]', async () => {
    const reseller = await createUser(server, services);
    await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 500 });
    const { items } = await list(reseller);
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        userId: reseller.id,
        type: 'balance_credited',
        title: 'Solde crédité',
        message: 'Votre solde a été crédité de 500 DZD',
        data: expect.objectContaining({ amount: 500, adminId: admin.id }),
        read: false,
        readAt: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  test('the list of unread notifications leaves out a notification that was read [RWO-04]', async () => {
    const reseller = await createUser(server, services);
    const [first, second] = [
      await write(reseller, 'balance_credited', 'a'),
      await write(reseller, 'balance_debited', 'b'),
    ];
    await write(reseller, 'recharge_approved', 'c');
    await reseller.post(`/api/notifications/${first.id}/read`);
    const unread = await list(reseller, '?unread=true');
    expect(unread).toMatchObject({ unread: 1, items: [{ id: String(second.id), read: false }] });
    expect(unread.items).toHaveLength(1);
    expect((await list(reseller)).items).toHaveLength(2);
  });
});

describe('reading', () => {
  test('a notification starts unread, and marking it as read twice stores the time of the first call [NTF-04][NTF-05]', async () => {
    const reseller = await createUser(server, services);
    const { id, read, readAt } = await write(reseller);
    expect({ read, readAt }).toEqual({ read: false, readAt: null });
    const response = await reseller.post(`/api/notifications/${id}/read`);
    expect(response.body).toMatchObject({ id: String(id), read: true, readAt: expect.any(String) });
    expect((await reseller.post(`/api/notifications/${id}/read`)).body).toEqual(response.body);
    const rows = await query<{ read: boolean; read_at: string }>(
      'SELECT read, read_at FROM notifications WHERE id = $1',
      id,
    );
    expect(rows).toEqual([{ read: true, read_at: response.body.readAt }]);
  });

  test('a notification can be marked as read by its owner alone: another reseller and an administrator get 404 [PRM-10]', async () => {
    const reseller = await createUser(server, services);
    const { id } = await write(reseller);
    for (const user of [await createUser(server, services), admin]) {
      const response = await user.post(`/api/notifications/${id}/read`);
      expect(response.status).toBe(404);
      expect(response.body.message).toBe('Notification introuvable');
    }
    expect((await list(reseller)).unread).toBe(1);
  });

  test('marking a notification as read is refused with 422 for a blank id and with 404 for an unknown one [NTF-08]', async () => {
    const response = await admin.post('/api/notifications/%20/read');
    expect(response.status).toBe(422);
    expect(response.body.message).toBe('ID de notification requis');
    for (const id of ['abc', '0', '99999999999999999999'])
      expect((await admin.post(`/api/notifications/${id}/read`)).status).toBe(404);
  });

  test('marking all notifications as read covers those shown to the reseller, stores the time, and returns how many there were [NTF-05]', async () => {
    const [one, two] = [await createUser(server, services), await createUser(server, services)];
    for (const user of [one, two]) for (const type of types) await write(user, type);
    expect((await one.post('/api/notifications/read-all')).body).toEqual({ read: 2 });
    expect((await one.post('/api/notifications/read-all')).body).toEqual({ read: 0 });
    const { items, unread } = await list(one);
    expect(unread).toBe(0);
    for (const item of items) expect(item).toMatchObject({ read: true, readAt: expect.any(String) });
    expect((await list(two)).unread).toBe(2);
  });

  test('marking all notifications as read is published only when there was one to read', async () => {
    const user = await createUser(server, services);
    await write(user, 'balance_credited');
    const readAll = () => publishedDuring(services, () => user.post('/api/notifications/read-all'));
    expect(await readAll()).toEqual(['notification']);
    expect(await readAll()).toEqual([]);
  });

  test('marking a notification as read is published to the other screens of the account', async () => {
    const reseller = await createUser(server, services);
    const { id } = await write(reseller);
    const screen = await openEventStream(server, reseller.cookie);
    await screen.next('refresh');
    await reseller.post(`/api/notifications/${id}/read`);
    await screen.next('notification');
    screen.close();
  });
});

describe('creating', () => {
  const note = { type: 'promotion', title: 'Titre', message: 'Texte' };
  const create = (user: TestUser, body: object) => user.post('/api/notifications', body);

  test('a notification without user, type, title or message is refused and writes nothing [NTF-06]', async () => {
    const full = { ...note, userId: admin.id };
    const before = await tableFingerprints(services.db);
    for (const field of ['userId', 'type', 'title', 'message'] as const) {
      for (const value of [undefined, null, '', '  ', 7]) {
        const response = await create(admin, { ...full, [field]: value });
        expect(response.status).toBe(422);
        expect(response.body.message).toBe('Paramètres manquants pour créer la notification');
      }
    }
    expect(await tableFingerprints(services.db)).toEqual(before);
  });

  test('a reseller creates notifications for their own account alone; an administrator for any account, which is audited', async () => {
    const [one, two] = [await createUser(server, services), await createUser(server, services)];
    expect((await create(one, { ...note, userId: one.id, data: { a: 1 } })).body).toMatchObject({
      ...note,
      userId: one.id,
      data: { a: 1 },
      read: false,
    });
    expect((await create(one, { ...note, userId: two.id })).status).toBe(403);
    expect((await create(admin, { ...note, userId: two.id })).body.userId).toBe(two.id);
    const rows = await query<{ actor_id: string }>(
      `SELECT actor_id FROM audit_trail WHERE action = 'notification.create'`,
    );
    expect(rows).toEqual([{ actor_id: admin.id }]);
  });

  test('a notification for an account that does not exist is refused', async () => {
    for (const userId of ['00000000-0000-4000-8000-000000000001', 'abc'])
      expect((await create(admin, { ...note, userId })).body.message).toBe('Utilisateur introuvable');
  });
});

describe('the simulations', () => {
  const simulate = (user: TestUser, body: object) => user.post('/api/notifications/test', body);

  test('the balance simulation notifies a credit of 5000 DZD and moves no balance [NTF-14]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    const response = await simulate(reseller, { kind: 'balance' });
    expect(response.body).toMatchObject({
      userId: reseller.id,
      type: 'balance_credited',
      message: 'Votre solde a été crédité de 5000 DZD',
    });
    expect((await list(reseller)).items).toHaveLength(1);
    expect(await balanceOf(reseller)).toBe(100);
  });

  test('the system simulation announces version 2.1.0, and a reseller does not see it in the list [NTF-15]', async () => {
    const reseller = await createUser(server, services);
    const response = await simulate(reseller, { kind: 'system' });
    expect(response.body).toMatchObject({ type: 'account_update', data: { version: '2.1.0' } });
    expect(response.body.message).toContain('2.1.0');
    expect((await list(reseller)).items).toEqual([]);
  });

  test('the rejection simulation notifies a rejected recharge of 3000 DZD with a reason and moves no balance [NTF-16]', async () => {
    const reseller = await createUser(server, services, { balance: 100 });
    const response = await simulate(reseller, { kind: 'rejection' });
    expect(response.body).toMatchObject({
      type: 'recharge_rejected',
      data: { amount: 3_000, reason: 'Preuve de paiement illisible' },
    });
    expect(response.body.message).toContain('3000 DZD');
    expect(response.body.message).toContain('Preuve de paiement illisible');
    expect(await balanceOf(reseller)).toBe(100);
  });

  test('a simulated notification is for the caller alone: the id of another user gets 403, a blank id is refused [NTF-07]', async () => {
    const [one, two] = [await createUser(server, services), await createUser(server, services)];
    expect((await simulate(one, { kind: 'balance', userId: one.id })).status).toBe(200);
    expect((await simulate(one, { kind: 'balance', userId: two.id })).status).toBe(403);
    expect((await simulate(admin, { kind: 'balance', userId: two.id })).status).toBe(403);
    for (const userId of ['', ' ', null])
      expect((await simulate(one, { kind: 'balance', userId })).body.message).toBe('ID utilisateur requis');
    expect((await list(two)).items).toEqual([]);
  });
});

describe('notifications of pending requests', () => {
  const unreadOf = async (user: TestUser, id: string) =>
    (await list(user, '?unread=true&limit=50')).items.filter(
      ({ data }: { data: { requestId?: string; userId?: string } }) =>
        data?.requestId === id || (data?.requestId === undefined && data?.userId === id),
    );
  const registration = async () => {
    const email = `${Math.random().toString(36).slice(2)}@exemple.dz`;
    const form = { email, password: 'motdepasse', firstName: 'Lina', lastName: 'Saadi', phone: '0550' };
    const response = await server.inject({
      method: 'POST',
      url: '/api/register',
      payload: { ...form, company: 'Saadi' },
    });
    return response.json().id as string;
  };
  const recharge = async () => {
    const owner = await createUser(server, services);
    return (await owner.post('/api/recharge-requests', { amount: 500, method: 'ccp' })).body.id as string;
  };
  const topUp = async () => {
    const owner = await createUser(server, services, { balance: 1_000 });
    const [offer] = (await owner.get('/api/free-fire/offers')).body.items;
    const order = { freeFireId: '12345678', offerId: offer.id, amount: offer.price };
    return (await owner.post('/api/free-fire/requests', order)).body.requestId as string;
  };
  const ways = [
    [
      'a registration, by activation',
      'account_registered',
      registration,
      (id: string) => `/users/${id}/activate`,
      {},
    ],
    [
      'a registration, by refusal',
      'account_registered',
      registration,
      (id: string) => `/users/${id}/deactivate`,
      {},
    ],
    [
      'a recharge request, by approval',
      'recharge_request',
      recharge,
      (id: string) => `/recharge-requests/${id}/approve`,
      {},
    ],
    [
      'a recharge request, by rejection',
      'recharge_request',
      recharge,
      (id: string) => `/recharge-requests/${id}/reject`,
      { reason: 'Non' },
    ],
    [
      'a Free Fire request, by validation',
      'free_fire_request',
      topUp,
      (id: string) => `/free-fire/requests/${id}/validate`,
      { imageUrl: 'https://exemple.dz/p.png' },
    ],
    [
      'a Free Fire request, by refusal',
      'free_fire_request',
      topUp,
      (id: string) => `/free-fire/requests/${id}/refuse`,
      { note: 'Non' },
    ],
  ] as const;

  test.each(ways)(
    'every active administrator is notified, and the notifications of all are read when one decides: %s',
    async (_, type, make, decide, body) => {
      const colleague = await createUser(server, services, { role: 'admin' });
      const id = await make();
      for (const user of [admin, colleague])
        expect((await unreadOf(user, id)).map((entry: { type: string }) => entry.type)).toEqual([type]);
      const screen = await openEventStream(server, colleague.cookie);
      expect((await admin.post(`/api${decide(id)}`, body)).status).toBe(200);
      await screen.next('notification');
      screen.close();
      for (const user of [admin, colleague]) expect(await unreadOf(user, id)).toEqual([]);
    },
  );

  test('a decision is kept when its notifications cannot be marked as read', async () => {
    const id = await recharge();
    await query(
      `ALTER TABLE notifications ADD CONSTRAINT broken CHECK (NOT (read AND type = 'recharge_request')) NOT VALID`,
    );
    const response = await admin.post(`/api/recharge-requests/${id}/approve`, {});
    await services.db.query({ text: 'ALTER TABLE notifications DROP CONSTRAINT broken' });
    expect([response.status, response.body.status]).toEqual([200, 'approved']);
  });
});
