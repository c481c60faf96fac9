import * as z from 'zod';
import { bankFieldLimits } from './bank-fields.ts';
import { Amount, Day, Id, listOf, page, pathId, requiredText, Timestamp } from './fields.ts';
import { NewBankAccount, PaymentMethod } from './forms.ts';
import { bodySizes, limits } from './limits.ts';
import { pages } from './page-sizes.ts';
import { RechargeRequestStatus } from './recharge-requests.ts';
import { route } from './route.ts';

const column = z.int().min(-1);
/** Which columns of a statement hold what, -1: none, and the headings of all: another export may have them in another order. */
export const StatementColumns = z.object({
  heads: z.array(z.string().max(bankFieldLimits.headingLength)).max(bankFieldLimits.columns),
  day: column,
  amount: column,
  reference: column,
});
export type StatementColumns = z.output<typeof StatementColumns>;

/** An account at a bank or at Algérie Poste, into which resellers pay. */
export const BankAccount = z.object({
  id: Id,
  name: z.string(),
  method: PaymentMethod,
  methodName: z.string(),
  lines: z.int(),
  /** The first and the last day of which its statements tell; null without a statement. */
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  /** Of the last statement; null: not known. */
  columns: StatementColumns.nullable(),
});
export type BankAccount = z.output<typeof BankAccount>;

/**
 * `matched`: a request has been found; `explained`: no recharge, an administrator has said why; `proposed`: requests of the same amount
 * within a day; `orphan`: money without a request.
 */
export const BankLineState = z.enum(['matched', 'explained', 'proposed', 'orphan']);
export type BankLineState = z.output<typeof BankLineState>;

/** A request beside a line. */
export const PaidRequest = z.object({
  id: Id,
  userName: z.string(),
  /** Less what corrections took back. */
  amount: Amount,
  status: RechargeRequestStatus,
  createdAt: Timestamp,
  reference: z.string().nullable(),
});
export type PaidRequest = z.output<typeof PaidRequest>;

/** Money that came in, as the statement of an account says. */
export const BankLine = z.object({
  id: Id,
  accountId: Id,
  accountName: z.string(),
  method: PaymentMethod,
  day: Day,
  amount: Amount,
  reference: z.string(),
  state: BankLineState,
  request: PaidRequest.nullable(),
  /** Null: found by its amount and reference. */
  matchedByName: z.string().nullable(),
  matchedAt: Timestamp.nullable(),
  /** Why it is no recharge. */
  explanation: z.string().nullable(),
  explainedByName: z.string().nullable(),
  explainedAt: Timestamp.nullable(),
  /** Of a proposed line: the nearest first, at most five. */
  proposals: z.array(PaidRequest),
});
export type BankLine = z.output<typeof BankLine>;

/** An import of a statement, with the days of which it tells (null: of none up to then) and the lines that it brought. */
export const BankStatement = z.object({
  id: Id,
  firstDay: Day.nullable(),
  lastDay: Day.nullable(),
  lines: z.int(),
  /** How many of them pay a request, and how many are explained. */
  matched: z.int(),
  explained: z.int(),
  importedByName: z.string(),
  importedAt: Timestamp,
});
export type BankStatement = z.output<typeof BankStatement>;

/** What an import would add, or has added. `known`: lines that an earlier import brought. */
export const BankImport = z.object({
  imported: z.int(),
  known: z.int(),
  matched: z.int(),
  proposed: z.int(),
  /** New lines whose day and amount the account has already under another reference; an import may leave them out. */
  resembling: z.int(),
  /** Days of which no earlier statement of the account tells. */
  days: z.int(),
});
export type BankImport = z.output<typeof BankImport>;

/**
 * A day of Algiers and a method: what was approved, less what corrections took back, what the bank received, what of it was explained as no
 * recharge, and the difference.
 */
export const ReconciliationDay = z.object({
  day: Day,
  method: PaymentMethod,
  methodName: z.string(),
  approved: z.int(),
  approvedAmount: Amount,
  received: z.int(),
  receivedAmount: Amount,
  explainedAmount: Amount,
  /** Received, less what was explained, less approved; negative: money is missing. */
  gap: Amount,
});
export type ReconciliationDay = z.output<typeof ReconciliationDay>;

