import { Readable } from 'node:stream';
import { algiersClock } from '@almas/contract/algiers';
import { limits } from '@almas/contract/limits';
import { exportTexts } from '@almas/locale/exports';
import type { Actor, Origin } from '../../actor.ts';
import { fail } from '../../app-error.ts';
import type { Database, Queryable } from '../../database/pool.ts';
import { runQuery } from '../../database/run-query.ts';
import { transaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAction } from '../audit-trail/record-action.ts';
import { type Cell, csvRows } from './csv.ts';

export interface ExportPage {
  readonly rows: readonly (readonly Cell[])[];
  readonly nextCursor: string | null;
}

/** A list that can be exported: its columns, and its pages read one after the other. */
export interface ExportedList {
  readonly name: keyof typeof exportTexts.files;
  readonly heads: readonly string[];
  page(db: Queryable, cursor: string | undefined): Promise<ExportPage>;
}

export interface Csv {
  readonly fileName: string;
  readonly text: Readable;
}

type Filters = Readonly<Record<string, unknown>>;

const usual: Readonly<Record<string, readonly string[]>> = {
  status: ['all'],
  type: ['all'],
  method: ['all'],
  sort: ['date', 'created'],
  order: ['desc'],
};

/** What narrows the list, as it is recorded and named: defaults and absent values say nothing. */
const said = (filters: Filters): [string, string][] =>
  Object.entries(filters)
    .filter(([name, value]) => typeof value === 'string' && value !== '' && !usual[name]?.includes(value))
    .map(([name, value]) => [name, String(value)]);

const unsafe = /[^\p{L}\p{N}]+/gu;

/** `transactions_2026-11-22_refused_2026-11-01.csv`: the day of Algiers, then the filters. */
function fileNameOf(list: ExportedList, filters: Filters, now: Date): string {
  const day = algiersClock(now.getTime()).toISOString().slice(0, 10);
  const parts = said(filters)
    .filter(([name]) => name !== 'order' && name !== 'userId' && name !== 'subjectId')
    .map(([, value]) =>
      [...value.replace(unsafe, '-')]
        .slice(0, 30)
        .join('')
        .replace(/^-+|-+$/g, ''),
    )
    .filter((part) => part !== '');
  return `${[exportTexts.files[list.name], day, ...parts].join('_')}.csv`;
}

let running = 0;

/**
 * A whole list as CSV, read page by page in one snapshot, so that its memory does not grow with the list. Who takes
 * which list out is in the audit trail before the first row leaves.
 * @throws AppError TOO_MANY_EXPORTS
 */
export async function exportList(
  services: Services,
  admin: Actor,
  origin: Origin,
  list: ExportedList,
  filters: Filters,
): Promise<Csv> {
  if (running >= limits.exportsAtOnce) throw fail('TOO_MANY_EXPORTS');
  running += 1;
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    running -= 1;
  };
  try {
    await transaction(services.db, (tx) =>
      recordAction(tx, admin, origin, {
        action: 'list.export',
        subject: { type: 'list', id: list.name, name: exportTexts.files[list.name] },
        after: {
          filters: said(filters)
            .map(([name, value]) => `${name}: ${value}`)
            .join(', '),
        },
      }),
    );
    const text = Readable.from(parts(services.db, list), { objectMode: false, encoding: 'utf8' });
    // A stream that is never read is destroyed with its call: the generator has not begun then, and ends nothing.
    text.once('close', over);
    return { fileName: fileNameOf(list, filters, services.now()), text };
  } catch (error) {
    over();
    throw error;
  }
}

async function* parts(db: Database, list: ExportedList): AsyncGenerator<string> {
  const until = Date.now() + limits.exportMinutes * 60_000;
  const client = await db.pool.connect();
  let broken = true;
  try {
    // A slow receiver may take its time between two pages, and has an end all the same.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = '2min'`);
    const snapshot: Queryable = { query: (question) => runQuery(client, question) };
    yield csvRows([list.heads], { first: true });
    for (let cursor: string | undefined; ; ) {
      const { rows, nextCursor } = await list.page(snapshot, cursor);
      if (rows.length > 0) yield csvRows(rows);
      if (nextCursor === null) break;
      if (Date.now() > until) throw new Error('an export took too long');
      cursor = nextCursor;
    }
    await client.query('COMMIT');
    broken = false;
  } finally {
    client.release(broken);
  }
}
