/// <reference path="./pg-utils.d.ts" />
import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import { type Field, RowShape } from './row-shape.ts';

export interface QueryResult<Row> {
  readonly rows: Row[];
  /** The number of rows returned or written; null for a statement without a count. */
  readonly rowCount: number | null;
}

export type Respond<Row> = (error: Error | null, result?: QueryResult<Row>) => void;

/** The part of the driver's connection that a query uses. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** The text of each statement that is prepared on this connection, by its name. */
  readonly parsedStatements: Readonly<Record<string, string>>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: {
    statement: string;
    values: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  describe(portal: { type: 'P' }): void;
  execute(portal: Record<string, never>): void;
  sync(): void;
}

/** The row descriptions that each connection has received, by statement. */
const descriptions = new WeakMap<Wire, Map<string, RowShape>>();
const noColumns = new RowShape([]);

function shapesOf(wire: Wire): Map<string, RowShape> {
  const known = descriptions.get(wire) ?? new Map<string, RowShape>();
  descriptions.set(wire, known);
  return known;
}

/**
 * One execution of a prepared statement. The driver's own query has the rows described again at every execution; this
 * one once per connection, which spares a sale half of what the driver costs it (docs/decisions/0004). It is handed to
 * the driver in the way made for cursors: the driver calls what begins with `handle`.
 */
export class PreparedQuery<Row> implements pg.Submittable {
  /** Set by the driver. */
  callback: Respond<Row> | undefined;
  private wire: Wire | undefined;
  private shape: RowShape | undefined;
  private readonly rows: Row[] = [];
  private rowCount: number | null = null;
  private fault: Error | undefined;

  readonly name: string;
  readonly text: string;
  private readonly values: readonly unknown[];
  /** In milliseconds; undefined: the connection's own limit. The driver requires this name. */
  readonly query_timeout: number | undefined;

  constructor(name: string, text: string, values: readonly unknown[], query_timeout: number | undefined) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.query_timeout = query_timeout;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.wire = wire;
    this.shape = shapesOf(wire).get(this.name);
    wire.stream.cork();
    try {
      if (wire.parsedStatements[this.name] === undefined) wire.parse({ name: this.name, text: this.text });
      wire.bind({ statement: this.name, values: this.values, valueMapper: prepareValue });
      if (!this.shape) wire.describe({ type: 'P' });
      wire.execute({});
    } catch (error) {
      // A value cannot be encoded: the connection is first synchronized with what was already sent, then the caller gets the
      // error.
      this.fault = error as Error;
    } finally {
      wire.sync();
      wire.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.learn(new RowShape(fields));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.fault) return;
    try {
      this.rows.push(this.shape?.read(fields) as Row);
    } catch (error) {
      this.fault = error as Error;
    }
  }

  /** @param text such as `SELECT 3`, `INSERT 0 1`, `SET` */
  handleCommandComplete({ text }: { text: string }): void {
    const count = Number(text.slice(text.lastIndexOf(' ') + 1));
    this.rowCount = Number.isNaN(count) ? null : count;
    if (!this.shape) this.learn(noColumns);
  }

  handleReadyForQuery(): void {
    if (this.fault) this.callback?.(this.fault);
    else this.callback?.(null, { rows: this.rows, rowCount: this.rowCount });
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  private learn(shape: RowShape): void {
    this.shape = shape;
    if (this.wire) shapesOf(this.wire).set(this.name, shape);
  }
}
