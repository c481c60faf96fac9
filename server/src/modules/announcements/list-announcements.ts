import type { Announcement, announcements } from '@almas/contract/announcements';
import type { Output, Parsed } from '@almas/contract/route';
import { decodeCursorNumber, nextCursor } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

interface AnnouncementRow extends Omit<Announcement, 'id'> {
  id: number;
}

/** SQL: the last announcement that an account has read; of a new one, the last that is older than the account. */
const readUntil = (user: string) =>
  `coalesce((SELECT r.announcement_id FROM announcement_reads r WHERE r.user_id = ${user}),
     (SELECT max(a.id) FROM announcements a JOIN users u ON u.id = ${user} WHERE a.created_at < u.created_at), 0)`;
const page = statement<[userId: string, before: number, limit: number], AnnouncementRow>(
  'announcements.page',
  `SELECT id, kind, title, message, created_at AS "createdAt", id <= ${readUntil('$1')} AS read
     FROM announcements WHERE id < $2::bigint ORDER BY id DESC LIMIT $3::int`,
);
const unread = statement<[userId: string], { unread: number }>(
  'announcements.unread',
  `SELECT count(*) AS unread FROM announcements WHERE id > ${readUntil('$1')}`,
);

/** The announcements, the newest first, and how many the account has not read. */
export async function listAnnouncements(
  db: Queryable,
  userId: string,
  { limit, cursor }: Parsed<typeof announcements.list>['query'],
): Promise<Output<typeof announcements.list>> {
  const rows = await page.all(db, userId, decodeCursorNumber(cursor), limit + 1);
  return {
    items: rows.slice(0, limit).map((row) => ({ ...row, id: String(row.id) })),
    nextCursor: nextCursor(rows, limit, (row) => [row.id]),
    ...(await unread.one(db, userId)),
  };
}
