import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { composed, declaredStatements } from '../server/src/database/statement.ts';
import { transactionsPage } from '../server/src/modules/wallet/find-transactions.store.ts';
import { readOptions } from '../tests/support/read-options.ts';
import '../server/src/modules/purchases/list-purchases.ts';
import '../server/src/modules/wallet/list-operations.ts';
import { browser } from './lib/http-cells.ts';
import { fixedLoopMilliseconds, median, round } from './lib/numbers.ts';
import { type Size, tokenOf, uuidOf } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';
import {
  childrenMicroseconds,
  cpuMicroseconds,
  httpClient,
  type MeasuredServer,
  startBareServer,
  startServer,
} from './lib/server.ts';

/*
 * What one page of 50 costs the server and the database, in CPU: calls one after the other on one warm connection, beside bare
 * Node that sends the same compressed bytes, and bare Node that asks the same statements through the driver. Another built
 * working copy with the same migrations is measured in turn: `npm run bench:pages -- FOLDER`.
 */
const { values: options, positionals } = readOptions(
  'npm run bench:pages',
  {
    rounds: { type: 'string', default: '9', help: 'number of rounds' },
    calls: { type: 'string', default: '200', help: 'calls of each measurement' },
  },
  '[FOLDER]',
);
const rounds = Number(options.rounds);
const calls = Number(options.calls);
/** 9 recharges and 100 purchases of each reseller: every page is full. */
const size: Size = { resellers: 2_000, offers: 200, codes: 20_000, hotCodes: 0, sales: 200_000 };

const account = uuidOf(1, 42);
const newest = ['infinity', 0, 51] as const;
const declaredText = (name: string): string => declaredStatements().get(name) ?? '';
const newestTransactions = transactionsPage(
  { types: null, status: null, from: null, to: null, search: null },
  { sort: 'date', order: 'desc', hasCursor: false, isCapped: false },
);
interface Page {
  readonly path: string;
  readonly who: 'reseller' | 'admin';
  /** The statement of the bare server. */
  readonly statement?: readonly [text: string, values: readonly unknown[]];
}
const pages: readonly Page[] = [
  {
    path: '/api/operations',
    who: 'reseller',
    statement: [declaredText('wallet.operations'), [account, ...newest]],
  },
  {
    path: '/api/purchases',
    who: 'reseller',
    statement: [declaredText('purchases.of-user'), [account, ...newest]],
  },
  {
    path: '/api/transactions',
    who: 'admin',
    statement: [composed(newestTransactions).text, [51]],
  },
  { path: '/api/products', who: 'reseller' },
];

