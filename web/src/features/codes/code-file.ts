import { codes as words } from '@almas/locale/screens/codes';
import { columnOf, likelyColumn, readTable, type Table } from './csv.ts';

/** A file as it was dropped: a list of codes, or a table with a column of codes. */
export interface CodeFile {
  readonly name: string;
  readonly table: Table;
  readonly column: number;
}

/** What the server takes in one import. */
const largest = 32 * 1_048_576;

/** UTF-8 or UTF-16 by its mark, else what spreadsheets in France write. */
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
    kind === 'csv' ? readTable(text) : { heads: [''], rows: text.split(/\n/).map((line) => [line]) };
  return { name: file.name, table, column: likelyColumn(table) };
}

export const codesIn = ({ table, column }: CodeFile): string[] => columnOf(table, column);
