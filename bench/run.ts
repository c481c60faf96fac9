import { readOptions } from '../tests/support/read-options.ts';
import { auditOf } from './lib/books.ts';
import type { Cell } from './lib/cell.ts';
import { httpReads, httpSales } from './lib/http-cells.ts';
import { leanSales, prepareLean } from './lib/lean-sale.ts';
import { fixedLoopMilliseconds, median, round } from './lib/numbers.ts';
import { hasPgbench, pgbench } from './lib/pgbench.ts';
import { restock } from './lib/restock.ts';
import { nodeSales, pgbenchScript, type Spread } from './lib/sale.ts';
import type { Size } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';
import {
  cpuMilliseconds,
  type MeasuredServer,
  residentMegabytes,
  startBareServer,
  startServer,
} from './lib/server.ts';

const { values: options } = readOptions('npm run bench', {
  rounds: { type: 'string', default: '4', help: 'number of rounds' },
  seconds: { type: 'string', default: '6', help: 'seconds of each measurement' },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
/** More codes than a round sells. Offers are refilled after each round, unless one has sold out. */
const codesOfRound = 40_000 * seconds;
const size: Size = {
  resellers: 2_000,
  offers: 200,
  codes: codesOfRound,
  hotCodes: codesOfRound,
  sales: 20_000,
};

const say = (line: string) => process.stdout.write(`${line}\n`);
type Cells = Record<string, Cell[]>;
const keep = (cells: Cells, name: string, cell: Cell) => {
  cells[name] = [...(cells[name] ?? []), cell];
};

const databaseClient = hasPgbench() ? 'pgbench' : 'node alone';

/** Runs each form of the purchase once per round, so that load on the machine affects all of them. */
async function saleRound(database: SeededDatabase, server: MeasuredServer, cells: Cells): Promise<void> {
  for (const spread of ['spread', 'hot'] as Spread[]) {
    for (const connections of [1, 8, 32]) {
      const name = `${connections} ${spread}`;
      keep(
        cells,
        `database ${name}`,
        databaseClient === 'pgbench'
          ? await pgbench(database.url, pgbenchScript(size, spread), connections, seconds)
          : await nodeSales(database.url, size, spread, connections, seconds),
      );
      if (connections === 8) {
        keep(cells, `node ${name}`, await nodeSales(database.url, size, spread, connections, seconds));
        if (spread === 'spread')
          keep(cells, `lean ${name}`, await leanSales(database.url, size, spread, connections, seconds));
      }
      keep(cells, `http ${name}`, await httpSales(server.port, size, spread, connections, seconds));
    }
  }
}

const middle = (cells: Cells, name: string, figure: keyof Cell): number =>
  median((cells[name] ?? []).map((cell) => cell[figure]));

/** The median over the rounds of the ratio within each round. */
const ratio = (cells: Cells, a: string, b: string, figure: keyof Cell = 'perSecond'): number =>
  median((cells[a] ?? []).map((cell, i) => cell[figure] / (cells[b]?.[i]?.[figure] ?? Number.NaN)));

function reportSales(cells: Cells): void {
  say(`\nPurchases, medians of ${rounds} rounds (database = ${databaseClient}):`);
  for (const [name, list] of Object.entries(cells)) {
    const failed = list.reduce((sum, cell) => sum + cell.failed, 0);
    say(
      `  ${name.padEnd(20)} ${String(round(middle(cells, name, 'perSecond'), 0)).padStart(6)}/s  p50 ${round(middle(cells, name, 'p50'))} ms  p99 ${round(middle(cells, name, 'p99'))} ms${failed ? `  FAILED ${failed}` : ''}`,
    );
  }
  const bounds: [string, number, string][] = [
    ['HTTP / database, 8 spread', ratio(cells, 'http 8 spread', 'database 8 spread'), '>= 0.45'],
    ['HTTP / database, 32 spread', ratio(cells, 'http 32 spread', 'database 32 spread'), '>= 0.50'],
    ['HTTP hot / HTTP spread, 8', ratio(cells, 'http 8 hot', 'http 8 spread'), '>= 0.85'],
    ['database hot / spread, 8', ratio(cells, 'database 8 hot', 'database 8 spread'), '>= 0.8'],
    ['node / database, 8 spread', ratio(cells, 'node 8 spread', 'database 8 spread'), '>= 0.8'],
    ['node / lean, 8 spread', ratio(cells, 'node 8 spread', 'lean 8 spread'), '>= 0.75 (docs/scale.md)'],
    ['p50 HTTP / database, 8', ratio(cells, 'http 8 spread', 'database 8 spread', 'p50'), '<= 3'],
    ['p99 HTTP / database, 8', ratio(cells, 'http 8 spread', 'database 8 spread', 'p99'), '<= 3'],
  ];
  say('Ratios (median of the rounds):');
  for (const [what, value, bound] of bounds)
    say(`  ${what.padEnd(30)} ${String(round(value)).padStart(6)}   limit ${bound}`);
}

const reads: [string, 'reseller' | 'admin'][] = [
  ['/api/me', 'reseller'],
  ['/api/products', 'reseller'],
  ['/api/operations', 'reseller'],
  ['/api/purchases', 'reseller'],
  ['/api/transactions', 'admin'],
];

/** The cost of `run` by each clock in µs of CPU per operation, including the warm-up. */
async function cost(run: () => Promise<Cell>, ...clocks: (() => number)[]): Promise<[Cell, ...number[]]> {
  const before = clocks.map((clock) => clock());
  const cell = await run();
  const spent = clocks.map((clock, i) => ((clock() - (before[i] ?? 0)) * 1_000) / (cell.done * 1.1));
  return [cell, ...spent];
}

/** Compares the product's server with the bare one, alternating: machines differ, the ratio does not. */
async function compareWithBare(database: SeededDatabase, server: MeasuredServer): Promise<void> {
  const calls: [string, (port: number) => Promise<Cell>][] = [
    ['GET /api/me', (port) => httpReads(port, size, '/api/me', 'reseller', 8, seconds / 2)],
    ['POST /api/purchases', (port) => httpSales(port, size, 'spread', 8, seconds / 2)],
  ];
  const bare = await startBareServer(database.url);
  const costOf = async ({ port, pid }: MeasuredServer, call: (port: number) => Promise<Cell>) => {
    const [, micros = 0] = await cost(
      () => call(port),
      () => cpuMilliseconds(pid),
    );
    return micros;
  };
  say('The server beside bare Node and driver:');
  try {
    for (const [name, call] of calls) {
      const costs: [own: number, bare: number][] = [];
      for (let i = 0; i <= rounds; i += 1) {
        const pair: [number, number] = [await costOf(server, call), await costOf(bare, call)];
        // The first round warms up the JIT.
        if (i > 0) costs.push(pair);
      }
      const [own, least] = [median(costs.map(([a]) => a)), median(costs.map(([, b]) => b))];
      say(`  ${name.padEnd(22)} ${round(own, 0)} µs, ${round(least, 0)} µs, ratio ${round(own / least)}`);
    }
  } finally {
    await bare.close();
  }
}

async function measureCpu(database: SeededDatabase, server: MeasuredServer): Promise<void> {
  say(
    `\nCPU per operation at 8 connections; a fixed loop of 50,000,000 steps takes ${round(fixedLoopMilliseconds(), 0)} ms here:`,
  );
  const cells: [string, () => Promise<Cell>][] = [
    ...reads.map(([path, who]): [string, () => Promise<Cell>] => [
      `GET ${path}`,
      () => httpReads(server.port, size, path, who, 8, seconds),
    ]),
    ['POST /api/purchases', () => httpSales(server.port, size, 'spread', 8, seconds)],
  ];
  for (const [name, run] of cells) {
    const [cell, serverCpu = 0, databaseCpu = 0] = await cost(
      run,
      () => cpuMilliseconds(server.pid),
      () => cpuMilliseconds(database.pid, true),
    );
    say(
      `  ${name.padEnd(22)} server ${round(serverCpu, 0)} µs, database ${round(databaseCpu, 0)} µs; ${round(cell.perSecond, 0)}/s p50 ${round(cell.p50)} ms p99 ${round(cell.p99)} ms${cell.failed ? ` FAILED ${cell.failed}` : ''}`,
    );
  }
}

const began = Date.now();
say('Filling a database…');
const database = await openSeededDatabase(size, (line) => say(`  ${line}`));
let clean = false;
try {
  // Not restocked between rounds: it has enough for all of them.
  await prepareLean(database, { ...size, codes: 10_000 * seconds * rounds, hotCodes: 0 });
  const server = await startServer({ DATABASE_URL: database.url });
  try {
    say(
      `Server ready after ${round(server.readyAfter, 0)} ms, ${round(residentMegabytes(server.pid), 0)} MB idle`,
    );
    const cells: Cells = {};
    for (let i = 1; i <= rounds; i += 1) {
      say(`Round ${i} of ${rounds}`);
      await saleRound(database, server, cells);
      await restock(database, size);
    }
    reportSales(cells);
    await measureCpu(database, server);
    await restock(database, size);
    await compareWithBare(database, server);
    await restock(database, size);
    say(`\nMemory of the server under load: ${round(residentMegabytes(server.pid), 0)} MB`);
  } finally {
    await server.close();
  }
  const found = await auditOf(database.url);
  clean = found.length === 0;
  say(`Audit: ${clean ? 'clean' : JSON.stringify(found)}`);
} finally {
  await database.close();
}
say(`Done in ${round((Date.now() - began) / 60_000, 1)} min`);
process.exit(clean ? 0 : 1);
