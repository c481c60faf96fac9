import { pushLimits } from '@almas/contract/limits';
import { statement } from '../../database/statement.ts';

export interface PushReceiver {
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

const ofEndpoint = (endpoint: string) => `sha256(endpoint::bytea) = sha256(${endpoint}::text::bytea)`;

export const subscriptionsStore = {
  /** Deletes the endpoint's subscription of another account or with other keys, and its waiting messages with it. */
  removeOther: statement<{ endpoint: string; userId: string; p256dh: Buffer; auth: Buffer }>(
    'push.remove-other',
    `DELETE FROM push_subscriptions
      WHERE ${ofEndpoint(':endpoint')} AND (user_id <> :user_id OR p256dh <> :p256dh OR auth <> :auth)`,
  ),
  keep: statement<{ endpoint: string; userId: string; p256dh: Buffer; auth: Buffer; sessionHash: Buffer }>(
    'push.keep',
    `INSERT INTO push_subscriptions (endpoint, user_id, p256dh, auth, session_id)
     SELECT :endpoint, :user_id, :p256dh, :auth, s.id FROM sessions s WHERE s.token_hash = :session_hash AND s.user_id = :user_id
     ON CONFLICT (sha256(endpoint::bytea)) DO UPDATE
       SET session_id = EXCLUDED.session_id, renewed_at = clock_timestamp()
       WHERE push_subscriptions.user_id = EXCLUDED.user_id`,
  ),
  /** Keeps the newest devices of an account, and `endpoint` in any case: after the clock was set back it has the earliest time. */
  removeSurplus: statement<[endpoint: string, userId: string]>(
    'push.remove-surplus',
    `DELETE FROM push_subscriptions WHERE id IN (
       SELECT id FROM push_subscriptions WHERE user_id = $2
        ORDER BY ${ofEndpoint('$1')} DESC, renewed_at DESC, id OFFSET ${pushLimits.devicesPerAccount})`,
  ),
  removeOwn: statement<[endpoint: string, userId: string]>(
    'push.remove-own',
    `DELETE FROM push_subscriptions WHERE ${ofEndpoint('$1')} AND user_id = $2`,
  ),
  /** Bound to another session, or to none since that one expired, it would outlive a sign-out of this one. */
  isOfSession: statement<[endpoint: string, sessionHash: Buffer], { known: boolean }>(
    'push.is-of-session',
    `SELECT EXISTS (SELECT FROM push_subscriptions p JOIN sessions s ON s.id = p.session_id
                     WHERE ${ofEndpoint('$1')} AND s.token_hash = $2) AS known`,
  ),
  /** Finds nothing while the account is not active. */
  receiver: statement<[id: string], PushReceiver>(
    'push.receiver',
    `SELECT s.endpoint, s.p256dh, s.auth FROM push_subscriptions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $1 AND u.status = 'active' AND NOT u.disabled`,
  ),
  /** With the endpoint: a subscription that was renewed since the message was sent has another one and stays. */
  remove: statement<[id: string, endpoint: string]>(
    'push.remove',
    'DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2',
  ),
};
