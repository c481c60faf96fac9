import type { LiveEvent } from '@almas/contract/live';
import { beforeEach, expect, test } from 'vitest';
import type { Audience } from '../../server/src/live/hub.ts';
import { testApp } from '../support/app.ts';
import { createUser, type TestUser } from '../support/users.ts';

let reported: [Audience, LiveEvent['type']][] = [];
const live = { publish: (audience: Audience, event: LiveEvent) => reported.push([audience, event.type]) };
const { server, services } = await testApp({ services: { live } });
const admin = await createUser(server, services, { role: 'admin' });
const administrators = { role: 'admin' } as const;

let reseller: TestUser;
let id: string;
beforeEach(async () => {
  reseller = await createUser(server, services);
  id = (await reseller.post('/api/recharge-requests', { amount: 10, method: 'ccp' })).body.id;
});
const received = async (act: () => Promise<unknown>) => {
  reported = [];
  await act();
  return reported;
};

// Turned red by: the balance beside « Approuver » of an open queue, after a colleague's recharge by hand.
test('a recharge by hand, a correction and a freeze are published to administrators', async () => {
  const published = [administrators, 'requests'];
  const path = `/api/users/${reseller.id}`;
  let transactionId = '';
  const recharged = await received(async () => {
    transactionId = (await admin.post(`${path}/recharge`, { amount: 100 })).body.transactionId;
  });
  expect(recharged).toContainEqual(published);
  expect(await received(() => admin.post(`${path}/debit`, { transactionId, amount: 5 }))).toContainEqual(
    published,
  );
  expect(await received(() => admin.put(`${path}/freeze`, { frozen: true }))).toContainEqual(published);
});

test('a new recharge request is published to administrators, each with a notification, and to its owner', async () => {
  const events = await received(() => reseller.post('/api/recharge-requests', { amount: 10, method: 'ccp' }));
  expect(events).toEqual([
    [{ user: admin.id }, 'notification'],
    [administrators, 'requests'],
    [{ user: reseller.id }, 'requests'],
  ]);
});

test('the approval of a recharge request publishes a balance event; a rejection and a cancellation do not', async () => {
  const approval = await received(() => admin.post(`/api/recharge-requests/${id}/approve`));
  expect(approval).toEqual(
    expect.arrayContaining([
      [{ user: reseller.id }, 'balance'],
      [{ user: reseller.id }, 'notification'],
      [administrators, 'requests'],
      [{ user: reseller.id }, 'requests'],
    ]),
  );
  const again = await received(() => admin.post(`/api/recharge-requests/${id}/approve`));
  expect(again).toEqual([]);
  for (const [user, action] of [
    [admin, 'reject'],
    [reseller, 'cancel'],
  ] as const) {
    const other = (await reseller.post('/api/recharge-requests', { amount: 10, method: 'ccp' })).body.id;
    const events = await received(() =>
      user.post(`/api/recharge-requests/${other}/${action}`, { reason: 'x' }),
    );
    expect(events).toEqual(
      expect.arrayContaining([
        [administrators, 'requests'],
        [{ user: reseller.id }, 'requests'],
      ]),
    );
    expect(events).not.toContainEqual([{ user: reseller.id }, 'balance']);
  }
});

test('a recharge and a debit publish a balance event to the reseller; a refused debit publishes nothing', async () => {
  const recharge = (amount: number) => admin.post(`/api/users/${reseller.id}/recharge`, { amount });
  expect(await received(() => recharge(10))).toContainEqual([{ user: reseller.id }, 'balance']);
  const { transactionId } = (await recharge(10)).body;
  const debit = (amount: number) => admin.post(`/api/users/${reseller.id}/debit`, { transactionId, amount });
  expect(await received(() => debit(5))).toContainEqual([{ user: reseller.id }, 'balance']);
  expect(await received(() => debit(500))).toEqual([]);
});
