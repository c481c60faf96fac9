import { algiersDay } from '@almas/contract/algiers';
import { pages } from '@almas/contract/page-sizes';
import type { TillClose } from '@almas/contract/staff';
import { statements } from '@almas/contract/statements';
import { exportTexts } from '@almas/locale/exports';
import { Attachment, command } from '../../pipeline/command.ts';
import { at, type Cell, dinars } from '../exports/cells.ts';
import { type ExportedList, openExport } from '../exports/export-list.ts';
import { listTillCloses } from '../staff/till-closes.ts';

const { heads } = exportTexts;

const rowOf = (close: TillClose): Cell[] => [
  close.staffName,
  at(close.openedAt),
  at(close.createdAt),
  close.sales,
  dinars(close.expected),
  dinars(close.counted),
  dinars(close.gap),
  close.unpriced ?? null,
];

const tillCloses = (ownerId: string): ExportedList => ({
  name: 'tillCloses',
  heads: [
    heads.cashier,
    heads.openedAt,
    heads.countedAt,
    heads.sales,
    heads.expected,
    heads.counted,
    heads.gap,
    heads.unpriced,
  ],
  page: async (db, cursor) => {
    const { items, nextCursor } = await listTillCloses(db, ownerId, { limit: pages.tillCloses.max, cursor });
    return { rows: items.map(rowOf), nextCursor };
  },
});

/** The drawers that the cashiers of a reseller have counted, as a file. */
export const exportTillCloses = command(statements.exportTillCloses, {
  // The list is the reseller's own: who may read it may save it.
  prepare: async ({ services: { db, now }, wallet, query: { format } }) => {
    const place = { kind: 'statements', walletId: wallet.id } as const;
    return {
      day: algiersDay(now().getTime()),
      file: await openExport(db, tillCloses(wallet.id), format, place, async () => undefined),
    };
  },
  run: async ({ query: { format }, prepared: { day, file } }) => ({
    response: new Attachment(
      `${exportTexts.files.tillCloses}_${day}.${format}`,
      file.mediaType,
      file.content(),
    ),
    effects: {},
  }),
  failed: ({ prepared }) => prepared?.file.end(),
});
