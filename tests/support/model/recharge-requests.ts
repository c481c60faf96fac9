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
  rounded,
} from './rules.ts';
import { creditRefusal } from './wallet.ts';
import {
  dinars,
  type Expected,
  type Operation,
  refused,
  unknownNumber,
  unknownUserId,
  type World,
} from './world.ts';

const path = '/api/recharge-requests';

export function requestRecharge(world: World): Operation {
  const { random } = world;
  const actor = randomActor(world, activeResellers(world));
  const thousandths = random.chance(0.85)
    ? random.between(1_000, 10_000_000)
    : random.pick([0, 4, -5_000, 10_000_000, 10_000_004, 10_000_010]);
  const amount = rounded(thousandths);
  const method = random.chance(0.95) ? random.pick(['ccp', 'baridimob', 'bank_transfer']) : 'paypal';
  const other = random.chance(0.05) ? random.pick(world.users) : undefined;
  const otherUser = random.chance(0.02);
  const userId = otherUser ? unknownUserId : other?.id;
  const status = random.chance(0.03) ? 'approved' : undefined;
  const body = { amount: thousandths / 1_000, method, ...(userId && { userId }), ...(status && { status }) };
  const { key } = randomKey(world);
  const rule = (): Expected => {
    const broken = firstOf(
      !hasSession(actor) && refused('UNAUTHENTICATED'),
      method === 'paypal' && refused('MISSING_PARAMETERS'),
    );
    if (broken || !actor) return broken as Expected;
    return keyed(world, actor, key, ['request', body], () => {
      const owner = otherUser ? undefined : (other ?? actor);
      const pending = world.rechargeRequests.filter((one) => one.owner === owner && one.status === 'pending');
      const unwanted = firstOf(
        actor.role !== 'reseller' && refused('ONLY_RESELLERS_CREATE_REQUESTS'),
        amount <= 0 && refused('REQUEST_AMOUNT_NOT_POSITIVE'),
        amount > 1_000_000 && refused('REQUEST_AMOUNT_TOO_HIGH'),
        status && refused('REQUEST_STATUS_NOT_PENDING'),
        !owner && refused('USER_NOT_FOUND'),
        owner?.role !== 'reseller' && refused('ONLY_RESELLERS_MAKE_REQUESTS'),
        owner?.status !== 'active' && refused('ACCOUNT_NOT_ACTIVE'),
        pending.length >= 3 && refused('TOO_MANY_PENDING_REQUESTS'),
        owner !== actor && refused('REQUEST_FOR_ANOTHER'),
      );
      if (unwanted) return unwanted;
      return {
        done: { userId: actor.id, amount: dinars(amount), method, status: 'pending' },
        learn: ({ id }) => world.rechargeRequests.push({ id, owner: actor, amount, status: 'pending' }),
      };
    });
  };
  return { name: 'request recharge', actor, method: 'POST', url: path, body, ...(key && { key }), rule };
}

/** Some request, usually a pending one. */
function randomRequest(world: World) {
  const pending = world.rechargeRequests.filter(({ status }) => status === 'pending');
  return randomItem(
    world,
    pending.length > 0 && world.random.chance(0.75) ? pending : world.rechargeRequests,
  );
}

export function approve(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const request = randomRequest(world);
  const body = world.random.chance(0.5) ? {} : { note: 'Reçu vérifié' };
  const { key } = randomKey(world);
  const rule = (): Expected => {
    const broken = adminOnly(actor, 'ONLY_ADMINS_APPROVE');
    if (broken || !actor) return broken as Expected;
    return keyed(world, actor, key, ['approve', request?.id, body], () => {
      const unwanted = firstOf(
        !request && refused('REQUEST_NOT_FOUND'),
        request?.status !== 'pending' && refused('REQUEST_PROCESSED'),
        creditRefusal(request?.owner, request?.amount ?? 0),
      );
      if (unwanted || !request) return unwanted as Expected;
      request.status = 'approved';
      request.owner.balance += request.amount;
      return {
        done: { status: 'approved', processedBy: actor.id, amount: dinars(request.amount) },
        learn: ({ transactionId }) =>
          world.transactions.push({ id: transactionId, owner: request.owner, left: request.amount }),
      };
    });
  };
  const url = `${path}/${request?.id ?? unknownNumber}/approve`;
  return { name: 'approve', actor, method: 'POST', url, body, ...(key && { key }), rule };
}

export function reject(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const request = randomRequest(world);
  const reason = world.random.chance(0.9) ? 'Reçu illisible' : '   ';
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor, 'ONLY_ADMINS_REJECT'),
      reason.trim() === '' && refused('REJECT_IDS_REQUIRED'),
      !request && refused('REQUEST_NOT_FOUND'),
      request?.status !== 'pending' && refused('REQUEST_PROCESSED'),
    );
    if (broken || !request) return broken as Expected;
    request.status = 'rejected';
    return { done: { status: 'rejected', rejectionReason: reason, transactionId: null } };
  };
  const url = `${path}/${request?.id ?? unknownNumber}/reject`;
  return { name: 'reject', actor, method: 'POST', url, body: { reason }, rule };
}

export function cancel(world: World): Operation {
  const request = randomRequest(world);
  const actor = randomActor(world, request ? [request.owner] : activeResellers(world));
  const rule = (): Expected => {
    const broken = firstOf(
      !hasSession(actor) && refused('UNAUTHENTICATED'),
      actor?.status !== 'active' && refused('ACCOUNT_NOT_ACTIVE'),
      !request && refused('REQUEST_NOT_FOUND'),
      request?.owner !== actor && refused('CANCEL_NOT_OWN'),
      request?.status !== 'pending' && refused('CANCEL_NOT_PENDING'),
    );
    if (broken || !request) return broken as Expected;
    request.status = 'cancelled';
    return { done: { status: 'cancelled' } };
  };
  const url = `${path}/${request?.id ?? unknownNumber}/cancel`;
  return { name: 'cancel', actor, method: 'POST', url, body: {}, rule };
}
