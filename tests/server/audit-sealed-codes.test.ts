import { expect, test } from 'vitest';
import { unreadableCodes } from '../../server/src/audit/sealed-codes.ts';
import { testApp } from '../support/app.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });

const product = await createProduct(admin);
await importCodes(admin, product, 30);
const opened = (config = services.config) => unreadableCodes(config, services.db);
const turnBits = (id: number) =>
  query('UPDATE codes SET sealed = set_byte(sealed, 14, 255 - get_byte(sealed, 14)) WHERE id = $1', id);

test('an audit opens every code that is for sale and names each one that does not open', async () => {
  expect(await opened()).toEqual([]);
  const ids = (await query('SELECT id FROM codes ORDER BY id')).map(({ id }) => Number(id));
  const damaged = [ids[0], ids[15], ids[29]] as number[];
  for (const id of damaged) await turnBits(id);
  expect((await opened())?.sort((a, b) => a - b)).toEqual(damaged);
  for (const id of damaged) await turnBits(id);
});

test('an audit opens no code that was sold', async () => {
  const sold = await buy(buyer, product);
  await turnBits(Number(sold.body.codes[0].id));
  expect(await opened()).toEqual([]);
});

test('without the secret of the codes an audit opens none', async () => {
  const codesKey = 'another key, which has sealed none of these codes';
  expect(await opened({ ...services.config, codesKey })).toBeUndefined();
});
