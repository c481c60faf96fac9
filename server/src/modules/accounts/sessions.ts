import { createHmac, hash as digest, randomBytes } from 'node:crypto';
import { limits } from '@almas/contract/limits';
import DataLoader from 'dataloader';
import { type Actor, actorOf, type UserRecord } from '../../actor.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { userColumns } from './user-record.ts';

export const sessionSeconds = limits.sessionDays * 86_400;

const insertSession = statement<[Buffer, string, number]>(
  'sessions.insert',
  `INSERT INTO sessions (token_hash, user_id, expires_at)
   VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3::int))`,
);
// Nothing cached: a sign-out or a deactivation bites on the very next request (P12). One row per token, in their order.
const findSessions = statement<[Buffer[]], UserRecord | { id: null }>(
  'sessions.find',
  `SELECT ${userColumns}
   FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place)
   LEFT JOIN sessions s ON s.token_hash = asked.hash AND s.expires_at > now()
   LEFT JOIN users u ON u.id = s.user_id AND NOT u.disabled
   ORDER BY asked.place`,
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
  open(userId: string): Promise<string>;
  /** What is kept of a token. */
  hash(token: string): Buffer;
  /** The account of a live session, as stored right now. */
  identify(token: string): Promise<Actor | undefined>;
  /** The same for many, in their order: one query, however many there are. */
  identifyAll(tokens: readonly string[]): Promise<(Actor | undefined)[]>;
  close(token: string): Promise<void>;
}

/** With a secret, the hashes of a stolen table cannot even be compared with a guessed token. */
export function sessions(db: Queryable, secret: string | undefined): Sessions {
  const hash = (token: string): Buffer =>
    secret ? createHmac('sha256', secret).update(token).digest() : digest('sha256', token, 'buffer');
  const identifyAll = async (tokens: readonly string[]) => {
    const rows = await findSessions.all(db, tokens.map(hash));
    return rows.map((row) => (row.id === null ? undefined : actorOf(row)));
  };
  // Calls that arrive in the same turn of the event loop ask the database together: under load that halves what
  // GET /api/me costs, and a call that comes alone waits for nobody.
  const together = new DataLoader(identifyAll, {
    cache: false,
    batchScheduleFn: (ask) => void setImmediate(ask),
  });
  return {
    open: async (userId) => {
      const token = randomBytes(32).toString('base64url');
      await insertSession.run(db, hash(token), userId, sessionSeconds);
      return token;
    },
    hash,
    identify: (token) => together.load(token),
    identifyAll,
    close: async (token) => {
      await deleteSession.run(db, hash(token));
    },
  };
}

/** Ends every session of an account: after a password change (P19). */
export const endSessions = (db: Queryable, userId: string): Promise<number> => deleteAll.run(db, userId);
/** Forgets sessions that are over, at most `limit`. @returns how many */
export const forgetExpiredSessions = (db: Queryable, limit: number): Promise<number> =>
  deleteExpired.run(db, limit);
