import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../server/src/database/pool.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { buy, createProduct, importCodes, newCodes, offerOf } from '../support/shop.ts';
import { createUser, signIn, type TestUser, userOn } from '../support/users.ts';

/* An account that is inactive has no access from that moment on, also in a call that it has begun before. */
const { db, query } = await freshDatabase({ max: 10 });
const { server, services } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin' });
const anotherAdministrator = () => createUser(server, services, { role: 'admin' });
const codesPath = (product: Awaited<ReturnType<typeof createProduct>>) =>
  `/api/products/${product.id}/offers/${offerOf(product).id}/codes`;
const deactivate = async (user: TestUser) =>
  expect((await admin.post(`/api/users/${user.id}/deactivate`)).status).toBe(200);

/** Runs an import whose administrator loses the right while it waits for its offer. */
async function importWhile(lose: (user: TestUser) => Promise<unknown>) {
  const user = await anotherAdministrator();
  const product = await createProduct(admin);
  const held = await holdRows(db, 'SELECT FROM offers WHERE id = $1 FOR UPDATE', offerOf(product).id);
  const imported = user.post(codesPath(product), { codes: newCodes(3) });
  await eventually(async () => (await held.waiting()) === 1);
  await lose(user);
  await held.release();
  const { status, body } = await imported;
  const [written] = await query(
    `SELECT (SELECT count(*) FROM codes WHERE offer_id = $1) AS codes,
            (SELECT sum(quantity)::int FROM offer_stock WHERE offer_id = $1) AS stock,
            (SELECT count(*) FROM audit_trail WHERE subject_id = $1::text AND action = 'codes.import') AS recorded`,
    offerOf(product).id,
  );
  return { status, code: body.code, written };
}
const nothingWritten = { codes: 0, stock: 0, recorded: 0 };

test('an import whose administrator is deactivated meanwhile is refused and writes nothing', async () => {
  expect(await importWhile(deactivate)).toEqual({
    status: 403,
    code: 'ACCOUNT_NOT_ACTIVE',
    written: nothingWritten,
  });
});

test('an import whose administrator becomes a reseller meanwhile is refused and writes nothing', async () => {
  const degrade = ({ id }: TestUser) => query(`UPDATE users SET role = 'reseller' WHERE id = $1`, id);
  expect(await importWhile(degrade)).toEqual({ status: 403, code: 'FORBIDDEN', written: nothingWritten });
});

test('an import whose account is disabled meanwhile is refused and writes nothing', async () => {
  const disable = ({ id }: TestUser) => query('UPDATE users SET disabled = true WHERE id = $1', id);
  expect(await importWhile(disable)).toEqual({
    status: 401,
    code: 'UNAUTHENTICATED',
    written: nothingWritten,
  });
});

test('an import whose session is signed out meanwhile is refused and writes nothing, also while its administrator has another session', async () => {
  const signOut = async (user: TestUser) => {
    expect((await signIn(server, user.email)).status).toBe(200);
    expect((await user.post('/api/logout')).status).toBe(204);
  };
  expect(await importWhile(signOut)).toEqual({
    status: 401,
    code: 'UNAUTHENTICATED',
    written: nothingWritten,
  });
});

test('an import whose administrator stays active while another one is deactivated writes its codes', async () => {
  const other = await anotherAdministrator();
  const { status, written } = await importWhile(() => deactivate(other));
  expect([status, written]).toEqual([200, { codes: 3, stock: 3, recorded: 1 }]);
});

