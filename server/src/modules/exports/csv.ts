import { stringify } from 'csv-stringify/sync';
import { type Cell, frenchDay, localTime, readable } from './cells.ts';

/** What a spreadsheet takes for the beginning of a formula, wide signs included, also after spaces and line breaks. */
const formula = /^[\s\u00a0\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/**
 * What a spreadsheet takes for a number or a date and then shows otherwise: phones and references lose their first zero or plus, player
 * ids of twelve digits become 7,71E+11, `12/05` a day.
 */
const converted = /^(0\d+|\+\d[\d ]*|\d{12,}|\d[\d .,:/-]*[ .,:/-][\d .,:/-]*|\d+[eE]\d+)$/;

/** A text that every spreadsheet shows as this text. */
function safeText(given: string): string {
  const text = readable(given);
  if (converted.test(text)) return `="${text}"`;
  return formula.test(text) ? `'${text}` : text;
}

function written(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return safeText(cell);
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if ('at' in cell) return localTime(cell.at);
  return 'day' in cell ? frenchDay(cell.day) : cell.dinars.toFixed(2).replace('.', ',');
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
