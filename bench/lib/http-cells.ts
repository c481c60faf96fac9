import { randomUUID } from 'node:crypto';
import { type Cell, loop } from './cell.ts';
import { anyOffer, anyReseller, type Spread } from './sale.ts';
import { productOfOffer, type Size, tokenOf, uuidOf } from './seed.ts';
import { httpClient } from './server.ts';

/** One purchase of one code by any reseller, with a key of its own. */
export const purchaseOne = (
  client: ReturnType<typeof httpClient>,
  size: Size,
  spread: Spread,
  tokenPrefix = '',
) => {
  const offer = anyOffer(size, spread);
  const body = { productId: uuidOf(2, productOfOffer(offer)), offerId: uuidOf(3, offer), quantity: 1 };
  const key = { 'idempotency-key': randomUUID() };
  return client.call('POST', '/api/purchases', tokenPrefix + tokenOf(anyReseller(size)), body, key);
};

/** Purchases through HTTP with real sessions and keys. */
export async function httpSales(
  port: number,
  size: Size,
  spread: Spread,
  connections: number,
  seconds: number,
  tokenPrefix = '',
): Promise<Cell> {
  const client = httpClient(port, connections);
  try {
    return await loop(
      connections,
      seconds,
      async () => (await purchaseOne(client, size, spread, tokenPrefix)).status === 200,
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
