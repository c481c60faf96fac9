-- Unread ones are listed newest first and counted by type: one index for both, in the place of the one for counting.
DROP INDEX notifications_unread;
CREATE INDEX notifications_unread ON notifications (user_id, id DESC) INCLUDE (type) WHERE NOT read;