test('an import of many batches ends after the batch during which its administrator is deactivated, and stores no code', async () => {
  const user = await anotherAdministrator();
  const [product, other] = [await createProduct(admin), await createProduct(admin)];
  const codes = newCodes(5_000);
  const drawn = async () => (await query('SELECT last_value::int AS at FROM codes_id_seq'))[0]?.at;
  const before = await drawn();
  // A code of the second batch is inserted by an open transaction, for which the import waits.
  const fingerprint = services.vault.fingerprint(codes[1_500] ?? '');
  const held = await holdRows(
    db,
    `INSERT INTO codes (product_id, offer_id, sealed, key_id, canonical_fingerprint) VALUES ($1, $2, '', 2, $3)`,
    other.id,
    offerOf(other).id,
    fingerprint,
  );
  const imported = user.post(codesPath(product), { codes });
  await eventually(async () => (await held.waiting()) === 1);
  await deactivate(user);
  await held.release({ rollback: true });
  expect([(await imported).status, (await imported).body.code]).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
  // The sequence was used for the row of the test and for two batches.
  expect((await drawn()) - before).toBe(2_001);
  expect(await query('SELECT FROM codes WHERE offer_id = $1', offerOf(product).id)).toEqual([]);
});

test('an export of codes ends after the page at which its administrator is deactivated', async () => {
  const user = await anotherAdministrator();
  const product = await createProduct(admin);
  await importCodes(admin, product, 4_500);
  let pages = 0;
  const paged: Database = {
    ...db,
    query: async (config) => {
      const result = await db.query(config as never);
      if (config.name === 'codes.available-after') {
        pages += 1;
        if (pages === 2) await deactivate(user);
      }
      return result as never;
    },
  };
  const { server: watched } = await secondServer(db, { services: { db: paged } });
  const text = await userOn(watched, user)
    .get(codesPath(product))
    .then(({ text }) => text)
    .catch(() => 'broken off');
  expect(pages).toBe(2);
  expect(text).toBe('broken off');
});

const listening = server.listen({ port: 0, host: '127.0.0.1' });

// Turned red by: a ledger that sees a freeze under the lock of the account, and not its status.
test.each([
  ['deactivated', `UPDATE users SET status = 'inactive' WHERE id = $1`, 'ACCOUNT_NOT_ACTIVE'],
  ['disabled', 'UPDATE users SET disabled = true WHERE id = $1', 'UNAUTHENTICATED'],
])('a purchase that waits for its account while that is %s sells nothing', async (_what, ending, code) => {
  const product = await createProduct(admin, { offers: [{ price: 100 }] });
  await importCodes(admin, product, 1);
  const buyer = await createUser(server, services, { balance: 1_000 });
  const held = await holdRows(db, ending, buyer.id);
  const bought = buy(buyer, product);
  await eventually(async () => (await held.waiting()) === 1);
  await held.release();
  expect((await bought).body.code).toBe(code);
  expect(await query('SELECT balance::int FROM users WHERE id = $1', buyer.id)).toEqual([
    { balance: 100_000 },
  ]);
});

test.each([
  ['is deactivated', deactivate],
  [
    'is signed out everywhere',
    async (user: TestUser) => expect((await admin.delete(`/api/users/${user.id}/sessions`)).status).toBe(200),
  ],
])('an export of a list ends when its administrator %s, however far it is', async (_what, end) => {
  const user = await anotherAdministrator();
  const { id } = await createUser(server, services);
  await query(
    `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
     SELECT $1, 'recharge', 100, repeat('long ', 200), 0, 0, 'completed' FROM generate_series(1, 20000)`,
    id,
  );
  const address = new URL(await listening);
  const socket = connect(Number(address.port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /api/exports/transactions HTTP/1.1\r\nhost: ${address.host}\r\ncookie: ${user.cookie}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`,
  );
  // The client reads nothing yet: the export waits until the connection accepts more data.
  await once(socket, 'readable');
  await end(user);
  const outcome = await new Promise((resolve) => {
    let tail = '';
    socket.on('data', (part: Buffer) => {
      tail = (tail + part.toString('latin1')).slice(-20);
      // The last, empty chunk of a complete response.
      if (tail.endsWith('\r\n0\r\n\r\n')) resolve('whole');
    });
    socket.once('close', () => resolve('broken off'));
  });
  expect(outcome).toBe('broken off');
});
