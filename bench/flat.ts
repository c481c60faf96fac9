import { runStatements } from '../server/src/database/embedded/provision.ts';
import { readOptions } from '../tests/support/read-options.ts';
import { auditOf } from './lib/books.ts';
import { httpSales, purchaseOne } from './lib/http-cells.ts';
import { median, round } from './lib/numbers.ts';
import { restock } from './lib/restock.ts';
import { nodeSales } from './lib/sale.ts';
import type { Size } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';
import { cpuMilliseconds, httpClient, type MeasuredServer, startServer } from './lib/server.ts';

/*
 * Costs that must not grow: a sale among 1,000,000 codes and 1,000,000 ledger rows compared with one among 10,000 codes, and the fifth
 * 10,000 sales of one offer compared with the first.
 */
const { values: options } = readOptions('npm run bench:flat', {
  rounds: { type: 'string', default: '8', help: 'number of rounds' },
});
const rounds = Number(options.rounds);
/** Duration of a round; 10,000 codes last for it. */
const seconds = 0.8;
const coldRounds = 3;
/** Duration of the warm-up, after which each reseller of the large business has bought a few times. */
const warmSeconds = 25;
const connections = 8;
const block = 10_000;
const blocks = 5;

const few: Size = { resellers: 2_000, offers: 50, codes: 10_000, hotCodes: 0, sales: 0 };
/** Half of the codes are sold; recharges make the other half of the ledger. */
const many: Size = { ...few, codes: 500_000, hotCodes: block * blocks, sales: 500_000, recharges: 250 };

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Measures both alternately, each round in the other order, so that load on the machine affects both. */
async function compareSizes(
  when: string,
  small: SeededDatabase,
  large: SeededDatabase,
  rounds: number,
): Promise<void> {
  const speeds: [number, number][] = [];
  for (let i = 0; i < rounds; i += 1) {
    const measure = async (database: SeededDatabase, size: Size) => {
      const cell = await nodeSales(database.url, size, 'spread', connections, seconds);
      if (cell.failed > 0) throw new Error(`${cell.failed} sales failed`);
      return cell.perSecond;
    };
    const pair: [number, number] = [0, 0];
    for (const side of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      pair[side] = side === 0 ? await measure(small, few) : await measure(large, many);
    speeds.push(pair);
    await restock(small, few);
  }
  const [a = 0, b = 0] = [0, 1].map((side) => median(speeds.map((pair) => pair[side] ?? 0)));
  const ratio = median(speeds.map(([first, second]) => second / first));
  say(
    `Sales per second ${when}: ${round(a, 0)} with 10,000 codes, ${round(b, 0)} with 1,000,000, ratio ${round(ratio)}`,
  );
}

/** Sells exactly `count` codes of the first offer over HTTP. */
async function sellHot(server: MeasuredServer, count: number): Promise<void> {
  const client = httpClient(server.port, connections);
  let left = count;
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const { status, body } = await purchaseOne(client, many, 'hot');
      if (status !== 200) throw new Error(`sale refused: ${status} ${body}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  client.close();
}

async function compareBlocks(database: SeededDatabase): Promise<void> {
  // A vacuum costs seconds, and would be charged to the block it falls into. None is the harder case for a sale: the
  // entries of sold codes pile up in the indexes.
  await runStatements(
    database.superuserUrl,
    'VACUUM codes',
    'ALTER TABLE codes SET (autovacuum_enabled = false)',
  );
  const server = await startServer({ DATABASE_URL: database.url });
  try {
    // Warms up the server's JIT, which belongs to no block.
    await httpSales(server.port, many, 'spread', connections, 10);
    const costs: number[] = [];
    for (let i = 1; i <= blocks; i += 1) {
      const before = cpuMilliseconds(server.pid) + cpuMilliseconds(database.pid, true);
      await sellHot(server, block);
      const spent = cpuMilliseconds(server.pid) + cpuMilliseconds(database.pid, true) - before;
      costs.push((spent * 1_000) / block);
      say(
        `  sales ${(i - 1) * block + 1} to ${i * block} of one offer: ${round(costs.at(-1) ?? 0, 0)} µs of CPU each`,
      );
    }
    say(
      `  fifth / first ${round((costs.at(-1) ?? 0) / (costs[0] ?? 1))}   limit <= 1.15 (server and database, without a vacuum)`,
    );
  } finally {
    await server.close();
  }
}

const databases: SeededDatabase[] = [];
let clean = false;
try {
  for (const size of [few, many]) databases.push(await openSeededDatabase(size, (line) => say(`  ${line}`)));
  const [small, large] = databases as [SeededDatabase, SeededDatabase];
  // After a checkpoint the first touch of each page writes the whole page to the log, and a large business has more pages
  // to touch. A shop that sells has that behind it for most of the time between two checkpoints.
  await compareSizes('just after a checkpoint', small, large, coldRounds);
  await nodeSales(large.url, many, 'spread', connections, warmSeconds);
  await compareSizes('in the run of business (limit >= 0.9)', small, large, rounds);
  await compareBlocks(large);
  const found = [...(await auditOf(small.url)), ...(await auditOf(large.url))];
  clean = found.length === 0;
  say(`Audit: ${clean ? 'clean' : JSON.stringify(found)}`);
} finally {
  for (const database of databases) await database.close();
}
process.exit(clean ? 0 : 1);
