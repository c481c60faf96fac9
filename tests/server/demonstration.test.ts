import { expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { staffOwner, tillSales } from '../../server/src/audit/checks/staff.ts';
import { actorOf } from '../../server/src/authorization/identity.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { claimCodes } from '../../server/src/demo/claim-codes.ts';
import { employCashiers } from '../../server/src/demo/employ-cashiers.ts';
import { openApi } from '../../server/src/demo/open-api.ts';
import { openCounters } from '../../server/src/demo/open-counters.ts';
import { rehearseSuppliers } from '../../server/src/demo/rehearse-suppliers.ts';
import { setPrices } from '../../server/src/demo/set-prices.ts';
import { spreadOverMonth } from '../../server/src/demo/spread-over-month.ts';
import { findUser } from '../../server/src/modules/accounts/find-user.ts';
import { advanceOldestSellable } from '../../server/src/modules/codes/advance-oldest-sellable.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { onDatabase, startCommand } from '../support/operator-command.ts';
import { buy, createProduct, importCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { server, services, url, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });

test('the demonstration dates its codes back and leaves no available code older than oldest_sellable_at', async () => {
  const product = await createProduct(admin);
  const offerId = offerOf(product).id;
  for (let i = 0; i < 2; i += 1) await importCodes(admin, product, 1);
  await buyer.post('/api/purchases', { productId: product.id, offerId, quantity: 1 });
  expect(await transaction(services.db, advanceOldestSellable)).toBe(1);
  await spreadOverMonth(services.db);
  const rows = await query(`SELECT count(*) FROM offers o JOIN codes c ON c.offer_id = o.id
            WHERE c.status = 'available' AND c.created_at < o.oldest_sellable_at`);
  expect(rows).toEqual([{ count: 0 }]);
});

test('the demonstration ends today: its last sale is ten minutes old, whatever was made after it [DSK-84]', async () => {
  const product = await createProduct(admin);
  const order = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
  await importCodes(admin, product, 2);
  for (let i = 0; i < 2; i += 1) await buyer.post('/api/purchases', order);
  for (let i = 0; i < 3; i += 1) await createProduct(admin);
  await spreadOverMonth(services.db);
  const rows =
    await query(`SELECT (SELECT max(created_at) > now() - interval '11 minutes' FROM purchases) AS "salesEndToday",
                  (SELECT max(created_at) <= now() FROM audit_trail) AS "nothingIsAhead"`);
  expect(rows).toEqual([{ salesEndToday: true, nothingIsAhead: true }]);
});

test('the purchases and requests of the demonstration count for no rate limit after it has dated them back', async () => {
  const attempts = async () => await query('SELECT action FROM rate_limits WHERE subject = $1', buyer.id);
  await buyer.post('/api/recharge-requests', { amount: 100, method: 'ccp' });
  const product = await createProduct(admin);
  await buy(buyer, product);
  expect(await attempts()).toHaveLength(2);
  await spreadOverMonth(services.db);
  expect(await attempts()).toEqual([]);
});

test('an audit before the demonstration leaves no end of the trail behind with which the audit after it would disagree', async () => {
  const audit = () => startCommand(['audit'], onDatabase(url)).ended;
  await importCodes(admin, await createProduct(admin), 1);
  await runJobs(services);
  expect(await audit()).toMatchObject({ code: 0 });
  await spreadOverMonth(services.db);
  const after = await audit();
  expect(after.output).toContain('Les comptes sont justes');
  expect(after.code).toBe(0);
});

test('the demonstration gives a reseller cashiers with what they sold and a drawer of yesterday, and the books agree [TEA-38]', async () => {
  const product = await createProduct(admin);
  const order = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
  await importCodes(admin, product, 12);
  for (let i = 0; i < 12; i += 1) await buyer.post('/api/purchases', order);
  await query(`ALTER TABLE purchases DISABLE TRIGGER USER;
           UPDATE purchases SET created_at = created_at - interval '1 day' WHERE id % 2 = 0;
           ALTER TABLE purchases ENABLE TRIGGER USER`);
  const [account, operator] = [await findUser(services.db, buyer.id), await findUser(services.db, admin.id)];
  if (!account || !operator) throw new Error('no account');
  const origin = { ip: '127.0.0.1', userAgent: 'demo' };
  await employCashiers(services, services.db, actorOf(operator), origin, actorOf(account));
  await eventually(async () => (await buyer.get('/api/staff')).body.items?.length === 2);
  const sellers = (await buyer.get('/api/purchases')).body.items.map(
    ({ soldBy }: { soldBy?: string }) => soldBy,
  );
  expect(new Set(sellers)).toEqual(new Set(['Yasmine', 'Mohamed', undefined]));
  expect((await buyer.get('/api/till-closes')).body.items.length).toBeGreaterThan(0);
  const found = await Promise.all([staffOwner, tillSales].map(({ query }) => query.all(services.db)));
  expect(found).toEqual([[], []]);
});

test('the demonstration gives a reseller a ticket footer, a retail price for each offer and names for the customers [CNT-24]', async () => {
  const product = await createProduct(admin);
  const offer = { productId: product.id, offerId: offerOf(product).id, price: 755 };
  await query(
    `INSERT INTO free_fire_customers (user_id, player_id, last_offer_id, last_offer_name)
           VALUES ($1, '123456789', 'ff_100_10', '100+10')`,
    buyer.id,
  );
  const account = await findUser(services.db, buyer.id);
  if (!account) throw new Error('no account');
  await openCounters(services, { ip: '127.0.0.1', userAgent: 'demo' }, [offer], [actorOf(account)]);
  expect((await buyer.get('/api/shop')).body).toMatchObject({
    footer: 'Merci et à bientôt !',
    paperWidth: '58',
    showPrice: true,
  });
  expect((await buyer.get(`/api/shop/prices/${offer.offerId}`)).body).toEqual({ price: 840 });
  const { items } = (await buyer.get('/api/free-fire/customers')).body;
  expect(items).toMatchObject([{ playerId: '123456789', label: 'Sami (lycée)' }]);
});

test('the demonstration gives three levels with a break at ten codes to three of four resellers, and own prices to the first', async () => {
  const product = await createProduct(admin, { offers: [{ price: 1_000 }] });
  const resellers = [buyer, ...(await Promise.all([1, 2, 3].map(() => createUser(server, services))))];
  const actors = await Promise.all(
    resellers.map(async ({ id }) => actorOf((await findUser(services.db, id)) as never)),
  );
  const owner = actorOf((await findUser(services.db, admin.id)) as never);
  const offers = [{ productId: product.id, offerId: offerOf(product).id, price: 1_000 }];
  await setPrices(services, owner, { ip: '127.0.0.1', userAgent: 'demo' }, offers, actors);
  const { items } = (await admin.get('/api/price-levels')).body;
  expect(items.map(({ accounts }: { accounts: number }) => accounts)).toEqual([1, 1, 1]);
  const read = async (index: number) => (await resellers[index]?.get('/api/my-prices'))?.body.offers;
  expect(await read(0)).toMatchObject([{ price: 960, breaks: [{ minQuantity: 10, price: 955 }] }]);
  expect(await read(1)).toMatchObject([{ price: 980, breaks: [{ minQuantity: 10, price: 970 }] }]);
  expect(await read(3)).toEqual([]);
});

test('the demonstration has claims of every outcome and some that wait, and the audit finds nothing after it [CLM-62]', async () => {
  const product = await createProduct(admin);
  await importCodes(admin, product, 12);
  const order = { productId: product.id, offerId: offerOf(product).id, quantity: 1 };
  const shops = await Promise.all(
    [0, 1, 2, 3, 4].map(() => createUser(server, services, { balance: 1_000 })),
  );
  for (const shop of [...shops, ...shops.slice(0, 2)]) await shop.post('/api/purchases', order);
  const actorFor = async ({ id }: { id: string }) => actorOf((await findUser(services.db, id)) as never);
  const origin = { ip: '127.0.0.1', userAgent: 'demo' };
  await claimCodes(services, await actorFor(admin), origin, await Promise.all(shops.map(actorFor)));
  await spreadOverMonth(services.db);
  const { items } = (await admin.get('/api/claims')).body;
  expect(items.map(({ status }: { status: string }) => status).sort()).toEqual([
    'credited',
    'credited',
    'open',
    'open',
    'open',
    'refused',
    'replaced',
  ]);
  const found = await audit(services.db);
  expect(found.filter(({ kind }) => /claim|purchase|balance|stock/i.test(kind))).toEqual([]);
});

test('the demonstration has a reseller whose site has keys, orders and a webhook that is off, and the audit finds nothing after it [API-51]', async () => {
  const product = await createProduct(admin);
  await importCodes(admin, product, 2);
  const shop = await createUser(server, services, { balance: 1_000 });
  const actorFor = async ({ id }: { id: string }) => actorOf((await findUser(services.db, id)) as never);
  const origin = { ip: '127.0.0.1', userAgent: 'demo' };
  await openApi(services, await actorFor(admin), origin, await actorFor(shop), [
    { offerId: offerOf(product).id },
  ]);
  // The server reads the switch a moment later.
  await eventually(async () => (await shop.get('/api/keys')).status === 200);
  expect((await shop.get('/api/keys')).body.items).toHaveLength(2);
  expect((await shop.get('/api/purchases')).body.items).toHaveLength(1);
  expect((await shop.get('/api/webhooks')).body.items).toMatchObject([
    { enabled: false, offReason: 'owner' },
  ]);
  expect(await audit(services.db)).toEqual([]);
});

test('the demonstration has orders to a simulated supplier of every outcome, one of them unknown, and the audit finds nothing in them [SUP-62]', async () => {
  const actor = actorOf((await findUser(services.db, admin.id)) as never);
  await rehearseSuppliers(services, actor, { ip: '127.0.0.1', userAgent: 'demo' });
  await eventually(async () => (await admin.get('/api/supplier-orders')).status === 200);
  const { items } = (await admin.get('/api/supplier-orders')).body;
  const statuses = new Set(items.map(({ status }: { status: string }) => status));
  expect(statuses).toEqual(new Set(['delivered', 'partial', 'failed', 'unknown']));
  const found = await audit(services.db);
  expect(found.filter(({ kind }) => /supplier|batch/i.test(kind))).toEqual([]);
});
