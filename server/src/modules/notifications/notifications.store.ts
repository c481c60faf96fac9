import { countUpTo } from '../../database/page.ts';
import { statement } from '../../database/statement.ts';
import { type NotificationRow, notificationColumns } from './notification-record.ts';

type Types = readonly string[] | null;
const shown = (types: string) => `(${types}::text[] IS NULL OR type = ANY (${types}))`;
const newestFirst = 'AND id < :before ORDER BY id DESC LIMIT :limit';

export const notificationsStore = {
  insert: statement<
    { userId: string; type: string; title: string; message: string; data: string | null },
    NotificationRow
  >(
    'notifications.insert',
    `INSERT INTO notifications (user_id, type, title, message, data) VALUES (:user_id, :type, :title, :message, :data)
     RETURNING ${notificationColumns}`,
  ),
  ofUser: statement<{ userId: string; types: Types; before: number; limit: number }, NotificationRow>(
    'notifications.of-user',
    `SELECT ${notificationColumns} FROM notifications WHERE user_id = :user_id AND ${shown(':types')} ${newestFirst}`,
  ),
  unreadOfUser: statement<{ userId: string; types: Types; before: number; limit: number }, NotificationRow>(
    'notifications.unread-of-user',
    `SELECT ${notificationColumns} FROM notifications WHERE user_id = :user_id AND NOT read AND ${shown(':types')} ${newestFirst}`,
  ),
  countUnread: statement<[userId: string, types: Types], { count: number }>(
    'notifications.count-unread',
    `SELECT count(*) FROM (
       SELECT FROM notifications WHERE user_id = $1 AND NOT read AND ${shown('$2')} LIMIT ${countUpTo}) unread`,
  ),
  markRead: statement<[id: number, userId: string, types: Types], NotificationRow>(
    'notifications.mark-read',
    `UPDATE notifications SET read = true, read_at = coalesce(read_at, clock_timestamp()),
       updated_at = CASE WHEN read THEN updated_at ELSE clock_timestamp() END
     WHERE id = $1 AND user_id = $2 AND ${shown('$3')} RETURNING ${notificationColumns}`,
  ),
  markAllRead: statement<[userId: string, types: Types]>(
    'notifications.mark-all-read',
    `UPDATE notifications SET read = true, read_at = clock_timestamp(), updated_at = clock_timestamp()
     WHERE user_id = $1 AND NOT read AND ${shown('$2')}`,
  ),
};
