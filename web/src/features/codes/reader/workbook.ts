import type { SheetFilterInfo } from 'hucre';
import { readXlsx } from 'hucre/xlsx';
import type { SourceGrid, SourceRow } from './grid.ts';
import { gridOf, type IsHeading } from './table.ts';

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** `0000-0000`: a digit for each zero, from the last one on. The signs between them stay. */
function padded(value: number, format: string): string {
  const digits = [...String(value)];
  const filled = [...format].reverse().map((sign) => (sign === '0' ? (digits.pop() ?? '0') : sign));
  return digits.join('') + filled.reverse().join('');
}

/** A number as its cell shows it: a format of zeros keeps those of the code; beyond 15 digits it was rounded when it was typed. */
function numberText(value: number, format: string | undefined): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(5).replace('e', 'E');
  const shown = format?.replace(/;.*|\[[^\]]*\]/g, '').replace(/\\(.)|"([^"]*)"/g, '$1$2') ?? '';
  return Number.isInteger(value) && value >= 0 && /^[0 -]*00[0 -]*$/.test(shown)
    ? padded(value, shown)
    : String(value);
}

/** In whole centimes, rounded as a spreadsheet shows it: of its 15 digits. */
const amountText = (value: number) => String(Math.round(Number((value * 100).toPrecision(15))) / 100);

/** What a number of a cell is read as: a code with every digit that is shown, or an amount, which a formula may give more decimals than a centime has. */
type Numbers = 'codes' | 'amounts';

function cellText(value: unknown, format: string | undefined, numbers: Numbers): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return isoDay(value);
  if (typeof value === 'number')
    return numbers === 'amounts' && !Number.isInteger(value) ? amountText(value) : numberText(value, format);
  return String(value).trim();
}

/** A sheet of a workbook. */
export interface WorkbookSheet {
  readonly name: string;
  readonly grid: SourceGrid;
}

/** Those that are not hidden. @throws Error for a damaged or protected workbook */
export async function readSheets(
  bytes: Uint8Array,
  numbers: Numbers = 'codes',
  isHeading?: IsHeading,
): Promise<WorkbookSheet[]> {
  const isShown = ({ hidden, veryHidden }: SheetFilterInfo) => !hidden && !veryHidden;
  const { sheets } = await readXlsx(bytes, { readStyles: true, sheets: isShown });
  return sheets.map(({ name, rows, rowDefs, cells: details }) => ({
    name,
    grid: gridOf(
      rows.map(
        (cells, line): SourceRow => ({
          line: line + 1,
          cells: cells.map((value, column) =>
            cellText(value, details?.get(`${line},${column}`)?.style?.numFmt, numbers),
          ),
          ...(rowDefs?.get(line)?.hidden && { isHidden: true }),
        }),
      ),
      isHeading,
    ),
  }));
}

export const longestSheet = <Sheet extends WorkbookSheet>(sheets: readonly Sheet[]): Sheet | undefined =>
  sheets.toSorted((a, b) => b.grid.rows.length - a.grid.rows.length)[0];
