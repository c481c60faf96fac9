import type { freeFire } from '@almas/contract/free-fire';
import { playerLookupLimits as bounds, limits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import { withTimeout } from '../../http/with-timeout.ts';
import type { PlayerLookup } from '../../ports.ts';

type LookupResult = Output<typeof freeFire.player>;
const unavailable: LookupResult = { result: 'unavailable', name: '' };
const notFound: LookupResult = { result: 'not-found', name: '' };
const isPlayerId = new RegExp(`^[0-9]{${limits.playerIdDigits.min},${limits.playerIdDigits.max}}$`);

/** Removes control and format characters (line breaks, direction marks) and limits the length. */
const sanitize = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, bounds.nameLength);

/**
 * Limits a lookup: a time limit, a number of concurrent calls, a pause after consecutive failures, and a cache of names for a day. The
 * returned function never rejects; its `countAttempt` is called before the service is, and tells whether the caller's rate limit
 * allows it. Nothing is logged, because players are customers of the resellers.
 */
export function boundedLookup(
  lookup: PlayerLookup,
  now: () => Date,
): (playerId: string, countAttempt: () => Promise<boolean>) => Promise<LookupResult> {
  const names = new Map<string, { readonly name: string; readonly until: number }>();
  const running = new Map<string, Promise<LookupResult>>();
  let failures = 0;
  let pausedUntil = 0;
  /** Whether a time that was set so many milliseconds ahead at most is not over. One further ahead was set before the clock was set back. */
  const isAhead = (until: number, milliseconds: number): boolean => {
    const left = until - now().getTime();
    return left > 0 && left <= milliseconds;
  };

  async function callService(playerId: string): Promise<LookupResult> {
    const limit = new AbortController();
    try {
      const found = await withTimeout(lookup.find(playerId, limit.signal), bounds.milliseconds);
      failures = 0;
      const name = sanitize(found ?? '');
      if (name === '') return notFound;
      // Removes the oldest name.
      if (names.size >= bounds.keptNames) names.delete(names.keys().next().value ?? '');
      names.set(playerId, { name, until: now().getTime() + bounds.keptMilliseconds });
      return { result: 'found', name };
    } catch {
      failures += 1;
      if (failures >= bounds.failuresInRow) pausedUntil = now().getTime() + bounds.pauseMilliseconds;
      return unavailable;
    } finally {
      limit.abort();
    }
  }

  return async (playerId, countAttempt) => {
    if (!isPlayerId.test(playerId)) return notFound;
    const kept = names.get(playerId);
    if (kept && isAhead(kept.until, bounds.keptMilliseconds)) return { result: 'found', name: kept.name };
    names.delete(playerId);
    if (isAhead(pausedUntil, bounds.pauseMilliseconds) || !(await countAttempt())) return unavailable;
    const same = running.get(playerId);
    if (same) return same;
    if (running.size >= bounds.underWay) return unavailable;
    const call = callService(playerId).finally(() => running.delete(playerId));
    running.set(playerId, call);
    return call;
  };
}

const names = ['AminePro', 'DZ•Karim', 'Yacine_31', 'SaraFF', 'Le Lion', 'OmarOran'];

/**
 * Invented names, for demonstrations and tests (`PLAYER_LOOKUP=demo`). The last digit decides: 0: no such player, 8: the service fails,
 * 9: it does not respond.
 */
export const demoPlayerLookup: PlayerLookup = {
  find: (playerId, signal) => {
    const last = Number(playerId.at(-1));
    if (last === 8) return Promise.reject(new Error('the demonstration fails for this player'));
    if (last === 9)
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    return Promise.resolve(last === 0 ? null : `${names[last % names.length]}`);
  },
};
