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
 * A server that is killed between two steps of a claim or its decision: a lock of the test holds the call at the step, and kill -9 ends its
 * process there. Turned red by: a step that commits for itself; a key that is stored before its effect.
 */
const { url } = await freshDatabase();
const shop = await remoteShop(url, { buyers: 0, codes: 60 });
const { db, services, server } = shop;
const environment = { ...remoteEnvironment(url), EXTENSIONS: 'claims' };
afterAll(() => shop.close());
const start = killableServers(environment);
let survivor: ServerProcess;
beforeAll(async () => {
  survivor = await start();
});

interface Scene {
  readonly buyer: TestUser;
  readonly purchaseId: string;
  /** One that is not claimed. */
  readonly codeId: string;
  /** An open claim of the other code. */
  readonly claimId: string;
}
const post = (by: TestUser, path: string, body: object, key?: string): Promise<RemoteResponse> =>
  callServer(survivor.baseURL, by, { method: 'POST', path, body, ...(key && { key }) });

async function scene(): Promise<Scene> {
  const buyer = await createUser(server, services, { balance: 1_000 });
  const order = { productId: shop.productId, offerId: shop.offerId, quantity: 2 };
  const { body } = await post(buyer, '/api/purchases', order);
  const [claimed, codeId] = (body.codes as { id: string }[]).map(({ id }) => id);
  const purchaseId = body.id as string;
  const claim = await post(buyer, `/api/purchases/${purchaseId}/claims`, {
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

const ofBuyer = ({ buyer }: Scene) => [buyer.id];
const ofClaim = ({ claimId }: Scene) => [claimId];
const ofOffer = () => [shop.offerId];
const nothing = () => [];
const steps = {
  'its account is locked': ['SELECT FROM users WHERE id = $1 FOR UPDATE', ofBuyer],
  'the claim is locked': ['SELECT FROM claims WHERE id = $1 FOR UPDATE', ofClaim],
  'the stock is lowered': ['SELECT FROM offer_stock WHERE offer_id = $1 FOR UPDATE', ofOffer],
  'the journal is written': ['LOCK TABLE audit_trail IN SHARE MODE', nothing],
  'the notification is written': ['LOCK TABLE notifications IN SHARE MODE', nothing],
} as const;

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

test.each([
  ['claim', 'its account is locked'],
  ['claim', 'the notification is written'],
  ['replacement', 'the claim is locked'],
  ['replacement', 'the stock is lowered'],
  ['replacement', 'the journal is written'],
  ['credit', 'the claim is locked'],
  ['credit', 'the journal is written'],
  ['credit', 'the notification is written'],
  ['refusal', 'the journal is written'],
] as const)(
  'a server that is killed during a call for the %s, before %s, leaves nothing of it, and the repeated call has one effect [CLM-18]',
  async (name, step) => {
    const at = await scene();
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
