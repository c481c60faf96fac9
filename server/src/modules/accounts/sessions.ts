import { createHmac, createSecretKey, hash as digest, randomBytes } from 'node:crypto';
import type { FeatureName } from '@almas/contract/features';
import DataLoader from 'dataloader';
import { fail } from '../../app-error.ts';
import { type Cashier, cashiersOnSql, soldTodaySql } from '../../authorization/cashiers.ts';
import {
  actorOf,
  callerOf,
  liveSessionSql,
  type Origin,
  scopesApplySql,
  type UserRecord,
} from '../../authorization/identity.ts';
import type { KnownSessions } from '../../authorization/session-identity.ts';
import { defaultSessionLives, type SessionLives } from '../../config.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { userColumns } from './user-record.ts';

/** How long a second factor satisfies step-up. A time in the future, written while the clock was ahead, never does. */
const confirmedMinutes = 10;
/** `last_used_at` is written at most once in this time, outside the call. */
const useMilliseconds = 300_000;
const usesKept = 20_000;
/** The screen of a cashier asks for the PIN again after two minutes; a session that no screen uses ends by itself. */
export const cashierIdleSeconds = 900;
/** Bounds the table and the list on the owner's screen when an account signs in all day. */
const sessionsPerAccount = 100;

/**
 * Inserts nothing when the password was replaced meanwhile or a second factor became required. The row lock waits for such a
 * change, which holds the lock while it ends the sessions of the account.
 */
const insertSession = statement<{
  tokenHash: Buffer;
  userId: string;
  lifeSeconds: number;
  idleSeconds: number;
  address: string;
  userAgent: string;
  confirmed: boolean;
  passwordHash: string | null;
}>(
  'sessions.insert',
  `INSERT INTO sessions (token_hash, user_id, ends_at, expires_at, address, user_agent, confirmed_at)
   SELECT :token_hash, u.id, clock_timestamp() + make_interval(secs => :life_seconds::int),
          clock_timestamp() + make_interval(secs => least(:life_seconds::int, :idle_seconds::int)), :address, :user_agent,
          CASE WHEN :confirmed::boolean THEN clock_timestamp() END
     FROM users u
    WHERE u.id = :user_id AND (:confirmed::boolean OR NOT (u.second_factor OR u.second_factor_required))
      AND u.password_hash = coalesce(:password_hash, u.password_hash) FOR SHARE`,
);
// Never deletes the session just opened: after the clock was set back it has the earliest time.
const deleteSurplus = statement<[userId: string, openedTokenHash: Buffer]>(
  'sessions.delete-surplus',
  `DELETE FROM sessions WHERE id IN (
     SELECT id FROM sessions WHERE user_id = $1
      ORDER BY token_hash = $2 DESC, last_used_at DESC, id OFFSET ${sessionsPerAccount})`,
);
// Nothing is cached: a sign-out or a deactivation takes effect with the next request (P12). One row per token, in their order.
const findSessions = statement<
  [tokenHashes: Buffer[], scopesForced: boolean, cashiersForced: boolean],
  (UserRecord & { confirmed: boolean; scopesApply: boolean; cashier: Cashier | null }) | { id: null }
>(
  'sessions.find',
  `SELECT ${userColumns},
          coalesce(s.confirmed_at BETWEEN now() - interval '${confirmedMinutes} minutes' AND now() + interval '1 minute', false)
            AS confirmed, ${scopesApplySql('$2')} AS "scopesApply",
          CASE WHEN s.staff_id IS NOT NULL THEN
            (SELECT json_build_object('id', t.id, 'name', t.name, 'dailyCap', t.daily_cap, 'soldToday', ${soldTodaySql}, 'till', t.till)
               FROM staff t WHERE t.id = s.staff_id) END AS cashier
   FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, position)
   LEFT JOIN sessions s ON ${liveSessionSql('asked.hash')} AND (s.staff_id IS NULL OR ${cashiersOnSql('$3')})
   LEFT JOIN users u ON u.id = s.user_id AND NOT u.disabled
   ORDER BY asked.position`,
);
const useSession = statement<[tokenHash: Buffer, adminIdleSeconds: number, resellerIdleSeconds: number]>(
  'sessions.use',
  `UPDATE sessions s SET last_used_at = clock_timestamp(),
     expires_at = least(s.ends_at, clock_timestamp()
       + make_interval(secs => CASE WHEN s.staff_id IS NOT NULL THEN ${cashierIdleSeconds}
                                    WHEN u.role = 'admin' THEN $2::int ELSE $3::int END))
     FROM users u WHERE u.id = s.user_id AND ${liveSessionSql('$1')}`,
);
const deleteSession = statement<[Buffer]>('sessions.delete', 'DELETE FROM sessions WHERE token_hash = $1');
// The subscription of a device is deleted with its session (foreign key); those whose session has expired are deleted here.
const detachedDevices =
  'WITH detached AS (DELETE FROM push_subscriptions WHERE user_id = $1 AND session_id IS NULL)';
