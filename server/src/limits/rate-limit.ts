import { type LimitedAction, rateLimits } from '@almas/contract/limits';
import { deleteExpiredInParts } from '../database/delete-in-parts.ts';
import type { Queryable } from '../database/pool.ts';
import { statement } from '../database/statement.ts';
import { networkOf, wideNetworkOf } from './network.ts';

/** At most `attempts` in a window that starts with the first one. */
export interface Rate {
  readonly attempts: number;
  readonly windowSeconds: number;
}

/** The rate of a configured action. @throws Error for one that is not configured */
export function configuredRate(
  configured: Readonly<Record<LimitedAction, number>>,
  action: CountedAction,
): Rate {
  if (!(action in rateLimits)) throw new Error(`${action} has no configured rate`);
  const limited = action as LimitedAction;
  return { ...rateLimits[limited], attempts: configured[limited] };
}

/** The actions with a configured rate, and those whose rate is in the code. */
export type CountedAction =
  | LimitedAction
  | 'login_address'
  | 'register_address'
  | 'registration'
  | 'registration_all'
  | 'notification'
  | 'push_subscription'
  | 'alert_message'
  | 'health_message'
  | 'contact_message'
  | 'close_key'
  | 'second_factor'
  | 'wrong_code'
  | 'current_password'
  | 'password_check'
  | 'password_reset'
  | 'password_reset_account'
  | 'recharge_proof'
  | 'disclosure'
  | 'code_search'
  | 'code_preview'
  | 'code_reveal'
  | 'search'
  | 'player_lookup'
  | 'advance'
  | 'claim_picture'
  | 'api_key'
  | 'api_order'
  | 'api_test_order'
  | 'webhook_test'
  | 'webhook_turn_on'
  | 'webhook_retry';

/**
 * The condition that the window of `rate_limits l` is open. A window that ends later than one that starts now was written while the
 * clock was ahead, and is ignored, or it would block for as long as the clock was ahead. The minute of tolerance is for two statements
 * that read the clock in one order and write in the other.
 * @param latestEnd SQL expression of the end of a window that starts now
 */
export const isOpenWindow = (latestEnd: string): string =>
  `(l.window_ends > clock_timestamp() AND l.window_ends <= ${latestEnd} + interval '1 minute')`;

/** Counts an attempt, in every statement that inserts into `rate_limits AS l`. */
export const countAttemptSql = `ON CONFLICT (action, subject) DO UPDATE SET
    attempts = CASE WHEN ${isOpenWindow('EXCLUDED.window_ends')} THEN l.attempts + 1 ELSE 1 END,
    window_ends = CASE WHEN ${isOpenWindow('EXCLUDED.window_ends')} THEN l.window_ends ELSE EXCLUDED.window_ends END
  RETURNING attempts, extract(epoch FROM window_ends - clock_timestamp())::float8 AS "secondsLeft"`;

const count = statement<
  [action: string, subject: string, windowSeconds: number],
  { attempts: number; secondsLeft: number }
>(
  'limits.count',
  `INSERT INTO rate_limits AS l (action, subject, attempts, window_ends)
   VALUES ($1, $2, 1, clock_timestamp() + make_interval(secs => $3::int)) ${countAttemptSql}`,
);
/** Not the wide network once the narrow one is refused: one host must not use up the attempts of those around it. */
const countNetworks = statement<
  { action: string; narrow: string; wide: string; windowSeconds: number; attempts: number },
  { attempts: number; secondsLeft: number; wideAttempts: number | null; wideSecondsLeft: number | null }
