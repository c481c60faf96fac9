import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { closeBatches } from '../../server/src/modules/codes/expire-batches.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { daysFromToday } from '../support/days.ts';
import { eventually } from '../support/eventually.ts';
import { allPages } from '../support/pages.ts';
import { holdRows } from '../support/row-locks.ts';
import { codesPath, createProduct, newCodes, offerOf, type ShopProduct, stockOf } from '../support/shop.ts';
import { createUser, type TestUser, userOn } from '../support/users.ts';

/* Batches of codes: from whom, at what cost, until when. */
const { db, query } = await freshDatabase({ max: 20 });
const { server, services } = await secondServer(db);
const { server: other } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services, { balance: 1_000_000 });

const send = (product: ShopProduct, batch: object = {}, codes = newCodes(3)) =>
  admin.post(codesPath(product), { codes, batch });
const batch = async (id: string) => (await admin.get(`/api/batches/${id}`)).body;
const buy = (product: ShopProduct, quantity = 1, buyer: TestUser = reseller) =>
  buyer.post('/api/purchases', { productId: product.id, offerId: offerOf(product).id, quantity });
const supplier = async (name = `Grossiste ${newCodes(1)}`): Promise<string> =>
  (await admin.post('/api/suppliers', { name })).body.id;
const day = daysFromToday(query);

test('the page after a supplier with a long Arabic name is read with the cursor of the page before', async () => {
  const names = [1, 2].map((n) => `${'ي'.repeat(110)}${n}`);
  for (const name of names) await supplier(name);
  const read = await allPages(async (cursor) => (await admin.get(`/api/suppliers?limit=1&${cursor}`)).body);
  expect(read.flatMap(({ items }: { items: { name: string }[] }) => items.map(({ name }) => name))).toEqual(
    expect.arrayContaining(names),
  );
});

test('of two suppliers that get one name at the same moment one has it, and the other is refused [STK-60]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ids = [await supplier(), await supplier()];
    const name = `Nom ${newCodes(1)}`;
    const answers = await Promise.all(ids.map((id) => admin.patch(`/api/suppliers/${id}`, { name })));
    expect(answers.map(({ status, body }) => (status === 200 ? 200 : body.code)).sort()).toEqual([
      200,
      'SUPPLIER_NAME_TAKEN',
    ]);
  }
});

test('a supplier is added, changed and archived; its name is taken in every case [STK-60]', async () => {
  const name = `Karim ${newCodes(1)}`;
  const { body } = await admin.post('/api/suppliers', { name, contact: '0550 11 22 33' });
  expect(body).toMatchObject({ name, contact: '0550 11 22 33', note: '', archivedAt: null, batches: 0 });
  expect((await admin.post('/api/suppliers', { name: name.toUpperCase() })).body.code).toBe(
    'SUPPLIER_NAME_TAKEN',
  );
  expect((await admin.post('/api/suppliers', { name: ' ' })).body.code).toBe('SUPPLIER_NAME_REQUIRED');
  const path = `/api/suppliers/${body.id}`;
  expect((await admin.patch(path, { note: 'Livre le dimanche' })).body).toMatchObject({
    name,
    note: 'Livre le dimanche',
  });
  const taken = await supplier();
  const { body: second } = await admin.get(`/api/suppliers?limit=1`);
  expect(second.items).toHaveLength(1);
  expect(
    (await admin.get(`/api/suppliers?limit=200&cursor=${second.nextCursor}`)).body.items,
  ).not.toContainEqual(second.items[0]);
  expect((await admin.patch(`/api/suppliers/${taken}`, { name })).body.code).toBe('SUPPLIER_NAME_TAKEN');
  expect((await admin.patch(path, { archived: true })).body.archivedAt).toEqual(expect.any(String));
  const listed = async (query: string) =>
    (await admin.get(`/api/suppliers?limit=200${query}`)).body.items.map(({ id }: { id: string }) => id);
  expect(await listed('')).not.toContain(body.id);
  expect(await listed('&archived=with')).toContain(body.id);
  const product = await createProduct(admin);
  expect((await send(product, { supplierId: body.id })).body.code).toBe('SUPPLIER_NOT_FOUND');
  expect((await admin.patch('/api/suppliers/99999', { name: 'X' })).body.code).toBe('SUPPLIER_NOT_FOUND');
});

