import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { killableServers } from '../support/killable-servers.ts';
import { callServer, type RemoteResponse } from '../support/remote.ts';
import { remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { holdRows } from '../support/row-locks.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { createUser, type TestUser } from '../support/users.ts';

/*
 * A server that is killed between two steps of a call that moves a debt or cash: a lock of the test holds the call at the step, and kill -9
 * ends its process there. Turned red by: a step that commits for itself; a key that is stored before its effect.
 */
const { url } = await freshDatabase();
const shop = await remoteShop(url, { buyers: 0, codes: 1 });
const { db, services, server } = shop;
const environment = { ...remoteEnvironment(url), EXTENSIONS: 'credit' };
afterAll(() => shop.close());
const start = killableServers(environment);
let survivor: ServerProcess;
beforeAll(async () => {
  survivor = await start();
});

interface Scene {
  readonly shopkeeper: TestUser;
  readonly agent: TestUser;
  readonly remittance: string;
  /** Its transaction. */
  readonly advance: string;
}
const post = (by: TestUser, path: string, body: object, key?: string): Promise<RemoteResponse> =>
  callServer(survivor.baseURL, by, { method: 'POST', path, body, ...(key && { key }) });

/** A reseller who owes 10,000 DA, and an agent who holds 4,000 of another 4,000 DA, and has announced the hand-over or not. */
async function scene(isAnnounced: boolean): Promise<Scene> {
  const shopkeeper = await createUser(server, services);
  const agent = await createUser(server, services, { role: 'admin' });
  const { status } = await callServer(survivor.baseURL, shop.admin, {
    method: 'PUT',
    path: `/api/users/${shopkeeper.id}/credit-terms`,
    body: { limit: 50_000, days: 7, suspended: false },
  });
  expect(status).toBe(200);
  const { transactionId: advance } = (await post(shopkeeper, '/api/advances', { amount: 14_000 })).body;
  await post(agent, `/api/users/${shopkeeper.id}/payments`, { amount: 4_000 });
  const remittance: string = isAnnounced
    ? (await post(agent, '/api/cash-remittances', { amount: 4_000 })).body.id
    : '';
  return { shopkeeper, agent, remittance, advance };
}

const calls = {
  advance: ({ shopkeeper }: Scene) => ({ by: shopkeeper, path: '/api/advances', body: { amount: 3_000 } }),
  payment: ({ shopkeeper, agent }: Scene) => ({
    by: agent,
    path: `/api/users/${shopkeeper.id}/payments`,
    body: { amount: 2_500 },
  }),
  'write-off': ({ shopkeeper }: Scene) => ({
    by: shop.admin,
    path: `/api/users/${shopkeeper.id}/write-offs`,
    body: { amount: 1_000, reason: 'Geste' },
  }),
  'take-back': ({ shopkeeper }: Scene) => ({
    by: shop.admin,
    path: `/api/users/${shopkeeper.id}/payments/1/take-back`,
    body: { reason: 'Erreur de saisie' },
  }),
  correction: ({ shopkeeper, advance }: Scene) => ({
    by: shop.admin,
    path: `/api/users/${shopkeeper.id}/debit`,
    body: { transactionId: advance, amount: 3_000, description: 'Zéro de trop' },
  }),
  'hand-over': ({ agent }: Scene) => ({
    by: agent,
    path: '/api/cash-remittances',
    body: { amount: 4_000, note: 'Caisse du soir' },
  }),
  confirmation: ({ remittance }: Scene) => ({
    by: shop.admin,
    path: `/api/cash-remittances/${remittance}/confirm`,
    body: {},
  }),
  'receipt from a deactivated agent': ({ agent }: Scene) => ({
    by: shop.admin,
    path: `/api/collectors/${agent.id}/remittances`,
    body: { amount: 4_000, note: 'Rendu au bureau' },
  }),
} as const;

const ofShop = ({ shopkeeper }: Scene) => [shopkeeper.id];
const ofAgent = ({ agent }: Scene) => [agent.id];
const noRow = () => [];
const steps = {
  'its debt is locked': ['SELECT FROM credit_terms WHERE user_id = $1 FOR UPDATE', ofShop],
  'the debt moves': ['SELECT FROM receivables WHERE user_id = $1 FOR UPDATE', ofShop],
  'the cash moves': ['SELECT FROM collectors WHERE user_id = $1 FOR UPDATE', ofAgent],
  'it is written': ['LOCK TABLE cash_remittances IN SHARE MODE', noRow],
  'the journal is written': ['LOCK TABLE audit_trail IN SHARE MODE', noRow],
  'the notification is written': ['LOCK TABLE notifications IN SHARE MODE', noRow],
} as const;

const fingerprint = async ({ shopkeeper, agent }: Scene) =>
  (
    await db.query({
      text: `SELECT (SELECT balance FROM users WHERE id = $1) AS balance, (SELECT debt FROM receivables WHERE user_id = $1) AS debt,
               (SELECT count(*) FROM receivable_entries WHERE user_id = $1) AS entries,
               (SELECT receipts FROM receivables WHERE user_id = $1) AS receipts,
               (SELECT held FROM collectors WHERE user_id = $2) AS held,
               (SELECT count(*) FROM cash_entries WHERE collector = $2) AS cash,
               (SELECT count(*) FROM cash_remittances WHERE collector = $2) AS announced`,
      values: [shopkeeper.id, agent.id],
    })
  ).rows[0];

test.each([
  ['advance', 'its debt is locked'],
  ['advance', 'the debt moves'],
  ['advance', 'the notification is written'],
  ['payment', 'its debt is locked'],
  ['payment', 'the debt moves'],
  ['payment', 'the cash moves'],
  ['payment', 'the journal is written'],
  ['write-off', 'the debt moves'],
  ['write-off', 'the journal is written'],
  ['take-back', 'its debt is locked'],
  ['take-back', 'the debt moves'],
  ['take-back', 'the cash moves'],
  ['take-back', 'the journal is written'],
  ['correction', 'its debt is locked'],
  ['correction', 'the debt moves'],
  ['correction', 'the journal is written'],
  ['hand-over', 'it is written'],
  ['hand-over', 'the journal is written'],
  ['confirmation', 'the cash moves'],
  ['confirmation', 'the journal is written'],
  ['receipt from a deactivated agent', 'it is written'],
  ['receipt from a deactivated agent', 'the cash moves'],
  ['receipt from a deactivated agent', 'the journal is written'],
] as const)(
  'a server that is killed during a call for the %s, before %s, leaves nothing of it, and the repeated call has one effect [CRE-23]',
  async (name, step) => {
    const at = await scene(name !== 'hand-over');
    if (name === 'receipt from a deactivated agent')
      await db.query({ text: `UPDATE users SET status = 'inactive' WHERE id = $1`, values: [at.agent.id] });
    const { by, path, body } = calls[name](at);
    const [text, values] = steps[step];
    const victim = await start();
    const before = await fingerprint(at);
    const held = await holdRows(db, text, ...values(at));
    const key = randomUUID();
    const lost = callServer(victim.baseURL, by, { method: 'POST', path, body, key });
    await eventually(async () => (await held.waiting()) > 0, { what: `the call waits before ${step}` });
    await victim.kill();
    expect((await lost).status).toBe(0);
    await held.release({ rollback: true });
    await eventually(async () => (await held.waiting()) === 0, { what: 'the killed call is rolled back' });
    expect(await fingerprint(at)).toEqual(before);
    const first = await post(by, path, body, key);
    expect(first.status).toBe(200);
    const after = await fingerprint(at);
    expect(after).not.toEqual(before);
    expect((await post(by, path, body, key)).body).toEqual(first.body);
    expect(await fingerprint(at)).toEqual(after);
    expect(await audit(db)).toEqual([]);
  },
);
