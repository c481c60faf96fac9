import { type Random, random } from '../random.ts';
import { activate, deactivate, register } from './accounts.ts';
import { addOffer, createProduct, removeProduct, saveProduct, switchProduct } from './catalogue.ts';
import { importCodes, purchase } from './codes.ts';
import { changePrice, configure, decide, requestTopUp } from './free-fire.ts';
import { approve, cancel, reject, requestRecharge } from './recharge-requests.ts';
import { debit, recharge } from './wallet.ts';
import type { Operation, User, World } from './world.ts';

/** Creates a model with the given users and the default Free Fire service. */
export function newWorld(seed: number, users: User[], prices: ReadonlyMap<string, number>): World {
  let drawn = 0;
  return {
    users,
    products: [],
    rechargeRequests: [],
    freeFireRequests: [],
    transactions: [],
    prices: new Map(prices),
    service: {
      isActive: true,
      maintenanceMode: false,
      startHour: 8,
      endHour: 22,
      workingDays: [0, 1, 2, 3, 4, 5, 6],
    },
    now: new Date('2026-03-02T11:00:00Z'),
    keys: new Map(),
    replayable: [],
    codes: [],
    soldCodes: new Set(),
    random: random(seed),
    fresh: () => {
      drawn += 1;
      return `${seed.toString(36)}${drawn}`;
    },
  };
}

/** Repeats an executed call under its key. */
const again = ({ replayable, random: rng }: World): Operation | undefined =>
  replayable.length > 0 ? rng.pick(replayable) : undefined;

/** The kinds of operations with their weights. */
const kinds: readonly (readonly [weight: number, make: (world: World) => Operation | undefined])[] = [
  [30, purchase],
  [14, recharge],
  [10, requestRecharge],
  [7, approve],
  [4, reject],
  [4, cancel],
  [10, requestTopUp],
  [9, decide],
  [10, importCodes],
  [4, debit],
  [3, createProduct],
  [3, saveProduct],
  [3, switchProduct],
  [2, addOffer],
  [0.7, removeProduct],
  [2, activate],
  [1, deactivate],
  [1, register],
  [1, configure],
  [1, changePrice],
  [12, again],
];
const total = kinds.reduce((sum, [weight]) => sum + weight, 0);

/** Chooses the next operation; sometimes advances the time. */
export function nextOperation(world: World): Operation {
  if (world.random.chance(0.02)) world.now = randomMoment(world.random);
  for (;;) {
    let remaining = world.random.value() * total;
    const kind = kinds.find(([weight]) => {
      remaining -= weight;
      return remaining < 0;
    });
    const operation = kind?.[1](world);
    if (operation) return operation;
  }
}

const randomMoment = (rng: Random): Date =>
  new Date(
    Date.UTC(2026, 2, rng.between(1, 28), rng.pick([3, 8, 10, 11, 14, 16, 19, 23]), rng.between(0, 59)),
  );