>(
  'limits.count-networks',
  `WITH narrow AS (
     INSERT INTO rate_limits AS l (action, subject, attempts, window_ends)
     VALUES (:action, :narrow, 1, clock_timestamp() + make_interval(secs => :window_seconds::int)) ${countAttemptSql}
   ), wide AS (
     INSERT INTO rate_limits AS l (action, subject, attempts, window_ends)
     SELECT :action, :wide, 1, clock_timestamp() + make_interval(secs => :window_seconds::int) FROM narrow WHERE narrow.attempts <= :attempts::int
     ${countAttemptSql}
   )
   SELECT n.attempts, n."secondsLeft", w.attempts AS "wideAttempts", w."secondsLeft" AS "wideSecondsLeft"
     FROM narrow n LEFT JOIN wide w ON true`,
);
const clear = statement<[action: string, subjects: readonly string[]]>(
  'limits.clear',
  'DELETE FROM rate_limits WHERE action = $1 AND subject = ANY ($2)',
);
const uncount = statement<[action: string, subjects: readonly string[]]>(
  'limits.give-back',
  'UPDATE rate_limits SET attempts = attempts - 1 WHERE action = $1 AND subject = ANY ($2) AND attempts > 0',
);

/**
 * Counts one attempt of `subject`, over all server processes (AMB-13).
 * @returns the seconds until the window ends when this attempt exceeds the rate, else undefined
 */
export async function attempt(
  db: Queryable,
  action: CountedAction,
  subject: string,
  rate: Rate,
): Promise<number | undefined> {
  const { attempts, secondsLeft } = await countAttempt(db, action, subject, rate);
  return attempts > rate.attempts ? secondsLeft : undefined;
}

/** Counts one attempt. @returns its number in the window */
export const countAttempt = (
  db: Queryable,
  action: CountedAction,
  subject: string,
  { windowSeconds }: Rate,
): Promise<{ attempts: number; secondsLeft: number }> => count.one(db, action, subject, windowSeconds);

/** How many times the attempts of one network all networks of its wide network have together. */
const wideFactor = 4;

/** The subjects of an attempt from an address: its network and the wide one, of `whose` attempts where that is given. */
const networkSubjects = (ip: string, whose: string): [narrow: string, wide: string] => {
  const prefix = whose === '' ? '' : `${whose} `;
  return [`${prefix}${networkOf(ip)}`, `${prefix}${wideNetworkOf(ip)}`];
};

/**
 * Counts one attempt from an address: `rate` for its network, and four times as many for the wide network around it. Who has a whole
 * /48 or /24 has no limit of its own for each of its networks.
 * @param whose counts only the attempts on this account
 * @returns like `attempt`
 */
export async function attemptFrom(
  db: Queryable,
  action: CountedAction,
  ip: string,
  rate: Rate,
  whose = '',
): Promise<number | undefined> {
  const [narrow, wide] = networkSubjects(ip, whose);
  const counted = await countNetworks.one(db, {
    action,
    narrow,
    wide,
    windowSeconds: rate.windowSeconds,
    attempts: rate.attempts,
  });
  if (counted.attempts > rate.attempts) return counted.secondsLeft;
  return (counted.wideAttempts ?? 0) > rate.attempts * wideFactor
    ? (counted.wideSecondsLeft ?? undefined)
    : undefined;
}

/** Removes one attempt from the current window: the call turned out not to be one that is limited. */
export const uncountAttempt = (db: Queryable, action: CountedAction, subject: string): Promise<number> =>
  uncount.run(db, action, [subject]);

/** The same for an attempt that `attemptFrom` counted. */
export const uncountAttemptFrom = (db: Queryable, action: CountedAction, ip: string): Promise<number> =>
  uncount.run(db, action, networkSubjects(ip, ''));

/** Resets the count, after a success. */
export const clearAttempts = (db: Queryable, action: CountedAction, subject: string): Promise<number> =>
  clear.run(db, action, [subject]);

/** The same for attempts on an account that `attemptFrom` counted. */
export const clearAttemptsFrom = (
  db: Queryable,
  action: CountedAction,
  ip: string,
  whose: string,
): Promise<number> => clear.run(db, action, networkSubjects(ip, whose));

/** Deletes at most `limit` windows that have ended. @returns how many */
export const deleteEndedWindows = deleteExpiredInParts(
  'limits.delete-ended',
  'rate_limits',
  `window_ends < clock_timestamp() - interval '1 minute'`,
);
