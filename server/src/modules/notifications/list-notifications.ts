import type { notifications } from '@almas/contract/notifications';
import type { Output } from '@almas/contract/route';
import type { Actor } from '../../authorization/identity.ts';
import { pageByNumber } from '../../database/page.ts';
import type { Queryable } from '../../database/pool.ts';
import { presentNotification, shownTypes } from './notification-record.ts';
import { notificationsStore } from './notifications.store.ts';

/** A page of the actor's notifications, newest first, of the types that the role sees, with the number of unread ones. */
export async function listNotifications(
  db: Queryable,
  actor: Actor,
  query: { readonly unread: boolean; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Output<typeof notifications.list>> {
  const { ofUser, unreadOfUser, countUnread } = notificationsStore;
  const types = shownTypes(actor);
  const list = query.unread ? unreadOfUser : ofUser;
  const page = await pageByNumber(
    query,
    (before, rows) => list.all(db, { userId: actor.id, types, before, limit: rows }),
    presentNotification,
  );
  const { count } = await countUnread.one(db, actor.id, types);
  return { ...page, unread: count };
}
