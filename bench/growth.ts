import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '../server/src/audit/audit.ts';
import { unreadableCodes } from '../server/src/audit/sealed-codes.ts';
import { writeBackup } from '../server/src/backup/write-backup.ts';
import { openDatabase } from '../server/src/database/pool.ts';
import { readOptions } from '../tests/support/read-options.ts';
import type { Cell } from './lib/cell.ts';
import { type ListCost, lists, measureLists } from './lib/growth-lists.ts';
import { httpSales } from './lib/http-cells.ts';
import { median, round } from './lib/numbers.ts';
import { restock } from './lib/restock.ts';
import type { Size } from './lib/seed.ts';
import { codesKey, openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';
import { type MeasuredServer, startServer } from './lib/server.ts';

/*
 * The cost of growth by 100: 100,000 resellers, 5,000,000 codes and 10,000,000 ledger rows compared with a hundredth, in one run.
 * Sales and pages should cost the same; the audit and the backup read everything and should cost at most a hundred times as much.
 */
const { values: options } = readOptions('npm run bench:growth', {
  scale: { type: 'string', default: '1', help: 'size of the large business, 1 at most' },
  rounds: { type: 'string', default: '4', help: 'number of rounds' },
  seconds: { type: 'string', default: '5', help: 'seconds of each measurement' },
});
const [scale, rounds, seconds] = [options.scale, options.rounds, options.seconds].map(Number) as [
  number,
  number,
  number,
];
const growth = 100;

/** 55 recharges and 45 sales for each reseller make the ledger; a tenth of the codes is for sale. */
const sizeOf = (share: number): Size => ({
  resellers: Math.round(100_000 * share),
  offers: 200,
  sales: Math.round(4_500_000 * share),
  codes: Math.round(500_000 * share),
  hotCodes: 0,
  recharges: 55,
});

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Side {
  readonly name: string;
  readonly size: Size;
  readonly database: SeededDatabase;
  readonly server: MeasuredServer;
}

async function open(name: string, share: number): Promise<Side> {
  const size = sizeOf(share);
  const began = Date.now();
  // The small business must not sell out in a round, which lasts as long as the large one's.
  const stocked = { ...size, codes: Math.max(size.codes, 60_000) };
  const database = await openSeededDatabase(stocked, (line) => say(`  ${line}`));
  const db = openDatabase(database.url, { max: 1 });
  const { rows } = await db.query<{ users: number; codes: number; ledger: number; bytes: number }>({
    text: `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM codes) AS codes,
                  (SELECT count(*) FROM ledger) AS ledger, pg_database_size(current_database()) AS bytes`,
  });
  await db.end();
  const { users = 0, codes = 0, ledger = 0, bytes = 0 } = rows[0] ?? {};
  say(
    `${name}: ${users} accounts, ${codes} codes, ${ledger} ledger rows, ${round(bytes / 1e6, 0)} MB, ` +
      `filled in ${round((Date.now() - began) / 60_000, 1)} min`,
  );
  return { name, size: stocked, database, server: await startServer({ DATABASE_URL: database.url }) };
}

const line = (what: string, small: number, large: number, note = '') =>
  say(
    `${what.padEnd(42)} ${String(round(small)).padStart(10)} ${String(round(large)).padStart(10)} ${String(round(large / small)).padStart(8)}  ${note}`,
  );

interface Progress {
  readonly bytes: number;
  readonly purchases: number;
}
const nothing: Progress = { bytes: 0, purchases: 0 };
const plus = (sum: Progress, from: Progress, to: Progress): Progress => ({
  bytes: sum.bytes + to.bytes - from.bytes,
  purchases: sum.purchases + to.purchases - from.purchases,
});

/** The WAL position in bytes, and the number of purchases. */
async function progressOf({ database }: Side): Promise<Progress> {
  const db = openDatabase(database.url, { max: 1 });
  const { rows } = await db.query<{ bytes: string; purchases: number }>({
    text: `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes, last_value AS purchases FROM purchases_id_seq`,
  });
  await db.end();
  return { bytes: Number(rows[0]?.bytes), purchases: rows[0]?.purchases ?? 0 };
}

/** kB of WAL per purchase, including full-page images after a checkpoint. */
const kilobytesEach = ({ bytes, purchases }: Progress = nothing): number => bytes / purchases / 1_000;

/** Alternates, so that load on the machine affects both. */
async function measureSales([small, large]: readonly [Side, Side]): Promise<void> {
  const written = [nothing, nothing];
  for (const connections of [1, 8]) {
    const cells: [Cell[], Cell[]] = [[], []];
    for (let i = 0; i < rounds; i += 1) {
      for (const [index, side] of [small, large].entries()) {
        const before = await progressOf(side);
        cells[index]?.push(await httpSales(side.server.port, side.size, 'spread', connections, seconds));
        written[index] = plus(written[index] ?? nothing, before, await progressOf(side));
        await restock(side.database, side.size);
      }
    }
    const failed = cells.flat().reduce((sum, cell) => sum + cell.failed, 0);
    const middle = (side: 0 | 1, figure: 'p50' | 'p99') => median(cells[side].map((cell) => cell[figure]));
    const note = failed > 0 ? `FAILED ${failed}` : '';
    line(`purchase, ${connections} at a time, p50 ms`, middle(0, 'p50'), middle(1, 'p50'), note);
    line(`purchase, ${connections} at a time, p99 ms`, middle(0, 'p99'), middle(1, 'p99'));
  }
  line('log written per purchase, kB', kilobytesEach(written[0]), kilobytesEach(written[1]));
}

function reportLists(few: ReadonlyMap<string, ListCost>, many: ReadonlyMap<string, ListCost>): void {
  for (const [what] of lists) {
    const [a, b] = [few.get(what), many.get(what)];
    if (!a || !b) continue;
    line(`${what}, page 1, ms`, a.first.milliseconds, b.first.milliseconds);
    const note = a.far.number === b.far.number ? '' : `the small list ends at page ${a.far.number}`;
    line(`${what}, page ${b.far.number}, ms`, a.far.milliseconds, b.far.milliseconds, note);
  }
}

/** The master secret of the seeded databases, which is not in their folders. */
const secrets = { codesKey, codesKeyNext: undefined, dataDir: tmpdir() };

/** @throws Error when there is a discrepancy, or no secret opens the codes */
function expectClean(found: readonly unknown[] | undefined): void {
  if (!found) throw new Error('the codes were not opened');
  if (found.length > 0) throw new Error(`the audit found ${JSON.stringify(found.slice(0, 3))}`);
}

/** Measures the audit as the command runs it, with the codes for sale beside the books. @returns seconds */
async function measureAudit({ database }: Side): Promise<number> {
  const db = openDatabase(database.url, { max: 4 });
  try {
    const began = performance.now();
    for (const found of await Promise.all([audit(db), unreadableCodes(secrets, db)])) expectClean(found);
    return (performance.now() - began) / 1_000;
  } finally {
    await db.end();
  }
}

/** Measures the backup. @returns seconds and megabytes */
async function measureBackup({ database, name }: Side): Promise<[number, number]> {
  const file = join(tmpdir(), `almas-growth-${process.pid}-${name}.backup`);
  // As many connections as the command uses.
  const db = openDatabase(database.url, { max: 4 });
  try {
    const began = performance.now();
    await writeBackup(db, file, { secrets: ['a secret for the measurement of backups'] }, () => {});
    return [(performance.now() - began) / 1_000, statSync(file).size / 1e6];
  } finally {
    await db.end();
    rmSync(file, { force: true });
  }
}

async function measure(sides: readonly [Side, Side]): Promise<void> {
  const [small, large] = sides;
  say(`\n${''.padEnd(42)} ${'small'.padStart(10)} ${'large'.padStart(10)} ${'ratio'.padStart(8)}`);
  await measureSales(sides);
  reportLists(await measureLists(small.server.port), await measureLists(large.server.port));
  const audits = [await measureAudit(small), await measureAudit(large)] as const;
  line(
    'audit with the codes for sale opened, s',
    ...audits,
    `rows grew ${growth} times, 60 s at most at scale 1`,
  );
  const [a, b] = [await measureBackup(small), await measureBackup(large)];
  line('backup, s', a[0], b[0]);
  line('backup, MB', a[1], b[1]);
}

const began = Date.now();
say(`Scale ${scale}: ${JSON.stringify(sizeOf(scale))}, against 1/${growth} of it`);
const sides: Side[] = [];
try {
  sides.push(await open('small', scale / growth));
  sides.push(await open('large', scale));
  await measure(sides as [Side, Side]);
} finally {
  for (const { server, database } of sides) {
    await server.close();
    await database.close();
  }
}
say(`\nDone in ${round((Date.now() - began) / 60_000, 1)} min; the audit is clean on both sides.`);
process.exit(0);
