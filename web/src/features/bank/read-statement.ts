import { readTypedAmount } from '@almas/contract/typed-amount';
import { typedDigits } from '@almas/contract/typed-text';
import type { SourceGrid } from '../codes/reader/grid.ts';

/** A line of a statement as it is sent. */
export interface StatementLine {
  readonly day: string;
  /** DA. */
  readonly amount: number;
  readonly reference: string;
}

/** Which column holds what; -1: none. */
export interface ColumnMap {
  readonly day: number;
  readonly amount: number;
  readonly reference: number;
}

export interface StatementReading {
  readonly lines: readonly StatementLine[];
  /** Rows that take money out, or none: not imported. */
  readonly outgoing: number;
  /** Numbers of rows whose day or amount cannot be read. */
  readonly unreadable: readonly number[];
  /** The first and the last day that a row has, also one that takes money out. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** `04/03/2026`, `4-3-26`, `04.03.2026`, `2026-03-04`; null for anything else. Days come before months, as in Algeria. */
export function readDay(text: string): string | null {
  const bare = typedDigits(text)
    .trim()
    .replace(/[T ]\d{1,2}:\d\d.*$/, '');
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare) ?? [];
  if (year && month && day) return isoDay(year, month, day);
  const [, first, second, last] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/.exec(bare) ?? [];
  return first && second && last ? isoDay(last.length === 2 ? `20${last}` : last, second, first) : null;
}

/** `YYYY-MM-DD`; null for a day that no month has. */
function isoDay(year: string, month: string, day: string): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const read = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(iso) ? iso : null;
}

/** The amount of money that came in, in DA; 0 for money that went out; null for a text that is no amount. */
function readIncoming(text: string): number | null {
  if (text.trim() === '') return 0;
  // `+5 000,00`, `5.000,00 DZD CR`; a debit has a minus before or behind it, or DB, which is not the end of DZD.
  const bare = text
    .trim()
    .replace(/^\+/, '')
    .replace(/\s*(?:CR|C)$/i, '');
  if (/[-\u2212]\s*$|[\d\s](?:DB|D)$/i.test(bare)) return 0;
  const read = readTypedAmount(bare);
  return read.kind === 'amount' ? Math.max(0, read.amount) : null;
}

/** What a column of its own says of the direction of an amount. */
const directions = {
  debit: /^(?:d[ée]bit|d|db|dt|sortie|[-\u2212]|مدين)$/i,
  credit: /^(?:cr[ée]dit|c|cr|ct|entr[ée]e|\+|دائن)$/i,
};
const isDebit = (cell: string) => directions.debit.test(cell);

/** The column that says of each amount whether it came in, and nothing else; -1: none. One of dashes alone is an empty one. */
function directionColumn(grid: SourceGrid, day: number): number {
  // A line of totals has no day, and no direction.
  const rows = rowsOf(grid).filter(({ cells }) => readDay(cells[day] ?? '') !== null);
  return grid.heads.findIndex((_, column) => {
    const cells = rows.map(({ cells }) => (cells[column] ?? '').trim()).filter((cell) => cell !== '');
    const says = cells.some((cell) => !/^[-\u2212]$/.test(cell));
    return (
      says && cells.some(isDebit) && cells.every((cell) => isDebit(cell) || directions.credit.test(cell))
    );
  });
}

const rowsOf = ({ rows }: SourceGrid) => rows.filter(({ isNote }) => !isNote);
const share = (cells: readonly string[], isRight: (cell: string) => boolean) =>
  cells.filter(isRight).length / Math.max(1, cells.length);

const names = {
  amount: /cr[ée]dit|entr[ée]e|re[çc]u|versement|d[ée]p[ôo]t|recette|montant|amount|المبلغ/i,
  debit: /d[ée]bit|sortie|retrait/i,
  balance: /solde|balance|رصيد/i,
  reference: /r[ée]f|libell[ée]|d[ée]signation|op[ée]ration|motif|description|البيان/i,
  number: /(?:^|\s)n\s?[°ºo](?![a-zà-ÿ])|num[ée]ro|\br[ée]f|رقم|مرجع/i,
  paper: /pi[èe]ce|ch[èe]que/i,
  day: /date|jour|تاريخ/i,
};

/** `Montant de l’opération` is an amount, `N° reçu` is none. */
const namesAmount = (head: string) => names.amount.test(head) && !names.number.test(head);
const namesReference = (head: string) =>
  !namesAmount(head) && [names.reference, names.number, names.paper].some((name) => name.test(head));

/** Whether the cells of a row name the day and an amount: what is before it is about the account. */
export const isStatementHeading = (cells: readonly string[]): boolean =>
  !cells.some((cell) => /\d/.test(cell)) &&
  cells.some((cell) => names.day.test(cell)) &&
  cells.some((cell) => !names.day.test(cell) && (namesAmount(cell) || names.debit.test(cell)));

/** Guesses the columns by what they hold, then by their names. */
export function guessColumns(grid: SourceGrid): ColumnMap {
  const rows = rowsOf(grid).slice(0, 50);
  const columns = grid.heads.map((head, column) => {
    const cells = rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell.trim() !== '');
    return {
      column,
      head,
      days: share(cells, (cell) => readDay(cell) !== null),
      amounts: share(cells, (cell) => readDay(cell) === null && readIncoming(cell) !== null),
      length: cells.reduce((sum, cell) => sum + cell.length, 0) / Math.max(1, cells.length),
      isEmpty: cells.length === 0,
    };
  });
  const best = (points: (one: (typeof columns)[number]) => number): number => {
    const sorted = columns.map((one) => [points(one), one.column] as const).sort((a, b) => b[0] - a[0]);
    return sorted[0] && sorted[0][0] > 0 ? sorted[0][1] : -1;
  };
  const day = best(({ days }) => (days > 0.6 ? days : 0));
  const amount = best(({ column, head, amounts, isEmpty }) => {
    if (column === day || isEmpty || amounts < 0.6 || names.debit.test(head) || names.balance.test(head))
      return 0;
    if (namesAmount(head)) return amounts + 1;
    return namesReference(head) ? 0 : amounts;
  });
  const reference = best(({ column, head, length }) =>
    column === day || column === amount || names.debit.test(head) || names.balance.test(head)
      ? 0
      : length + (names.reference.test(head) ? 1_000 : 0),
  );
  return { day, amount, reference };
}

/** The lines of money that came in. */
export function readStatement(grid: SourceGrid, columns: ColumnMap): StatementReading {
  const lines: StatementLine[] = [];
  const unreadable: number[] = [];
  const days: string[] = [];
  let outgoing = 0;
  const direction = directionColumn(grid, columns.day);
  for (const { cells, line } of rowsOf(grid)) {
    const day = readDay(cells[columns.day] ?? '');
    const wentOut = isDebit((cells[direction] ?? '').trim());
    const amount = wentOut ? 0 : readIncoming(cells[columns.amount] ?? '');
    if (day !== null) days.push(day);
    if (day === null || amount === null) unreadable.push(line);
    else if (amount === 0) outgoing += 1;
    else {
      const reference = (cells[columns.reference] ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
      lines.push({ day, amount, reference });
    }
  }
  days.sort();
  return { lines, outgoing, unreadable, from: days[0], to: days.at(-1) };
}
