import { Readable } from 'node:stream';
import { algiersDay } from '@almas/contract/algiers';
import { type ExportFormat, workbookType } from '@almas/contract/exports';
import type { Route, Scope } from '@almas/contract/route';
import { exportTexts } from '@almas/locale/exports';
import type { z } from 'zod';
import { fail } from '../../app-error.ts';
import type { Caller } from '../../authorization/identity.ts';
import { checkStillAdministers } from '../../authorization/lock-administrator.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import type { Database, Queryable } from '../../database/pool.ts';
import { allowLongStatements } from '../../database/query-watchdog.ts';
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

/** A text as a part of the name of a file. */
export const fileNamePart = (text: string): string =>
  [...text.replace(unsafe, '-')]
    .slice(0, 30)
    .join('')
    .replace(/^-+|-+$/g, '');

/** `transactions_2026-11-22_Refusé_1-nov-2026.csv`: the day of Algiers, then the filters. */
function fileNameOf(
  list: ExportedList,
  filters: readonly DescribedFilter[],
  now: Date,
  format: ExportFormat,
): string {
  const day = algiersDay(now.getTime());
  const parts = filters
    .filter(({ name }) => name !== 'order' && name !== 'subjectId')
    .map(({ value }) => fileNamePart(value))
    .filter((part) => part !== '');
  return `${[exportTexts.files[list.name], day, ...parts].join('_')}.${format}`;
}

/** A place of this process for an export: of a list of administrators, or of what is an account's own, which has one place at a time. */
interface ExportPlace {
  readonly kind: 'lists' | 'statements';
  readonly walletId: string;
}
const taken = new Set<ExportPlace>();
const most = { lists: 2, statements: 4 };
const longestMinutes = 15;

/** @throws AppError TOO_MANY_EXPORTS */
function take(place: ExportPlace): void {
  const others = [...taken].filter(({ kind }) => kind === place.kind);
  const hasOne = place.kind === 'statements' && others.some(({ walletId }) => walletId === place.walletId);
  if (hasOne || others.length >= most[place.kind]) throw fail('TOO_MANY_EXPORTS');
  taken.add(place);
}

/** An export whose response has not been sent yet. */
export interface OpenExport {
  readonly mediaType: string;
  /** Only one is made: the rows of a CSV file are read when it is sent, after the commit. */
  content(): Readable;
  /** When it will not be sent. */
  end(): void;
}

/**
 * A list as a file, from one snapshot: a workbook is built now, CSV is read when it is sent. `check` throws once the caller has lost the right
 * to it. @throws AppError TOO_MANY_EXPORTS, EXPORT_TOO_LONG
 */
export async function openExport(
  db: Database,
  list: ExportedList,
  format: ExportFormat,
  place: ExportPlace,
  check: () => Promise<void>,
): Promise<OpenExport> {
  take(place);
  const end = () => {
    taken.delete(place);
  };
  const sent = (content: Readable) => {
    // A stream that is never read is destroyed with its call: the generator has not begun then, and ends nothing.
    content.once('close', end);
    return content;
  };
  if (format === 'csv') {
    const content = () =>
      sent(Readable.from(csvParts(db, list, check), { objectMode: false, encoding: 'utf8' }));
    return { mediaType: 'text/csv', content, end };
  }
  try {
    const sheet = { sheet: exportTexts.files[list.name], heads: list.heads };
    const workbook = await workbookOf(sheet, rowsOf(db, list, check));
    return { mediaType: workbookType, content: () => sent(Readable.from([workbook])), end };
  } catch (error) {
    end();
    throw error;
  }
}

interface PreparedExport {
  readonly services: PrepareServices;
  readonly list: ExportedList;
  readonly file: OpenExport;
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
    prepare: async ({ services, identity, actor, wallet, body, query: { format } }) => {
      if (route.errors?.includes('STEP_UP_REQUIRED')) checkStepUp(actor);
      const list = listOf({ actor, wallet }, body as z.output<R['body']>);
      const check = () => checkStillAdministers(services.db, actor, identity.sessionHash(), route.scope);
      const place = { kind: 'lists', walletId: wallet.id } as const;
      return { services, list, file: await openExport(services.db, list, format, place, check) };
    },
    run: async ({ tx, body, query: { format }, prepared: { services, list, file } }) => {
      const filters = await describeFilters(tx, list.name, body);
      const fileName = fileNameOf(list, filters, services.now(), format);
      return {
        response: new Attachment(fileName, file.mediaType, file.content()),
        effects: {
          audit: {
            action: 'list.export',
            subject: { type: 'list', id: list.name, name: exportTexts.files[list.name] },
            after: {
              filters: filters.map(textOf).join(', '),
              ...(format === 'xlsx' && { format: 'XLSX' }),
            },
          },
        },
      };
    },
    failed: ({ prepared }) => prepared?.file.end(),
  }) as unknown as Command<R>;

type Check = () => Promise<void>;

async function* csvParts(db: Database, list: ExportedList, check: Check): AsyncGenerator<string> {
  yield csvRows([list.heads], { first: true });
  for await (const rows of rowsOf(db, list, check)) yield csvRows(rows);
}

/** The pages of a list from one snapshot, while the caller keeps the right to them. */
async function* rowsOf(db: Database, list: ExportedList, check: Check): AsyncGenerator<ExportPage['rows']> {
  const until = Date.now() + longestMinutes * 60_000;
  const client = await db.pool.connect();
  let broken = true;
  try {
    // A slow receiver may take its time between two pages, and has an end all the same.
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = '2min'; ${allowLongStatements}`);
    // A page may be found behind many rows of other days.
    const snapshot: Queryable = {
      query: (config) => runQuery(client, { ...config, query_timeout: longestMinutes * 60_000 }),
    };
    for (let cursor: string | undefined; ; ) {
      const { rows, nextCursor } = await list.page(snapshot, cursor);
      if (rows.length > 0) yield rows;
      if (nextCursor === null) break;
      if (Date.now() > until) throw new Error('an export took too long');
      // Not in the snapshot, which shows the account as it was.
      await check();
      cursor = nextCursor;
    }
    await client.query('COMMIT');
    broken = false;
  } finally {
    client.release(broken);
  }
}
