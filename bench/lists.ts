import { openDatabase } from '../server/src/database/pool.ts';
import { readOptions } from '../tests/support/read-options.ts';
import { median, round } from './lib/numbers.ts';
import { type Size, tokenOf, uuidOf } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';
import { httpClient, startServer } from './lib/server.ts';

readOptions('npm run bench:lists', {});

/*
 * The cost of an administrator's lists at 100,000 accounts and 1,000,000 transactions, compared with 1,000 of each in the same run. A
 * list that reads a whole table has a ratio in the hundreds; the limit is 3.
 */
const maxRatio = 3;
const repeats = 15;
const warm = 5;
/** Below this time ratios are noise of the machine. */
const noiseMilliseconds = 5;

/** 9 recharges of each reseller and the sales make the transactions; 500 products on both sides, as a business has them. */
const small: Size = { resellers: 100, offers: 2_500, codes: 1_000, hotCodes: 0, sales: 100 };
const large: Size = { resellers: 100_000, offers: 2_500, codes: 20_000, hotCodes: 0, sales: 100_000 };

const someone = uuidOf(1, 42);
const lists: [what: string, path: string, who: 'admin' | 'reseller'][] = [
  ['accounts', '/api/users', 'admin'],
  ['accounts, active', '/api/users?status=active', 'admin'],
  ['accounts, pending', '/api/users?status=pending', 'admin'],
  ['accounts by email', '/api/users?search=r42@exemple', 'admin'],
  ['accounts by company', '/api/users?search=Oran%2042', 'admin'],
  ['transactions', '/api/transactions', 'admin'],
  ['transactions, purchases', '/api/transactions?type=purchase', 'admin'],
  ['transactions, pending', '/api/transactions?status=pending', 'admin'],
  ['transactions of a day', `/api/transactions?from=${day(-10)}&to=${day(-10)}`, 'admin'],
  ['transactions by email', '/api/transactions?search=r42@exemple', 'admin'],
  ['transactions of one account', `/api/users/${someone}/transactions`, 'admin'],
  ['recharges', '/api/recharges', 'admin'],
  ['recharge requests', '/api/recharge-requests', 'admin'],
  ['free fire requests', '/api/free-fire/requests', 'admin'],
  ['codes, sold', '/api/codes?status=sold', 'admin'],
  ['audit trail', '/api/audit-trail', 'admin'],
  ['operations of a reseller', '/api/operations', 'reseller'],
  ['purchases of a reseller', '/api/purchases', 'reseller'],
  ['ledger of a reseller', '/api/ledger', 'reseller'],
  ['notifications of a reseller', '/api/notifications', 'reseller'],
];

/** These read whole tables by design: printed, but not compared with the limit. */
const sums: typeof lists = [['statistics (sums, no list)', '/api/statistics', 'admin']];

function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

/** Median times of each list on both sides in ms, alternating so that load on the machine affects both. */
async function measure(
  databases: readonly [SeededDatabase, SeededDatabase],
): Promise<Map<string, readonly [number, number]>> {
  const servers = [
    await startServer({ DATABASE_URL: databases[0].url }),
    await startServer({ DATABASE_URL: databases[1].url }),
  ] as const;
  const clients = servers.map(({ port }) => httpClient(port, 1));
  const times = new Map<string, readonly [number, number]>();
  try {
    for (const [what, path, who] of [...lists, ...sums]) {
      const samples: [number[], number[]] = [[], []];
      for (let i = 0; i < warm + repeats; i += 1) {
        for (const [side, client] of clients.entries()) {
          const began = performance.now();
          const { status, body } = await client.call('GET', path, tokenOf(who === 'admin' ? 0 : 42));
          if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
          if (i >= warm) samples[side]?.push(performance.now() - began);
        }
      }
      times.set(what, [median(samples[0]), median(samples[1])]);
    }
  } finally {
    for (const client of clients) client.close();
    for (const server of servers) await server.close();
  }
  return times;
}

async function counts(database: SeededDatabase): Promise<string> {
  const db = openDatabase(database.url, { max: 1 });
  const { rows } = await db.query<{ users: number; transactions: number }>({
    text: 'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM transactions) AS transactions',
  });
  await db.end();
  return `${rows[0]?.users} accounts, ${rows[0]?.transactions} transactions`;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const databases: SeededDatabase[] = [];
let slow = 0;
try {
  for (const size of [small, large]) {
    const database = await openSeededDatabase(size, () => {});
    databases.push(database);
    say(await counts(database));
  }
  const times = await measure(databases as [SeededDatabase, SeededDatabase]);
  say(`\n${'list'.padEnd(30)}  small ms  large ms   ratio   (limit ${maxRatio})`);
  for (const [what] of [...lists, ...sums]) {
    const [a, b] = times.get(what) ?? [0, 0];
    const ratio = b / a;
    const isList = lists.some(([name]) => name === what);
    const isSlow = isList && ratio > maxRatio && b > noiseMilliseconds;
    if (isSlow) slow += 1;
    say(
      `${what.padEnd(30)}  ${String(round(a)).padStart(8)}  ${String(round(b)).padStart(8)}  ${String(round(ratio)).padStart(6)}${isSlow ? '   SLOW' : ''}`,
    );
  }
} finally {
  for (const database of databases) await database.close();
}
process.exit(slow === 0 ? 0 : 1);
