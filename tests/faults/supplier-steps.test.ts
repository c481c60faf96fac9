import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { killableServers } from '../support/killable-servers.ts';
import { callServer } from '../support/remote.ts';
import { remoteEnvironment, remoteShop } from '../support/remote-shop.ts';
import { holdRows } from '../support/row-locks.ts';
import type { ServerProcess } from '../support/server-process.ts';

/*
 * A server that is killed with kill -9 between two steps of an order, which the server that comes after it ends. Turned red by: a call
 * before `sending` is committed; an order that is sent again after its lease; a delivery that is imported before it is kept.
 */
const { url } = await freshDatabase();
const shop = await remoteShop(url, { buyers: 0, codes: 1 });
const { db, admin } = shop;
const environment = { ...remoteEnvironment(url), EXTENSIONS: 'suppliers' };
afterAll(() => shop.close());
const start = killableServers(environment);
/** The server that has ended the order of the step before. */
let victim: ServerProcess;
beforeAll(async () => {
  victim = await start();
});
const rows = async (text: string, ...values: unknown[]) => (await db.query({ text, values })).rows;
/** The only row of a query. */
async function rowOf(text: string, ...values: unknown[]) {
  const [row] = await rows(text, ...values);
  if (!row) throw new Error('no row');
  return row;
}

const steps = {
  'the order is sent': 'LOCK TABLE supplier_order_entries IN SHARE MODE',
  'the supplier is paid': 'LOCK TABLE simulated_orders IN SHARE MODE',
  'the delivery is kept': 'LOCK TABLE supplier_deliveries IN SHARE MODE',
  'the batch is written': 'LOCK TABLE code_batches IN SHARE MODE',
  'the stock is raised': 'LOCK TABLE offer_stock IN SHARE MODE',
} as const;

test.each(Object.entries(steps))(
  'an order whose server is killed before %s is ended by the next server, paid at most once, and its codes are in the stock [SUP-16]',
  async (step, text) => {
    const call = (method: 'GET' | 'POST', path: string, body?: object) =>
      callServer(victim.baseURL, admin, { method, path, ...(body && { body }) });
    const known = await rows('SELECT id FROM supplier_connections');
    if (known.length === 0) {
      const { status } = await call('POST', '/api/supplier-rehearsals', {});
      expect(status).toBe(200);
    }
    // Of the rehearsal; its other orders are looked up no more.
    const open = `SELECT FROM supplier_orders
                   WHERE status = 'sending' OR (article = 'delivered' AND status IN ('planned', 'accepted'))`;
    await eventually(async () => (await rows(open)).length === 0, { what: 'no other call is under way' });
    await rows('UPDATE supplier_orders SET next_check_at = NULL');
    await rows('UPDATE supplier_connections SET paused = false');
    const connection = await rowOf('SELECT id, settings FROM supplier_connections');
    const { offerId } = connection.settings.articles.find(
      ({ article }: { article: string }) => article === 'delivered',
    );
    const held = await holdRows(db, text);
    const { body } = await call('POST', '/api/supplier-orders', {
      connectionId: String(connection.id),
      offerId,
      quantity: 3,
      maxCost: 300,
    });
    // A silent supplier of the rehearsal may still be asked, which keeps the server's worker for its ten seconds.
    await eventually(async () => (await held.waiting()) > 0, {
      seconds: 60,
      what: `the order waits before ${step}`,
    });
    await victim.kill();
    await held.release({ rollback: true });
    await eventually(async () => (await held.waiting()) === 0, { what: 'the killed work is rolled back' });
    await rows('UPDATE supplier_orders SET next_check_at = clock_timestamp() WHERE id = $1', body.id);
    victim = await start();
    const statusOf = async () =>
      (await rowOf('SELECT status FROM supplier_orders WHERE id = $1', body.id)).status;
    const { paid: before } = await paidFor(body.id as string);
    // Unknown: its server was killed after the order was committed as sent and before it was paid.
    const ends = step === 'the supplier is paid' && before === 0 ? 'unknown' : 'delivered';
    await eventually(async () => (await statusOf()) === ends, { what: `the order is ${ends}` });
    const { paid, codes } = await paidFor(body.id as string);
    expect([paid, codes]).toEqual(ends === 'unknown' ? [0, 0] : [1, 3]);
    if (ends === 'unknown') {
      const decided = await callServer(victim.baseURL, admin, {
        method: 'POST',
        path: `/api/supplier-orders/${body.id}/resolve`,
        body: { outcome: 'failed', evidence: 'Relevé du fournisseur' },
      });
      expect(decided.status).toBe(200);
    }
    expect(await audit(db)).toEqual([]);
  },
);

const paidFor = (id: string) =>
  rowOf(
    `SELECT (SELECT count(*)::int FROM simulated_orders s WHERE s.reference = o.reference) AS paid, o.delivered AS codes
       FROM supplier_orders o WHERE o.id = $1`,
    id,
  );
