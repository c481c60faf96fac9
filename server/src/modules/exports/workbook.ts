import { fileURLToPath } from 'node:url';
import { limits } from '@almas/contract/limits';
import { AppError, fail } from '../../app-error.ts';
import { runLowPriority } from '../../low-priority.ts';
import { type Cell, readable } from './cells.ts';

type Rows = readonly (readonly Cell[])[];

interface Sheet {
  readonly sheet: string;
  readonly heads: readonly string[];
}

const program = fileURLToPath(new URL('./workbook-process.mjs', import.meta.url));
const timeoutMilliseconds = 120_000;

const sent = (cell: Cell): Cell => (typeof cell === 'string' ? readable(cell) : (cell ?? null));

/** What workbook-process.mjs reads: a line of JSON with the sheet, then one per page. @throws AppError EXPORT_TOO_LONG */
async function* linesOf(sheet: Sheet, pages: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield `${JSON.stringify(sheet)}\n`;
  let count = 0;
  for await (const rows of pages) {
    count += rows.length;
    if (count > limits.workbookRows) throw fail('EXPORT_TOO_LONG');
    yield `${JSON.stringify({ rows: rows.map((row) => row.map(sent)) })}\n`;
  }
}

/**
 * Pages of rows as a workbook (XLSX) with one sheet; amounts, days and moments are typed cells, every text is a text.
 * @throws AppError EXPORT_TOO_LONG beyond 20,000 rows, UNAVAILABLE when the process that builds it failed
 */
export async function workbookOf(sheet: Sheet, pages: AsyncIterable<Rows>): Promise<Buffer> {
  const { code, output } = await runLowPriority({
    program,
    input: linesOf(sheet, pages),
    timeoutMilliseconds,
  });
  if (code !== 0) throw new AppError('UNAVAILABLE', undefined, 5);
  return output;
}
