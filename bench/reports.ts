import { openDatabase } from '../server/src/database/pool.ts';
import { readOptions } from '../tests/support/read-options.ts';
import { median, round } from './lib/numbers.ts';
import { type Size, tokenOf, uuidOf } from './lib/seed.ts';
import { openSeededDatabase } from './lib/seeded-database.ts';
import { httpClient, startServer } from './lib/server.ts';

readOptions('npm run bench:reports', {});
const print = (line: string) => process.stdout.write(`${line}\n`);

/*
 * The owner's reports over what the jobs have counted of 1,000,000 purchases in a year (5,000 resellers, 300 offers), and a statement of
 * 5,000 entries. Limits: the owner's view 100 ms, a statement 300 ms, its workbook 2 s.
 */
const size: Size = { resellers: 5_000, offers: 300, codes: 3_000, hotCodes: 0, sales: 1_000 };
/** The first ones are not counted: the connections plan their statements, and the code is compiled. */
const warmUps = 10;
const repeats = 30;
const account = uuidOf(1, 42);

/** What the jobs count of a year: every offer on each day, every reseller on about 150 days, every hour. */
const counted = `
  INSERT INTO sales_days (day, offer_id, codes, amount, cost, uncosted, uncosted_amount)
  SELECT current_date - d, o.id, 9, 900000, 700000, 1, 100000 FROM offers o, generate_series(0, 364) d
  ON CONFLICT (day, offer_id) DO NOTHING;
  INSERT INTO sales_resellers (day, user_id, codes, amount, cost, uncosted, uncosted_amount)
  SELECT current_date - d, u.id, 2, 200000, 180000, 0, 0 FROM users u, generate_series(0, 364) d
   WHERE u.role = 'reseller' AND random() < 0.41
  ON CONFLICT (day, user_id) DO NOTHING;
  INSERT INTO sales_hours (day, hour, game, codes, amount)
  SELECT current_date - d, h, 'Jeu ' || g, 20, 2000000 FROM generate_series(0, 364) d, generate_series(0, 23) h, generate_series(1, 6) g
  ON CONFLICT (day, hour, game) DO NOTHING;
  INSERT INTO sales_days_until (day) VALUES (current_date) ON CONFLICT (only_row) DO UPDATE SET day = EXCLUDED.day`;
/** 5,000 entries of this month for one account. */
const entries = `
  INSERT INTO ledger (user_id, type, amount, description, metadata)
  SELECT '${account}', CASE WHEN n % 2 = 0 THEN 'credit' ELSE 'debit' END, 100, 'Mouvement ' || n, '{"source":"purchase"}'
    FROM generate_series(0, 4999) n`;

const seeded = await openSeededDatabase(size, print);
const db = openDatabase(seeded.superuserUrl, { max: 1 });
for (const text of [...counted.split(';'), entries, 'ANALYZE']) await db.query({ text });
await db.end();
const server = await startServer({ DATABASE_URL: seeded.url });
const client = httpClient(server.port, 1);
const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7);
const yearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
let failed = false;

async function measure(what: string, path: string, who: number, limit: number): Promise<void> {
  const samples: number[] = [];
  for (let index = 0; index < warmUps + repeats; index += 1) {
    const began = performance.now();
    const { status, body } = await client.call('GET', path, tokenOf(who));
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    if (index >= warmUps) samples.push(performance.now() - began);
  }
  const time = median(samples);
  failed ||= time > limit;
  print(`${what}: ${round(time)} ms (limit ${limit} ms)`);
}

try {
  await measure('owner’s view, 30 days', '/api/statistics/owner', 0, 100);
  await measure('owner’s view, a year', `/api/statistics/owner?from=${yearAgo}`, 0, 1_000);
  await measure('margin by reseller, 30 days', '/api/margins?by=reseller', 0, 100);
  await measure('margin by offer, 30 days', '/api/margins?by=offer', 0, 100);
  await measure('a day', `/api/days/${new Date().toISOString().slice(0, 10)}`, 0, 100);
  await measure('statement of 5,000 entries', `/api/statements?month=${month}`, 42, 300);
  await measure('its workbook', `/api/statements/${month}/export?format=xlsx`, 42, 2_000);
} finally {
  client.close();
  await server.close();
  await seeded.close();
}
process.exitCode = failed ? 1 : 0;
