import { createHmac, hash as digest, randomBytes } from 'node:crypto';
import { limits } from '@almas/contract/limits';
import type { UserRecord } from '../../actor.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { userColumns } from './user-record.ts';

export const sessionSeconds = limits.sessionDays * 86_400;

const insertSession = statement<[Buffer, string, number]>(
  'sessions.insert',
  `INSERT INTO sessions (token_hash, user_id, expires_at)
   VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3::int))`,
);
// One join per call, nothing cached: a sign-out or a deactivation bites on the very next request (P12).
const findSession = statement<[Buffer], UserRecord>(
  'sessions.find',
  `SELECT ${userColumns} FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = $1 AND s.expires_at > now() AND NOT u.disabled`,
);
// Many at once, for the streams that are open: one query per heartbeat, however many there are.
const findLiving = statement<[Buffer[]], { tokenHash: Buffer } & Pick<UserRecord, 'role' | 'status'>>(
  'sessions.living',
  `SELECT s.token_hash AS "tokenHash", u.role, u.status FROM sessions s JOIN users u ON u.id = s.user_id
   WHERE s.token_hash = ANY ($1) AND s.expires_at > now() AND NOT u.disabled`,
);
const deleteSession = statement<[Buffer]>('sessions.delete', 'DELETE FROM sessions WHERE token_hash = $1');
const deleteAll = statement<[string]>('sessions.delete-all', 'DELETE FROM sessions WHERE user_id = $1');
const deleteExpired = statement<[number]>(
  'sessions.delete-expired',
  `DELETE FROM sessions WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM sessions WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);

/** Sessions of one installation. The token goes to the browser, only its hash is kept (P19). */
export interface Sessions {
  /** @returns the token for the cookie. */
  open(db: Queryable, userId: string): Promise<string>;
  /** The account of a live session, as stored right now. */
  identify(db: Queryable, token: string): Promise<UserRecord | undefined>;
  /** Which of these tokens stand for a live session, with the account's role and status right now. */
  living(
    db: Queryable,
    tokens: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<UserRecord, 'role' | 'status'>>>;
  close(db: Queryable, token: string): Promise<void>;
}

/** With a secret, the hashes of a stolen table cannot even be compared with a guessed token. */
export function sessions(secret: string | undefined): Sessions {
  const hash = (token: string): Buffer =>
    secret ? createHmac('sha256', secret).update(token).digest() : digest('sha256', token, 'buffer');
  return {
    open: async (db, userId) => {
      const token = randomBytes(32).toString('base64url');
      await insertSession.run(db, hash(token), userId, sessionSeconds);
      return token;
    },
    identify: (db, token) => findSession.first(db, hash(token)),
    living: async (db, tokens) => {
      const hashes = new Map(tokens.map((token) => [hash(token).toString('hex'), token]));
      const rows = await findLiving.all(db, [...new Set(tokens)].map(hash));
      return new Map(rows.map((row) => [hashes.get(row.tokenHash.toString('hex')) ?? '', row]));
    },
    close: async (db, token) => {
      await deleteSession.run(db, hash(token));
    },
  };
}

/** Ends every session of an account: after a password change (P19). */
export const endSessions = (db: Queryable, userId: string): Promise<number> => deleteAll.run(db, userId);
/** Forgets sessions that are over, at most `limit`. @returns how many */
export const forgetExpiredSessions = (db: Queryable, limit: number): Promise<number> =>
  deleteExpired.run(db, limit);
