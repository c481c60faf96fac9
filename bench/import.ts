import { createInterface } from 'node:readline';
import { readOptions } from '../tests/support/read-options.ts';
import { auditOf } from './lib/books.ts';
import { median, round } from './lib/numbers.ts';
import { type Size, tokenOf, uuidOf } from './lib/seed.ts';
import { openSeededDatabase } from './lib/seeded-database.ts';
import { startServer } from './lib/server.ts';

/*
 * Measures an import of 100,000 codes over HTTP into a business of 400,000, and the recall of the last one, which fails above 5 s. With
 * `--paced` each round waits for a line on standard input, so that two working copies can alternate.
 */
const { values: options } = readOptions('npm run bench:import', {
  rounds: { type: 'string', default: '5', help: 'number of rounds' },
  paced: {
    type: 'boolean',
    default: false,
    help: 'waits for a line on the standard input before each round',
  },
});
const size: Size = { resellers: 200, offers: 20, codes: 200_000, hotCodes: 0, sales: 200_000 };
const count = 100_000;
const recallLimitSeconds = 5;
const say = (line: string) => process.stdout.write(`${line}\n`);

const database = await openSeededDatabase(size, (line) => say(`  ${line}`));
const server = await startServer({ DATABASE_URL: database.url });
let isRight = false;
const lines = options.paced ? createInterface({ input: process.stdin })[Symbol.asyncIterator]() : undefined;
try {
  const times: number[] = [];
  let lastImport: string | undefined;
  say('ready');
  for (let i = 0; i < Number(options.rounds); i += 1) {
    await lines?.next();
    const codes = Array.from(
      { length: count },
      (_, n) => `R${i}-${(n * 7_919).toString(36).padStart(9, '0')}`,
    );
    const began = performance.now();
    const answer = await fetch(
      `http://127.0.0.1:${server.port}/api/products/${uuidOf(2, 1)}/offers/${uuidOf(3, 1)}/codes`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `almas_session=${tokenOf(0)}` },
        body: JSON.stringify({ codes }),
      },
    );
    const { imported, batchId } = (await answer.json()) as { imported?: number; batchId?: string };
    lastImport = batchId;
    if (imported !== count) throw new Error(`refused: ${answer.status}`);
    times.push(performance.now() - began);
    say(`import ${round(times.at(-1) ?? 0, 0)} ms`);
  }
  say(`Median: ${round(median(times), 0)} ms for ${count} codes`);
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/batches/${lastImport}/recall`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `almas_session=${tokenOf(0)}` },
    body: JSON.stringify({ reason: 'Mesure' }),
  });
  const { withheld } = (await answer.json()) as { withheld?: number };
  if (withheld !== count) throw new Error(`refused: ${answer.status}`);
  const seconds = (performance.now() - began) / 1_000;
  say(`Recall: ${round(seconds, 1)} s for ${count} codes (limit ${recallLimitSeconds} s)`);
  isRight = seconds <= recallLimitSeconds;
  say(`Audit: ${JSON.stringify(await auditOf(database.url))}`);
} finally {
  await server.close();
  await database.close();
}
process.exit(isRight ? 0 : 1);
