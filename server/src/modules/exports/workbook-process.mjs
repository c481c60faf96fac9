import { createInterface } from 'node:readline';
import writeWorkbook from 'write-excel-file/node';

/*
 * Builds one workbook: a line of JSON with its sheet and heads, then a line per page of rows, on standard input; the file on standard
 * output. It runs in a process of its own, because 20,000 rows take seconds of CPU time and 200 MB.
 */

/** @typedef {import('./cells.ts').Cell} Cell */

/** Columns are as wide as their longest cell, within bounds, in characters. */
const [narrowest, widest] = [8, 40];
const formats = { dinars: '#,##0.00', at: 'dd/mm/yyyy hh:mm:ss', day: 'dd/mm/yyyy' };

/** Times are written as the clock of Algiers shows them, one hour ahead of UTC all year. @param {string} moment */
const algiers = (moment) => new Date(Date.parse(moment) + 3_600_000);

/** @param {Cell} cell */
function typed(cell) {
  if (cell === null || cell === undefined || cell === '') return null;
  if (typeof cell === 'number') return { value: cell, type: Number };
  // A text is a text: nothing in it is taken for a number, a date or a formula.
  if (typeof cell === 'string') return { value: cell, type: String };
  if ('dinars' in cell) return { value: cell.dinars, type: Number, format: formats.dinars };
  if ('day' in cell) return { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: formats.day };
  return { value: algiers(cell.at), type: Date, format: formats.at };
}

const widthOf = (cell) => (typeof cell === 'object' ? 20 : String(cell).length + 2);

const rows = [];
const widths = [];
let sheet = '';
for await (const line of createInterface({ input: process.stdin })) {
  const page = JSON.parse(line);
  if (page.sheet) {
    sheet = page.sheet;
    for (const head of page.heads) widths.push(Math.max(narrowest, head.length + 2));
    rows.push(page.heads.map((value) => ({ value, type: String, fontWeight: 'bold' })));
  }
  for (const cells of page.rows ?? []) {
    for (const [column, cell] of cells.entries())
      if (cell !== null) widths[column] = Math.max(widths[column], widthOf(cell));
    rows.push(cells.map(typed));
  }
}
const columns = widths.map((width) => ({ width: Math.min(widest, width) }));
const content = await writeWorkbook(rows, { sheet, columns, stickyRowsCount: 1 }).toBuffer();
process.stdout.write(content);
