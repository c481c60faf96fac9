/** Random numbers that a seed repeats. */
export interface Random {
  /** 0 <= value < 1 */
  value(): number;
  /** A whole number, both bounds included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/** The seed of a run: SEED from the environment, or a new one. */
export const aSeed = (): number => Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Mulberry32: small, quick, and the same everywhere. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const value = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(value() * (most - least + 1));
  return {
    value,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    chance: (probability) => value() < probability,
  };
}
