import { canonicalCode, isDestroyedNumber, isPossibleCode, normalCode } from '@almas/contract/code-lines';
import { limits } from '@almas/contract/limits';
import type { SourceGrid, SourceRow } from './grid.ts';
import { areMonthsAndYears, areMonthsFirst, expiryOf, hasDigit, isMoment, looksLikeCode } from './values.ts';
import {
  type ColumnRole,
  isLabelled,
  isSentence,
  isSold,
  isSpent,
  isTotal,
  roleOfName,
  saysExpired,
  saysNoExpiry,
  saysSpent,
} from './words.ts';

/** Never imported. */
type RefusedReason =
  | 'destroyed'
  | 'total'
  | 'expired'
  | 'spent'
  | 'hidden'
  | 'missing'
  | 'impossible'
  | 'heading';
/** Left out unless it is ticked. */
type DoubtReason =
  | 'date'
  | 'note'
  | 'several'
  | 'rounded'
  | 'zeros'
  | 'length'
  | 'alphabet'
  | 'groups'
  | 'prefix';

type Verdict =
  | { readonly state: 'good' }
  | { readonly state: 'doubtful'; readonly reason: DoubtReason }
  | { readonly state: 'refused'; readonly reason: RefusedReason };

export interface JudgedRow {
  readonly row: SourceRow;
  /** In its normal form; '' for none. */
  readonly code: string;
  readonly serial: string;
  /** The last day on which it is good, as its row says, yyyy-mm-dd; null for none. */
  readonly expiresOn: string | null;
  readonly verdict: Verdict;
}

const good: Verdict = { state: 'good' };
const refused = (reason: RefusedReason): Verdict => ({ state: 'refused', reason });
const doubtful = (reason: DoubtReason): Verdict => ({ state: 'doubtful', reason });

/**
 * The code and serial of each row, and whether it belongs to the list. `today`: the day in Algiers, yyyy-mm-dd. `isChosen`: the rows of the
 * offer; what the list says of its codes is read from all of them.
 */
export function judgeRows(
  grid: SourceGrid,
  roles: readonly ColumnRole[],
  today: string,
  isChosen: (row: SourceRow) => boolean = () => true,
): JudgedRow[] {
  const sold = roles.findIndex(isSold);
  const serial = roles.indexOf('serial');
  const expiry = roles.flatMap((role, column) => {
    if (role !== 'expiry') return [];
    const cells = grid.rows.map(({ cells }) => cells[column] ?? '');
    return [{ column, monthsFirst: areMonthsFirst(cells), hasMonths: areMonthsAndYears(cells) }];
  });
  const says = (said: (heading: string, cell: string) => boolean, { cells }: SourceRow) =>
    cells.some(
      (cell, column) => column !== sold && column !== serial && said(grid.heads[column] ?? '', cell),
    );
  const isSpentRow = (row: SourceRow) => says(saysSpent, row);
  const withCode = grid.rows.filter(({ isNote, cells }) => !isNote && cells[sold] && !cells.some(isTotal));
  // Where each row says so, it says it of the order: it was sold to the owner.
  const spent = new Set(withCode.every(isSpentRow) ? [] : withCode.filter(isSpentRow));
  const rows = grid.rows.filter(isChosen).map((row): JudgedRow => {
    const code = normalCode((row.isNote ? row.cells[0] : row.cells[sold]) ?? '');
    const dates = expiry.flatMap(({ column, ...form }) => expiryOf(row.cells[column] ?? '', form) ?? []);
    const [expiresOn = null] = dates.sort();
    const isExpired = (expiresOn !== null && expiresOn < today) || says(saysExpired, row);
    const isUndated =
      expiresOn === null && expiry.some(({ column }) => !saysNoExpiry(row.cells[column] ?? ''));
    return {
      row,
      code,
      serial: row.isNote || serial < 0 ? '' : normalCode(row.cells[serial] ?? '').slice(0, limits.codeLength),
      expiresOn,
      verdict: spent.has(row) ? refused('spent') : aloneVerdict(row, code, { isExpired, isUndated }),
    };
  });
  return compareRows(rows);
}

