import { contract } from '@almas/contract';
import type { Route } from '@almas/contract/route';
import { expect, test } from 'vitest';
import { type Caller, identityOf } from '../../server/src/authorization/identity.ts';
import { sessionCookie } from '../../server/src/http/session-cookie.ts';
import { sessions } from '../../server/src/modules/accounts/sessions.ts';
import { servedGroups } from '../../server/src/routes.ts';
import { testApp } from '../support/app.ts';
import { openUntilMidnight } from '../support/open-all-day.ts';
import { createProduct, importCodes, offerOf } from '../support/shop.ts';
import { balanceOf, createUser, type TestUser } from '../support/users.ts';

/*
 * A caller who acts on the wallet of another account, as a cashier will: the calls that a cashier may make belong to the wallet, and
 * record who made them.
 */
const { server, services, url } = await testApp();
await openUntilMidnight(url);
const admin = await createUser(server, services, { role: 'admin' });
const owner = await createUser(server, services, { balance: 10_000, company: 'Cyber Oran' });
const cashier = await createUser(server, services, { company: 'Cyber Sétif' });
const product = await createProduct(admin, { offers: [{ price: 100 }] });
await importCodes(admin, product, 10);
await admin.patch('/api/free-fire/service', { enabled: true, startHour: 0, endHour: 23 });

const known = sessions(services.db, undefined);
const callerOfSession = async ({ cookie }: TestUser) =>
  (await known.identify(cookie.replace('almas_session=', ''))) as Caller;
const caller: Caller = {
  actor: (await callerOfSession(cashier)).actor,
  wallet: (await callerOfSession(owner)).wallet,
};
const groups = servedGroups(services, known, sessionCookie(undefined));

interface Input {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  readonly key?: string;
}

/** Calls the handler of a route for the caller, behind authorization. */
async function callOnWallet(route: Route, { params, query, body, key }: Input = {}) {
  const group = groups.find(({ routes }) => Object.values(routes).includes(route));
  const name = Object.entries(group?.routes ?? {}).find(([, served]) => served === route)?.[0] ?? '';
  const handler = group?.handlers[name] as (call: object) => Promise<unknown>;
  const response = await handler({
    ...caller,
    identity: identityOf(caller),
    origin: { ip: '127.0.0.1', userAgent: '' },
    reads: services.db,
    params: route.params?.parse(params ?? {}),
    query: route.query?.parse(query ?? {}),
    body: route.body?.parse(body ?? {}),
    key,
  });
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  return response as any;
}

test('a purchase on the wallet of another account is paid, listed and settled there, and its disclosure names who made it', async () => {
  const { purchases, outcomes } = contract;
  const order = { productId: product.id, offerId: offerOf(product).id, quantity: 2 };
  const bought = await callOnWallet(purchases.create, { body: order, key: 'wallet-sale' });
  expect([await balanceOf(owner), await balanceOf(cashier)]).toEqual([9_800, 0]);
  const id = bought.id;
  expect((await callOnWallet(purchases.create, { body: order, key: 'wallet-sale' })).id).toBe(id);
  expect((await callOnWallet(purchases.get, { params: { id } })).codes).toEqual(bought.codes);
  for (const list of [purchases.list, purchases.quickSales])
    expect((await callOnWallet(list)).items).toHaveLength(1);
  const settled = await callOnWallet(outcomes.settle, { params: { key: 'wallet-sale' } });
  expect(settled).toMatchObject({ outcome: 'executed', purchase: { id } });
  await callOnWallet(purchases.disclose, { params: { id }, body: { kind: 'print' } });
  expect((await callOnWallet(purchases.disclosures, { params: { id } })).items).toHaveLength(1);
  const { rows } = await services.db.query({ text: 'SELECT user_id FROM disclosures' });
  expect(rows).toEqual([{ user_id: cashier.id }]);
});

test('a Free Fire request on the wallet of another account is debited and listed there, with its customer', async () => {
  const { freeFire } = contract;
  const [offer] = (await callOnWallet(freeFire.offers)).items;
  const before = await balanceOf(owner);
  const body = { offerId: offer.id, amount: offer.price, freeFireId: '123456789' };
  const { requestId } = await callOnWallet(freeFire.createRequest, { body, key: 'wallet-request' });
  expect([await balanceOf(owner), await balanceOf(cashier)]).toEqual([before - offer.price, 0]);
  expect((await callOnWallet(freeFire.request, { params: { id: requestId } })).userId).toBe(owner.id);
  expect((await callOnWallet(freeFire.requests, { query: { status: 'pending' } })).items).toHaveLength(1);
  expect((await callOnWallet(freeFire.customers)).items).toHaveLength(1);
  const repeated = await callOnWallet(freeFire.repeat, {
    query: { freeFireId: '123456789', offerId: offer.id },
  });
  expect(repeated.repeat.requestId).toBe(requestId);
});

test('the tickets of a caller on the wallet of another account show the shop and the retail prices of that account', async () => {
  const { shop } = contract;
  const { id: offerId } = offerOf(product);
  await owner.put(`/api/shop/prices/${offerId}`, { price: 130 });
  expect((await callOnWallet(shop.profile)).name).toBe('Cyber Oran');
  expect(await callOnWallet(shop.retailPrice, { params: { offerId } })).toEqual({ price: 130 });
});
