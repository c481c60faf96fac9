import type { PlayerLookup } from './player-lookup.ts';

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
