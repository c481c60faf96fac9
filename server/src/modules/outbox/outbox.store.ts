import type { Language } from '@almas/contract/languages';
import type { EmployeeScope } from '@almas/contract/route';
import type { LowStock } from '@almas/locale/news';
import { hasScopeSql } from '../../authorization/identity.ts';
import { statement } from '../../database/statement.ts';
import { waiting } from './lease-and-send.ts';

/** After this number of attempts, some hours after the first, a message is a dead letter. */
export const attemptsMax = 8;
/** The longest delay before another attempt, in seconds. */
export const longestWait = 3_600;
/** Longer than the time limit of one attempt (outbound-client.ts). */
const leaseSeconds = 20;
/** Sent messages are kept this long, to show whether and when something was sent. */
const doneHours = 24;
const deadDays = 30;

/** The type of the event and its subject. Never an amount, a code or a personal name. */
export interface OutboxPayload {
  readonly type: string;
  /** The id of the request or the account. */
  readonly subject?: string | undefined;
  /** Named in the language of the reader. */
  readonly lowStock?: LowStock | undefined;
}

/** A message that this server has leased. */
export interface LeasedMessage {
  readonly id: number;
  readonly kind: 'web_push' | 'telegram';
  readonly subscriptionId: string | null;
  /** The account of the device. */
  readonly userId: string | null;
  /** The language that this account has chosen. */
  readonly lang: Language | null;
  readonly payload: OutboxPayload;
  /** The current attempt included. */
  readonly attempts: number;
}

/** The result of one attempt. `error` contains no address, token or account, because it is shown and logged. */
export type Delivery =
  | { readonly status: 'done' }
  | { readonly status: 'retry'; readonly error: string; readonly afterSeconds?: number | undefined }
  | { readonly status: 'dead'; readonly error: string };

export interface DeadLetter {
  id: number;
  kind: LeasedMessage['kind'];
  type: string;
  error: string;
  attempts: number;
  createdAt: string;
}

