import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Database } from '../../server/src/database/pool.ts';
import { endAllSessions } from '../../server/src/modules/accounts/end-sessions-as-operator.ts';
import { importKept, keepDelivery } from '../../server/src/modules/supplier-orders/deliveries.ts';
import { writeEntry } from '../../server/src/modules/supplier-orders/orders.store.ts';
import { startWebhooks } from '../../server/src/modules/webhooks/webhook-worker.ts';
import { webhooksStore } from '../../server/src/modules/webhooks/webhooks.store.ts';
import type { Centimes } from '../../server/src/money/amount.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase, servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { createProduct, offerOf } from '../support/shop.ts';
import { totp } from '../support/totp.ts';
import { call, createUser, password, signIn } from '../support/users.ts';

/*
 * Two calls that lock the same rows in opposite order deadlock: PostgreSQL ends one of them after a second (40P01), which is then tried
 * again and often deadlocks again. The lock order of the rows of an account: the account itself, its sessions, then its pending sign-ins
 * and reset links, its second factor, its devices.
 */
const { db, query } = await freshDatabase();
const serving = servingDatabase(db);
let begun = 0;
/** Counts the transactions that are begun: one that is tried again after a deadlock counts twice. */
const counting: Database = {
  ...serving,
  connect: () => {
    begun += 1;
    return serving.connect();
  },
};
const { server, services: opened } = await secondServer(db, {
  config: {
    extensions: new Set(['self-service-security', 'suppliers', 'reseller-api']),
    pushServices: ['push.example'],
  },
  services: { db: counting },
});
const services = { ...opened, db };
const admin = await createUser(server, services, { role: 'admin' });

/**
 * Holds rows for which both calls wait, `first` before `second`, and releases them. The first one continues while the second one holds
 * what it has locked before. @returns the statuses, after exactly one transaction each
 */
async function inTurn(
  held: readonly [text: string, ...values: unknown[]],
  first: () => Promise<{ status: number }>,
  second: () => Promise<{ status: number }>,
): Promise<number[]> {
  const rows = await holdRows(db, ...held);
  begun = 0;
  const one = first();
  await eventually(async () => (await rows.waiting()) === 1);
  const two = second();
  await eventually(async () => (await rows.waiting()) === 2);
  await rows.release();
  const statuses = [(await one).status, (await two).status];
  expect({ statuses, begun }).toEqual({ statuses, begun: 2 });
  return statuses;
}
const account = (id: string) => ['SELECT FROM users WHERE id = $1 FOR UPDATE', id] as const;
const endSessions = (id: string) => () => admin.delete(`/api/users/${id}/sessions`);

/** Creates a reseller with a second factor, or one whose second factor is not confirmed yet. */
async function enrolled(isConfirmed: boolean) {
  const user = await createUser(server, services);
  const { secret } = (await user.post('/api/second-factor', { password })).body;
  const confirm = async () => user.post('/api/second-factor/confirmation', { code: await totp(secret) });
  if (isConfirmed) expect((await confirm()).status).toBe(200);
  await query('UPDATE second_factors SET last_step = 0 WHERE user_id = $1', user.id);
  return { user, secret, confirm };
}

