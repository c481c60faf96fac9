import {
  activeAdmins,
  activeResellers,
  adminOnly,
  firstOf,
  hasSession,
  keyed,
  randomActor,
  randomItem,
  randomKey,
} from './rules.ts';
import { dinars, type Expected, type Operation, refused, unknownNumber, type World } from './world.ts';

const path = '/api/free-fire';

/** The hour and the weekday of Algiers, which is an hour ahead all year (AMB-14). */
function isOnline({ service, now }: World): boolean {
  const there = new Date(now.getTime() + 3_600_000);
  const hour = there.getUTCHours();
  return (
    service.isActive &&
    !service.maintenanceMode &&
    service.workingDays.includes(there.getUTCDay()) &&
    hour >= service.startHour &&
    hour < service.endHour
  );
}

export function configure(world: World): Operation {
  const { random, service } = world;
  const actor = randomActor(world, activeAdmins(world));
  const all = {
    isActive: random.chance(0.9),
    maintenanceMode: random.chance(0.1),
    startHour: random.between(0, 10),
    endHour: random.between(14, 23),
    workingDays: [0, 1, 2, 3, 4, 5, 6].filter(() => random.chance(0.85)),
  };
  const body: Partial<typeof all> = Object.fromEntries(Object.entries(all).filter(() => random.chance(0.4)));
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      body.workingDays?.length === 0 && refused('WORKING_DAY_REQUIRED'),
    );
    if (broken) return broken;
    Object.assign(service, body);
    return { done: { ...service, online: isOnline(world) } };
  };
  return { name: 'configure', actor, method: 'PATCH', url: `${path}/service`, body, rule };
}

export function changePrice(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeAdmins(world));
  const id = randomItem(world, [...world.prices.keys()]) ?? 'ff_0';
  const price = random.chance(0.9) ? random.between(1_000, 300_000) : 0;
  const status = random.chance(0.1) ? 'inactive' : undefined;
  const body = { price: dinars(price), ...(status && { status }) };
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      price <= 0 && refused('FREE_FIRE_PRICE_INVALID'),
      !world.prices.has(id) && refused('OFFER_NOT_FOUND'),
      status && refused('FREE_FIRE_STATUS_STATIC'),
    );
    if (broken) return broken;
    world.prices.set(id, price);
    return { done: { id, price: dinars(price), status: 'active' } };
  };
  return { name: 'change price', actor, method: 'PATCH', url: `${path}/offers/${id}`, body, rule };
}

export function requestTopUp(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeResellers(world));
  const offerId = randomItem(world, [...world.prices.keys()]) ?? 'ff_0';
  const seen = world.prices.get(offerId) ?? 15_000;
  const amount = dinars(random.chance(0.95) ? seen : seen + 100);
  const freeFireId = random.chance(0.93)
    ? '123456789'
    : random.pick(['', '   ', '1234567', '1234567890123', 'abcdefgh']);
  const body = { offerId, amount, freeFireId };
  const { key } = randomKey(world);
  const rule = (): Expected => {
    const broken = firstOf(
      !hasSession(actor) && refused('UNAUTHENTICATED'),
      freeFireId.trim() === '' && refused('PLAYER_ID_REQUIRED'),
      !/^\d{8,12}$/.test(freeFireId) && refused('PLAYER_ID_INVALID'),
    );
    if (broken || !actor) return broken as Expected;
    return keyed(world, actor, key, ['top-up', body], () => {
      const price = world.prices.get(offerId);
      const unwanted = firstOf(
        actor.status !== 'active' && refused('FREE_FIRE_ACCOUNT_NOT_ACTIVE'),
        !isOnline(world) && refused('FREE_FIRE_OFFLINE'),
        price === undefined && refused('FREE_FIRE_OFFER_NOT_FOUND'),
        dinars(price ?? 0) !== amount && refused('PRICE_CHANGED', { price: dinars(price ?? 0) }),
        actor.balance < (price ?? 0) &&
          refused('FREE_FIRE_BALANCE_SHORT', { balance: dinars(actor.balance), price: dinars(price ?? 0) }),
      );
      if (unwanted || price === undefined) return unwanted as Expected;
      actor.balance -= price;
      return {
        done: { status: 'pending', newBalance: dinars(actor.balance), debitedAmount: dinars(price) },
        learn: ({ requestId }) =>
          world.freeFireRequests.push({ id: requestId, owner: actor, amount: price, status: 'pending' }),
      };
    });
  };
  const url = `${path}/requests`;
  return { name: 'request top-up', actor, method: 'POST', url, body, ...(key && { key }), rule };
}

/** Validates or refuses a Free Fire request. */
export function decide(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeAdmins(world));
  const pending = world.freeFireRequests.filter(({ status }) => status === 'pending');
  const request = randomItem(
    world,
    pending.length > 0 && random.chance(0.75) ? pending : world.freeFireRequests,
  );
  const validates = random.chance(0.5);
  const link = random.pick(['https://exemple.dz/p.png', 'https://exemple.dz/p.png', 'javascript:alert(1)']);
  const note = random.pick(['Identifiant inconnu', 'Identifiant inconnu', ' ']);
  const body = validates ? { imageUrl: link } : { note };
  const { key } = randomKey(world);
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      validates && !link.startsWith('https') && refused('PROOF_REQUIRED'),
      !validates && note === ' ' && refused('REFUSAL_REASON_REQUIRED'),
    );
    if (broken || !actor) return broken as Expected;
    return keyed(world, actor, key, [validates, request?.id, body], () => {
      const { amount = 0 } = request ?? {};
      const unwanted = firstOf(
        !request && refused('REQUEST_NOT_FOUND'),
        request?.status !== 'pending' && refused('REQUEST_PROCESSED'),
      );
      if (unwanted || !request) return unwanted as Expected;
      request.status = validates ? 'validated' : 'refused';
      if (!validates) request.owner.balance += amount;
      return { done: { status: request.status, amount: dinars(amount), processedBy: actor.id } };
    });
  };
  const url = `${path}/requests/${request?.id ?? unknownNumber}/${validates ? 'validate' : 'refuse'}`;
  return {
    name: validates ? 'validate' : 'refuse',
    actor,
    method: 'POST',
    url,
    body,
    ...(key && { key }),
    rule,
  };
}
