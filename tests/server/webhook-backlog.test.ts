import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import { leased } from '../../server/src/modules/outbox/lease-and-send.ts';
import { startWebhooks } from '../../server/src/modules/webhooks/webhook-worker.ts';
import { webhooksStore } from '../../server/src/modules/webhooks/webhooks.store.ts';
import { writeLedgerEvents, writeOfferEvents } from '../../server/src/modules/webhooks/write-events.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { executedPlanOf } from '../support/plan.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser, giveBalance, type TestUser } from '../support/users.ts';

/*
 * What waits for one receiver of webhooks, and what was sent in a month, costs the others nothing (docs/acceptance.md, API). Turned red by:
 * an event written again while it waits; a lease that reads every waiting event; an index that holds webhooks and other messages.
 */
const { db } = await freshDatabase();
const config = { extensions: new Set(['reseller-api'] as const) };
const { server, services } = await secondServer(db, { config });
const admin = await createUser(server, services, { role: 'admin' });
const query = async (text: string, ...values: unknown[]) => (await db.query({ text, values })).rows;

const reseller = () => createUser(server, services, { balance: 1_000 });
async function hook(user: TestUser, events: readonly string[]) {
  const { body } = await user.post('/api/webhooks', { url: 'https://site.exemple.dz/almas', events });
  return body.id as string;
}
async function writeEvents(): Promise<void> {
  for (const write of [writeLedgerEvents(services), writeOfferEvents(services)])
    while ((await transaction(services.db, (tx) => write(tx, 1_000))) > 0);
}
const waitingOf = (id: string) =>
  query(
    `SELECT id, payload ->> 'type' AS type FROM outbox WHERE webhook_id = $1 AND done_at IS NULL AND dead_at IS NULL ORDER BY id`,
    id,
  );
const lease = () => webhooksStore.lease.all(services.db, 16, []);

describe('an event about what changed again', () => {
  test('is written once until it was sent, once more after an attempt, and not lost to one that was sent and is sent again [API-73]', async () => {
    const product = await createProduct(admin, { offers: [{ price: 250 }] });
    await importCodes(admin, product, 12);
    const { id: offerId } = offerOf(product);
    const user = await reseller();
    const id = await hook(user, ['balance.changed', 'price.changed']);
    const change = async (price: number) => {
      await giveBalance(services, user.id, 1);
      await admin.put(`/api/users/${user.id}/prices`, { prices: [{ offerId, price }] });
      await writeEvents();
      return (await waitingOf(id)).map(({ type }) => type).sort();
    };
    const once = ['balance.changed', 'price.changed'];
    const twice = ['balance.changed', 'balance.changed', 'price.changed', 'price.changed'];
    expect(await change(240)).toEqual(once);
    expect(await change(235)).toEqual(once);
    const tried = await lease();
    expect(tried).toHaveLength(2);
    expect(await change(230)).toEqual(twice);
    expect(await change(225)).toEqual(twice);
    // Those behind them were not sent: they wait for the ones before.
    expect(await lease()).toEqual([]);
    for (const event of [...tried, ...(await lease())])
      await leased.done.run(services.db, event.id, event.attempts);
    for (const event of await lease()) await leased.done.run(services.db, event.id, event.attempts);
    expect(await waitingOf(id)).toEqual([]);
    for (const { id: delivery } of tried)
      expect((await user.post(`/api/webhooks/${id}/deliveries/${delivery}/retry`)).status).toBe(204);
    expect(await change(220)).toEqual(twice);
    await lease();
    await user.patch(`/api/webhooks/${id}`, { enabled: false });
    await user.patch(`/api/webhooks/${id}`, { enabled: true });
    // The two behind were never sent, and are enough.
    expect(await change(215)).toEqual(twice);
    await query(`DELETE FROM outbox WHERE webhook_id = $1`, id);
  });
});