// A time further ahead than any delay or lease was written while the clock was ahead. The minute is tolerance.
const makeDue = (name: string, kind: string, longest: string) =>
  statement<[limit: number]>(
    name,
    `UPDATE outbox SET not_before = least(not_before, clock_timestamp()), lease_until = NULL
      WHERE id = ANY (ARRAY(
        SELECT id FROM outbox
         WHERE ${kind} AND ${waiting} AND (not_before > clock_timestamp() + interval '${longest}'
            OR lease_until > clock_timestamp() + interval '${leaseSeconds + 60} seconds')
         ORDER BY not_before, id LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  );

/**
 * Messages to devices and chats. Those of the kind `webhook` are resellers' own business: modules/webhooks. A device that is being removed
 * is passed over: its message would fail, and with it the event.
 */
export const outboxStore = {
  /** One message per device of these accounts. */
  pushToUsers: statement<[userIds: readonly string[], payload: string]>(
    'outbox.push-to-users',
    `INSERT INTO outbox (kind, subscription_id, payload)
     SELECT 'web_push', id, $2::jsonb FROM push_subscriptions WHERE user_id = ANY ($1) FOR KEY SHARE SKIP LOCKED`,
  ),
  /** One message per device of the active administrators, with a scope of those alone who have it. */
  pushToAdministrators: statement<[payload: string, scope: EmployeeScope | null, scopesForced: boolean]>(
    'outbox.push-to-administrators',
    `INSERT INTO outbox (kind, subscription_id, payload)
     SELECT 'web_push', s.id, $1::jsonb FROM push_subscriptions s JOIN users u ON u.id = s.user_id
      WHERE u.role = 'admin' AND u.status = 'active' AND NOT u.disabled AND ${hasScopeSql('$2', '$3')}
        FOR KEY SHARE OF s SKIP LOCKED`,
  ),
  /** One message per device of the active resellers. */
  pushToResellers: statement<[payload: string]>(
    'outbox.push-to-resellers',
    `INSERT INTO outbox (kind, subscription_id, payload)
     SELECT 'web_push', s.id, $1::jsonb FROM push_subscriptions s JOIN users u ON u.id = s.user_id
      WHERE u.role = 'reseller' AND u.status = 'active' AND NOT u.disabled
        FOR KEY SHARE OF s SKIP LOCKED`,
  ),
  telegram: statement<[payload: string]>(
    'outbox.telegram',
    `INSERT INTO outbox (kind, payload) VALUES ('telegram', $1::jsonb)`,
  ),
  /**
   * `sending`: the account of each message that this server is sending. With them, at most `perAccount` messages are to devices of one
   * account. Of the messages that are due at least one is leased, unless all are to accounts that have as many already.
   */
  lease: statement<[limit: number, sending: readonly string[], perAccount: number], LeasedMessage>(
    'outbox.lease',
    `WITH due AS MATERIALIZED (
       SELECT d.id, d.not_before, s.user_id, cardinality(array_positions($2::uuid[], s.user_id)) AS sending
         FROM outbox d LEFT JOIN push_subscriptions s ON s.id = d.subscription_id
        WHERE d.kind <> 'webhook' AND ${waiting} AND d.not_before <= statement_timestamp()
          AND (d.lease_until IS NULL OR d.lease_until < clock_timestamp())
          AND (s.user_id IS NULL OR cardinality(array_positions($2, s.user_id)) < $3::int)
        ORDER BY d.not_before, d.id LIMIT $1 FOR UPDATE OF d SKIP LOCKED
     ), numbered AS (
       SELECT id, user_id, sending + row_number() OVER (PARTITION BY user_id ORDER BY not_before, id) AS number FROM due
     )
     UPDATE outbox o SET attempts = o.attempts + 1,
            lease_until = clock_timestamp() + interval '${leaseSeconds} seconds'
       FROM numbered n WHERE o.id = n.id AND (n.user_id IS NULL OR n.number <= $3)
     RETURNING o.id, o.kind, o.subscription_id AS "subscriptionId", o.payload, o.attempts, n.user_id AS "userId",
               (SELECT lang FROM users WHERE id = n.user_id) AS lang`,
  ),
  makeDue: makeDue('outbox.make-due', "kind <> 'webhook'", `${longestWait + 60} seconds`),
  makeWebhooksDue: makeDue('outbox.make-webhooks-due', 'webhook_id IS NOT NULL', '1 day 1 minute'),
  /** Makes a dead letter due again with all its attempts; null: all dead letters. */
  revive: statement<[id: number | null], { id: number }>(
    'outbox.revive',
    `UPDATE outbox SET dead_at = NULL, attempts = 0, not_before = clock_timestamp()
      WHERE kind <> 'webhook' AND dead_at IS NOT NULL AND ($1::bigint IS NULL OR id = $1) RETURNING id`,
  ),
  deadLetters: statement<[limit: number], DeadLetter>(
    'outbox.dead-letters',
    `SELECT id, kind, payload ->> 'type' AS type, coalesce(error, '') AS error, attempts, created_at AS "createdAt"
       FROM outbox WHERE kind <> 'webhook' AND dead_at IS NOT NULL ORDER BY id DESC LIMIT $1`,
  ),
  figures: statement<[], { waiting: number; oldestSeconds: number; dead: number }>(
    'outbox.figures',
    `SELECT (SELECT count(*) FROM outbox WHERE kind <> 'webhook' AND ${waiting}) AS waiting,
            (SELECT coalesce(extract(epoch FROM clock_timestamp() - min(not_before)), 0)::float8
               FROM outbox WHERE kind <> 'webhook' AND ${waiting} AND not_before <= clock_timestamp()) AS "oldestSeconds",
            (SELECT count(*) FROM outbox WHERE kind <> 'webhook' AND dead_at IS NOT NULL) AS dead`,
  ),
  deleteSent: statement<[limit: number]>(
    'outbox.delete-sent',
    `DELETE FROM outbox WHERE id = ANY (ARRAY(
       SELECT id FROM outbox WHERE kind <> 'webhook' AND done_at < statement_timestamp() - interval '${doneHours} hours'
        ORDER BY done_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  ),
  deleteDeadLetters: statement<[limit: number]>(
    'outbox.delete-dead-letters',
    `DELETE FROM outbox WHERE id = ANY (ARRAY(
       SELECT id FROM outbox WHERE kind <> 'webhook' AND dead_at < clock_timestamp() - interval '${deadDays} days'
        ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  ),
};
