import { check } from '../check.ts';

/** The next attempt of each pending message is due within two hours. */
export const undeliverableMessage = check(
  'undeliverableMessage',
  `SELECT id AS subject, 0 AS expected,
          extract(epoch FROM greatest(not_before, lease_until) - clock_timestamp())::bigint AS found
     FROM outbox
    WHERE done_at IS NULL AND dead_at IS NULL
      AND greatest(not_before, lease_until) > clock_timestamp()
          + CASE kind WHEN 'webhook' THEN interval '25 hours' ELSE interval '2 hours' END`,
);

/** Each push subscription belongs to the account of its session. */
export const foreignDevice = check(
  'foreignDevice',
  `SELECT p.id AS subject, 1 AS expected, 0 AS found
     FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id WHERE s.user_id <> p.user_id`,
);
