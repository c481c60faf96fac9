import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { call, createUser } from '../support/users.ts';

/* The statement of recharge requests: by the day of Algiers and by method, with sums. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services);

/** Inserts requests: [time, method, status, DA]. */
async function seed(
  requests: readonly (readonly [at: string, method: string, status: string, dinars: number])[],
) {
  for (const [at, method, status, dinars] of requests)
    await query(
      `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name,
               status, created_at, transaction_id)
             VALUES ($1, '', '', '', $2, $3, '', $4, $5, CASE $4 WHEN 'approved' THEN nextval('transactions_id_seq') END)`,
      reseller.id,
      dinars * 100,
      method,
      status,
      at,
    );
}
const read = async (cursor = '') =>
  (await admin.get(`/api/recharge-requests/statement?cursor=${cursor}`)).body;

test('the statement sums recharge requests by day of Algiers and method, in pages without gap or repetition; its CSV agrees [DSK-16][DSK-17]', async () => {
  expect(await read()).toEqual({ items: [], nextCursor: null });
  await seed([
    ['2026-03-02T22:59:59.999Z', 'ccp', 'approved', 1_000.5],
    ['2026-03-02T23:00:00Z', 'ccp', 'approved', 2_000],
    ['2026-03-03T10:00:00Z', 'ccp', 'approved', 300.25],
    ['2026-03-03T11:00:00Z', 'ccp', 'pending', 50],
    ['2026-03-03T12:00:00Z', 'ccp', 'rejected', 70],
    ['2026-03-03T12:30:00Z', 'ccp', 'cancelled', 5],
    ['2026-03-03T12:40:00Z', 'baridimob', 'rejected', 70],
    // Days at the borders of two pages, and one long ago.
    ['2026-01-31T23:00:00Z', 'ccp', 'approved', 11],
    ['2026-01-31T22:59:59Z', 'ccp', 'approved', 12],
    ['2025-06-01T12:00:00Z', 'bank_transfer', 'pending', 13],
  ]);
  const line = (day: string, method: string, more: object) => ({
    day,
    method,
    approved: 0,
    approvedAmount: 0,
    pending: 0,
    pendingAmount: 0,
    refused: 0,
    refusedAmount: 0,
    ...more,
  });
  const first = await read();
  expect(first.items).toEqual([
    line('2026-03-03', 'baridimob', {
      methodName: 'BaridiMob',
      requests: 1,
      amount: 70,
      refused: 1,
      refusedAmount: 70,
    }),
    line('2026-03-03', 'ccp', {
      methodName: 'CCP',
      requests: 5,
      amount: 2_425.25,
      approved: 2,
      approvedAmount: 2_300.25,
      pending: 1,
      pendingAmount: 50,
      refused: 2,
      refusedAmount: 75,
    }),
    line('2026-03-02', 'ccp', {
      methodName: 'CCP',
      requests: 1,
      amount: 1_000.5,
      approved: 1,
      approvedAmount: 1_000.5,
    }),
    line('2026-02-01', 'ccp', {
      methodName: 'CCP',
      requests: 1,
      amount: 11,
      approved: 1,
      approvedAmount: 11,
    }),
  ]);
  const second = await read(first.nextCursor);
  expect(second.items).toMatchObject([{ day: '2026-01-31', amount: 12 }]);
  const third = await read(second.nextCursor);
  expect(third).toMatchObject({ items: [{ day: '2025-06-01', pendingAmount: 13 }], nextCursor: null });

  const csv = await call(
    server,
    { method: 'POST', url: '/api/exports/recharge-statement', payload: {} },
    admin.cookie,
  );
  const lines = csv.text.replace('\ufeff', '').trim().split('\r\n');
  expect(lines).toHaveLength(7);
  expect(lines[0]).toBe(
    'Jour;Méthode;Demandes;Montant (DA);Approuvées;Montant approuvé (DA);En attente;Montant en attente (DA);Rejetées ou annulées;Montant rejeté ou annulé (DA)',
  );
  expect(lines[2]).toBe('03/03/2026;CCP;5;2425,25;2;2300,25;1;50,00;2;75,00');
  expect(lines[6]).toBe('01/06/2025;Virement bancaire;1;13,00;0;0,00;1;13,00;0;0,00');
  expect((await reseller.get('/api/recharge-requests/statement')).status).toBe(403);
  expect((await admin.get('/api/recharge-requests/statement?cursor=x')).status).toBe(422);
});

test('the statement begins with the latest request of any status, whatever the others are like [DSK-16]', async () => {
  await seed([['2026-05-01T10:00:00Z', 'ccp', 'approved', 7]]);
  expect((await read()).items[0]).toMatchObject({ day: '2026-05-01', requests: 1, approvedAmount: 7 });
});
