import { announcements } from '@almas/contract/announcements';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';

const write = statement<[userId: string, id: number]>(
  'announcements.read-until',
  `INSERT INTO announcement_reads AS r (user_id, announcement_id)
   SELECT $1, max(id) FROM announcements WHERE id <= $2::bigint HAVING max(id) IS NOT NULL
   ON CONFLICT (user_id) DO UPDATE SET announcement_id = greatest(r.announcement_id, EXCLUDED.announcement_id)`,
);

/** Marks the announcements up to one as read by the account; a later one stays unread. */
export const readAnnouncements = command(announcements.read, {
  run: async ({ tx, actor, body }) => {
    await write.run(tx, actor.id, parseIdOrZero(body.id));
    return { response: undefined, effects: { events: [[{ user: actor.id }, { type: 'notification' }]] } };
  },
});
