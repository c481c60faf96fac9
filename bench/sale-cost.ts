import pg from 'pg';
import { planning } from '../server/src/database/pool.ts';
import { saleValues, sellCodesSql } from '../server/src/modules/purchases/sell-codes.ts';
import { readOptions } from '../tests/support/read-options.ts';
import { auditOf } from './lib/books.ts';
import type { Cell } from './lib/cell.ts';
import { leanParams, leanSaleSql, leanSales, prepareLean } from './lib/lean-sale.ts';
import { median, round } from './lib/numbers.ts';
import { type LeftOut, nodeSales, saleParams } from './lib/sale.ts';
import type { Size } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';
import { cpuMilliseconds } from './lib/server.ts';

/** The cost of a sale in the database, compared with the minimal safe sale, in total and by part. */
const { values: options } = readOptions('npm run bench:sale', {
  rounds: { type: 'string', default: '4', help: 'number of rounds' },
  seconds: { type: 'string', default: '4', help: 'seconds of each measurement' },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const connections = 8;
const explained = 400;
/** So many codes that no offer sells out on a fast machine. */
const codes = 24_000 * seconds * rounds + 60_000;
const size: Size = { resellers: 2_000, offers: 200, codes, hotCodes: 0, sales: 20_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Cost {
  readonly perSecond: number;
  /** In µs. */
  readonly cpu: number;
  /** In bytes. */
  readonly wal: number;
}

/** Measures CPU and WAL of a run, including its warm-up. */
async function costOf(database: SeededDatabase, client: pg.Client, run: () => Promise<Cell>): Promise<Cost> {
  const position = async () =>
    Number(
      (await client.query(`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS n`)).rows[0]?.n,
    );
  const [cpu, wal] = [cpuMilliseconds(database.pid, true), await position()];
  const cell = await run();
  if (cell.failed > 0) throw new Error(`${cell.failed} sales failed: not a measurement`);
  const done = cell.done * 1.1;
  return {
    perSecond: cell.perSecond,
    cpu: ((cpuMilliseconds(database.pid, true) - cpu) * 1_000) / done,
    wal: ((await position()) - wal) / done,
  };
}

/** Medians of alternating rounds; `before` runs ahead of each measurement. */
async function compare(
  what: string,
  database: SeededDatabase,
  client: pg.Client,
  sales: { time: number; before: () => Promise<unknown> },
): Promise<void> {
  const costs: { own: Cost; lean: Cost }[] = [];
  for (let i = 0; i < rounds; i += 1) {
    await sales.before();
    const own = await costOf(database, client, () =>
      nodeSales(database.url, size, 'spread', connections, sales.time),
    );
    await sales.before();
    const lean = await costOf(database, client, () =>
      leanSales(database.url, size, 'spread', connections, sales.time),
    );
    costs.push({ own, lean });
  }
  const line = (name: string, of: (cost: Cost) => number, unit: string) =>
    say(
      `  ${name.padEnd(16)} ${String(round(median(costs.map(({ own }) => of(own))), 0)).padStart(7)} ${unit.padEnd(3)} lean ${String(round(median(costs.map(({ lean }) => of(lean))), 0)).padStart(7)} ${unit.padEnd(3)} ratio ${round(median(costs.map(({ own, lean }) => of(own) / of(lean))))}`,
    );
  say(what);
  line('sales', (cost) => cost.perSecond, '/s');
  line('database CPU', (cost) => cost.cpu, 'µs');
  line('WAL', (cost) => cost.wal, 'B');
}

interface Plan {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Relation Name'?: string;
  Operation?: string;
  'WAL Bytes'?: number;
  'WAL Records'?: number;
  'Actual Total Time'?: number;
  'Actual Loops'?: number;
  Plans?: Plan[];
}

const literal = (value: unknown): string => {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return typeof value === 'string' ? `'${value}'` : String(value);
};

/** WAL and time of each part of a statement that writes, from EXPLAIN; parts that read are in the time of their readers. */
async function explainWrites(
  what: string,
  url: string,
  prepare: string,
  execute: () => string,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: planning });
  await client.connect();
  const parts = new Map<string, { bytes: number; records: number; micros: number }>();
  const triggers = new Map<string, number>();
  const walk = (plan: Plan): void => {
    // The WAL of a node's subquery is included in the figures of the child that ran it.
    const children = (plan.Plans ?? []).filter((child) => child['Parent Relationship'] !== 'InitPlan');
    const below = children.reduce((sum, child) => sum + (child['WAL Bytes'] ?? 0), 0);
    const records = children.reduce((sum, child) => sum + (child['WAL Records'] ?? 0), 0);
    const writes = plan['Node Type'] === 'ModifyTable' || plan['Node Type'] === 'LockRows';
    if (writes) {
      const name = plan['Relation Name'] ? `${plan.Operation} ${plan['Relation Name']}` : 'lock the codes';
      const part = parts.get(name) ?? { bytes: 0, records: 0, micros: 0 };
      parts.set(name, {
        bytes: part.bytes + (plan['WAL Bytes'] ?? 0) - below,
        records: part.records + (plan['WAL Records'] ?? 0) - records,
        micros: part.micros + (plan['Actual Total Time'] ?? 0) * (plan['Actual Loops'] ?? 1) * 1_000,
      });
    }
    for (const child of plan.Plans ?? []) walk(child);
  };
  try {
    await client.query(prepare);
    for (let i = 0; i < explained; i += 1) {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, WAL, FORMAT JSON) ${execute()}`);
      const [found] = rows[0]['QUERY PLAN'];
      walk(found.Plan);
      for (const trigger of found.Triggers ?? []) {
        const name = trigger['Trigger Name'] ?? trigger['Constraint Name'];
        triggers.set(name, (triggers.get(name) ?? 0) + trigger.Time * 1_000);
      }
    }
  } finally {
    await client.end();
  }
  say(
    `Where the writes of ${what} go (means of ${explained}; a part's time holds its readings and triggers):`,
  );
  for (const [name, { bytes, records, micros }] of parts)
    say(
      `  ${name.padEnd(26)} ${String(round(bytes / explained, 0)).padStart(5)} B  ${String(round(records / explained, 1)).padStart(4)} records  ${String(round(micros / explained, 0)).padStart(4)} µs`,
    );
  for (const [name, micros] of triggers)
    say(`  trigger ${name.padEnd(34)} ${String(round(micros / explained, 0)).padStart(12)} µs`);
}

/** The savings of a sale without the parts that the minimal one lacks: alternating rounds, medians. */
async function compareWithout(database: SeededDatabase, client: pg.Client): Promise<void> {
  const variants: readonly (readonly [name: string, without: LeftOut])[] = [
    ['the whole sale', {}],
    ['without notification', { notification: true }],
    ['without key', { key: true }],
    ['without attempt', { attempt: true }],
    ['without any of the three', { notification: true, key: true, attempt: true }],
  ];
  const costs = variants.map((): Cost[] => []);
  for (let i = 0; i < rounds; i += 1) {
    for (const [at, [, without]] of variants.entries())
      costs[at]?.push(
        await costOf(database, client, () =>
          nodeSales(database.url, size, 'spread', connections, seconds / 2, without),
        ),
      );
  }
  say('What a sale costs without a part of it');
  for (const [at, [name]] of variants.entries()) {
    const of = (key: keyof Cost) => round(median((costs[at] ?? []).map((cost) => cost[key])), 0);
    say(
      `  ${name.padEnd(26)} ${String(of('perSecond')).padStart(5)} /s  ${String(of('cpu')).padStart(5)} µs  ${String(of('wal')).padStart(5)} B`,
    );
  }
}

say('Filling a database…');
const database = await openSeededDatabase(size, () => {});
let clean = false;
try {
  await prepareLean(database, size);
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    // The first run fills caches and plans.
    await nodeSales(database.url, size, 'spread', connections, 1);
    await leanSales(database.url, size, 'spread', connections, 1);
    await compare('Steady', database, client, { time: seconds, before: async () => {} });
    await compareWithout(database, client);
    await explainWrites(
      'a sale',
      database.url,
      `PREPARE sale (uuid, text, uuid, uuid, int, bytea, int, boolean, boolean, bytea, bigint, text[]) AS ${sellCodesSql}`,
      () => `EXECUTE sale(${saleValues(saleParams(size, 'spread')).map(literal).join(', ')})`,
    );
    await explainWrites(
      'a lean sale',
      database.url,
      `PREPARE lean (bytea, bigint, int) AS ${leanSaleSql}`,
      () => `EXECUTE lean(${leanParams(size, 'spread').map(literal).join(', ')})`,
    );
    await compare('In the second after a checkpoint', database, client, {
      time: 1,
      before: () => client.query('CHECKPOINT'),
    });
  } finally {
    await client.end();
  }
  const found = await auditOf(database.url);
  clean = found.length === 0;
  say(`Audit: ${clean ? 'clean' : JSON.stringify(found)}`);
} finally {
  await database.close();
}
process.exit(clean ? 0 : 1);