describe('40,000 events that wait and 40,000 that were sent', () => {
  let down: string;
  let stopped: TestUser;
  let off: string;
  /** Orders of a webhook; `columns`: SQL of attempts, not_before, done_at and dead_at of the order `n`. */
  const fill = (id: string, count: number, columns: string) =>
    query(
      `INSERT INTO outbox (kind, webhook_id, object, payload, attempts, not_before, done_at, dead_at)
       SELECT 'webhook', $1::bigint, 'order ' || n, '{"type":"order.completed","data":{}}', ${columns} FROM generate_series(1, $2::int) n`,
      id,
      count,
    );
  beforeAll(async () => {
    const silent = await reseller();
    down = silent.id;
    stopped = await reseller();
    const hooks = [await hook(silent, ['order.completed']), await hook(stopped, ['order.completed'])];
    off = hooks[1] as string;
    for (const id of hooks) {
      await fill(id, 20_000, "1, now(), now() - n * interval '2 minutes', NULL");
      await fill(id, 20_000, "0, now() - interval '1 hour', NULL, NULL");
    }
    await query(`UPDATE webhooks SET off_at = now(), off_reason = 'owner' WHERE id = $1`, off);
    await query('ANALYZE outbox');
  });

  /** How many pages of 8 kB a statement reads. */
  const pagesReadBy = async (name: string, values: string): Promise<number> => {
    const [top] = await executedPlanOf(db, name, values);
    return Number(top?.['Shared Hit Blocks']) + Number(top?.['Shared Read Blocks']);
  };

  // Turned red by: a lease in the order of all that is due; an index of what is due or done that holds both kinds.
  test.each([
    ['webhooks.lease', `16, '{}'`],
    ['outbox.lease', `4, '{}', 1`],
    ['outbox.delete-sent', '1000'],
    ['webhooks.delete-old', '1000'],
  ])('are not read by %s [API-74]', async (name, values) => {
    expect(await pagesReadBy(name, values)).toBeLessThan(200);
  });

  test('hold up no event of another account: a receiver that answers gets its own at once [API-74]', async () => {
    const user = await reseller();
    const id = await hook(user, ['balance.changed']);
    await giveBalance(services, user.id, 1);
    await writeEvents();
    const events = await webhooksStore.lease.all(services.db, 16, [down, down, down]);
    expect(events.map(({ userId }) => userId).sort()).toEqual([down, user.id].sort());
    expect(events.map(({ webhookId }) => String(webhookId))).toContain(id);
  });

  test('are not written anew when their webhook is turned on again: what was tried or given up is due at once, the rest already is [API-65]', async () => {
    await fill(off, 1, "3, now() + interval '1 day', NULL, NULL");
    await fill(off, 1, '10, now(), NULL, now()');
    expect((await stopped.patch(`/api/webhooks/${off}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      waiting: 20_002,
    });
    const due = `webhook_id = $1 AND done_at IS NULL AND dead_at IS NULL AND attempts = 0 AND not_before <= clock_timestamp()`;
    expect(await query(`SELECT FROM outbox WHERE ${due}`, off)).toHaveLength(20_002);
    expect(
      await query(`SELECT FROM outbox WHERE ${due} AND not_before > now() - interval '50 minutes'`, off),
    ).toHaveLength(2);
  });
});

// Turned red by: a limit of time that is taken for a database that is away.
test('a lease that the database has cancelled because it took too long is logged', async () => {
  const logged: unknown[] = [];
  const log = Object.assign(Object.create(services.log), { error: (...of: unknown[]) => logged.push(of) });
  const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
  });
  const cancelling = { ...services.db, query: () => Promise.reject(cancelled) };
  const stop = startWebhooks({ ...services, log, db: cancelling });
  await eventually(() => logged.length > 0, { what: 'the cancelled lease is logged' });
  await stop();
  expect(logged[0]).toEqual([{ err: cancelled }, 'the webhooks failed']);
});