test('an import says supplier, cost, currency, date and label, and its batch shows them with what is sold and left [STK-61]', async () => {
  const product = await createProduct(admin);
  const supplierId = await supplier();
  const expiresOn = await day(30);
  const given = { supplierId, unitCost: 89.5, currency: 'USD', rate: 240, expiresOn, label: 'Lot de mars' };
  const { body } = await send(product, given);
  await buy(product);
  expect(await batch(body.batchId)).toMatchObject({
    supplierId,
    supplierName: expect.stringContaining('Grossiste'),
    unitCost: 89.5,
    price: 100,
    currency: 'USD',
    currencyCost: 0.3729,
    rate: 240,
    expiresOn,
    label: 'Lot de mars',
    state: 'sellable',
    codes: 3,
    sold: 1,
    left: 2,
  });
  const unknown = (await send(product)).body.batchId;
  expect(await batch(unknown)).toMatchObject({
    supplierId: null,
    unitCost: null,
    expiresOn: null,
    label: '',
  });
});

test.each([
  [{ unitCost: -1 }, 'COST_NEGATIVE'],
  [{ unitCost: 80, currency: 'USD' }, 'CURRENCY_INCOMPLETE'],
  [{ currency: 'USD', rate: 240 }, 'CURRENCY_INCOMPLETE'],
  [{ unitCost: 80, currency: 'IRR', rate: 0.00001 }, 'INVALID_INPUT'],
  [{ unitCost: 80, currency: 'USD', rate: 240.12345 }, 'INVALID_INPUT'],
  [{ unitCost: 1_000_000, currency: 'IRR', rate: 0.0001 }, 'INVALID_INPUT'],
  [{ supplierId: '99999' }, 'SUPPLIER_NOT_FOUND'],
  [{ expiresOn: '2020-01-01' }, 'EXPIRED_ON_IMPORT'],
])(
  'an import with the batch %j is refused with %s, also by its preview, and writes nothing [STK-61]',
  async (given, code) => {
    const product = await createProduct(admin);
    const body = { codes: newCodes(1), batch: given };
    expect((await admin.post(`${codesPath(product)}/preview`, body)).body.code).toBe(code);
    expect((await admin.post(codesPath(product), body)).body.code).toBe(code);
    expect(await stockOf(admin, product)).toBe(0);
  },
);

test('a batch has the smallest and the most exact rate that is accepted, with its cost in that currency [STK-61]', async () => {
  const product = await createProduct(admin);
  for (const [rate, unitCost, currencyCost] of [
    [0.0001, 80, 800_000],
    [0.0001, 999_999.99, 9_999_999_900],
    [241.0625, 80, 0.3319],
    [999_999.9999, 80, 0.0001],
  ]) {
    const { body } = await send(product, { unitCost, currency: 'IRR', rate });
    expect(await batch(body.batchId)).toMatchObject({ rate, currencyCost });
  }
});

