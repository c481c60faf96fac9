import { pages } from '@almas/contract/page-sizes';
import { Month, type Statement, statements } from '@almas/contract/statements';
import { exportTexts } from '@almas/locale/exports';
import { statements as words } from '@almas/locale/screens/statements';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import { checkStillAdministers } from '../../authorization/lock-administrator.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { Attachment, command } from '../../pipeline/command.ts';
import { at, type Cell, dinars } from '../exports/cells.ts';
import { type ExportedList, fileNamePart, openExport } from '../exports/export-list.ts';
import { findStatementAccount, readStatement } from './read-statement.ts';

const { heads } = exportTexts;

const beginning = ({ firstDay, opening, account }: Statement): Cell[] => [
  { day: firstDay },
  words.opening,
  account.name,
  null,
  null,
  dinars(opening),
];

function end({ lastDay, mark, debits, credits, closing, totals, chain, entries }: Statement): Cell[][] {
  return [
    [
      { day: lastDay },
      words.closing,
      mark ? words.monthOpen : null,
      dinars(debits),
      dinars(credits),
      dinars(closing),
    ],
    ...totals.map((total): Cell[] => [
      null,
      words.total,
      `${words.kind(total.kind)} (${words.entries(total.entries)})`,
      dinars(total.debits),
      dinars(total.credits),
      null,
    ]),
    [
      null,
      words.chainTitle,
      chain.isWhole ? words.chainWhole(entries, closing) : words.chainBroken(chain.firstBreak),
      null,
      null,
      null,
    ],
  ];
}

/** A statement as rows: its opening, its entries, its closing, the totals by kind and the state of its chain. */
const rowsOf = (user: UserRecord, month: string): ExportedList => ({
  name: 'statement',
  heads: [heads.date, heads.type, words.heads.description, heads.debit, heads.credit, heads.balance],
  page: async (db, cursor) => {
    const statement = await readStatement(db, user, { month, limit: pages.statement.max, cursor });
    const entries = statement.items.map((entry): Cell[] => [
      at(entry.createdAt),
      words.kind(entry.kind),
      entry.description,
      entry.type === 'debit' ? dinars(entry.amount) : null,
      entry.type === 'credit' ? dinars(entry.amount) : null,
      dinars(entry.balanceAfter),
    ]);
    const isFirst = cursor === undefined;
    const isLast = statement.nextCursor === null;
    return {
      rows: [...(isFirst ? [beginning(statement)] : []), ...entries, ...(isLast ? end(statement) : [])],
      nextCursor: statement.nextCursor,
    };
  },
});

/**
 * The statement of a month as a file: the own one, any one for an administrator, whose export is recorded and asks for a fresh code.
 * @throws AppError NOT_FOUND for what is no month
 */
export const exportStatement = command(statements.export, {
  prepare: async ({ services: { db }, identity, actor, wallet, params, query: { format, userId } }) => {
    const { success, data: month } = Month.safeParse(params.month);
    if (!success) throw fail('NOT_FOUND');
    const user = await findStatementAccount(db, { actor, wallet }, userId);
    if (actor.administers) checkStepUp(actor);
    await readStatement(db, user, { month, limit: 1, cursor: undefined });
    const check = async () => {
      if (actor.administers)
        await checkStillAdministers(db, actor, identity.sessionHash(), statements.export.scope);
    };
    const place = { kind: 'statements', walletId: wallet.id } as const;
    return { user, file: await openExport(db, rowsOf(user, month), format, place, check) };
  },
  run: async ({ actor, params: { month }, query: { format }, prepared: { user, file } }) => {
    const { email } = user;
    const fileName = `${[exportTexts.files.statement, month, fileNamePart(email.split('@')[0] ?? '')].join('_')}.${format}`;
    return {
      response: new Attachment(fileName, file.mediaType, file.content()),
      effects: actor.administers
        ? {
            audit: {
              action: 'list.export',
              subject: { type: 'list', id: 'statement', name: exportTexts.files.statement },
              after: {
                filters: `${exportTexts.filters.userId} : ${words.monthName(month)} (${email})`,
                ...(format === 'xlsx' && { format: 'XLSX' }),
              },
            },
          }
        : {},
    };
  },
  failed: ({ prepared }) => prepared?.file.end(),
});
