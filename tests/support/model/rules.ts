import type { ErrorCode } from '@almas/contract/errors';
import { type Expected, refused, type User, type World } from './world.ts';

/** Deactivating an administrator ends the sessions of that account; a reseller keeps them (AMB-21). */
export const hasSession = (actor: User | undefined): actor is User =>
  actor !== undefined && (actor.role !== 'admin' || actor.status === 'active');

/** The expected refusal of an administrators' call; undefined when the actor may make it. */
export function adminOnly(actor: User | undefined, role: ErrorCode = 'FORBIDDEN'): Expected | undefined {
  if (!hasSession(actor)) return refused('UNAUTHENTICATED');
  if (actor.role !== 'admin') return refused(role);
  return undefined;
}

/** The first refusal among rules in their listed order (AMB-73). */
export const firstOf = (...rules: readonly (Expected | undefined | false)[]): Expected | undefined =>
  rules.find((rule): rule is Expected => !!rule);

/** Calls with one key have one effect (AMB-88), until it is undone; a refused call stores no key. */
export function keyed(
  world: World,
  actor: User,
  key: string | undefined,
  input: unknown,
  effect: () => Expected,
  isUndone: (response: Record<string, unknown>) => boolean = () => false,
): Expected {
  if (key === undefined) return effect();
  const ownKey = `${actor.name} ${key}`;
  const text = JSON.stringify(input);
  const known = world.keys.get(ownKey);
  if (known)
    return known.input === text && !isUndone(known.response as Record<string, unknown>)
      ? { replayed: known.response }
      : refused('KEY_REUSED');
  const outcome = effect();
  if (!('done' in outcome)) return outcome;
  return {
    done: outcome.done,
    learn: (body) => {
      outcome.learn?.(body);
      world.keys.set(ownKey, { input: text, response: body });
    },
  };
}

/** Rounds thousandths of a dinar half up to centimes, with integers only. */
export const rounded = (thousandths: number): number => Math.floor((thousandths + 5) / 10);

/** Usually one of the likely actors, sometimes another user. */
export function randomActor(world: World, likely: readonly User[]): User | undefined {
  const { random, users } = world;
  if (likely.length > 0 && random.chance(0.92)) return random.pick(likely);
  return random.chance(0.15) ? undefined : random.pick(users);
}

export const activeResellers = ({ users }: World): User[] =>
  users.filter(({ role, status }) => role === 'reseller' && status === 'active');
export const activeAdmins = ({ users }: World): User[] =>
  users.filter(({ role, status }) => role === 'admin' && status === 'active');

/** One of the items, or an unknown one. */
export const randomItem = <Item>({ random }: World, items: readonly Item[]): Item | undefined =>
  items.length === 0 || random.chance(0.03) ? undefined : random.pick(items);

/** Usually a new key, sometimes none, rarely a used one. */
export function randomKey(world: World): { key?: string } {
  const { random, replayable } = world;
  if (random.chance(0.1)) return {};
  const used = random.chance(0.02) && replayable.length > 0 ? random.pick(replayable).key : undefined;
  return { key: used ?? `cle-${world.fresh()}` };
}