test('batches are filtered by offer, supplier and state, page by page [STK-62]', async () => {
  const product = await createProduct(admin);
  const supplierId = await supplier();
  const sent = [
    await send(product, { supplierId }),
    await send(product),
    await send(product, { supplierId, expiresOn: await day() }),
    await send(product, { supplierId }, newCodes(1)),
  ].map(({ body }) => body.batchId);
  const [first, plain, dated, small] = sent;
  await query(`UPDATE code_batches SET expires_on = $2 WHERE id = $1`, dated, await day(-1));
  await admin.post(`/api/batches/${first}/recall`, { reason: 'Codes refusés' });
  await runJobs(services);
  const listed = async (filters: string) =>
    (await admin.get(`/api/batches?offerId=${offerOf(product).id}${filters}`)).body.items.map(
      ({ id }: { id: string }) => id,
    );
  expect(await listed('')).toEqual([small, dated, plain, first]);
  expect(await listed('&state=sellable')).toEqual([small, plain]);
  expect(await listed('&state=expired')).toEqual([dated]);
  expect(await listed('&state=recalled')).toEqual([first]);
  expect(await listed(`&supplierId=${supplierId}&state=sellable`)).toEqual([small]);
  expect(
    (await admin.get(`/api/batches?supplierId=${supplierId}`)).body.items.map(({ id }: { id: string }) => id),
  ).toEqual([small, dated, first]);
  await buy(product, 3);
  await buy(product, 1);
  await runJobs(services);
  expect(await batch(small)).toMatchObject({ state: 'soldOut', left: 0 });
  expect(await listed('&state=sellable')).toEqual([]);
});

test('a recall under one key, sent 32 times at once to two servers, takes the batch back once; another one is refused [STK-64]', async () => {
  const product = await createProduct(admin);
  const { body } = await send(product, {}, newCodes(40));
  await buy(product, 5);
  const key = { 'idempotency-key': `recall-${body.batchId}` };
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, index) =>
      userOn(index % 2 ? server : other, admin).post(
        `/api/batches/${body.batchId}/recall`,
        { reason: 'Brûlé' },
        key,
      ),
    ),
  );
  expect(answers.map(({ status, body: answer }) => [status, answer])).toEqual(
    Array(32).fill([200, { withheld: 35, sold: 5 }]),
  );
  const again = await admin.post(`/api/batches/${body.batchId}/recall`, { reason: 'Brûlé' });
  expect([again.status, again.body.code]).toEqual([409, 'BATCH_RECALLED']);
  expect(
    await query(
      `SELECT id FROM audit_trail WHERE action = 'codes.recall-batch' AND after->>'batchId' = $1`,
      body.batchId,
    ),
  ).toHaveLength(1);
  expect(await stockOf(admin, product)).toBe(0);
  expect(await audit(db)).toEqual([]);
});

test('the buyers of a batch are listed with what they hold of it, page by page [STK-64]', async () => {
  const product = await createProduct(admin);
  const { body } = await send(product, {}, newCodes(3));
  await send(product);
  const first = (await buy(product, 2)).body;
  const neighbour = await createUser(server, services, { balance: 1_000 });
  const second = (await buy(product, 3, neighbour)).body;
  const path = `/api/batches/${body.batchId}/buyers`;
  const { body: page } = await admin.get(`${path}?limit=1`);
  expect(page.items).toEqual([
    {
      purchaseId: second.id,
      userId: neighbour.id,
      userName: expect.any(String),
      userEmail: expect.stringContaining('@'),
      userPhone: '0550123456',
      codes: 1,
      createdAt: expect.any(String),
    },
  ]);
  const { body: rest } = await admin.get(`${path}?limit=1&cursor=${page.nextCursor}`);
  expect(rest).toMatchObject({ items: [{ purchaseId: first.id, codes: 2 }], nextCursor: null });
  expect((await reseller.get(path)).status).toBe(403);
  expect((await admin.get('/api/batches/99999/buyers')).body.code).toBe('BATCH_NOT_FOUND');
});

