import type { Webhook, WebhookDelivery } from '@almas/contract/webhooks';
import { statement } from '../../database/statement.ts';
import { waiting } from '../outbox/lease-and-send.ts';

export type WebhookEvent = Webhook['events'][number];

/** The hours over which an event is tried: 75, in ten attempts. Then its webhook is off. */
export const retrySeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Longer than the time limit of one attempt (outbound-client.ts). */
const leaseSeconds = 20;
/** Events of one account that a server sends concurrently: its slow receivers leave the other sends to others. */
const perAccount = 4;
/** Deliveries are listed this long. */
const keptDays = 30;

/** The type of a test. */
export const testType = 'webhook.test';

/** SQL: whether no server is sending the event `o`. */
const isFree = '(o.lease_until IS NULL OR o.lease_until < clock_timestamp())';
/** SQL: whether the webhook `w` gets events: it is on, and its account may sign in and act. */
export const isServedSql = `(w.off_at IS NULL AND EXISTS (SELECT FROM users u WHERE u.id = w.user_id AND u.status = 'active' AND NOT u.disabled))`;

export interface WebhookRow {
  readonly id: number;
  readonly userId: string;
  readonly url: string;
  readonly events: WebhookEvent[];
  readonly offAt: string | null;
  readonly offReason: Webhook['offReason'];
  readonly waiting: number;
  readonly createdAt: string;
}

/** An event that this server has leased. */
export interface LeasedEvent {
  readonly id: number;
  readonly webhookId: number;
  readonly userId: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly payload: { readonly type: string; readonly data: Readonly<Record<string, string>> };
  readonly createdAt: string;
  /** The current attempt included. */
  readonly attempts: number;
}

export interface DeliveryRow extends Omit<WebhookDelivery, 'id' | 'status'> {
  readonly id: number;
  readonly isDead: boolean;
}

const columns = `w.id, w.user_id AS "userId", w.url, w.events, w.off_at AS "offAt", w.off_reason AS "offReason",
  (SELECT count(*)::int FROM outbox o WHERE o.webhook_id = w.id AND ${waiting}) AS waiting, w.created_at AS "createdAt"`;

