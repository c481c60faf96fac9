import { expect, test } from 'vitest';
import { killedCalls } from '../support/killed-calls.ts';
import { createUser, type TestUser } from '../support/users.ts';

/*
 * A server that is killed between two steps of calls that move a debt or cash: a lock of the test holds each call at the step, and kill -9
 * ends their process there. Turned red by: a step that commits for itself; a key that is stored before its effect.
 */
const { shop, expectOneEffectEach } = await killedCalls('credit', 1);
const { db, services, server } = shop;

interface Scene {
  readonly shopkeeper: TestUser;
  readonly agent: TestUser;
  readonly remittance: string;
  /** Its transaction. */
  readonly advance: string;
}

/** A reseller who owes 10,000 DA, and an agent who holds 4,000 of another 4,000 DA, and has announced the hand-over or not. */
async function scene(isAnnounced: boolean): Promise<Scene> {
  const shopkeeper = await createUser(server, services);
  const agent = await createUser(server, services, { role: 'admin' });
  const terms = { limit: 50_000, days: 7, suspended: false };
  expect((await shop.admin.put(`/api/users/${shopkeeper.id}/credit-terms`, terms)).status).toBe(200);
  const { transactionId: advance } = (await shopkeeper.post('/api/advances', { amount: 14_000 })).body;
  await agent.post(`/api/users/${shopkeeper.id}/payments`, { amount: 4_000 });
  const remittance: string = isAnnounced
    ? (await agent.post('/api/cash-remittances', { amount: 4_000 })).body.id
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

const shopkeepers = (scenes: readonly Scene[]) => [scenes.map(({ shopkeeper }) => shopkeeper.id)];
const agents = (scenes: readonly Scene[]) => [scenes.map(({ agent }) => agent.id)];
const noRow = () => [];

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

test.each<
  [string, (keyof typeof calls)[], lock: string, rows: (scenes: readonly Scene[]) => readonly unknown[]]
>([
  [
    'its debt is locked',
    ['advance', 'payment', 'take-back', 'correction'],
    'SELECT FROM credit_terms WHERE user_id = ANY ($1) FOR UPDATE',
    shopkeepers,
  ],
  [
    'the debt moves',
    ['advance', 'payment', 'write-off', 'take-back', 'correction'],
    'SELECT FROM receivables WHERE user_id = ANY ($1) FOR UPDATE',
    shopkeepers,
  ],
  [
    'the cash moves',
    ['payment', 'take-back', 'confirmation', 'receipt from a deactivated agent'],
    'SELECT FROM collectors WHERE user_id = ANY ($1) FOR UPDATE',
    agents,
  ],
  [
    'it is written',
    ['hand-over', 'receipt from a deactivated agent'],
    'LOCK TABLE cash_remittances IN SHARE MODE',
    noRow,
  ],
  [
    'the journal is written',
    [
      'payment',
      'write-off',
      'take-back',
      'correction',
      'hand-over',
      'confirmation',
      'receipt from a deactivated agent',
    ],
    'LOCK TABLE audit_trail IN SHARE MODE',
    noRow,
  ],
  ['the notification is written', ['advance'], 'LOCK TABLE notifications IN SHARE MODE', noRow],
])(
  'a server that is killed before %s, during a call for each of %s, leaves nothing of them, and each repeated call has one effect [CRE-23]',
  async (_, names, lock, rows) => {
    const scenes: Scene[] = [];
    const killed: Parameters<typeof expectOneEffectEach>[0] = {};
    for (const name of names) {
      const at = await scene(name !== 'hand-over');
      if (name === 'receipt from a deactivated agent')
        await db.query({ text: `UPDATE users SET status = 'inactive' WHERE id = $1`, values: [at.agent.id] });
      scenes.push(at);
      Object.assign(killed, { [name]: { ...calls[name](at), state: () => fingerprint(at) } });
    }
    await expectOneEffectEach(killed, [lock, ...rows(scenes)]);
  },
);
