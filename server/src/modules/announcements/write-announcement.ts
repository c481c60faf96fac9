import { announcements } from '@almas/contract/announcements';
import { statement } from '../../database/statement.ts';
import { command } from '../../pipeline/command.ts';
import { announceToResellers } from '../outbox/announce.ts';

const insert = statement<
  { kind: string; title: string; message: string; createdBy: string },
  { id: number; title: string; message: string; createdAt: string }
>(
  'announcements.insert',
  `INSERT INTO announcements (kind, title, message, created_by) VALUES (:kind, :title, :message, :created_by)
   RETURNING id, title, message, created_at AS "createdAt"`,
);

/** Publishes an announcement: one row for all resellers, and a message without its words to each of their devices. */
export const createAnnouncement = command(announcements.create, {
  key: { operation: 'announcements.create', input: ({ body }) => body },
  run: async ({ services, tx, actor, body }) => {
    const { kind } = body;
    const { id, title, message, createdAt } = await insert.one(tx, { ...body, createdBy: actor.id });
    await announceToResellers(tx, { type: 'announcement' });
    return {
      response: { id: String(id), kind, title, message, createdAt, read: false },
      effects: {
        audit: {
          action: 'announcement.publish',
          subject: { type: 'announcement', id: String(id), name: title },
          after: { title, message },
        },
        events: [['everyone', { type: 'notification' }]],
        afterCommit: () => services.outbox.wake(),
      },
    };
  },
});
