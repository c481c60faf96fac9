import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { auditOf } from './lib/books.ts';
import { median, round } from './lib/numbers.ts';
import { nodeSales } from './lib/sale.ts';
import type { Size } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';

/*
 * How far apart checkpoints should be: sales and log of a long run under each limit of the log, and how long PostgreSQL, killed
 * at the end of it, takes to answer again.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '150' },
    limits: { type: 'string', default: '1GB,2GB,4GB' },
  },
});
const seconds = Number(options.seconds);
const connections = 8;
/** What is sold at once, between two readings. */
const block = 5;
const size: Size = { resellers: 20_000, offers: 200, codes: seconds * 3_000, hotCodes: 0, sales: 200_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);

interface Log {
  /** Bytes written since the cluster began. */
  readonly written: number;
  /** Where the last finished checkpoint lets a recovery begin. */
  readonly redo: number;
}

async function readLog(database: SeededDatabase): Promise<Log> {
  const client = new pg.Client({ connectionString: database.superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS written, pg_wal_lsn_diff(redo_lsn, '0/0') AS redo
         FROM pg_control_checkpoint()`,
    );
    return { written: Number(rows[0].written), redo: Number(rows[0].redo) };
  } finally {
    await client.end();
  }
}

/** Ends PostgreSQL as a power cut would, and waits for the first answer. @returns milliseconds */
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
let clean = true;
for (const limit of options.limits.split(',')) {
  say(`max_wal_size ${limit}: filling a database…`);
  const database = await openSeededDatabase(size, () => {}, { max_wal_size: limit });
  try {
    await nodeSales(database.url, size, 'spread', connections, 2);
    const first = await readLog(database);
    const speeds: number[] = [];
    let [sales, checkpoints, last] = [0, 0, first];
    let furthest = 0;
    for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
      const cell = await nodeSales(database.url, size, 'spread', connections, block);
      if (cell.failed > 0) throw new Error(`${cell.failed} sales failed: not a measurement`);
      sales += cell.done * 1.1;
      speeds.push(cell.perSecond);
      const log = await readLog(database);
      if (log.redo !== last.redo) checkpoints += 1;
      furthest = Math.max(furthest, log.written - log.redo);
      last = log;
    }
    const distance = last.written - last.redo;
    const recovery = await killAndWait(database);
    say(
      `  ${round(sales / seconds, 0)} sales/s (median of ${block} s: ${round(median(speeds), 0)}, slowest ${round(Math.min(...speeds), 0)}), ${round((last.written - first.written) / sales / 1_000, 1)} kB of log a sale, ${checkpoints} checkpoints`,
    );
    say(
      `  killed ${megabytes(distance)} MB after the last checkpoint (furthest ${megabytes(furthest)} MB): answers after ${round(recovery / 1_000, 1)} s`,
    );
    const found = await auditOf(database.url);
    if (found.length > 0) {
      clean = false;
      say(`  Audit: ${JSON.stringify(found)}`);
    } else say('  Audit: clean');
  } finally {
    await database.close();
  }
}
process.exit(clean ? 0 : 1);
