import { formatValue } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import type { SourceGrid, SourceRow } from './grid.ts';
import { gridOf } from './table.ts';

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** A number as its cell shows it: `00000000` keeps the zeros; beyond 15 digits it was rounded when it was typed. */
function numberText(value: number, format: string | undefined): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(5).replace('e', 'E');
  if (format && /^0+$/.test(format)) return formatValue(value, format);
  return String(value);
}

function cellText(value: unknown, format: string | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return isoDay(value);
  if (typeof value === 'number') return numberText(value, format);
  return String(value).trim();
}

/** The first sheet of a workbook that has cells. @throws Error for a damaged or protected one */
export async function readWorkbook(bytes: Uint8Array): Promise<SourceGrid | null> {
  const { sheets } = await readXlsx(bytes, { readStyles: true });
  const grids = sheets.map((sheet) =>
    gridOf(
      sheet.rows.map(
        (cells, line): SourceRow => ({
          line: line + 1,
          cells: cells.map((value, column) =>
            cellText(value, sheet.cells?.get(`${line},${column}`)?.style?.numFmt),
          ),
        }),
      ),
    ),
  );
  return grids.sort((a, b) => b.rows.length - a.rows.length)[0] ?? null;
}
