import { Readable } from 'node:stream';
import { algiersClock } from '@almas/contract/algiers';
import { type ExportFormat, workbookType } from '@almas/contract/exports';
import { limits } from '@almas/contract/limits';
import type { Route, Scope } from '@almas/contract/route';
import { exportTexts } from '@almas/locale/exports';
import type { z } from 'zod';
import { fail } from '../../app-error.ts';
import type { Actor, Caller } from '../../authorization/identity.ts';
import { checkStillAdministers } from '../../authorization/lock-administrator.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import type { Database, Queryable } from '../../database/pool.ts';
import { runQuery } from '../../database/run-query.ts';
import { Attachment, type Command, command, type PrepareServices } from '../../pipeline/command.ts';
import type { Cell } from './cells.ts';
import { csvRows } from './csv.ts';
import { type DescribedFilter, describeFilters } from './filter-words.ts';
import { workbookOf } from './workbook.ts';

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

const textOf = ({ label, value, email }: DescribedFilter): string =>
  `${label} : ${value}${email === undefined ? '' : ` (${email})`}`;

const unsafe = /[^\p{L}\p{N}]+/gu;

/** `transactions_2026-11-22_Refusé_1-nov-2026.csv`: the day of Algiers, then the filters. */
function fileNameOf(
  list: ExportedList,
  filters: readonly DescribedFilter[],
  now: Date,
  format: ExportFormat,
): string {
  const day = algiersClock(now.getTime()).toISOString().slice(0, 10);
  const parts = filters
    .filter(({ name }) => name !== 'order' && name !== 'subjectId')
    .map(({ value }) =>
      [...value.replace(unsafe, '-')]
        .slice(0, 30)
        .join('')
        .replace(/^-+|-+$/g, ''),
    )
    .filter((part) => part !== '');
  return `${[exportTexts.files[list.name], day, ...parts].join('_')}.${format}`;
}

let running = 0;

interface PreparedExport {
  readonly services: PrepareServices;
  readonly list: ExportedList;
  /** Of an export as XLSX. */
  readonly workbook?: Buffer;
  readonly end: () => void;
}

type ExportRoute = Route & {
  readonly access: 'admin';
  readonly scope: Scope;
  readonly produces: 'text/csv';
  readonly query: z.ZodObject<{ format: z.ZodDefault<typeof ExportFormat> }>;
  readonly body: z.ZodObject;
};

/**
 * A whole list, read page by page in one snapshot: as CSV, whose memory does not grow with the list, or as a workbook of at most 20,000
 * rows. Who takes which list out is in the audit trail before the first row leaves. It breaks off when its administrator loses the right to it.
 * One that holds personal data or the trail asks for a fresh code of an account that has a second factor.
 * @throws AppError STEP_UP_REQUIRED, TOO_MANY_EXPORTS, EXPORT_TOO_LONG
 */
export const exportCommand = <R extends ExportRoute>(
  route: R,
  listOf: (caller: Caller, filters: z.output<R['body']>) => ExportedList,
): Command<R> =>
  command<ExportRoute, PreparedExport>(route, {
    prepare: async ({ services, actor, wallet, body, query: { format } }) => {
      if (route.errors?.includes('STEP_UP_REQUIRED')) checkStepUp(actor);
      if (running >= limits.concurrentExports) throw fail('TOO_MANY_EXPORTS');
      running += 1;
      let isOver = false;
      const end = () => {
        if (!isOver) running -= 1;
        isOver = true;
      };
      const list = listOf({ actor, wallet }, body as z.output<R['body']>);
      if (format === 'csv') return { services, list, end };
      try {
        const sheet = exportTexts.files[list.name];
        const { heads } = list;
        return {
          services,
          list,
          end,
          workbook: await workbookOf({ sheet, heads }, rowsOf(services.db, actor, route.scope, list)),
        };
      } catch (error) {
        end();
        throw error;
      }
    },
    run: async ({ tx, actor, body, query: { format }, prepared: { services, list, end, workbook } }) => {
      const filters = await describeFilters(tx, list.name, body);
      const mediaType = workbook ? workbookType : 'text/csv';
      const content = workbook
        ? Readable.from([workbook])
        : // Read when the response is sent, after the commit.
          Readable.from(csvParts(services.db, actor, route.scope, list), {
            objectMode: false,
            encoding: 'utf8',
          });
      // A stream that is never read is destroyed with its call: the generator has not begun then, and ends nothing.
      content.once('close', end);
      return {
        response: new Attachment(fileNameOf(list, filters, services.now(), format), mediaType, content),
        effects: {
          audit: {
            action: 'list.export',
            subject: { type: 'list', id: list.name, name: exportTexts.files[list.name] },
            after: {
              filters: filters.map(textOf).join(', '),
              ...(workbook && { format: 'XLSX' }),
            },
          },
        },
      };
    },
    failed: ({ prepared }) => prepared?.end(),
  }) as unknown as Command<R>;

async function* csvParts(
  db: Database,
  actor: Actor,
  scope: Scope,
  list: ExportedList,
): AsyncGenerator<string> {
  yield csvRows([list.heads], { first: true });
  for await (const rows of rowsOf(db, actor, scope, list)) yield csvRows(rows);
}

/** The pages of a list from one snapshot, while the administrator keeps the right to them. */
async function* rowsOf(
  db: Database,
  actor: Actor,
  scope: Scope,
  list: ExportedList,
): AsyncGenerator<ExportPage['rows']> {
  const until = Date.now() + limits.exportMinutes * 60_000;
  const client = await db.pool.connect();
  let broken = true;
  try {
    // A slow receiver may take its time between two pages, and has an end all the same.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = '2min'`);
    const snapshot: Queryable = { query: (config) => runQuery(client, config) };
    for (let cursor: string | undefined; ; ) {
      const { rows, nextCursor } = await list.page(snapshot, cursor);
      if (rows.length > 0) yield rows;
      if (nextCursor === null) break;
      if (Date.now() > until) throw new Error('an export took too long');
      // Not in the snapshot, which shows the account as it was.
      await checkStillAdministers(db, actor, scope);
      cursor = nextCursor;
    }
    await client.query('COMMIT');
    broken = false;
  } finally {
    client.release(broken);
  }
}
