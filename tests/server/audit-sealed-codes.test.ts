import { expect, test } from 'vitest';
import { numberedTables } from '../../server/src/audit/coverage.ts';
import { unreadableRecentCodes } from '../../server/src/audit/sealed-codes.ts';
import { testApp } from '../support/app.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });
const query = async (text: string, ...values: unknown[]) => (await services.db.query({ text, values })).rows;

const parts = 60;
const product = await createProduct(admin);
await importCodes(admin, product, 130);
// Beyond the margin that an audit reads before its mark.
await query(`SELECT setval('codes_id_seq', 40000)`);
await importCodes(admin, product, 20);
const since = {
  at: new Date().toISOString(),
  numbers: Object.fromEntries(numberedTables.map((table) => [table, 30_000])) as Record<
    (typeof numberedTables)[number],
    number
  >,
};
const opened = (part: number, maxRecent?: number) =>
  unreadableRecentCodes(services.config, services.db, since, {
    part,
    parts,
    ...(maxRecent && { maxRecent }),
  });
const idAt = async (position: number) =>
  (await query('SELECT id FROM codes ORDER BY id OFFSET $1 LIMIT 1', position))[0]?.id as number;
const turnBits = (id: number) =>
  query('UPDATE codes SET sealed = set_byte(sealed, 14, 255 - get_byte(sealed, 14)) WHERE id = $1', id);

// Turned red by: an audit of recent data that opens no code.
test('an audit of recent data opens each code imported since the last clean one, whatever its part', async () => {
  const id = await idAt(149);
  await turnBits(id);
  for (const part of [0, 1, 59])
    expect(await opened(part)).toMatchObject({ unreadable: [id], recent: 20, isComplete: true });
  await turnBits(id);
});

test('sixty audits of recent data open every code that stays for sale, each once', async () => {
  const id = await idAt(100);
  await turnBits(id);
  const found: number[] = [];
  let ofParts = 0;
  for (let part = 0; part < parts; part += 1) {
    const { unreadable = [], ofPart = 0 } = (await opened(part)) ?? {};
    found.push(...unreadable);
    ofParts += ofPart;
  }
  expect([found, ofParts]).toEqual([[id], 130]);
  await turnBits(id);
});

test('an audit of recent data says that it did not open all imported codes when there are too many of them', async () => {
  const first = await opened(0, 19);
  expect(first).toMatchObject({ unreadable: [], recent: 19, isComplete: false });
  for (const enough of [20, 21])
    expect(await opened(0, enough)).toMatchObject({ recent: 20, isComplete: true });
});

test('an audit of recent data opens no code that was sold', async () => {
  const sold = await buyer.post('/api/purchases', {
    productId: product.id,
    offerId: offerOf(product).id,
    quantity: 1,
  });
  const id = Number(sold.body.codes[0].id);
  await turnBits(id);
  expect(await opened(id % parts)).toMatchObject({ unreadable: [] });
});

test('without the secret of the codes an audit of recent data opens none', async () => {
  const config = { ...services.config, codesKey: 'another key, which has sealed none of these codes' };
  expect(await unreadableRecentCodes(config, services.db, since, { part: 0, parts })).toBeUndefined();
});
