import { codes as words } from '@almas/locale/screens/codes';

/** A file as it was dropped: a list of codes, or a table with a column of codes. */
export interface CodeFile {
  readonly name: string;
  readonly table: Table;
  readonly column: number;
}

/** What the server takes in one import. */
const largest = 32 * 1_048_576;

/** UTF-8, or UTF-16 by its byte order mark, else the encoding of French spreadsheets. */
function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @throws Error with a French sentence: another kind of file, too large, unreadable */
export async function readCodeFile(file: File): Promise<CodeFile> {
  const kind = /\.(txt|csv)$/i.exec(file.name)?.[1]?.toLowerCase();
  if (!kind) throw new Error(words.wrongFile);
  if (file.size > largest) throw new Error(words.tooLargeFile);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(words.unreadableFile);
  });
  const text = textOf(new Uint8Array(bytes));
  const table =
    kind === 'csv'
      ? readTable(text)
      : (markedList(text) ?? { heads: [''], rows: text.split(/\n/).map((line) => [line]) });
  return { name: file.name, table, column: likelyColumn(table) };
}

export const codesIn = ({ table, column }: Pick<CodeFile, 'table' | 'column'>): string[] =>
  columnOf(table, column);

/** The cells of a table given as text: quoted cells, and commas, semicolons or tabs between them. */
export interface Table {
  /** A list whose lines start with a prefix: its columns are the whole line, and the line without the prefix. */
  readonly isList?: boolean;
  /** Names of the columns, '' for an unnamed one. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const separators = [';', '\t', ','] as const;
const codeNames = 'codes?|pins?|vouchers?|serials?|cl[eé]s?|keys?|cartes?|bons?';
const headingNames = new RegExp(`^(${codeNames})$`, 'i');
/** Words that name a column, never a code. */
const otherHeadings =
  /^(id|n°?|num[eé]ro|date|prix|price|valeur|value|statut|status|r[eé]gion|offre|offer|produit|product|index)$/i;

const linesOf = (text: string): string[] => text.split(/[\r\n]+/).filter((line) => line.trim() !== '');

/** The most frequent separator of the first lines; a file with one column has none. */
function separatorOf(text: string): string {
  const sample = text.slice(0, 4_000).split(/\r?\n/).slice(0, 20);
  const count = (separator: string) =>
    sample.filter((line) => line.trim() !== '' && line.includes(separator)).length;
  const best = [...separators].sort((a, b) => count(b) - count(a))[0] ?? ',';
  return count(best) > 0 ? best : '\0';
}

function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"' && quoted && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

/**
 * Rows copied from a spreadsheet, whose cells stand between tabs. null for a list: where one line is no row, none is taken
 * apart, so that none is left out.
 */
export function pastedTable(text: string): Table | null {
  const lines = linesOf(text);
  const areRows = lines.length > 0 && lines.every((line) => line.trim().includes('\t'));
  return areRows ? readTable(text, '\t') : null;
}

/** A bullet, a word for a code, a number, and what sets them off: `- `, `Code : `, `3) `, `Code n° 3 - `. Each may be missing. */
const mark = new RegExp(
  `^\\s*([•▪◦‣*·–—-]\\s+)?(?:(${codeNames})(?![\\p{L}\\p{N}]))?\\s*(?:n[°º]\\s*)?(\\d{1,6})?\\s*([.):=]\\s*|[–—-]\\s+)?`,
  'iu',
);

/**
 * A list as it is written in a chat, each line with its number, a bullet or the word « code » before the code. The number would be
 * stored and sold with it, and the same code under another number would be a second one. null unless all lines begin alike: with
 * numbers that follow one another, or without any.
 */
export function markedList(text: string): Table | null {
  const lines = linesOf(text);
  const [firstStart = '', firstBullet, firstName, firstNumber] = mark.exec(lines[0] ?? '') ?? [];
  const isMarked = (line: string, index: number) => {
    const [start = '', bullet, name, number, setOff] = mark.exec(line) ?? [];
    const isSameFormat =
      (bullet === undefined) === (firstBullet === undefined) &&
      name?.toLowerCase() === firstName?.toLowerCase() &&
      (number === undefined) === (firstNumber === undefined);
    const follows =
      number === undefined || (lines.length > 1 && Number(number) === Number(firstNumber) + index);
    const isSetOff =
      name === undefined && number === undefined
        ? bullet !== undefined && setOff === undefined
        : setOff !== undefined;
    return isSameFormat && follows && isSetOff && line.slice(start.length).trim() !== '';
  };
  if (lines.length === 0 || !lines.every(isMarked)) return null;
  return {
    isList: true,
    heads: [words.wholeLine, words.afterMark(firstStart.trim())],
    rows: lines.map((line) => [line.trim(), line.replace(mark, '').trim()]),
  };
}

/** Reads a table; a first line that names its columns is not a row. */
export function readTable(text: string, separator = separatorOf(text)): Table {
  const rows = linesOf(text).map((line) => cellsOf(line, separator));
  const width = rows.slice(0, 100).reduce((most, row) => Math.max(most, row.length), 0);
  const first = rows[0] ?? [];
  const named = first.some((cell) => headingNames.test(cell) || otherHeadings.test(cell));
  const heads = Array.from({ length: width }, (_, column) => (named ? (first[column] ?? '') : ''));
  return { heads, rows: named ? rows.slice(1) : rows };
}

export const columnOf = ({ rows }: Table, column: number): string[] => rows.map((row) => row[column] ?? '');

/** The column that is most likely the codes: by its name, else the one with the most different values. */
export function likelyColumn(table: Table): number {
  if (table.isList) return 1;
  const byName = table.heads.findIndex((head) => headingNames.test(head));
  if (byName >= 0) return byName;
  const sample: Table = { ...table, rows: table.rows.slice(0, 1_000) };
  const weights = table.heads.map((_, column) => {
    const values = new Set(columnOf(sample, column).filter((value) => value !== ''));
    const length = [...values].reduce((sum, value) => sum + value.length, 0);
    return { column, different: values.size, length: values.size > 0 ? length / values.size : 0 };
  });
  weights.sort((a, b) => b.different - a.different || b.length - a.length);
  return weights[0]?.column ?? 0;
}