export const webhooksStore = {
  page: statement<[userId: string, before: number, limit: number], WebhookRow>(
    'webhooks.page',
    `SELECT ${columns} FROM webhooks w WHERE user_id = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3::int`,
  ),
  /** Also locks it. */
  own: statement<[userId: string, id: number], Pick<WebhookRow, 'id' | 'events' | 'offAt'>>(
    'webhooks.own',
    'SELECT id, events, off_at AS "offAt" FROM webhooks WHERE user_id = $1 AND id = $2 FOR UPDATE',
  ),
  lock: statement<[id: number]>('webhooks.lock', 'SELECT FROM webhooks WHERE id = $1 FOR NO KEY UPDATE'),
  byId: statement<[id: number], WebhookRow>(
    'webhooks.by-id',
    `SELECT ${columns} FROM webhooks w WHERE w.id = $1`,
  ),
  countOfAccount: statement<[userId: string], { count: number }>(
    'webhooks.count-of-account',
    'SELECT count(*)::int AS count FROM webhooks WHERE user_id = $1',
  ),
  /** It gets the events from now on. */
  insert: statement<
    { userId: string; url: string; events: readonly string[]; sealedSecret: Buffer },
    { id: number }
  >(
    'webhooks.insert',
    `INSERT INTO webhooks (user_id, url, events, sealed_secret, ledger_seen)
     VALUES (:user_id, :url, :events, :sealed_secret, coalesce((SELECT max(id) FROM ledger WHERE user_id = :user_id), 0))
     RETURNING id`,
  ),
  change: statement<{ id: number; url: string | null; events: readonly string[] | null }>(
    'webhooks.change',
    'UPDATE webhooks SET url = coalesce(:url, url), events = coalesce(:events::text[], events) WHERE id = :id',
  ),
  turnOff: statement<[id: number, reason: string]>(
    'webhooks.turn-off',
    'UPDATE webhooks SET off_at = clock_timestamp(), off_reason = $2 WHERE id = $1 AND off_at IS NULL',
  ),
  turnOn: statement<[id: number]>(
    'webhooks.turn-on',
    'UPDATE webhooks SET off_at = NULL, off_reason = NULL WHERE id = $1',
  ),
  /** What was given up or tried before is sent again, in its order, as what was never tried is; tests are not. `lease_until`: see write. */
  sendAgain: statement<[webhookId: number]>(
    'webhooks.send-again',
    `UPDATE outbox SET dead_at = NULL, attempts = 0, not_before = clock_timestamp(),
            lease_until = greatest(lease_until, clock_timestamp())
      WHERE id = ANY (ARRAY(
        SELECT id FROM outbox WHERE webhook_id = $1 AND ${waiting} AND attempts > 0
         UNION ALL SELECT id FROM outbox WHERE webhook_id = $1 AND dead_at IS NOT NULL))
        AND payload ->> 'type' <> '${testType}'`,
  ),
  remove: statement<[id: number]>('webhooks.remove', 'DELETE FROM webhooks WHERE id = $1'),

  /**
   * One event; `object`: those about one object are sent in their order. None while the same event waits and was never sent, which
   * `attempts` and `lease_until` tell: a receiver drops an id that it has had, and would miss what changed since.
   */
  write: statement<{ webhookId: number; object: string; type: string; data: string }, { id: number }>(
    'webhooks.write',
    `INSERT INTO outbox (kind, webhook_id, object, payload)
     SELECT 'webhook', :webhook_id::bigint, :object::text, p.payload
       FROM (SELECT jsonb_build_object('type', :type::text, 'data', :data::jsonb) AS payload) p
      WHERE NOT EXISTS (SELECT FROM outbox e WHERE e.webhook_id = :webhook_id AND e.object = :object AND ${waiting}
                           AND e.attempts = 0 AND e.lease_until IS NULL AND e.payload = p.payload)
     RETURNING id`,
  ),
  deliveries: statement<[webhookId: number, before: number, limit: number], DeliveryRow>(
    'webhooks.deliveries',
    `SELECT id, payload ->> 'type' AS type, object, attempts, error, created_at AS "createdAt", done_at AS "deliveredAt",
            dead_at IS NOT NULL AS "isDead", CASE WHEN ${waiting} THEN not_before END AS "nextAttemptAt"
       FROM outbox WHERE webhook_id = $1 AND id < $2::bigint ORDER BY id DESC LIMIT $3::int`,
  ),
  retry: statement<[webhookId: number, id: number]>(
    'webhooks.retry',
    `UPDATE outbox SET done_at = NULL, dead_at = NULL, attempts = 0, not_before = clock_timestamp(), lease_until = clock_timestamp(),
            error = NULL
      WHERE webhook_id = $1 AND id = $2`,
  ),
  /**
   * Events that are due, at most `perAccount` of an account with those that this server is sending. Of an object only the first that has not
   * arrived: the next waits for it. Read from one webhook with waiting events to the next, so that the backlog of one costs the others
   * nothing.
   */
  lease: statement<[limit: number, sending: readonly string[]], LeasedEvent>(
    'webhooks.lease',
    `WITH RECURSIVE receivers AS (
       SELECT min(webhook_id) AS webhook_id FROM outbox WHERE webhook_id IS NOT NULL AND ${waiting}
        UNION ALL
       SELECT (SELECT min(webhook_id) FROM outbox WHERE webhook_id > r.webhook_id AND ${waiting})
         FROM receivers r WHERE r.webhook_id IS NOT NULL
     ), due AS MATERIALIZED (
       SELECT d.id, d.not_before, w.user_id, cardinality(array_positions($2::uuid[], w.user_id)) AS sending
         FROM receivers r JOIN webhooks w ON w.id = r.webhook_id AND ${isServedSql} AND cardinality(array_positions($2, w.user_id)) < ${perAccount}
        CROSS JOIN LATERAL (
          SELECT id, not_before FROM outbox o
           WHERE o.webhook_id = w.id AND ${waiting} AND ${isFree} AND o.not_before <= statement_timestamp()
             AND o.id = (SELECT min(id) FROM outbox e WHERE e.webhook_id = o.webhook_id AND e.object = o.object AND ${waiting})
           ORDER BY not_before, id LIMIT ${perAccount}) d
        ORDER BY d.not_before, d.id LIMIT $1
     ), numbered AS (
       SELECT id, sending + row_number() OVER (PARTITION BY user_id ORDER BY not_before, id) AS number FROM due
     ), leased AS MATERIALIZED (
       SELECT o.id FROM outbox o JOIN numbered n ON n.id = o.id AND n.number <= ${perAccount}
        WHERE ${waiting} AND ${isFree} FOR UPDATE OF o SKIP LOCKED
     )
     UPDATE outbox o SET attempts = o.attempts + 1, lease_until = clock_timestamp() + interval '${leaseSeconds} seconds'
       FROM leased l, webhooks w WHERE o.id = l.id AND w.id = o.webhook_id
     RETURNING o.id, o.webhook_id AS "webhookId", w.user_id AS "userId", w.url, w.sealed_secret AS "sealedSecret", o.payload,
               o.created_at AS "createdAt", o.attempts`,
  ),
  deleteOld: statement<[limit: number]>(
    'webhooks.delete-old',
    `DELETE FROM outbox WHERE id = ANY (ARRAY(
       SELECT id FROM outbox WHERE kind = 'webhook' AND coalesce(done_at, dead_at) < statement_timestamp() - interval '${keptDays} days'
        ORDER BY coalesce(done_at, dead_at) LIMIT $1 FOR UPDATE SKIP LOCKED))`,
  ),
};
