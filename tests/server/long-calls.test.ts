import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { aProduct, offerOf, someCodes } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { db } = await freshDatabase({ max: 10 });
const { server, services } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin' });

// Turned red by: a connection that is closed when nothing was said on it for as long as others may be silent.
test('an import that works for longer than a connection may be silent is answered', async () => {
  const product = await aProduct(admin);
  server.server.timeout = 200;
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const offer = await holdRows(db, 'SELECT FROM offers WHERE id = $1 FOR UPDATE', offerOf(product).id);
  const imported = fetch(
    `http://127.0.0.1:${port}/api/products/${product.id}/offers/${offerOf(product).id}/codes`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: admin.cookie },
      body: JSON.stringify({ codes: someCodes(2) }),
    },
  );
  imported.catch(() => undefined);
  await eventually(async () => (await offer.waiting()) === 1);
  // One that says nothing is closed meanwhile.
  await once(connect({ port, host: '127.0.0.1' }).resume(), 'close');
  await offer.release();
  expect((await imported).status).toBe(200);
});
