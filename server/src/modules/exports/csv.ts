import { algiersClock } from '@almas/contract/algiers';
import { stringify } from 'csv-stringify/sync';

/** An amount in DA, a moment, a text, a whole number; absent is an empty cell. */
export type Cell = { readonly dinars: number } | { readonly at: string } | string | number | null | undefined;

export const dinars = (amount: number | null | undefined): Cell =>
  amount === null || amount === undefined ? null : { dinars: amount };
export const at = (moment: string | null | undefined): Cell => (moment ? { at: moment } : null);

/** Without Intl, which is slow for a million rows. */
function localTime(moment: string): string {
  const [day = '', time = ''] = algiersClock(Date.parse(moment)).toISOString().split('T');
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 8)}`;
}

/** What a spreadsheet takes for the beginning of a formula, wide signs included, also after spaces and line breaks. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A text that every spreadsheet shows as a text: NUL and the like are left out. */
function safeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are taken out
  const readable = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
  return formula.test(readable) ? `'${readable}` : readable;
}

function written(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return safeText(cell);
  if (typeof cell === 'number') return String(cell);
  return 'at' in cell ? localTime(cell.at) : cell.dinars.toFixed(2).replace('.', ',');
}

/**
 * Rows as a French spreadsheet reads them: semicolons, decimal commas, CRLF. `first` puts the mark of UTF-8 in front,
 * without which Excel takes accents for something else.
 */
export const csvRows = (rows: readonly (readonly Cell[])[], { first = false } = {}): string =>
  stringify(
    rows.map((row) => row.map(written)),
    { delimiter: ';', record_delimiter: 'windows', bom: first, quoted_match: /[\r\n]/ },
  );
