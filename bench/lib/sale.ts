import { createHash, randomUUID } from 'node:crypto';
import { type SaleParams, saleValues, sellCodesSql } from '../../server/src/modules/purchases/sell-codes.ts';
import type { Cell } from './cell.ts';
import { clientLoop } from './client-loop.ts';
import {
  offerId,
  productId,
  productOfOffer,
  productOfOfferText,
  type Size,
  tokenOf,
  tokenText,
  uuidOf,
} from './seed.ts';

/** The offers that are sold: a random one, or always the first. */
export type Spread = 'spread' | 'hot';

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const hash = hashOf('bench');
const unlimited = 2_000_000_000;

export const anyReseller = (size: Size): number => 1 + Math.floor(Math.random() * size.resellers);
export const anyOffer = (size: Size, spread: Spread): number =>
  spread === 'hot' ? 1 : 1 + Math.floor(Math.random() * size.offers);

/** Parts that a sale can leave out with the same statement: the counted attempt, the stored key, the notification. */
export interface LeftOut {
  readonly attempt?: boolean;
  readonly key?: boolean;
  readonly notification?: boolean;
}

export function saleParams(size: Size, spread: Spread, without: LeftOut = {}): SaleParams {
  const offer = anyOffer(size, spread);
  return {
    buyerId: null,
    idempotencyKey: without.key ? null : randomUUID(),
    productId: uuidOf(2, productOfOffer(offer)),
    offerId: uuidOf(3, offer),
    quantity: 1,
    inputHash: hash,
    attemptsAllowed: unlimited,
    notify: !without.notification,
    isFirstTry: !without.attempt,
    sessionHash: hashOf(tokenOf(anyReseller(size))),
    expectedUnitPrice: null,
    expectedOffer: null,
  };
}

/** Runs the product's statement from Node without HTTP, sequentially on each of `connections` clients. */
export async function nodeSales(
  url: string,
  size: Size,
  spread: Spread,
  connections: number,
  seconds: number,
  without: LeftOut = {},
): Promise<Cell> {
  return clientLoop(url, connections, seconds, async (client) => {
    const values = [...saleValues(saleParams(size, spread, without))];
    const { rows } = await client.query({ name: 'sale', text: sellCodesSql, values });
    return rows[0]?.sale.purchaseId !== null;
  });
}

/**
 * The same statement as a pgbench script. pgbench draws whole numbers only, so the ids are built from them by the
 * database, which costs it a little more than a parameter would.
 */
export function pgbenchScript(size: Size, spread: Spread): string {
  const values: Record<string, string> = {
    $1: 'NULL',
    $2: `md5(:k1::text || '-' || :k2::text)`,
    $3: `(${productId(productOfOfferText(':o::int'))})`,
    $4: `(${offerId(':o::int')})`,
    $5: '1',
    $6: `'\\x${hash.toString('hex')}'::bytea`,
    $7: String(unlimited),
    $8: 'true',
    $9: 'true',
    $11: 'NULL',
    $12: 'NULL',
    $10: `sha256(convert_to(${tokenText(':u')}, 'UTF8'))`,
  };
  const sql = sellCodesSql.replace(/\$\d+/g, (parameter) => values[parameter] ?? parameter);
  return [
    `\\set u random(1, ${size.resellers})`,
    spread === 'hot' ? '\\set o 1' : `\\set o random(1, ${size.offers})`,
    '\\set k1 random(1, 1000000000)',
    '\\set k2 random(1, 1000000000)',
    `${sql.replace(/\s*\n\s*/g, ' ')};`,
  ].join('\n');
}
