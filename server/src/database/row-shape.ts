import pg from 'pg';

type Parse = (text: string) => unknown;

/** A column of a result, as the driver describes it. */
export interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** `2026-11-22 09:30:00.5+00`, as a connection in UTC writes a time. */
const utcTime = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** Converts a time to the format of the API (ISO, milliseconds). Assembled from its parts, because a list has hundreds of them. */
export function isoTime(text: string): string {
  const parts = utcTime.exec(text);
  if (!parts) return new Date(text).toISOString();
  const [, day, time, fraction = ''] = parts;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

const { builtins } = pg.types;
// Running numbers and centimes are far below 2^53; times leave this module in the format of the API.
const ownParsers = new Map<number, Parse>([
  [builtins.INT8, Number],
  [builtins.TIMESTAMPTZ, isoTime],
]);
const parserOf = (type: number): Parse => ownParsers.get(type) ?? (pg.types.getTypeParser(type) as Parse);

/** Parsers for the driver's own queries, so that they return the same values as prepared queries. */
export const types = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    format === 'binary' ? pg.types.getTypeParser(type, format) : parserOf(type),
} as pg.CustomTypesConfig;

/** The columns of a statement's rows and their parsers. */
export class RowShape {
  private readonly names: readonly string[];
  private readonly parsers: readonly Parse[];
  /** Rows are created as copies of this one, so that all have the same hidden class. */
  private readonly blank: Readonly<Record<string, unknown>>;

  constructor(fields: readonly Field[]) {
    this.names = fields.map(({ name }) => name);
    this.parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
    this.blank = Object.fromEntries(this.names.map((name) => [name, null]));
  }

  read(texts: readonly (string | null)[]): Record<string, unknown> {
    const row = { ...this.blank };
    // Indexed loop: allocating a pair for each column of each row would dominate the cost of a list.
    for (let i = 0; i < this.names.length; i += 1) {
      const text = texts[i];
      if (typeof text === 'string') row[this.names[i] as string] = this.parsers[i]?.(text);
    }
    return row;
  }
}
