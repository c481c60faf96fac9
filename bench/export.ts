import { request } from 'node:http';
import { readOptions } from '../tests/support/read-options.ts';
import { round } from './lib/numbers.ts';
import { type Size, tokenOf } from './lib/seed.ts';
import { openSeededDatabase, type SeededDatabase } from './lib/seeded-database.ts';
import { residentMegabytes, startServer } from './lib/server.ts';

readOptions('npm run bench:export', {});

/*
 * The export of 1,000,000 transactions as CSV: checks every row, and that the memory of the server does not grow with the list: at
 * most 64 MB more at the end than after the first tenth.
 */
const limitMegabytes = 64;
const large: Size = { resellers: 100_000, offers: 2_500, codes: 1_000, hotCodes: 0, sales: 100_000 };
const transactions = 1_000_000;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Exported {
  readonly rows: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Memory of the server in MB after each tenth of the rows. */
  readonly memory: readonly number[];
}

const exportAll = (port: number, pid: number): Promise<Exported> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    let [lines, bytes] = [0, 0];
    const memory: number[] = [];
    const call = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/api/exports/transactions',
        headers: { cookie: `almas_session=${tokenOf(0)}`, 'content-type': 'application/json' },
      },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          for (const byte of chunk) if (byte === 10) lines += 1;
          while (memory.length < Math.floor((lines * 10) / transactions)) memory.push(residentMegabytes(pid));
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            rows: lines - 1,
            megabytes: bytes / 1_048_576,
            seconds: (performance.now() - began) / 1_000,
            memory,
          }),
        );
      },
    );
    call.on('error', reject);
    call.end('{}');
  });

let database: SeededDatabase | undefined;
let isRight = false;
try {
  database = await openSeededDatabase(large, () => {});
  const server = await startServer({ DATABASE_URL: database.url });
  const { rows, megabytes, seconds, memory } = await exportAll(server.port, server.pid);
  await server.close();
  const grown = (memory.at(-1) ?? 0) - (memory[0] ?? 0);
  say(`${rows} rows, ${round(megabytes)} MB in ${round(seconds)} s (${Math.round(rows / seconds)} rows/s)`);
  say(`server memory after each tenth, MB: ${memory.map((value) => Math.round(value)).join(' ')}`);
  say(`grown ${round(grown)} MB (limit ${limitMegabytes})`);
  isRight = rows === transactions && grown <= limitMegabytes;
} finally {
  await database?.close();
}
process.exit(isRight ? 0 : 1);
