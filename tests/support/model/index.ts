import { type Random, random } from '../random.ts';
import { activate, deactivate, register } from './accounts.ts';
import { addOffer, createProduct, removeProduct, saveProduct, switchProduct } from './catalogue.ts';
import { importCodes, purchase } from './codes.ts';
import { askForTopUp, changePrice, configure, decide } from './free-fire.ts';
import { approve, askForRecharge, cancel, reject } from './recharge-requests.ts';
import { debit, recharge } from './wallet.ts';
import type { Operation, User, World } from './world.ts';

/** A new world in which the given users exist, and the Free Fire service with its defaults. */
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

/** A call that took effect, once more under its key. */
const again = ({ replayable, random: chance }: World): Operation | undefined =>
  replayable.length > 0 ? chance.pick(replayable) : undefined;

/** How often each kind of operation comes. */
const kinds: readonly (readonly [weight: number, make: (world: World) => Operation | undefined])[] = [
  [30, purchase],
  [14, recharge],
  [10, askForRecharge],
  [7, approve],
  [4, reject],
  [4, cancel],
  [10, askForTopUp],
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

/** The next operation of the world; time passes now and then. */
export function nextOperation(world: World): Operation {
  if (world.random.chance(0.02)) world.now = someMoment(world.random);
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

const someMoment = (chance: Random): Date =>
  new Date(
    Date.UTC(
      2026,
      2,
      chance.between(1, 28),
      chance.pick([3, 8, 10, 11, 14, 16, 19, 23]),
      chance.between(0, 59),
    ),
  );
