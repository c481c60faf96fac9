import { test } from 'vitest';
import { killedCalls } from '../support/killed-calls.ts';
import { createUser, type TestUser } from '../support/users.ts';

/*
 * A server that is killed between two steps of a claim or its decision: a lock of the test holds each call at the step, and kill -9 ends
 * their process there. Turned red by: a step that commits for itself; a key that is stored before its effect.
 */
const { shop, expectOneEffectEach } = await killedCalls('claims', 60);
const { db, services, server } = shop;

interface Scene {
  readonly buyer: TestUser;
  readonly purchaseId: string;
  /** One that is not claimed. */
  readonly codeId: string;
  /** An open claim of the other code. */
  readonly claimId: string;
}

async function scene(): Promise<Scene> {
  const buyer = await createUser(server, services, { balance: 1_000 });
  const order = { productId: shop.productId, offerId: shop.offerId, quantity: 2 };
  const { body } = await buyer.post('/api/purchases', order);
  const [claimed, codeId] = (body.codes as { id: string }[]).map(({ id }) => id);
  const purchaseId = body.id as string;
  const claim = await buyer.post(`/api/purchases/${purchaseId}/claims`, {
    codeIds: [claimed],
    reason: 'used',
  });
  const [{ id: claimId } = { id: '' }] = claim.body.items as { id: string }[];
  return { buyer, purchaseId, codeId: codeId ?? '', claimId };
}

const decision =
  (outcome: string) =>
  ({ claimId }: Scene) => ({
    by: shop.admin,
    path: `/api/claims/${claimId}/decide`,
    body: { outcome, note: 'Vérifié' },
  });
const calls = {
  claim: ({ buyer, purchaseId, codeId }: Scene) => ({
    by: buyer,
    path: `/api/purchases/${purchaseId}/claims`,
    body: { codeIds: [codeId], reason: 'invalid' },
  }),
  replacement: decision('replace'),
  credit: decision('credit'),
  refusal: decision('refuse'),
} as const;

const noRow = () => [];

const fingerprint = async ({ buyer, purchaseId }: Scene) =>
  (
    await db.query({
      text: `SELECT (SELECT balance FROM users WHERE id = $1) AS balance, (SELECT count(*) FROM codes WHERE purchase_id = $2) AS codes,
               (SELECT sum(quantity) FROM offer_stock WHERE offer_id = $3) AS stock,
               (SELECT count(*) FROM ledger WHERE user_id = $1) AS entries,
               (SELECT string_agg(status, ' ' ORDER BY id) FROM claims WHERE purchase_id = $2) AS claims`,
      values: [buyer.id, purchaseId, shop.offerId],
    })
  ).rows[0];

test.each<
  [string, (keyof typeof calls)[], lock: string, rows: (scenes: readonly Scene[]) => readonly unknown[]]
>([
  [
    'its account is locked',
    ['claim'],
    'SELECT FROM users WHERE id = ANY ($1) FOR UPDATE',
    (scenes) => [scenes.map(({ buyer }) => buyer.id)],
  ],
  [
    'the claim is locked',
    ['replacement', 'credit'],
    'SELECT FROM claims WHERE id = ANY ($1) FOR UPDATE',
    (scenes) => [scenes.map(({ claimId }) => claimId)],
  ],
  [
    'the stock is lowered',
    ['replacement'],
    'SELECT FROM offer_stock WHERE offer_id = $1 FOR UPDATE',
    () => [shop.offerId],
  ],
  [
    'the journal is written',
    ['replacement', 'credit', 'refusal'],
    'LOCK TABLE audit_trail IN SHARE MODE',
    noRow,
  ],
  ['the notification is written', ['claim', 'credit'], 'LOCK TABLE notifications IN SHARE MODE', noRow],
])(
  'a server that is killed before %s, during a call for each of %s, leaves nothing of them, and each repeated call has one effect [CLM-18]',
  async (_, names, lock, rows) => {
    const scenes: Scene[] = [];
    const killed: Parameters<typeof expectOneEffectEach>[0] = {};
    for (const name of names) {
      const at = await scene();
      scenes.push(at);
      Object.assign(killed, { [name]: { ...calls[name](at), state: () => fingerprint(at) } });
    }
    await expectOneEffectEach(killed, [lock, ...rows(scenes)]);
  },
);