test('a code leaves the sale the day after its date, and a corrected date puts it back [STK-65]', async () => {
  const product = await createProduct(admin);
  const codes = newCodes(3);
  const { body } = await send(product, { expiresOn: await day() }, codes);
  await runJobs(services);
  expect(await stockOf(admin, product)).toBe(3);
  await query('UPDATE code_batches SET expires_on = $2 WHERE id = $1', body.batchId, await day(-1));
  await runJobs(services);
  expect(await stockOf(admin, product)).toBe(0);
  expect(await batch(body.batchId)).toMatchObject({ state: 'expired', left: 0, withdrawn: 3 });
  expect((await buy(product)).body.code).toBe('STOCK_SHORT');
  expect(
    (await admin.post('/api/codes/find', { code: codes[0], reason: 'Contrôle' })).body.items,
  ).toMatchObject([{ status: 'expired', batchId: body.batchId }]);
  expect(
    await query(
      `SELECT after->>'withheld' AS n FROM audit_trail WHERE action = 'codes.withhold-expired' AND subject_id = $1`,
      offerOf(product).id,
    ),
  ).toEqual([{ n: '3' }]);
  expect(await audit(db)).toEqual([]);
  // A correction without a date takes no lock of the imports, so it puts nothing back, whatever date is stored.
  await query('UPDATE code_batches SET expires_on = $2 WHERE id = $1', body.batchId, await day(5));
  const relabelled = await admin.patch(`/api/batches/${body.batchId}`, { label: 'Périmé' });
  expect(relabelled.body).toMatchObject({ label: 'Périmé', state: 'expired', expiresOn: await day(5) });
  expect(await stockOf(admin, product)).toBe(0);
  const corrected = await admin.patch(`/api/batches/${body.batchId}`, { expiresOn: await day(10) });
  expect(corrected.body).toMatchObject({
    state: 'sellable',
    left: 3,
    withdrawn: 0,
    expiresOn: await day(10),
  });
  expect(await stockOf(admin, product)).toBe(3);
  expect((await buy(product)).body.codes).toMatchObject([{ code: codes[0] }]);
  await runJobs(services);
  expect(await stockOf(admin, product)).toBe(2);
  expect(await audit(db)).toEqual([]);
});

// Turned red by: one statement that waits for the batch and then closes it on what it saw before.
test('the job that closes emptied batches leaves one that is being written, and closes it at its next run', async () => {
  const product = await createProduct(admin);
  const { body } = await send(product, {}, newCodes(1));
  await buy(product);
  const held = await holdRows(db, 'SELECT FROM code_batches WHERE id = $1 FOR NO KEY UPDATE', body.batchId);
  await transaction(services.db, closeBatches);
  const closedAt = async () =>
    (await query('SELECT sold_out_at FROM code_batches WHERE id = $1', body.batchId))[0]?.sold_out_at;
  expect(await closedAt()).toBeNull();
  await held.release();
  await transaction(services.db, closeBatches);
  expect(await closedAt()).toEqual(expect.any(String));
});

test('codes of a batch whose date is corrected stay withheld when they were imported again meanwhile [STK-65]', async () => {
  const product = await createProduct(admin);
  const codes = newCodes(2);
  const { body } = await send(product, { expiresOn: await day() }, codes);
  await query('UPDATE code_batches SET expires_on = $2 WHERE id = $1', body.batchId, await day(-1));
  await runJobs(services);
  await send(product, {}, codes.slice(0, 1));
  await admin.patch(`/api/batches/${body.batchId}`, { expiresOn: null });
  expect(await batch(body.batchId)).toMatchObject({ left: 1, withdrawn: 1 });
  expect(await stockOf(admin, product)).toBe(2);
  expect(await audit(db)).toEqual([]);
});

// Turned red by: a release that waits for the job to learn that the day has passed.
test('a withheld code of a batch whose last day has passed does not return to the sale, also before a job has seen it [STK-66]', async () => {
  const product = await createProduct(admin);
  const { body } = await send(product, { expiresOn: await day() });
  const withheld = await query(
    `INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason, created_at)
     SELECT id, product_id, offer_id, sealed, key_id, canonical_fingerprint, 'unreadable', created_at FROM codes
      WHERE offer_id = $1 RETURNING id`,
    offerOf(product).id,
  );
  await query('DELETE FROM codes WHERE offer_id = $1', offerOf(product).id);
  await query('UPDATE offer_stock SET quantity = 0 WHERE offer_id = $1', offerOf(product).id);
  await query(
    'UPDATE code_batches SET expires_on = $2, sold_out_at = clock_timestamp() WHERE id = $1',
    body.batchId,
    await day(-1),
  );
  const released = await admin.post(`/api/withheld-codes/${withheld[0]?.id}/decide`, { decision: 'release' });
  expect([released.status, released.body.code]).toEqual([409, 'BATCH_RECALLED']);
  expect(await stockOf(admin, product)).toBe(0);
});

