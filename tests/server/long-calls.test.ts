import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { contract } from '@almas/contract';
import type { Route } from '@almas/contract/route';
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { timeLeft } from '../../server/src/http/authorize-call.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { holdRows } from '../support/row-locks.ts';
import { createProduct, newCodes, offerOf } from '../support/shop.ts';
import { createUser } from '../support/users.ts';

const { db } = await freshDatabase({ max: 10 });
const { server, services } = await secondServer(db);
const admin = await createUser(server, services, { role: 'admin' });

test('the connection of a running code import may be idle for ten minutes, other connections for one', async () => {
  const product = await createProduct(admin);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const connections: Socket[] = [];
  server.server.on('connection', (socket: Socket) => connections.push(socket));
  const silent = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void silent.destroy());
  await once(silent, 'connect');
  const offer = await holdRows(db, 'SELECT FROM offers WHERE id = $1 FOR UPDATE', offerOf(product).id);
  const imported = fetch(
    `http://127.0.0.1:${port}/api/products/${product.id}/offers/${offerOf(product).id}/codes`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: admin.cookie },
      body: JSON.stringify({ codes: newCodes(2) }),
    },
  );
  await eventually(async () => (await offer.waiting()) === 1);
  expect(connections.map(({ timeout }) => timeout)).toEqual([60_000, 600_000]);
  await offer.release();
  expect((await imported).status).toBe(200);
});

test('the time that the look-up of the session took counts for the time limit of its call (P8)', () => {
  const identified = (took: number) => ({ identified: { took } }) as FastifyRequest;
  expect(timeLeft(identified(0)) - timeLeft(identified(1_500))).toBe(1_500);
});

test('the calls without a time limit are the imports, removals and readings of codes, sets of prices, statements of the bank, exports, uploads, computed passwords, and webhooks that send what waited', () => {
  const long = Object.entries(contract).flatMap(([group, routes]) =>
    Object.entries<Route>(routes).flatMap(([name, route]) => (route.long ? [`${group}.${name}`] : [])),
  );
  expect(long.sort()).toEqual([
    'accounts.login',
    'accounts.register',
    'bank.import',
    'bank.preview',
    'claims.sendPicture',
    'codeBatches.recall',
    'codeBatches.update',
    'codes.export',
    'codes.import',
    'codes.preview',
    'codes.releaseReservations',
    'exports.accountFlags',
    'exports.administrators',
    'exports.announcements',
    'exports.auditTrail',
    'exports.bankLines',
    'exports.batchBuyers',
    'exports.batches',
    'exports.claims',
    'exports.collectors',
    'exports.creditProposals',
    'exports.freeFireRequests',
    'exports.ledger',
    'exports.margins',
    'exports.movements',
    'exports.priceChanges',
    'exports.priceLevels',
    'exports.priceLists',
    'exports.products',
    'exports.receivableEntries',
    'exports.receivables',
    'exports.rechargeRequests',
    'exports.rechargeStatement',
    'exports.reconciliation',
    'exports.remittances',
    'exports.stockCover',
    'exports.stockValue',
    'exports.supplierClaims',
    'exports.supplierOrders',
    'exports.suppliers',
    'exports.transactions',
    'exports.users',
    'exports.withoutMoney',
    'freeFire.sendProof',
    'pictures.upload',
    'prices.applyList',
    'prices.previewList',
    'prices.removeLevel',
    'prices.setOfLevel',
    'prices.setOfUser',
    'prices.undoList',
    'products.create',
    'products.remove',
    'products.update',
    'rechargeRequests.sendProof',
    'signIn.completeReset',
    'signIn.setPassword',
    'staff.create',
    'staff.login',
    'staff.update',
    'statements.export',
    'statements.exportTillCloses',
    'stock.setThreshold',
    'supplierOrders.resolve',
    'webhooks.change',
  ]);
});

test.each(['/api/session', '/api/codes'])(
  'the short call GET %s gets 503 although its database statement never ends',
  async (path) => {
    const never: typeof db.query = () => new Promise(() => {});
    let hangs = false;
    const query: typeof db.query = (config) => (hangs ? never(config) : db.query(config));
    const hanging = {
      ...db,
      query,
      connect: () => (hangs ? never({ text: '' }) : db.connect()),
    } as typeof db;
    const { server: stuck } = await secondServer(db, { services: { db: hanging } });
    hangs = true;
    const response = await stuck.inject({ url: path, headers: { cookie: admin.cookie } });
    expect(response.statusCode).toBe(503);
  },
);
