import { randomInt } from 'node:crypto';
import fc from 'fast-check';

/** Pseudorandom numbers, the same for the same seed. */
export interface Random {
  /** At least 0 and less than 1. */
  value(): number;
  /** An integer, both bounds included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/** A number of so many digits that no other test uses. */
export const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');

/** The seed of a run: SEED from the environment, or a new one. */
export const seedOfRun = (): number => Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const steps = 2 ** 31;
const numbers = fc.noBias(fc.infiniteStream(fc.integer({ min: 0, max: steps - 1 }), { noHistory: true }));

/** Creates a generator of fast-check from a seed. */
export function random(seed: number): Random {
  const [stream] = fc.sample(numbers, { seed, numRuns: 1 });
  const value = () => (stream?.next().value ?? 0) / steps;
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