test('a recalled batch stays recalled when its date is corrected, and a withheld code of it does not return to the sale [STK-66]', async () => {
  const product = await createProduct(admin);
  const { body } = await send(product, { expiresOn: await day() });
  const [twin] = await query(
    `INSERT INTO withheld_codes (id, product_id, offer_id, sealed, key_id, canonical_fingerprint, reason, created_at)
     SELECT id, product_id, offer_id, sealed, key_id, canonical_fingerprint, 'unreadable', created_at FROM codes
      WHERE offer_id = $1 ORDER BY id DESC LIMIT 1 RETURNING id`,
    offerOf(product).id,
  );
  await query('DELETE FROM codes WHERE id = $1', twin?.id);
  await query(
    `UPDATE offer_stock SET quantity = quantity - 1 WHERE offer_id = $1 AND slot = stock_slot()`,
    offerOf(product).id,
  );
  await admin.post(`/api/batches/${body.batchId}/recall`, { reason: 'Brûlé' });
  await admin.patch(`/api/batches/${body.batchId}`, { expiresOn: await day(9), unitCost: 70 });
  expect(await batch(body.batchId)).toMatchObject({ state: 'recalled', left: 0, unitCost: 70 });
  const released = await admin.post(`/api/withheld-codes/${twin?.id}/decide`, { decision: 'release' });
  expect([released.status, released.body.code]).toEqual([409, 'BATCH_RECALLED']);
  expect(await stockOf(admin, product)).toBe(0);
  expect(await audit(db)).toEqual([]);
});

test('batches, their buyers and suppliers are exported with the filters of their lists [STK-62]', async () => {
  const product = await createProduct(admin);
  const name = `Grossiste ${newCodes(1)}`;
  const { body } = await send(product, {
    supplierId: await supplier(name),
    unitCost: 90.5,
    label: 'Lot du jour',
  });
  await buy(product);
  const exported = async (list: string, filters: object) =>
    (await admin.post(`/api/exports/${list}`, filters)).text.split('\r\n');
  const [heads, line, ...rest] = await exported('batches', { offerId: offerOf(product).id });
  expect(heads).toContain('Fournisseur;Statut;Codes;Vendus;À vendre;Retirés;Coût unitaire (DA)');
  expect(line).toContain(`Lot du jour;;${name};En vente;3;1;2;0;90,50`);
  expect(rest).toEqual(['']);
  expect((await exported('batch-buyers', { batchId: body.batchId }))[1]).toContain(reseller.email);
  expect((await exported('suppliers', {})).join()).toContain(name);
});

test('the export of batches has the rate as it was given, with up to four decimals [STK-62]', async () => {
  const product = await createProduct(admin);
  await send(product, { unitCost: 80, currency: 'EUR', rate: 241.0625 });
  const { text } = await admin.post('/api/exports/batches', { offerId: offerOf(product).id });
  expect(text).toContain(';80,00;EUR;0,3319;241,0625;100,00;');
});

