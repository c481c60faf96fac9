import Papa from 'papaparse';
import type { SourceGrid, SourceRow } from './grid.ts';
import { hasDigit, looksLikeCode } from './values.ts';
import { roleOfName } from './words.ts';

const separators = ['\t', '|', ';', ','] as const;
const declaration = /^\s*"?sep=(.)"?[^\S\n]*\r?\n/i;
/** In `1,23457E+15` the comma separates nothing. A spreadsheet writes one digit before it, and the sign: `7E45` after a comma begins a code. */
const roundedNumbers = /(?<=\b\d),(?=\d+E\+\d{1,3}(?![^\s,"]))/gi;

function parsed(text: string, separator: string): string[][] {
  const options = { delimiter: separator, newline: undefined };
  const result = Papa.parse<string[]>(text, options);
  // A quote that opens no cell, or that nothing closes, belongs to the code.
  const broken = result.errors.some(({ type }) => type === 'Quotes');
  return broken ? Papa.parse<string[]>(text, { ...options, quoteChar: '\0' }).data : result.data;
}

/** The share of the lines that a separator divides into as many cells as most of them; 0 when it divides too few. */
function shareOf(sample: string, separator: string): number {
  const text = separator === ',' ? sample.replace(roundedNumbers, '.') : sample;
  const widths = parsed(text, separator)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => cells.length);
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const divided = widths.filter((width) => width > 1).length;
  if (divided < widths.length * 0.6) return 0;
  return (divided + most) / (2 * widths.length);
}

function separatorOf(text: string): string | null {
  const end = text.length > 40_000 ? text.lastIndexOf('\n', 40_000) : text.length;
  const sample = text.slice(0, end > 0 ? end : 40_000);
  let best: string | null = null;
  let bestShare = 0;
  for (const separator of separators) {
    const share = sample.includes(separator) ? shareOf(sample, separator) : 0;
    if (share > bestShare + 0.05) [best, bestShare] = [separator, share];
  }
  return best;
}

/** Whether the cells of a row name the columns of a table that is no list of codes. */
export type IsHeading = (cells: readonly string[]) => boolean;

/** A text whose lines a separator divides into cells; null for any other. */
export function readTable(text: string, isHeading?: IsHeading): SourceGrid | null {
  const declared = declaration.exec(text);
  const body = declared ? text.slice(declared[0].length) : text;
  const separator = declared?.[1] ?? separatorOf(body);
  if (!separator) return declared ? gridOfLines(body) : null;
  let line = declared ? 2 : 1;
  const rows: SourceRow[] = [];
  const source = separator === ',' ? body.replace(roundedNumbers, '.') : body;
  for (const cells of parsed(source, separator)) {
    rows.push({ line, cells: cells.map((cell) => cell.trim()) });
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0);
  }
  const grid = gridOf(rows, isHeading);
  return inOneColumn(grid, separator) ?? grid;
}

const gridOfLines = (text: string): SourceGrid =>
  gridOf(text.split(/\r?\n/).map((cell, index) => ({ line: index + 1, cells: [cell.trim()] })));

const filled = (row: SourceRow) => row.cells.filter((cell) => cell !== '');

/** The row that names the columns; -1 for none. */
function headingOf(rows: readonly SourceRow[], isHeading: IsHeading = () => false): number {
  const first = rows.slice(0, 15);
  const own = first.findIndex((row) => isHeading(filled(row)));
  if (own >= 0) return own;
  const named = first.findIndex((row) => {
    const cells = filled(row);
    if (cells.some(looksLikeCode)) return false;
    const known = cells.filter((cell) => roleOfName(cell) !== undefined).length;
    return known > 0 && (known * 2 >= cells.length || !cells.some(hasDigit));
  });
  if (named >= 0) return named;
  const wide = first.findIndex((row) => filled(row).length > 1);
  const [head, ...rest] = rows.slice(Math.max(0, wide));
  const isHead =
    wide >= 0 &&
    head &&
    rest.length > 1 &&
    !head.cells.some(hasDigit) &&
    rest.filter((row) => row.cells.some(hasDigit)).length > rest.length * 0.6;
  return isHead ? wide : -1;
}

/** Cells with their heading found, without empty rows and columns. */
export function gridOf(all: readonly SourceRow[], isHeading?: IsHeading): SourceGrid {
  const rows = all.filter((row) => row.cells.some((cell) => cell !== ''));
  const heading = headingOf(rows, isHeading);
  const body = rows.slice(heading + 1);
  const head = rows[heading]?.cells ?? [];
  const width = body.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const used = Array.from({ length: width }, (_, column) => column).filter((column) =>
    body.some(({ cells }) => (cells[column] ?? '') !== ''),
  );
  const titles = rows.slice(0, Math.max(0, heading)).map((row) => noteOf(row));
  const headText = head.join('\t');
  const cellsOf = (row: SourceRow) => used.map((column) => row.cells[column] ?? '');
  return {
    heads: used.map((column) => (head[column] ?? '').replace(/\s+/g, ' ').trim()),
    rows: [
      ...titles,
      // Files that were put one after the other repeat the heading.
      ...body
        .filter(({ cells }) => heading < 0 || cells.join('\t') !== headText)
        .map((row) => ({ ...row, cells: cellsOf(row) })),
    ],
  };
}

const noteOf = (row: SourceRow): SourceRow => ({
  line: row.line,
  cells: [filled(row).join(' ')],
  isNote: true,
});

/** `A, B, C` on each line: no table, but several codes on a line. */
function inOneColumn(grid: SourceGrid, separator: string): SourceGrid | null {
  if (grid.heads.some((head) => head !== '') || grid.heads.length < 2) return null;
  const rows = grid.rows.filter(({ isNote }) => !isNote);
  const codesOf = (row: SourceRow) => filled(row).flatMap((cell) => cell.split(/\s+(?:et|and|و|&)\s+/u));
  const cells = rows.flatMap(codesOf);
  const [first] = cells;
  if (!first || !areAlike(cells)) return null;
  const columns = grid.heads.map((_, column) => rows.flatMap((row) => row.cells[column] || []));
  if (haveSerial(columns)) return null;
  const sharePrefix = beginAlike(cells);
  const isList = sharePrefix || grid.heads.length > 2 || (separator === ',' && /[A-Za-z]/.test(first));
  if (!isList || (/^\d+$/.test(first) && !sharePrefix)) return null;
  return {
    heads: [''],
    rows: rows.flatMap((row) => codesOf(row).map((cell) => ({ line: row.line, cells: [cell] }))),
  };
}

const beginAlike = (cells: readonly string[]) =>
  cells.every((cell) => cell.startsWith((cells[0] ?? '').slice(0, 2)));

/** A serial beside each code, which may be as long: the serials of a lot begin alike, unlike the codes. */
export const haveSerial = (columns: readonly (readonly string[])[]): boolean =>
  !beginAlike(columns.flat()) && columns.some((cells) => cells.length > 2 && beginAlike(cells));

const form = (text: string) => text.replace(/[A-Za-z]/g, 'a').replace(/\d/g, '0');
const groups = (text: string) => form(text).replace(/[a0]+/g, (run) => String(run.length));

/** Codes of one kind: as long, with the same groups, and each could be one. */
export function areAlike(texts: readonly string[]): boolean {
  const [first = ''] = texts;
  const pattern = groups(first);
  return texts.every((text) => looksLikeCode(text) && groups(text) === pattern);
}
