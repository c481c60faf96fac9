import { fail } from '../app-error.ts';

export type SortOrder = 'asc' | 'desc';

/** The number of matching entries; `capped`: there are more. */
export interface Count {
  readonly count: number;
  readonly capped: boolean;
}

/** One page of a list with the count of matching entries. */
export interface CursorPage<Item> extends Count {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

/** Limit of counting where no stored count exists: above it a list says "more than", so that no call reads a whole table. */
export const countUpTo = 10_000;

export const countMatches = ({ count }: { count: number }): Count => ({
  count: Math.min(count, countUpTo),
  capped: count > countUpTo,
});

/** Encodes a keyset cursor: the sort values of the last entry of a page, opaque to the caller. */
export const writeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** The cursor after a page, from rows read one more than `limit`; null on the last page. */
export function nextCursor<Row>(
  rows: readonly Row[],
  limit: number,
  sortValues: (row: Row) => readonly (string | number)[],
): string | null {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last ? writeCursor(sortValues(last)) : null;
}

/** A page as it is answered, from rows read one more than `limit`. */
export const presentPage = <Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  sortValues: (row: Row) => readonly (string | number)[],
): { items: Item[]; nextCursor: string | null } => ({
  items: rows.slice(0, limit).map((row) => present(row)),
  nextCursor: nextCursor(rows, limit, sortValues),
});

const parseCursor = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Decodes the cursor of a list ordered by running number, newest first; without a cursor the result is above every number. @throws
 * AppError INVALID_INPUT
 */
export const decodeCursorNumber = (cursor: string | undefined): number =>
  sortValuesAfter<[number]>(cursor, [isNumberId], [Number.MAX_SAFE_INTEGER])[0];

/**
 * A page of a list ordered by running number, newest first: `read` gets the number that its rows are below, and their number, one more
 * than `limit`. @throws AppError INVALID_INPUT
 */
export async function pageByNumber<Row extends { readonly id: number }, Item>(
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  read: (before: number, rows: number) => Promise<readonly Row[]>,
  present: (row: Row) => Item,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const rows = await read(decodeCursorNumber(cursor), limit + 1);
  return presentPage(rows, limit, present, ({ id }) => [id]);
}

/** The position after a page of a list ordered by time, newest first: earlier than this time, or at this time with a smaller id. */
export interface Moment<Id> {
  readonly at: string;
  readonly id: Id;
}

/**
 * Decodes the cursor of a list ordered by time; `isId` validates its id. Returns `start` without a cursor. @throws AppError
 * INVALID_INPUT
 */
export function decodeCursorMoment<Id>(
  cursor: string | undefined,
  isId: (value: unknown) => value is Id,
  start: Moment<Id>,
): Moment<Id> {
  const [at, id] = sortValuesAfter<[string, Id]>(cursor, [isTime, isId], [start.at, start.id]);
  return { at, id };
}

/**
 * Decodes the sort values of a cursor, each validated by its test. Returns `start` without a cursor. @throws AppError INVALID_INPUT
 */
export function sortValuesAfter<Values extends readonly unknown[], Start = Values>(
  cursor: string | undefined,
  tests: readonly ((value: unknown) => boolean)[],
  start: Start,
): Values | Start {
  if (!cursor) return start;
  const values = parseCursor(cursor);
  const isWhole =
    Array.isArray(values) &&
    values.length === tests.length &&
    tests.every((isRight, i) => isRight(values[i]));
  if (isWhole) return values as unknown as Values;
  throw fail('INVALID_INPUT');
}

/**
 * Whether PostgreSQL accepts the value as a time. It has no year 0, no 30 February, which JavaScript parses as a day of March, and a
 * bound on the length of its text.
 */
export const isTime = (value: unknown): value is string => {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\dT[\d:.]{5,18}Z$/.test(value)) return false;
  const read = new Date(value);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(value.slice(0, 11));
};

/** The same of a day. */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && isTime(`${value}T00:00:00Z`);

export const isNumberId = (value: unknown): value is number => Number.isSafeInteger(value);
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
/** Sorts after every time. */
export const endOfTime = 'infinity';