test('a batch is corrected field by field; what is left out stays, and null empties it [STK-63]', async () => {
  const product = await createProduct(admin);
  const supplierId = await supplier();
  const { body } = await send(product, { supplierId, unitCost: 80, currency: 'EUR', rate: 250 });
  const path = `/api/batches/${body.batchId}`;
  expect((await admin.patch(path, { unitCost: 85 })).body).toMatchObject({
    supplierId,
    unitCost: 85,
    currency: 'EUR',
    currencyCost: 0.34,
  });
  expect((await admin.patch(path, { unitCost: null })).body.code).toBe('CURRENCY_INCOMPLETE');
  expect((await admin.patch(path, { currency: null, rate: null, supplierId: null })).body).toMatchObject({
    supplierId: null,
    unitCost: 85,
    currency: null,
    currencyCost: null,
  });
  expect((await admin.patch('/api/batches/99999', { unitCost: 1 })).body.code).toBe('BATCH_NOT_FOUND');
  expect((await reseller.patch(path, { unitCost: 1 })).status).toBe(403);
});

interface CoverPage {
  readonly items: readonly unknown[];
  readonly nextCursor: string | null;
}
const coverOf = async (product: ShopProduct, query = '') =>
  (await admin.get(`/api/stock/cover?limit=200${query}`)).body.items.find(
    ({ offerId }: { offerId: string }) => offerId === offerOf(product).id,
  );
/** Moves an offer, its purchases and their codes back by so many days. */
const age = async (product: ShopProduct, days: number) => {
  const id = offerOf(product).id;
  await query(
    `UPDATE offers SET created_at = created_at - make_interval(days => $2) WHERE id = $1`,
    id,
    days,
  );
  await query(`DELETE FROM sales_days_until`);
};
/** Sales of an offer on an earlier day, as the job would have counted them. */
const soldOn = (product: ShopProduct, from: number, codes: number) =>
  query(
    `INSERT INTO sales_days (day, offer_id, codes, amount, cost, uncosted)
     SELECT (clock_timestamp() AT TIME ZONE 'Africa/Algiers')::date - $2::int, $1, $3::int, $3::int * 100, 0, $3::int`,
    offerOf(product).id,
    from,
    codes,
  );
const threshold = (product: ShopProduct, minStock: number, withholdDays = 0) =>
  admin.put(`/api/products/${product.id}/offers/${offerOf(product).id}/threshold`, {
    minStock,
    withholdDays,
  });
const salesOf = (product: ShopProduct) =>
  query(
    `SELECT sum(codes)::int AS codes, sum(amount)::int AS amount, sum(cost)::int AS cost, sum(uncosted)::int AS uncosted
       FROM sales_days WHERE offer_id = $1`,
    offerOf(product).id,
  );

test('a cost corrected after sales holds for later sales; what was sold before keeps the former cost, also when the days are counted again [STK-63][STK-70]', async () => {
  const product = await createProduct(admin);
  const { body } = await send(product, { unitCost: 60 }, newCodes(4));
  await buy(product, 2);
  await runJobs(services);
  expect(await salesOf(product)).toEqual([{ codes: 2, amount: 20_000, cost: 12_000, uncosted: 0 }]);
  await admin.patch(`/api/batches/${body.batchId}`, { unitCost: 75 });
  await buy(product);
  await runJobs(services);
  expect(await salesOf(product)).toEqual([{ codes: 3, amount: 30_000, cost: 19_500, uncosted: 0 }]);
  await query('DELETE FROM sales_days_until');
  await runJobs(services);
  expect(await salesOf(product)).toEqual([{ codes: 3, amount: 30_000, cost: 19_500, uncosted: 0 }]);
});

test('codes without a known cost are counted as such, and with their cost once it is known [STK-70]', async () => {
  const product = await createProduct(admin, { game: `Jeu ${newCodes(1)}` });
  const { body } = await send(product);
  await buy(product, 2);
  await runJobs(services);
  expect(await salesOf(product)).toEqual([{ codes: 2, amount: 20_000, cost: 0, uncosted: 2 }]);
  await admin.patch(`/api/batches/${body.batchId}`, { unitCost: 0 });
  await runJobs(services);
  expect(await salesOf(product)).toEqual([{ codes: 2, amount: 20_000, cost: 0, uncosted: 0 }]);
  const [hours] = await query(
    `SELECT sum(h.codes)::int AS codes, sum(h.amount)::int AS amount FROM sales_hours h JOIN products p ON p.game = h.game
      WHERE p.id = $1`,
    product.id,
  );
  expect(hours).toEqual({ codes: 2, amount: 20_000 });
});