const withoutBrackets = (text: string) => text.replace(/^["'[({]+|["'\])}]+$/g, '');

const numberBefore = /^\(?\d{1,4}(?:[)\]°]|[.:]\s|\s?[-–—/|=]\s)\s*/u;

interface ReadExpiry {
  readonly isExpired: boolean;
  /** It says a date that cannot be read. */
  readonly isUndated: boolean;
}

function aloneVerdict(row: SourceRow, code: string, { isExpired, isUndated }: ReadExpiry): Verdict {
  if (row.isHidden) return refused('hidden');
  if (row.cells.some(isTotal)) return refused('total');
  if (isDestroyedNumber(code)) return refused('destroyed');
  if (isSpent(code)) return refused('spent');
  if (row.isNote) return isPossibleCode(code) ? doubtful('note') : refused('impossible');
  if (code === '') return refused('missing');
  if (!isPossibleCode(code)) return refused('impossible');
  if (!hasDigit(code) && roleOfName(code) !== undefined) return refused('heading');
  if (isExpired) return refused('expired');
  if (isUndated) return doubtful('date');
  // A list number that has stayed: a code that begins like one is looked at.
  const [number = ''] = numberBefore.exec(code) ?? [];
  if (number !== '' && looksLikeCode(code.slice(number.length))) return doubtful('note');
  const words = code.split(' ');
  const codes = code
    .split(/[ ,;]+/)
    .map(withoutBrackets)
    .filter(looksLikeCode);
  if (codes.length > 1) return doubtful('several');
  const hasWord = words.length > 1 && words.some((word) => /^\p{L}{3,}$/u.test(word));
  // « x1 », a country or a count beside a code that is whole without it: no group of eight characters stands beside a shorter one.
  const isWhole = codes.some((own) => own.length >= 8 && /[A-Za-z-]/.test(own));
  const hasAddition = words.length > 1 && (hasWord || isWhole);
  const hasMoment = words.length > 1 && words.some((word) => /[/.:]/.test(word) && isMoment(word));
  if (code.includes('://') || (codes.length === 1 && hasAddition) || hasMoment || isSentence(code))
    return doubtful('note');
  return good;
}

const traits: readonly (readonly [DoubtReason, (code: string) => string])[] = [
  ['length', (code) => String(canonicalCode(code).length)],
  ['alphabet', alphabetOf],
  ['alphabet', (code) => (/[^A-Za-z\d -]/.test(code) ? 'other' : '')],
  ['groups', groupsOf],
  ['prefix', (code) => canonicalCode(code).slice(0, 3)],
];

function alphabetOf(code: string): string {
  return `${/\d/.test(code)} ${/[A-Za-z]/.test(code)}`;
}

function groupsOf(code: string): string {
  return code
    .split(/[ -]/)
    .map(({ length }) => length)
    .join('-');
}

/** How many of these rows may be unlike the others. */
const allowedOf = ({ length }: readonly JudgedRow[]) =>
  Math.max(Math.floor(length * 0.05), length >= 5 ? 1 : 0);

/** Compares each good row with the form that at least 95 % of them have; of a short list all but one. */
function compareRows(rows: readonly JudgedRow[]): JudgedRow[] {
  const good = rows.filter(({ verdict }) => verdict.state === 'good');
  // A name and its password have a colon on each line.
  const withColons = good.filter(({ code }) => code.includes(':')).length;
  const noted = withColons < good.length - allowedOf(good) ? good.filter(({ code }) => isLabelled(code)) : [];
  const listed = good.filter((row) => !noted.includes(row));
  const allowed = allowedOf(listed);
  const unlike = new Map<JudgedRow, DoubtReason>([
    ...noted.map((row) => [row, 'note'] as const),
    ...withoutZeros(listed).map((row) => [row, 'zeros'] as const),
  ]);
  for (const [reason, traitOf] of traits) {
    const others = traitOf === alphabetOf && listed.length >= 3 ? Math.max(1, allowed) : allowed;
    const usual = usualOf(listed, traitOf, reason, others);
    if (usual === null) continue;
    for (const row of listed) if (!unlike.has(row) && traitOf(row.code) !== usual) unlike.set(row, reason);
  }
  const lengths = listed.map(({ code }) => code.length).sort((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const digits = listed.filter(({ code }) => hasDigit(code)).length;
  const withColon = listed.filter(({ code }) => code.includes(':')).length;
  for (const row of listed) {
    // `Contact:0550123456` below codes: a name and its password have a colon on each line.
    if (!unlike.has(row) && withColon * 2 < listed.length && /^\p{L}{2,}:/u.test(row.code))
      unlike.set(row, 'note');
    // « vide », « x »: in a short list, too.
    if (!unlike.has(row) && digits * 2 >= listed.length && !hasDigit(row.code)) unlike.set(row, 'alphabet');
    // « 110 » above codes of twelve characters, however often.
    if (!unlike.has(row) && row.code.length * 2 < middle) unlike.set(row, 'length');
    if (!unlike.has(row) && isRounded(row.code, listed)) unlike.set(row, 'rounded');
  }
  return rows.map((row) => {
    const reason = unlike.get(row);
    return reason ? { ...row, verdict: doubtful(reason) } : row;
  });
}

function usualOf(
  rows: readonly JudgedRow[],
  traitOf: (code: string) => string,
  reason: DoubtReason,
  allowed: number,
): string | null {
  if (reason === 'prefix' && rows.length < 20) return null;
  const counts = new Map<string, number>();
  for (const { code } of rows) {
    const trait = traitOf(code);
    counts.set(trait, (counts.get(trait) ?? 0) + 1);
  }
  const [usual = '', count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (count === rows.length || rows.length - count > allowed) return null;
  return usual;
}

/** A spreadsheet keeps 15 digits: in a list of longer numbers all others are 0. */
function isRounded(code: string, rows: readonly JudgedRow[]): boolean {
  if (rows.length < 3 || !/^\d{16,}$/.test(code)) return false;
  return rows.every((row) => !/^\d{16,}$/.test(row.code) || /^\d{15}0+$/.test(row.code));
}

/** A spreadsheet drops the zeros before a number: of digits alone, none of which begins with 0, some are a little shorter than the rest. */
function withoutZeros(rows: readonly JudgedRow[]): readonly JudgedRow[] {
  if (rows.length < 5 || !rows.every(({ code }) => /^[1-9]\d+$/.test(code))) return [];
  const longest = rows.reduce((most, { code }) => Math.max(most, code.length), 0);
  const shorter = rows.filter(({ code }) => code.length < longest);
  const isLikely =
    shorter.length <= rows.length * 0.25 && shorter.every(({ code }) => code.length >= longest - 3);
  return isLikely ? shorter : [];
}
