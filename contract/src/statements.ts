import * as z from 'zod';
import { ExportFormat, workbookType } from './exports.ts';
import { Amount, Day, Id, listOf, page, pathId, Timestamp } from './fields.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** A month of Algiers, `2026-11`. */
export const Month = z.string().regex(/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/);

/** A movement of the balance. `kind` is its source in the ledger: `purchase`, `admin_recharge`, … */
export const StatementEntry = z.object({
  id: Id,
  createdAt: Timestamp,
  kind: z.string(),
  type: z.enum(['credit', 'debit']),
  description: z.string(),
  amount: Amount,
  balanceAfter: Amount,
});
export type StatementEntry = z.output<typeof StatementEntry>;

export const StatementTotal = z.object({
  kind: z.string(),
  entries: z.int(),
  credits: Amount,
  debits: Amount,
});
export type StatementTotal = z.output<typeof StatementTotal>;

/** The movements of an account in a month, oldest first, between its opening and its closing balance. Amounts in DA. */
export const Statement = listOf(StatementEntry).extend({
  month: Month,
  /** The month still runs, or is not closed yet: entries may follow. */
  mark: z.literal('MONTH_OPEN').nullable(),
  account: z.object({ id: Id, name: z.string(), company: z.string(), email: z.string() }),
  firstDay: Day,
  lastDay: Day,
  opening: Amount,
  closing: Amount,
  credits: Amount,
  debits: Amount,
  entries: z.int(),
  totals: z.array(StatementTotal),
  /** Each entry starts at the balance before it, the first at the opening; and a closed month is as it was when it was closed. */
  chain: z.object({ isWhole: z.boolean(), firstBreak: Id.nullable() }),
  /** The first month with an entry of the account; null: it has none. */
  firstMonth: Month.nullable(),
  /** When the server read it. */
  readAt: Timestamp,
});
export type Statement = z.output<typeof Statement>;

const ofAccount = { userId: z.string().max(100).optional() };

export const statements = {
  read: route({
    method: 'GET',
    path: '/api/statements',
    summary: 'Relevé d’un mois : le sien ; pour un administrateur, celui de `userId`',
    access: 'active',
    scope: 'accounts',
    /** Without a month this one. */
    query: z.object({ month: Month.optional(), ...ofAccount, ...page(pages.statement) }),
    response: Statement,
    errors: ['FORBIDDEN', 'USER_NOT_FOUND', 'MONTH_NOT_BEGUN'],
  }),
  /** Recorded when an administrator takes the statement of another account out. */
  export: route({
    method: 'GET',
    path: '/api/statements/:month/export',
    summary: 'Relevé d’un mois, en CSV ou en XLSX (20 000 lignes au plus)',
    access: 'active',
    scope: 'accounts',
    long: true,
    produces: 'text/csv',
    alsoProduces: workbookType,
    params: z.object({ month: pathId() }),
    query: z.object({ format: ExportFormat.default('csv'), ...ofAccount }),
    response: z.string(),
    errors: [
      'FORBIDDEN',
      'NOT_FOUND',
      'USER_NOT_FOUND',
      'MONTH_NOT_BEGUN',
      'STEP_UP_REQUIRED',
      'TOO_MANY_EXPORTS',
      'EXPORT_TOO_LONG',
    ],
  }),
  /** Of the cashiers of a reseller. */
  exportTillCloses: route({
    method: 'GET',
    path: '/api/till-closes/export',
    summary: 'Les comptes de caisse de ses vendeurs, en CSV ou en XLSX (20 000 lignes au plus)',
    access: 'reseller',
    feature: 'cashiers',
    long: true,
    produces: 'text/csv',
    alsoProduces: workbookType,
    query: z.object({ format: ExportFormat.default('csv') }),
    response: z.string(),
    errors: ['TOO_MANY_EXPORTS', 'EXPORT_TOO_LONG'],
  }),
} as const;
