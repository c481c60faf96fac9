import { median } from './numbers.ts';
import { tokenOf } from './seed.ts';
import { httpClient } from './server.ts';

const pageSize = 20;
/** Page size on the way to a far page: only the page itself is measured. */
const stride = 200;
const farPage = 1_000;
/** The number of a reseller that exists at every size. */
const resellerNumber = 7;
const repeats = 9;
const warm = 3;

type Who = 'admin' | 'reseller';
export const lists: readonly (readonly [what: string, path: string, who: Who])[] = [
  ['accounts', '/api/users', 'admin'],
  ['transactions', '/api/transactions', 'admin'],
  ['transactions, purchases', '/api/transactions?type=purchase', 'admin'],
  ['recharges', '/api/recharges', 'admin'],
  ['codes', '/api/codes', 'admin'],
  ['codes, sold', '/api/codes?status=sold', 'admin'],
  ['operations of a reseller', '/api/operations', 'reseller'],
  ['purchases of a reseller', '/api/purchases', 'reseller'],
  ['ledger of a reseller', '/api/ledger', 'reseller'],
];

/** The cost of a page in ms and its number: the thousandth, or the last of a shorter list. */
export interface Page {
  readonly number: number;
  readonly milliseconds: number;
}
export interface ListCost {
  readonly first: Page;
  readonly far: Page;
}

type Client = ReturnType<typeof httpClient>;
interface ListResponse {
  readonly items: unknown[];
  readonly nextCursor: string | null;
}

async function read(client: Client, path: string, who: Who, limit: number, cursor: string | null) {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
  const address = `${path}${path.includes('?') ? '&' : '?'}${query}`;
  const { status, body } = await client.call('GET', address, tokenOf(who === 'admin' ? 0 : resellerNumber));
  if (status !== 200) throw new Error(`${address}: ${status} ${body}`);
  return JSON.parse(body) as ListResponse;
}

/** The cursor of the thousandth page, or of the last one of a shorter list: with large pages first, then page by page. */
async function cursorOfFarPage(
  client: Client,
  path: string,
  who: Who,
): Promise<{ cursor: string | null; page: number }> {
  let [cursor, passed, step]: [string | null, number, number] = [null, 0, stride];
  const goal = (farPage - 1) * pageSize;
  while (passed < goal) {
    const limit = Math.min(step, goal - passed);
    const { nextCursor } = await read(client, path, who, limit, cursor);
    if (nextCursor === null && step === pageSize) break;
    if (nextCursor === null) step = pageSize;
    else [cursor, passed] = [nextCursor, passed + limit];
  }
  return { cursor, page: passed / pageSize + 1 };
}

async function cost(client: Client, path: string, who: Who, cursor: string | null): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < warm + repeats; i += 1) {
    const began = performance.now();
    await read(client, path, who, pageSize, cursor);
    if (i >= warm) samples.push(performance.now() - began);
  }
  return median(samples);
}

/** Measures the first and a far page of each list. */
export async function measureLists(port: number): Promise<Map<string, ListCost>> {
  const client = httpClient(port, 1);
  const costs = new Map<string, ListCost>();
  try {
    for (const [what, path, who] of lists) {
      const { cursor, page } = await cursorOfFarPage(client, path, who);
      costs.set(what, {
        first: { number: 1, milliseconds: await cost(client, path, who, null) },
        far: { number: page, milliseconds: await cost(client, path, who, cursor) },
      });
    }
  } finally {
    client.close();
  }
  return costs;
}
