import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { readOptions } from '../tests/support/read-options.ts';
import { auditOf } from './lib/books.ts';
import { median, round } from './lib/numbers.ts';
import { nodeSales } from './lib/sale.ts';
import type { Size } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';

/*
 * What a checkpoint costs the sales behind it, and how far apart checkpoints should be:
 *
 * - after a checkpoint: sales and log just behind it and once most pages have been touched, of a small and of a large business, with
 *   images of pages compressed and not, in turn on the same two databases, in rounds;
 * - recovery: sales and log of a long run under each limit of the log, and how long PostgreSQL, killed at the end of it, takes to
 *   answer again.
 */
const { values: options } = readOptions('npm run bench:checkpoints', {
  rounds: { type: 'string', default: '4', help: 'number of rounds' },
  seconds: { type: 'string', default: '240', help: 'seconds of each run under a limit of the log' },
  limits: { type: 'string', default: '1GB,2GB', help: 'values of max_wal_size, separated by commas' },
  timeout: { type: 'string', default: '15min', help: 'checkpoint_timeout' },
});
const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)];
const connections = 8;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function asSuperuser<Row>(database: SeededDatabase, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

interface Log {
  /** WAL position in bytes. */
  readonly written: number;
  /** WAL position from which a recovery would start, of the last finished checkpoint. */
  readonly redo: number;
}

async function readLog(database: SeededDatabase): Promise<Log> {
  const [row] = await asSuperuser<{ written: string; redo: string }>(
    database,
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS written, pg_wal_lsn_diff(redo_lsn, '0/0') AS redo
       FROM pg_control_checkpoint()`,
  );
  return { written: Number(row?.written), redo: Number(row?.redo) };
}

let clean = true;
async function audit(database: SeededDatabase): Promise<void> {
  const found = await auditOf(database.url);
  clean &&= found.length === 0;
  say(`  Audit: ${found.length === 0 ? 'clean' : JSON.stringify(found)}`);
}

const segment = 16 * 1_048_576;

/** Size of the WAL between two positions in the archive (server/src/database/archive/segments.ts), in bytes. */
function archivedBytes(folder: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; ) {
    const number = Math.floor(at / segment);
    const end = Math.min(to, (number + 1) * segment);
    const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, '0');
    const name = hex(1) + hex(Math.floor(number / 256)) + hex(number % 256);
    const written = readFileSync(join(folder, name)).subarray(at % segment, end - number * segment);
    bytes += gzipSync(written, { level: 6 }).length;
    at = end;
  }
  return bytes;
}

interface Sold {
  readonly perSecond: number;
  /** Bytes of WAL per sale. */
  readonly log: number;
  /** Bytes in the archive per sale. */
  readonly archived: number;
}

async function sell(database: SeededDatabase, size: Size, forSeconds: number): Promise<Sold> {
  const before = await readLog(database);
  const cell = await nodeSales(database.url, size, 'spread', connections, forSeconds);
  if (cell.failed > 0) throw new Error(`${cell.failed} sales failed: not a measurement`);
  const after = await readLog(database);
  const done = cell.done * 1.1;
  return {
    perSecond: cell.perSecond,
    log: (after.written - before.written) / done,
    archived: archivedBytes(database.logFolder, before.written, after.written) / done,
  };
}

const behind = 3;
const between = 9;
/** Compression of full-page images: none, the product's setting, and the only method of its PostgreSQL. */
const compressions = ['off', 'pglz'] as const;
type Compression = (typeof compressions)[number];

async function afterCheckpoint(): Promise<void> {
  const codes = rounds * compressions.length * (behind * 2 + between) * 3_000;
  const common = { offers: 200, codes, hotCodes: 0 };
  const sizes = {
    small: { ...common, resellers: 200, sales: 2_000 },
    large: { ...common, resellers: 20_000, sales: 200_000 },
  };
  say('after a checkpoint: filling two databases…');
  const databases = {
    small: await openSeededDatabase(sizes.small, () => {}),
    large: await openSeededDatabase(sizes.large, () => {}),
  };
  try {
    type Business = keyof typeof sizes;
    const found = new Map<string, { first: Sold; steady: Sold }[]>();
    const one = async (business: Business, compression: Compression) => {
      const [database, size] = [databases[business], sizes[business]];
      await asSuperuser(database, `ALTER ROLE almas SET wal_compression = ${compression}`);
      await asSuperuser(database, 'CHECKPOINT');
      const first = await sell(database, size, behind);
      await sell(database, size, between);
      const steady = await sell(database, size, behind);
      const name = `${business} ${compression}`;
      found.set(name, [...(found.get(name) ?? []), { first, steady }]);
      return first.perSecond;
    };
    for (let nth = 0; nth < rounds; nth += 1) {
      for (const compression of compressions) {
        const small = await one('small', compression);
        const large = await one('large', compression);
        say(`  round ${nth + 1}, images ${compression}: large / small just behind ${round(large / small)}`);
      }
    }
    for (const [name, cells] of found) {
      const of = (pick: (cell: (typeof cells)[number]) => number) => median(cells.map(pick));
      const [first, steady] = [of((cell) => cell.first.perSecond), of((cell) => cell.steady.perSecond)];
      const [firstLog, steadyLog] = [of((cell) => cell.first.log), of((cell) => cell.steady.log)];
      const ratio = of((cell) => cell.first.perSecond / cell.steady.perSecond);
      say(
        `  ${name}: ${round(first, 0)} sales/s just behind, ${round(steady, 0)} later (${round(ratio)}); log ${round(firstLog / 1_000, 1)} and ${round(steadyLog / 1_000, 1)} kB a sale, ${round(of((cell) => cell.first.archived) / 1_000, 1)} and ${round(of((cell) => cell.steady.archived) / 1_000, 1)} in the archive`,
      );
    }
    for (const compression of compressions) {
      const [small, large] = [found.get(`small ${compression}`), found.get(`large ${compression}`)];
      const ratios = (small ?? []).map(
        ({ first }, nth) => (large?.[nth]?.first.perSecond ?? 0) / first.perSecond,
      );
      say(`  images ${compression}: large / small just behind ${round(median(ratios))}`);
    }
    await audit(databases.small);
    await audit(databases.large);
  } finally {
    await databases.small.close();
    await databases.large.close();
  }
}

/** Kills PostgreSQL like a power cut and waits until it responds again. @returns milliseconds */
async function killAndWait(database: SeededDatabase): Promise<number> {
  process.kill(database.pid, 'SIGKILL');
  const began = performance.now();
  for (;;) {
    const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return performance.now() - began;
    } catch {
      await pause(20);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const megabytes = (bytes: number) => round(bytes / 1_048_576, 0);

async function recovery(limit: string): Promise<void> {
  const size: Size = {
    resellers: 20_000,
    offers: 200,
    codes: seconds * 3_000,
    hotCodes: 0,
    sales: 200_000,
  };
  say(`max_wal_size ${limit}, checkpoint_timeout ${options.timeout}: filling a database…`);
  const database = await openSeededDatabase(size, () => {}, {
    max_wal_size: limit,
    checkpoint_timeout: options.timeout,
  });
  try {
    /** Sales between two readings. */
    const block = 5;
    await sell(database, size, 2);
    const first = await readLog(database);
    const blocks: Sold[] = [];
    let checkpoints = 0;
    let last = first;
    let furthest = 0;
    for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
      blocks.push(await sell(database, size, block));
      const log = await readLog(database);
      if (log.redo !== last.redo) checkpoints += 1;
      furthest = Math.max(furthest, log.written - log.redo);
      last = log;
    }
    const distance = last.written - last.redo;
    const took = await killAndWait(database);
    const speeds = blocks.map(({ perSecond }) => perSecond);
    say(
      `  ${round(median(speeds), 0)} sales/s (slowest ${block} s: ${round(Math.min(...speeds), 0)}), ${round(median(blocks.map(({ log }) => log)) / 1_000, 1)} kB of log a sale, ${checkpoints} checkpoints`,
    );
    say(
      `  killed ${megabytes(distance)} MB after the last checkpoint (furthest ${megabytes(furthest)} MB): answers after ${round(took / 1_000, 1)} s`,
    );
    await audit(database);
  } finally {
    await database.close();
  }
}

if (rounds > 0) await afterCheckpoint();
for (const limit of options.limits.split(',').filter(Boolean)) await recovery(limit);
process.exit(clean ? 0 : 1);