async function pendingSignIn(email: string): Promise<string> {
  const response = await signIn(server, email);
  return String([response.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
}

test('the end of all sessions of an account and the last step of a sign-in to it do not deadlock', async () => {
  const { user, secret } = await enrolled(true);
  const cookie = await pendingSignIn(user.email);
  const payload = { code: await totp(secret) };
  const finish = () => call(server, { method: 'POST', url: '/api/login/second-factor', payload }, cookie);
  expect(await inTurn(account(user.id), endSessions(user.id), finish)).toEqual([200, 401]);
});

test('the end of all sessions of an account and the use of its reset link do not deadlock', async () => {
  const user = await createUser(server, services);
  const token = randomBytes(32).toString('base64url');
  await query(
    `INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES (sha256($1), $2, clock_timestamp() + interval '20 minutes')`,
    Buffer.from(token),
    user.id,
  );
  const payload = { token, password: 'un nouveau mot de passe' };
  const use = () => call(server, { method: 'POST', url: '/api/password-reset/confirmation', payload });
  const [ended, used] = await inTurn(account(user.id), endSessions(user.id), use);
  expect(ended).toBe(200);
  expect(used).toBeGreaterThanOrEqual(400);
});

test('the reset of a second factor by an administrator and its confirmation by the owner do not deadlock', async () => {
  const { user, confirm } = await enrolled(false);
  const reset = () => admin.delete(`/api/users/${user.id}/second-factor`);
  const [done, confirmed] = await inTurn(account(user.id), reset, confirm);
  expect(done).toBe(200);
  expect(confirmed).toBeGreaterThanOrEqual(400);
});

test('a sign-out and the renewal of the subscription of its device do not deadlock', async () => {
  const user = await createUser(server, services);
  const curve = createECDH('prime256v1');
  const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  const subscribe = (body: object) => user.post('/api/push/subscriptions', { keys, ...body });
  const replaces = 'https://push.example/former';
  expect((await subscribe({ endpoint: replaces })).status).toBe(204);
  const session = ['SELECT FROM sessions WHERE user_id = $1 FOR UPDATE', user.id] as const;
  const renew = () => subscribe({ endpoint: 'https://push.example/renewed', replaces });
  expect(await inTurn(session, () => user.post('/api/logout'), renew)).toEqual([204, 401]);
  expect(await query('SELECT FROM push_subscriptions WHERE user_id = $1', user.id)).toEqual([]);
});

test('an operator who ends all sessions and an administrator who ends those of one account do not deadlock', async () => {
  const { user } = await enrolled(true);
  await pendingSignIn(user.email);
  const pending = ['SELECT FROM pending_sign_ins WHERE user_id = $1 FOR UPDATE', user.id] as const;
  const everySession = async () => ({ status: await endAllSessions({ db: counting }) });
  const otherAdmin = await createUser(server, services, { role: 'admin' });
  const ofAccount = () => otherAdmin.delete(`/api/users/${user.id}/sessions`);
  const [, status] = await inTurn(pending, everySession, ofAccount);
  expect([200, 401]).toContain(status);
});

test('two administrators who end each other’s sessions at the same time do not deadlock', async () => {
  const one = await createUser(server, services, { role: 'admin' });
  const two = await createUser(server, services, { role: 'admin' });
  // Both have locked the other one's account when their own is checked.
  const trail = ['LOCK TABLE audit_trail IN EXCLUSIVE MODE'] as const;
  const end = (by: typeof one, of: typeof one) => () => by.delete(`/api/users/${of.id}/sessions`);
  expect((await inTurn(trail, end(one, two), end(two, one))).sort()).toEqual([200, 401]);
});

test('an order to a supplier and the import of a delivery of the same offer, whose cost pauses the supplier, do not deadlock', async () => {
  const owner = await createUser(server, services, { role: 'admin' });
  const product = await createProduct(owner);
  const offerId = offerOf(product).id;
  const { id: supplierId } = (await owner.post('/api/suppliers', { name: 'Cher' })).body;
  const articles = [{ offerId, article: 'A1', restock: 0, maxUnitCost: 100 }];
  const { id: connectionId } = (
    await owner.post('/api/supplier-connections', {
      supplierId,
      kind: 'idempotent',
      settings: { address: 'https://api.fournisseur.example', articles },
      dailyCap: 10_000,
    })
  ).body;
  const place = () =>
    owner.post('/api/supplier-orders', { connectionId, offerId, quantity: 1, maxCost: 100 });
  const orderId = Number((await place()).body.id);
  await writeEntry(db, { orderId, status: 'sending' });
  const codes = [`CHER-${randomUUID()}`];
  await keepDelivery(services, orderId, { codes, cost: 20_000 as Centimes, number: '', receipt: '' });
  const deliver = async () => ({ status: (await importKept(opened, orderId)) ? 200 : 500 });
  const connection = ['SELECT FROM supplier_connections WHERE id = $1 FOR UPDATE', connectionId] as const;
  expect(await inTurn(connection, place, deliver)).toEqual([409, 200]);
  expect(await query('SELECT paused FROM supplier_connections WHERE id = $1', connectionId)).toEqual([
    { paused: true },
  ]);
});

test('a reseller who removes a webhook and the last attempt of one of its events do not deadlock', async () => {
  const user = await createUser(server, services);
  const hook = { url: 'https://site.exemple.dz/almas', events: ['balance.changed'] };
  const webhookId = Number((await user.post('/api/webhooks', hook)).body.id);
  await webhooksStore.write.one(db, { webhookId, object: 'balance', type: 'balance.changed', data: '{}' });
  const gone = { status: 410, headers: {}, body: Buffer.alloc(0) };
  const webhookOutbound = { check: () => undefined, call: async () => gone };
  const send = async () => {
    await startWebhooks({ ...opened, webhookOutbound })();
    return { status: 410 };
  };
  const webhook = ['SELECT FROM webhooks WHERE id = $1 FOR UPDATE', webhookId] as const;
  expect(await inTurn(webhook, () => user.delete(`/api/webhooks/${webhookId}`), send)).toEqual([204, 410]);
  expect(await query('SELECT FROM notifications WHERE user_id = $1', user.id)).toEqual([]);
});