const deleteAll = statement<[string]>(
  'sessions.delete-all',
  `${detachedDevices} DELETE FROM sessions WHERE user_id = $1`,
);
const revokeDevices = statement<[userId: string]>(
  'sessions.revoke-devices',
  'UPDATE enrolled_devices SET revoked_at = clock_timestamp() WHERE owner_id = $1 AND revoked_at IS NULL',
);
const deleteEvery = statement<[]>(
  'sessions.delete-every',
  'WITH detached AS (DELETE FROM push_subscriptions WHERE session_id IS NULL) DELETE FROM sessions',
);
const deleteOthers = statement<[userId: string, keptTokenHash: Buffer]>(
  'sessions.delete-others',
  `${detachedDevices} DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2`,
);
const deleteOne = statement<[userId: string, id: string]>(
  'sessions.delete-one',
  'DELETE FROM sessions WHERE user_id = $1 AND id = $2',
);
const confirm = statement<[Buffer]>(
  'sessions.confirm',
  'UPDATE sessions SET confirmed_at = clock_timestamp() WHERE token_hash = $1',
);
const listOpen = statement<[userId: string, currentTokenHash: Buffer], OpenSession>(
  'sessions.list-open',
  `SELECT id, address, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt",
          token_hash = $2 AS current
     FROM sessions WHERE user_id = $1 AND staff_id IS NULL AND expires_at > now() ORDER BY last_used_at DESC, id LIMIT ${sessionsPerAccount}`,
);
// The device keeps its subscription when its session expires: the reference is cleared before the session is deleted.
const detachExpired = statement<[number]>(
  'sessions.detach-expired',
  `UPDATE push_subscriptions SET session_id = NULL
    WHERE session_id IN (SELECT id FROM sessions WHERE expires_at < now() ORDER BY expires_at LIMIT $1)`,
);
const deleteExpired = statement<[number]>(
  'sessions.delete-expired',
  `DELETE FROM sessions WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM sessions WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** An open session as its own account sees it. */
export interface OpenSession {
  readonly id: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  /** The session of the call. */
  readonly current: boolean;
}

export interface SessionStart {
  readonly origin?: Origin;
  /** A second factor was given at this sign-in. */
  readonly confirmed?: boolean;
  /** The stored hash that the password matched. */
  readonly passwordHash?: string;
}

/** Opens and finds sessions. The browser gets the token; only its hash is stored (P19). */
export interface Sessions extends KnownSessions {
  /**
   * Opens a session. Beyond 100 per account, the least recently used one ends.
   * @returns the token for the cookie. @throws AppError SIGN_IN_EXPIRED when the password was replaced meanwhile
   */
  open(account: Pick<UserRecord, 'id' | 'role'>, start?: SessionStart, on?: Queryable): Promise<string>;
  /** The longest life of a session of this role in seconds: the Max-Age of the cookie. */
  seconds(role: UserRecord['role']): number;
  close(token: string, on?: Queryable): Promise<void>;
}

const nothingForced: ReadonlySet<FeatureName> = new Set();

/**
 * @param secret keys the hashes, so that a stolen table alone does not allow guessed tokens to be checked against it
 * @param forced the switches that EXTENSIONS turns on
 */
export function sessions(
  db: Queryable,
  secret: string | undefined,
  lives: SessionLives = defaultSessionLives,
  forced = nothingForced,
): Sessions {
  const scopesForced = forced.has('admin-scopes');
  const key = secret ? createSecretKey(secret, 'utf8') : undefined;
  const hash = (token: string): Buffer =>
    key ? createHmac('sha256', key).update(token).digest() : digest('sha256', token, 'buffer');
  const identifyAll = async (tokens: readonly string[]) => {
    const rows = await findSessions.all(db, tokens.map(hash), scopesForced, forced.has('cashiers'));
    return rows.map((row) => (row.id === null ? undefined : callerOf(actorOf(row, scopesForced))));
  };
  // Batches the lookups of one turn of the event loop: under load this halves the cost of GET /api/me, and a single call does
  // not wait.
  const lookups = new DataLoader(identifyAll, {
    cache: false,
    batchScheduleFn: (load) => void setImmediate(load),
  });
  const lastUses = new Map<string, number>();
  return {
    open: async ({ id, role }, { origin, confirmed = false, passwordHash } = {}, on = db) => {
      const token = randomBytes(32).toString('base64url');
      const tokenHash = hash(token);
      const { lifeSeconds, idleSeconds } = lives[role];
      const opened = await insertSession.run(on, {
        tokenHash,
        userId: id,
        lifeSeconds,
        idleSeconds,
        address: origin?.ip ?? '',
        userAgent: origin?.userAgent ?? '',
        confirmed,
        passwordHash: passwordHash ?? null,
      });
      if (opened === 0) throw fail('SIGN_IN_EXPIRED');
      await deleteSurplus.run(on, id, tokenHash);
      return token;
    },
    seconds: (role) => lives[role].lifeSeconds,
    hash,
    identify: (token) => lookups.load(token),
    identifyAll,
    recordUse: (tokenHash) => {
      const key = tokenHash.toString('base64');
      // A monotonic clock: after a wall clock was set back, no use would be written for that long.
      const now = performance.now();
      if (now - (lastUses.get(key) ?? Number.NEGATIVE_INFINITY) < useMilliseconds) return;
      if (lastUses.size >= usesKept) lastUses.clear();
      lastUses.set(key, now);
      // A lost write is harmless: the idle time is far longer than the interval.
      useSession
        .run(db, tokenHash, lives.admin.idleSeconds, lives.reseller.idleSeconds)
        .catch(() => lastUses.delete(key));
    },
    close: async (token, on = db) => {
      await deleteSession.run(on, hash(token));
    },
  };
}

/** Ends every session of an account: after a password change (P19). */
export const endSessions = (db: Queryable, userId: string): Promise<number> => deleteAll.run(db, userId);
/** Revokes the devices on which cashiers of an account enter. @returns how many */
export const revokeCashierDevices = (db: Queryable, userId: string): Promise<number> =>
  revokeDevices.run(db, userId);
/** Ends every session of every account. @returns how many */
export const endEverySession = (db: Queryable): Promise<number> => deleteEvery.run(db);
/** Ends every session of an account but one. */
export const endOtherSessions = (db: Queryable, userId: string, kept: Buffer): Promise<number> =>
  deleteOthers.run(db, userId, kept);
/** Ends one session of an account. @returns 0 when the account has no such session, else 1 */
export const endSession = (db: Queryable, userId: string, id: string): Promise<number> =>
  deleteOne.run(db, userId, id);
/** The open sessions of an account, most recently used first. `current`: the token hash of the call's session. */
export const openSessions = (db: Queryable, userId: string, current: Buffer): Promise<OpenSession[]> =>
  listOpen.all(db, userId, current);
/** Records that the second factor was given in this session now. */
export const confirmSession = (db: Queryable, tokenHash: Buffer): Promise<number> =>
  confirm.run(db, tokenHash);
/** Deletes at most `limit` expired sessions. @returns how many */
export async function deleteExpiredSessions(tx: Queryable, limit: number): Promise<number> {
  await detachExpired.run(tx, limit);
  return deleteExpired.run(tx, limit);
}