test('the cover of an offer is its stock over the mean of fourteen days, days without stock and before the offer left out [STK-71]', async () => {
  const product = await createProduct(admin);
  await send(product, { unitCost: 70 }, newCodes(20));
  await runJobs(services);
  expect(await coverOf(product)).toMatchObject({
    stock: 20,
    perDay: null,
    days: null,
    unitCost: 70,
    price: 100,
  });
  await age(product, 4);
  await soldOn(product, 1, 8);
  await soldOn(product, 2, 4);
  expect(await coverOf(product)).toMatchObject({ perDay: 3, days: 6.7, reorder: false });
  await query(
    `INSERT INTO days_without_stock (offer_id, day) SELECT $1, (clock_timestamp() AT TIME ZONE 'Africa/Algiers')::date - n
       FROM unnest(ARRAY[2, 3]) n`,
    offerOf(product).id,
  );
  expect(await coverOf(product)).toMatchObject({ perDay: 4, days: 5, reorder: false });
  const { body } = await admin.get(`/api/stock/cover/${offerOf(product).id}/days`);
  expect(body.items).toHaveLength(30);
  expect(body.items.slice(-4)).toMatchObject([
    { codes: 0, withoutStock: true },
    { codes: 4, withoutStock: true },
    { codes: 8, withoutStock: false },
    { day: await day(), codes: 0, withoutStock: false },
  ]);
  expect((await admin.get('/api/stock/cover/x/days')).body.code).toBe('OFFER_NOT_FOUND');
});

test('the sales of each offer count seven days, today included, with its cover, also of an inactive product that has sold [WRK-43]', async () => {
  const [sold, fresh] = [await createProduct(admin), await createProduct(admin)];
  await send(sold, {}, newCodes(20));
  await runJobs(services);
  await age(sold, 9);
  await soldOn(sold, 0, 2);
  await soldOn(sold, 6, 3);
  await soldOn(sold, 7, 50);
  const salesOfAll = async () => (await admin.get('/api/stock/sales')).body.items;
  const of = async (product: ShopProduct) =>
    (await salesOfAll()).find(({ offerId }: { offerId: string }) => offerId === offerOf(product).id);
  const { days, reorder } = await coverOf(sold);
  expect(await of(sold)).toEqual({ offerId: offerOf(sold).id, sold: 5, days, reorder });
  expect(await of(fresh)).toMatchObject({ sold: 0, days: null });
  await admin.patch(`/api/products/${sold.id}`, { status: 'inactive' });
  expect(await of(sold)).toMatchObject({ sold: 5, days: null, reorder: false });
  expect((await reseller.get('/api/stock/sales')).status).toBe(403);
});

test('the list of covers begins with the shortest, reads page by page as at once, and is exported [STK-71]', async () => {
  const all = (await admin.get('/api/stock/cover?limit=200')).body.items;
  const order = all.map(({ days }: { days: number | null }) => days ?? Number.POSITIVE_INFINITY);
  expect(order).toEqual([...order].sort((a, b) => a - b));
  const pages = await allPages<CoverPage>(
    async (cursor) => (await admin.get(`/api/stock/cover?limit=3${cursor}`)).body,
  );
  expect(pages.flatMap(({ items }) => items)).toEqual(all);
  expect((await admin.post('/api/exports/stock-cover', {})).text).toContain('Couverture (jours)');
});