/** What becomes of the lines that resemble stored ones, and how many the caller was shown (BANK_LINES_RESEMBLE). */
const ConfirmedLines = z.object({ lines: z.int(), action: z.enum(['import', 'leave']) });
export type ConfirmedLines = z.output<typeof ConfirmedLines>;

const Statement = z
  .object({
    account: z.string().max(100),
    /** The first and the last day of the statement, where money that went out stands before or behind the lines. */
    from: Day.optional(),
    to: Day.optional(),
    /** None on days on which no money came in: `from` and `to` say which. */
    lines: z
      .array(
        z.object({
          day: Day,
          amount: Amount.min(0.005).max(limits.bankLineAmount),
          reference: z.string().trim().max(limits.bankReferenceLength).default(''),
        }),
      )
      .max(limits.bankLines),
    /** Of an import: where the lines were read, for the next statement of the account. */
    columns: StatementColumns.optional(),
    /** Of an import. */
    resembling: ConfirmedLines.optional(),
  })
  .refine(({ from, to, lines }) => lines.length > 0 || (from !== undefined && to !== undefined), {
    error: 'BANK_LINES_REQUIRED',
  });
const lineParams = z.object({ id: pathId('BANK_LINE_NOT_FOUND') });

export const bank = {
  accounts: route({
    method: 'GET',
    path: '/api/bank-accounts',
    summary: 'Comptes bancaires et postaux, avec les jours que couvrent leurs relevés',
    access: 'admin',
    scope: 'requests',
    response: z.object({ items: z.array(BankAccount) }),
  }),
  createAccount: route({
    method: 'POST',
    path: '/api/bank-accounts',
    summary: 'Ajouter un compte bancaire ou postal',
    access: 'admin',
    scope: 'requests',
    body: NewBankAccount,
    response: BankAccount,
    errors: ['BANK_ACCOUNT_NAME_REQUIRED', 'BANK_ACCOUNT_EXISTS'],
  }),
  preview: route({
    method: 'POST',
    path: '/api/bank-lines/preview',
    summary: 'Ce qu’un relevé ajouterait, sans rien enregistrer',
    access: 'admin',
    scope: 'requests',
    readOnly: true,
    long: true,
    bodyBytes: bodySizes.bankStatement,
    bodyKeys: 4 * limits.bankLines,
    body: Statement,
    response: BankImport,
    errors: ['BANK_ACCOUNT_NOT_FOUND', 'BANK_LINES_REQUIRED'],
  }),
  import: route({
    method: 'POST',
    path: '/api/bank-lines/import',
    summary: 'Enregistrer les lignes d’un relevé ; les mêmes lignes une seconde fois n’ajoutent rien',
    access: 'admin',
    scope: 'requests',
    long: true,
    bodyBytes: bodySizes.bankStatement,
    bodyKeys: 4 * limits.bankLines,
    body: Statement,
    response: BankImport,
    errors: ['BANK_ACCOUNT_NOT_FOUND', 'BANK_LINES_REQUIRED', 'BANK_LINES_RESEMBLE'],
  }),
  statements: route({
    method: 'GET',
    path: '/api/bank-accounts/:id/statements',
    summary: 'Relevés importés d’un compte, les récents d’abord',
    access: 'admin',
    scope: 'owner',
    params: z.object({ id: pathId('BANK_ACCOUNT_NOT_FOUND') }),
    query: z.object(page(pages.bankStatements)),
    response: listOf(BankStatement),
    errors: ['BANK_ACCOUNT_NOT_FOUND'],
  }),
  removeStatement: route({
    method: 'DELETE',
    path: '/api/bank-statements/:id',
    summary: 'Retirer un relevé importé par erreur, avec ses lignes ; aucune demande ne change',
    access: 'admin',
    scope: 'owner',
    params: z.object({ id: pathId('BANK_STATEMENT_NOT_FOUND') }),
    response: BankStatement,
    errors: ['BANK_STATEMENT_NOT_FOUND'],
  }),
  lines: route({
    method: 'GET',
    path: '/api/bank-lines',
    summary: 'Lignes des relevés, les jours récents d’abord',
    access: 'admin',
    scope: 'requests',
    query: z.object({
      state: z.enum(['all', ...BankLineState.options]).default('all'),
      /** Days of the statements, both included. */
      from: Day.optional(),
      to: Day.optional(),
      ...page(pages.bankLines),
    }),
    response: listOf(BankLine),
  }),
  match: route({
    method: 'POST',
    path: '/api/bank-lines/:id/match',
    summary: 'Rapprocher une ligne d’une demande ; la demande n’est pas approuvée pour autant',
    access: 'admin',
    scope: 'requests',
    params: lineParams,
    body: z.object({ requestId: z.string().max(100) }),
    response: BankLine,
    errors: [
      'BANK_LINE_NOT_FOUND',
      'REQUEST_NOT_FOUND',
      'BANK_LINE_MATCHED',
      'BANK_LINE_EXPLAINED',
      'BANK_REQUEST_MATCHED',
    ],
  }),
  unmatch: route({
    method: 'DELETE',
    path: '/api/bank-lines/:id/match',
    summary: 'Défaire le rapprochement d’une ligne',
    access: 'admin',
    scope: 'requests',
    params: lineParams,
    /** The request that the line was shown with; another one that a colleague chose meanwhile stays. */
    query: z.object({ requestId: Id.optional() }),
    response: BankLine,
    errors: ['BANK_LINE_NOT_FOUND', 'BANK_LINE_MATCHED'],
  }),
  explain: route({
    method: 'POST',
    path: '/api/bank-lines/:id/explain',
    summary: 'Expliquer une ligne qui n’est pas une recharge ; elle n’est plus de l’argent sans demande',
    access: 'admin',
    scope: 'requests',
    params: lineParams,
    body: z.object({ reason: requiredText('BANK_EXPLANATION_REQUIRED', bankFieldLimits.explanationLength) }),
    response: BankLine,
    errors: ['BANK_LINE_NOT_FOUND', 'BANK_EXPLANATION_REQUIRED', 'BANK_LINE_MATCHED', 'BANK_LINE_EXPLAINED'],
  }),
  unexplain: route({
    method: 'DELETE',
    path: '/api/bank-lines/:id/explain',
    summary: 'Défaire l’explication d’une ligne',
    access: 'admin',
    scope: 'requests',
    params: lineParams,
    /** When the explanation that was shown was given; another one that a colleague gave meanwhile stays. */
    query: z.object({ explainedAt: Timestamp.optional() }),
    response: BankLine,
    errors: ['BANK_LINE_NOT_FOUND', 'BANK_LINE_EXPLAINED'],
  }),
  reconciliation: route({
    method: 'GET',
    path: '/api/reconciliation',
    summary: 'Écarts entre les recharges approuvées et l’argent reçu, par jour et par méthode',
    access: 'admin',
    scope: 'reports',
    query: z.object({ from: Day, to: Day }),
    response: z.object({
      /** The newest first; a method without an account is left out. */
      days: z.array(ReconciliationDay),
      /** Approved more than 48 hours ago, on days that a statement covers, and no line pays it. */
      withoutMoney: z.object({ count: z.int(), amount: Amount }),
      /** Money that came in on these days, and no request is known. */
      withoutRequest: z.object({ count: z.int(), amount: Amount }),
    }),
    errors: ['BANK_PERIOD_TOO_LONG'],
  }),
  withoutMoney: route({
    method: 'GET',
    path: '/api/reconciliation/without-money',
    summary:
      'Demandes approuvées depuis plus de 48 heures dont l’argent n’est pas arrivé, les récentes d’abord',
    access: 'admin',
    scope: 'requests',
    query: z.object({ from: Day, to: Day, ...page(pages.bankLines) }),
    response: listOf(PaidRequest),
    errors: ['BANK_PERIOD_TOO_LONG'],
  }),
} as const;
