import { randomUUID } from 'node:crypto';
import { anyKey } from './api-keys.ts';
import { cashierPrefix } from './cashiers.ts';
import { type Cell, loop } from './cell.ts';
import { anyOffer, anyReseller, type Spread } from './sale.ts';
import { productOfOffer, type Size, tokenOf, uuidOf } from './seed.ts';
import { httpClient } from './server.ts';

/** One purchase of one code, by the account of a reseller, by its cashier, or by its program. */
export type Buyer = 'account' | 'cashier' | 'program';
type Client = ReturnType<typeof httpClient>;

/** One purchase of one code by any reseller, with a key of its own. */
export const purchaseOne = (client: Client, size: Size, spread: Spread, tokenPrefix = '') => {
  const offer = anyOffer(size, spread);
  const body = { productId: uuidOf(2, productOfOffer(offer)), offerId: uuidOf(3, offer), quantity: 1 };
  const key = { 'idempotency-key': randomUUID() };
  return client.call('POST', '/api/purchases', tokenPrefix + tokenOf(anyReseller(size)), body, key);
};

/** One order of one code by the program of any reseller (`withKeys`), with a reference of its own. */
const orderOne = (client: Client, size: Size, spread: Spread) => {
  const offerId = uuidOf(3, anyOffer(size, spread));
  const body = { reference: randomUUID(), offerId, quantity: 1, maxUnitPrice: 1_000_000 };
  const headers = { authorization: `Bearer ${anyKey(size.resellers)}`, cookie: '' };
  return client.call('POST', '/api/v1/orders', '', body, headers);
};

const buy: Readonly<
  Record<Buyer, (client: Client, size: Size, spread: Spread) => Promise<{ status: number }>>
> = {
  account: purchaseOne,
  cashier: (client, size, spread) => purchaseOne(client, size, spread, cashierPrefix),
  program: orderOne,
};

/** Purchases through HTTP with real sessions or API keys. */
export async function httpSales(
  port: number,
  size: Size,
  spread: Spread,
  connections: number,
  seconds: number,
  buyer: Buyer = 'account',
): Promise<Cell> {
  const client = httpClient(port, connections);
  try {
    return await loop(
      connections,
      seconds,
      async () => (await buy[buyer](client, size, spread)).status < 300,
    );
  } finally {
    client.close();
  }
}

/** The Accept-Encoding of browsers. */
export const browser = { 'accept-encoding': 'gzip, deflate, br' };

/** Reads made by many users. */
export async function httpReads(
  port: number,
  size: Size,
  path: string,
  who: 'reseller' | 'admin',
  connections: number,
  seconds: number,
): Promise<Cell> {
  const client = httpClient(port, connections);
  try {
    return await loop(connections, seconds, async () => {
      const token = tokenOf(who === 'admin' ? 0 : anyReseller(size));
      return (await client.call('GET', path, token, undefined, browser)).status === 200;
    });
  } finally {
    client.close();
  }
}
