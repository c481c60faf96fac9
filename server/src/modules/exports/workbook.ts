import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { limits } from '@almas/contract/limits';
import { AppError, fail } from '../../app-error.ts';
import { lowPriority } from '../../low-priority.ts';
import { type Cell, readable } from './cells.ts';

type Rows = readonly (readonly Cell[])[];

const program = fileURLToPath(new URL('./workbook-process.mjs', import.meta.url));
const timeoutMilliseconds = 120_000;

const sent = (cell: Cell): Cell => (typeof cell === 'string' ? readable(cell) : (cell ?? null));

/**
 * Pages of rows as a workbook (XLSX) with one sheet; amounts, days and moments are typed cells, every text is a text. The workbook is
 * built in a process of low priority.
 * @throws AppError EXPORT_TOO_LONG beyond 20,000 rows, UNAVAILABLE when the process failed
 */
export async function workbookOf(
  { sheet, heads }: { readonly sheet: string; readonly heads: readonly string[] },
  pages: AsyncIterable<Rows>,
): Promise<Buffer> {
  const child = spawn(process.execPath, [...lowPriority.nodeArguments, program], {
    ...lowPriority.options,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMilliseconds);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A process that ends early is found by its exit code.
  child.stdin.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const write = async (page: object) => {
    if (!child.stdin.write(`${JSON.stringify(page)}\n`) && child.exitCode === null)
      await Promise.race([once(child.stdin, 'drain'), ended]);
  };
  try {
    await write({ sheet, heads });
    let count = 0;
    for await (const rows of pages) {
      count += rows.length;
      if (count > limits.workbookRows) throw fail('EXPORT_TOO_LONG');
      await write({ rows: rows.map((row) => row.map(sent)) });
    }
    child.stdin.end();
    if ((await ended) !== 0) throw new AppError('UNAVAILABLE', undefined, 5);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}
