import { type ColumnReading, readColumns } from './columns.ts';
import { decode, type RefusalReason, refusalOf } from './decode.ts';
import type { SourceGrid } from './grid.ts';
import { isMessage, readLines } from './lines.ts';
import { readTable } from './table.ts';

export type Reading =
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | ({ readonly kind: 'list'; readonly grid: SourceGrid } & ColumnReading);

const listOf = (grid: SourceGrid | null): Reading =>
  grid === null || grid.rows.every(({ isNote }) => isNote)
    ? { kind: 'refused', reason: 'noCodes' }
    : { kind: 'list', grid, ...readColumns(grid) };

/** Reads what was typed or pasted. */
export function readText(text: string): Reading {
  return refusalOf(text) ?? listOf((isMessage(text) ? null : readTable(text)) ?? readLines(text));
}

/** Reads a file by its content, whatever it is called. */
export async function readBytes(bytes: Uint8Array): Promise<Reading> {
  const decoded = decode(bytes);
  if (decoded.kind === 'refused') return decoded;
  if (decoded.kind === 'text') return readText(decoded.text);
  try {
    const { readWorkbook } = await import('./workbook.ts');
    return listOf(await readWorkbook(bytes));
  } catch {
    return { kind: 'refused', reason: 'damagedWorkbook' };
  }
}
