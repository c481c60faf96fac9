import { expect, test } from 'vitest';
import { declaredStatements } from '../../server/src/database/statement.ts';
import { testApp } from '../support/app.ts';
import { buy, codesPath, createProduct, newCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly detail: string;
}
const find = async (text: string): Promise<Hit[]> => (await admin.post('/api/search', { text })).body.items;
const kinds = async (text: string, kind: string) => (await find(text)).filter((hit) => hit.kind === kind);

test('one search finds an account by name, email, company and phone, a request by number, reference and player, a transaction by number, and a product by an offer [WRK-80]', async () => {
  const name = `Zoubida${newCodes(1)}`;
  const company = `Cyber ${newCodes(1)}`;
  const user = await createUser(server, services, {
    balance: 1_000,
    firstName: name,
    company,
    phone: '0661 98 76 54',
  });
  for (const text of [name, name.toLowerCase().slice(2, 9), user.email, company, '+213 661 987654'])
    expect(
      (await kinds(text, 'account')).map(({ id }) => id),
      text,
    ).toContain(user.id);
  const reference = `TRX${newCodes(1)}77`;
  const { body: request } = await user.post('/api/recharge-requests', {
    amount: 500,
    method: 'ccp',
    reference,
  });
  expect(await kinds(reference.toLowerCase(), 'rechargeRequest')).toMatchObject([{ id: request.id }]);
  expect((await kinds(`#${request.id}`, 'rechargeRequest')).map(({ id }) => id)).toContain(request.id);
  const topUp = { freeFireId: '3141592653', offerId: 'ff_100_10', amount: 150 };
  const { requestId } = (await user.post('/api/free-fire/requests', topUp)).body;
  for (const player of ['3141592653', '314 159 2653', '41592'])
    expect(await kinds(player, 'freeFireRequest'), player).toMatchObject([{ id: requestId }]);
  const rows = await query<{ id: number }>('SELECT id FROM transactions WHERE user_id = $1', user.id);
  const number = String(rows[0]?.id);
  expect(await kinds(`n° ${number}`, 'transaction')).toMatchObject([{ id: number }]);
  const product = await createProduct(admin, { name: `Coffret ${newCodes(1)}` });
  expect(await kinds(`${product.name} ${offerOf(product).name}`, 'product')).toMatchObject([
    { id: product.id },
  ]);
  expect(await find('Personne de ce nom')).toEqual([]);
});

// Turned red by: a code that is found by its beginning; an answer that has the code.
test('a code is found by its whole text alone, for sale or sold; the answer and the audit trail do not have it [WRK-81]', async () => {
  const product = await createProduct(admin);
  const [unsold = '', sold = ''] = newCodes(2);
  const buyer = await createUser(server, services, { balance: 1_000, firstName: 'Lotfi' });
  const path = codesPath(product);
  await admin.post(path, { codes: [sold] });
  await buy(buyer, product);
  await admin.post(path, { codes: [unsold] });
  expect(await kinds(unsold.slice(0, -1), 'code')).toEqual([]);
  const { body, text } = await admin.post('/api/search', { text: unsold.toLowerCase() });
  expect(body.items[0]).toMatchObject({
    kind: 'code',
    id: product.id,
    offerId: offerOf(product).id,
    status: 'available',
    buyerId: null,
  });
  expect(text.toUpperCase()).not.toContain(unsold);
  expect((await kinds(sold, 'code'))[0]).toMatchObject({ status: 'sold', buyerId: buyer.id });
  const trail = (await admin.get('/api/audit-trail?action=codes.find')).text;
  expect(trail).toContain('Recherche générale');
  for (const code of [unsold, sold]) expect(trail.toUpperCase()).not.toContain(code);
});

test('the search refuses resellers, too short texts, and more searches than its limit [WRK-82]', async () => {
  const reseller = await createUser(server, services);
  expect((await reseller.post('/api/search', { text: 'Nadia' })).status).toBe(403);
  expect((await admin.post('/api/search', { text: 'a' })).status).toBe(422);
  const busy = await createUser(server, services, { role: 'admin' });
  await busy.post('/api/search', { text: 'Nadia' });
  await query("UPDATE rate_limits SET attempts = 1200 WHERE action = 'search' AND subject = $1", busy.id);
  const refused = await busy.post('/api/search', { text: 'Nadia' });
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_SEARCHES']);
});

test('the search reads requests and transactions by their indexes [WRK-82]', async () => {
  const client = await services.db.pool.connect();
  try {
    // The tables of a test are small: the planner is to take an index wherever there is one.
    await client.query('SET enable_seqscan = off');
    for (const [statement, values] of [
      ['search.recharge-requests', "1, 'TRX1', 5"],
      ['search.free-fire-requests', "1, '%12345%', 5"],
      ['search.transactions', '1'],
    ] as const) {
      await client.query(`PREPARE planned AS ${declaredStatements().get(statement)}`);
      const { rows } = await client.query(`EXPLAIN EXECUTE planned (${values})`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, statement).not.toMatch(/Seq Scan|Disabled/);
      await client.query('DEALLOCATE planned');
    }
  } finally {
    client.release(true);
  }
});
