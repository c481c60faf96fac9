import type { SourceGrid } from './grid.ts';
import { dateOf, hasDigit, isMoment, isPrice } from './values.ts';
import { type ColumnRole, isSold, roleOfName } from './words.ts';

/** What each column is taken for, and the columns to choose among. */
export interface ColumnReading {
  readonly roles: readonly ColumnRole[];
  /** Two or more columns could be the code, or the only one is called a serial: nothing is imported before the choice. */
  readonly question: readonly number[];
}

const sampleSize = 2_000;

interface Column {
  readonly index: number;
  readonly named: ColumnRole | undefined;
  readonly isUnnamed: boolean;
  readonly filled: number;
  readonly distinct: number;
  readonly moments: number;
  readonly dates: number;
  readonly prices: number;
  readonly isRising: boolean;
  readonly isPosition: boolean;
  readonly couldBeCode: boolean;
}

const share = (values: readonly string[], test: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

/** Numbers, perhaps behind letters that are always the same, of which each is a little larger than the one before. */
export function isRising(values: readonly string[]): boolean {
  const parts = values.map((value) => /^(\D*?)(\d+)$/.exec(value));
  const [first] = parts;
  if (values.length < 3 || !first) return false;
  let before = Number(first[2]?.slice(-12));
  return parts.slice(1).every((part) => {
    if (part?.[1] !== first[1]) return false;
    const value = Number(part?.[2]?.slice(-12));
    const step = value - before;
    before = value;
    return step > 0 && step <= 20;
  });
}

function columnOf({ heads, rows }: SourceGrid, index: number): Column {
  const own = rows.filter(({ isNote }) => !isNote).slice(0, sampleSize);
  const values = own.map(({ cells }) => cells[index] ?? '').filter((value) => value !== '');
  const distinct = new Set(values).size / Math.max(1, values.length);
  const moments = share(values, isMoment);
  const prices = share(values, isPrice);
  const rising = isRising(values);
  const length = values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length);
  const head = heads[index] ?? '';
  return {
    index,
    named: roleOfName(head),
    isUnnamed: head === '',
    filled: values.length / Math.max(1, own.length),
    distinct,
    moments,
    dates: share(values, (value) => dateOf(value) !== null),
    prices,
    isRising: rising,
    isPosition: rising && length <= 6,
    couldBeCode:
      (distinct > 0.5 || values.length < 3) &&
      moments < 0.5 &&
      !(prices > 0.5 && length < 7) &&
      length >= 5 &&
      share(values, (value) => hasDigit(value) || /^[A-Z-]{6,}$/.test(value)) > 0.5,
  };
}

/** Which columns could be what is sold, the named ones first. */
function candidatesOf(columns: readonly Column[]): readonly Column[] {
  const [only] = columns;
  if (columns.length === 1 && only) return [only];
  const named = columns.filter(
    ({ named, distinct, moments, filled, index }) =>
      isSold(named) &&
      filled > 0.3 &&
      moments < 0.5 &&
      (distinct > 0.5 || columns.every((other) => other.index === index || !other.couldBeCode)),
  );
  if (named.length > 0) return withoutRising(named);
  const rest = columns.filter(
    ({ couldBeCode, named }) => couldBeCode && named !== 'serial' && named !== 'expiry' && named !== 'price',
  );
  const unnamed = rest.filter(({ named }) => named !== 'ignored');
  if (unnamed.length > 0) return withoutRising(unnamed);
  if (rest.length > 0) return withoutRising(rest);
  return columns.filter(({ couldBeCode }) => couldBeCode);
}

/** Serials are counted up; codes are drawn. */
function withoutRising(columns: readonly Column[]): readonly Column[] {
  const drawn = columns.filter(({ isRising: rising }) => !rising);
  return drawn.length > 0 ? drawn : columns;
}

function otherRole(column: Column, hasSerial: boolean): ColumnRole {
  if (column.named && !isSold(column.named)) return column.named;
  if (column.named) return 'ignored';
  if (column.dates > 0.5) return 'expiry';
  if (column.moments > 0.5 || column.isPosition) return 'ignored';
  if (column.prices > 0.5) return 'price';
  return column.isRising && column.couldBeCode && !hasSerial ? 'serial' : 'ignored';
}

export function readColumns(grid: SourceGrid): ColumnReading {
  const columns = grid.heads.map((_, index) => columnOf(grid, index));
  const candidates = candidatesOf(columns);
  const [sold] = candidates;
  const isClear = candidates.length === 1 && sold !== undefined && sold.named !== 'serial';
  const question = isClear ? [] : candidates.map(({ index }) => index);
  let hasSerial = columns.some(({ named }) => named === 'serial');
  const roles = columns.map((column): ColumnRole => {
    if (isClear && column === sold) return column.named === 'pin' ? 'pin' : 'code';
    if (question.includes(column.index)) return 'ignored';
    const role = otherRole(column, hasSerial);
    if (role === 'serial') hasSerial = true;
    return role;
  });
  return { roles: onlyOneOf('serial', roles), question };
}

const onlyOneOf = (role: ColumnRole, roles: readonly ColumnRole[]): ColumnRole[] =>
  roles.map((own, index) => (own === role && roles.indexOf(role) !== index ? 'ignored' : own));

/** Gives a column a role; what is sold and the serial stand in one column each. */
export function withRole(roles: readonly ColumnRole[], column: number, role: ColumnRole): ColumnRole[] {
  const excludes = (other: ColumnRole) =>
    isSold(role) ? isSold(other) : role === 'serial' && other === 'serial';
  return roles.map((own, index) => (index === column ? role : excludes(own) ? 'ignored' : own));
}