interface Side {
  readonly name: string;
  readonly server: MeasuredServer;
  readonly client: ReturnType<typeof httpClient>;
  /** The path of a page on this server. */
  address(path: string): string;
}
interface Costs {
  readonly server: number[];
  readonly database: number[];
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const tokenFor = ({ who }: Page, n: number): string =>
  tokenOf(who === 'admin' ? 0 : 1 + (n % size.resellers));

async function ask({ client, address }: Side, page: Page, n: number): Promise<Buffer> {
  const { status, bytes } = await client.call(
    'GET',
    address(page.path),
    tokenFor(page, n),
    undefined,
    browser,
  );
  if (status !== 200) throw new Error(`${page.path}: ${status}`);
  return bytes;
}

/** CPU time of one call on each side in µs; the sides alternate, each round in the other order. */
async function costsOf(
  page: Page,
  sides: readonly Side[],
  databaseCpu: () => number,
  before: () => Promise<void> = async () => {},
): Promise<Costs[]> {
  const costs = sides.map((): Costs => ({ server: [], database: [] }));
  for (let i = 0; i <= rounds; i += 1) {
    const order = i % 2 === 0 ? [...sides.keys()] : [...sides.keys()].reverse();
    for (const index of order) {
      const side = sides[index] as Side;
      const from = [cpuMicroseconds(side.server.pid), databaseCpu()] as const;
      // The first round warms up the JIT.
      const count = i === 0 ? Math.max(calls, 800) : calls;
      for (let n = 0; n < count; n += 1) {
        await before();
        await ask(side, page, n * 7);
      }
      if (i === 0) continue;
      costs[index]?.server.push((cpuMicroseconds(side.server.pid) - from[0]) / count);
      costs[index]?.database.push((databaseCpu() - from[1]) / count);
    }
  }
  return costs;
}

function report(what: string, sides: readonly Side[], costs: readonly Costs[], detail: string): void {
  say(`${what}${detail}`);
  const own = costs[0]?.server ?? [];
  for (const [i, { name }] of sides.entries()) {
    const { server = [], database = [] } = costs[i] ?? {};
    const ratio =
      i === 0
        ? ''
        : `, this copy ${round(median(own.map((cost, n) => cost / (server[n] ?? Number.NaN))))} times it`;
    say(
      `  ${name.padEnd(30)} server ${String(round(median(server), 0)).padStart(5)} µs, database ${String(round(median(database), 0)).padStart(5)} µs${ratio}`,
    );
  }
}

const side = (name: string, server: MeasuredServer, prefix = ''): Side => ({
  name,
  server,
  client: httpClient(server.port, 1),
  address: (path) => prefix + path,
});

async function measure(database: SeededDatabase): Promise<void> {
  const own = side('this copy', await startServer({ DATABASE_URL: database.url }));
  const [folder] = positionals;
  const copies = folder
    ? [own, side('the other copy', await startServer({ DATABASE_URL: database.url }, resolve(folder)))]
    : [own];
  const seller = new pg.Client({ connectionString: database.superuserUrl });
  await seller.connect();
  const { rows } = await seller.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const databaseCpu = childrenMicroseconds(database.pid, [rows[0]?.pid ?? 0]);
  const answers = new Map<string, Buffer>();
  for (const page of pages) answers.set(page.path, await ask(own, page, 41));
  const bare = await startBareServer(database.url, {
    ANSWERS: JSON.stringify(
      Object.fromEntries([...answers].map(([path, bytes]) => [path, bytes.toString('base64')])),
    ),
    PAGES: JSON.stringify(
      Object.fromEntries(
        pages.flatMap(({ path, statement }) => (statement ? [[path, [path, ...statement]]] : [])),
      ),
    ),
  });
  const bytesAlone = side('bare Node, the same bytes', bare, '/bytes');
  const asking = side('bare Node, the same statements', bare, '/rows');
  try {
    for (const page of pages) {
      const sides = [...copies, bytesAlone, ...(page.statement ? [asking] : [])];
      const sent = answers.get(page.path) as Buffer;
      const detail = `: ${sent.length} B of ${gunzipSync(sent).length} B`;
      report(`GET ${page.path}`, sides, await costsOf(page, sides, databaseCpu), detail);
    }
    const products = pages.find(({ path }) => path === '/api/products') as Page;
    let n = 0;
    const sell = async () => {
      n += 1;
      const values = [uuidOf(3, 1 + (n % size.offers))];
      await seller.query(
        'UPDATE offer_stock SET last_sale = clock_timestamp() WHERE offer_id = $1 AND slot = 1',
        values,
      );
    };
    report('GET /api/products after a sale', copies, await costsOf(products, copies, databaseCpu, sell), '');
  } finally {
    for (const { client } of [...copies, bytesAlone, asking]) client.close();
    for (const { server } of copies) await server.close();
    await bare.close();
    await seller.end();
  }
}

say(
  `A fixed loop of 50,000,000 steps takes ${round(fixedLoopMilliseconds(), 0)} ms here; medians of ${rounds} rounds of ${calls} calls.`,
);
const database = await openSeededDatabase(size, () => {});
try {
  await measure(database);
} finally {
  await database.close();
}
process.exit(0);
