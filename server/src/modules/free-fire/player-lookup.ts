import type { freeFire } from '@almas/contract/free-fire';
import { playerLookupLimits as bounds, limits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import { withTimeout } from '../../http/with-timeout.ts';

/**
 * A service that knows the names of players. None comes with the product: an installation that has one puts it in here
 * (`Services.playerLookup`). It may be slow and may fail; `boundedLookup` bounds it.
 */
export interface PlayerLookup {
  /** null: there is no such player. `signal` ends a call whose answer is no longer waited for. */
  find(playerId: string, signal: AbortSignal): Promise<string | null>;
}

type Answer = Output<typeof freeFire.player>;
const unavailable: Answer = { result: 'unavailable', name: '' };
const notFound: Answer = { result: 'not-found', name: '' };
const isPlayerId = new RegExp(`^[0-9]{${limits.playerIdDigits.min},${limits.playerIdDigits.max}}$`);

/** What a name may not bring along: line breaks, marks of direction, and more than a line. */
const plain = (name: string) =>
  name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, bounds.nameLength);

/**
 * Bounds a look-up: in time, in calls under way, by a pause after failures in a row, and by names that are kept for a day.
 * It never rejects, and logs nothing: who asked for whom is the resellers' business.
 */
export function boundedLookup(
  lookup: PlayerLookup,
  now: () => Date,
): (playerId: string, mayAsk: () => Promise<boolean>) => Promise<Answer> {
  const names = new Map<string, { readonly name: string; readonly until: number }>();
  const underWay = new Map<string, Promise<Answer>>();
  let failures = 0;
  let pausedUntil = 0;

  async function ask(playerId: string): Promise<Answer> {
    const limit = new AbortController();
    try {
      const found = await withTimeout(lookup.find(playerId, limit.signal), bounds.milliseconds);
      failures = 0;
      const name = plain(found ?? '');
      if (name === '') return notFound;
      // The name kept longest makes way.
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

  return async (playerId, mayAsk) => {
    if (!isPlayerId.test(playerId)) return notFound;
    const kept = names.get(playerId);
    if (kept && kept.until > now().getTime()) return { result: 'found', name: kept.name };
    names.delete(playerId);
    if (pausedUntil > now().getTime() || !(await mayAsk())) return unavailable;
    const same = underWay.get(playerId);
    if (same) return same;
    if (underWay.size >= bounds.underWay) return unavailable;
    const asked = ask(playerId).finally(() => underWay.delete(playerId));
    underWay.set(playerId, asked);
    return asked;
  };
}

const names = ['AminePro', 'DZ•Karim', 'Yacine_31', 'SaraFF', 'Le Lion', 'OmarOran'];

/**
 * Invented names, for demonstrations and tests (`PLAYER_LOOKUP=demo`). By its last digit a player is not there (0), the
 * service fails (8) or does not answer (9).
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