test('an offer is to be ordered below its threshold, with less than three days of cover, or when sales are missed [STK-68][STK-69][STK-72]', async () => {
  const [few, short, missed, fine] = await Promise.all(Array.from({ length: 4 }, () => createProduct(admin)));
  for (const product of [few, short, fine]) await send(product as ShopProduct, {}, newCodes(5));
  expect((await threshold(few as ShopProduct, 6)).body).toEqual({ minStock: 6, withholdDays: 0 });
  await threshold(fine as ShopProduct, 5);
  await age(short as ShopProduct, 2);
  await soldOn(short as ShopProduct, 1, 4);
  expect((await buy(missed as ShopProduct, 2)).body.code).toBe('STOCK_SHORT');
  expect((await buy(missed as ShopProduct)).body.code).toBe('STOCK_SHORT');
  await buy(fine as ShopProduct, 101);
  const ordered = (await admin.get('/api/stock/cover?limit=200&reorder=only')).body.items;
  const of = (product?: ShopProduct) =>
    ordered.find(({ offerId }: { offerId: string }) => product && offerId === offerOf(product).id);
  expect(of(few)).toMatchObject({ stock: 5, minStock: 6, missed: 0 });
  expect(of(short)).toMatchObject({ days: 2.5 });
  expect(of(missed)).toMatchObject({ stock: 0, missed: 2 });
  expect(of(fine)).toBeUndefined();
  expect(await coverOf(fine as ShopProduct)).toMatchObject({ missed: 0 });
});

// Turned red by: a field that has to be sent, and so is sent as it was when the form was opened.
test('a threshold that is set alone leaves the days as they are, so that no withheld code returns, and the other way round [STK-68]', async () => {
  const product = await createProduct(admin);
  const set = (fields: object) =>
    admin.put(`/api/products/${product.id}/offers/${offerOf(product).id}/threshold`, fields);
  const { body } = await send(product, { expiresOn: await day(3) });
  expect((await set({ withholdDays: 4 })).body).toEqual({ minStock: 0, withholdDays: 4 });
  await runJobs(services);
  expect((await set({ minStock: 6 })).body).toEqual({ minStock: 6, withholdDays: 4 });
  expect((await set({})).body).toEqual({ minStock: 6, withholdDays: 4 });
  expect(await batch(body.batchId)).toMatchObject({ state: 'expired', left: 0 });
  expect((await set({ withholdDays: 0 })).body).toEqual({ minStock: 6, withholdDays: 0 });
  expect(await batch(body.batchId)).toMatchObject({ state: 'sellable', left: 3 });
  expect(await audit(db)).toEqual([]);
});

test('fewer days that are saved while the job takes a batch out of the sale leave it on sale [STK-68]', async () => {
  const product = await createProduct(admin);
  await send(product, { expiresOn: await day(3) });
  await threshold(product, 0, 4);
  const saved = await holdRows(
    db,
    'UPDATE offer_thresholds SET withhold_days = 0 WHERE offer_id = $1',
    offerOf(product).id,
  );
  const job = runJobs(services);
  await Promise.race([job, eventually(async () => (await saved.waiting()) > 0)]);
  await saved.release();
  await job;
  expect(await stockOf(admin, product)).toBe(3);
  expect(await audit(db)).toEqual([]);
});

test('codes leave the sale as many days before their date as their offer says, and return when it says fewer [STK-65][STK-68]', async () => {
  const product = await createProduct(admin);
  const { body } = await send(product, { expiresOn: await day(3) });
  await threshold(product, 0, 3);
  await runJobs(services);
  expect(await stockOf(admin, product)).toBe(3);
  await threshold(product, 0, 4);
  await runJobs(services);
  expect(await stockOf(admin, product)).toBe(0);
  expect((await send(product, { expiresOn: await day(3) })).body.code).toBe('EXPIRED_ON_IMPORT');
  expect((await threshold(product, 0, 0)).status).toBe(200);
  expect(await batch(body.batchId)).toMatchObject({ state: 'sellable', left: 3 });
  expect(await stockOf(admin, product)).toBe(3);
  expect(await audit(db)).toEqual([]);
});
