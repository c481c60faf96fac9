import { type ColumnReading, readColumns } from './columns.ts';
import { decode, type RefusalReason, refusalOf } from './decode.ts';
import type { SourceGrid } from './grid.ts';
import { judgeRows } from './judge.ts';
import { isMessage, readLines } from './lines.ts';
import { readTable } from './table.ts';

export type Reading =
  | { readonly kind: 'refused'; readonly reason: RefusalReason }
  | ({ readonly kind: 'list'; readonly grid: SourceGrid } & ColumnReading);

type ListReading = Extract<Reading, { kind: 'list' }>;

/** Of a file: a workbook with codes in several sheets is read once it is chosen which of them. */
export type FileReading =
  | Reading
  | {
      readonly kind: 'sheets';
      readonly sheets: readonly { readonly name: string; readonly reading: ListReading }[];
    };

const listOf = (grid: SourceGrid | null): Reading =>
  grid === null || grid.rows.every(({ isNote }) => isNote)
    ? { kind: 'refused', reason: 'noCodes' }
    : { kind: 'list', grid, ...readColumns(grid) };

/** Reads what was typed or pasted. */
export function readText(text: string): Reading {
  return refusalOf(text) ?? listOf((isMessage(text) ? null : readTable(text)) ?? readLines(text));
}

/** Whether it has a code, or columns to choose among. */
const holdsCodes = ({ grid, roles, question }: ListReading): boolean =>
  question.length > 0 || judgeRows(grid, roles, '').some(({ verdict }) => verdict.state === 'good');

/** Reads a file by its content, whatever it is called. */
export async function readBytes(bytes: Uint8Array): Promise<FileReading> {
  const decoded = decode(bytes);
  if (decoded.kind === 'refused') return decoded;
  if (decoded.kind === 'text') return readText(decoded.text);
  try {
    const { longestSheet, readSheets } = await import('./workbook.ts');
    const all = await readSheets(bytes);
    const sheets = all.flatMap(({ name, grid }) => {
      const reading = listOf(grid);
      return reading.kind === 'list' && holdsCodes(reading) ? [{ name, reading }] : [];
    });
    if (sheets.length > 1) return { kind: 'sheets', sheets };
    return sheets[0]?.reading ?? listOf(longestSheet(all)?.grid ?? null);
  } catch {
    return { kind: 'refused', reason: 'damagedWorkbook' };
  }
}
