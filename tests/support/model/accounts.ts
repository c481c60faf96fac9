import { activeAdmins, adminOnly, firstOf, randomActor, randomItem } from './rules.ts';
import { type Expected, type Operation, refused, type User, unknownUserId, type World } from './world.ts';

/** Remaining attempts to register a taken email: the limit on attempts from one address is not tested here. */
const takenLeft = new WeakMap<World, number>();

export function register(world: World): Operation {
  const { random } = world;
  const flaw = random.pick(['none', 'none', 'none', 'taken', 'short', 'differs', 'blank', 'email'] as const);
  const left = takenLeft.get(world) ?? 20;
  const taken = flaw === 'taken' && left > 0;
  if (taken) takenLeft.set(world, left - 1);
  const name = `r${world.fresh()}`;
  const email = taken ? random.pick(world.users).email.toUpperCase() : `${name}@exemple.dz`;
  const body = {
    email: flaw === 'email' ? 'sans arobase' : email,
    password: flaw === 'short' ? '12345' : 'secret1',
    confirmation: flaw === 'differs' ? 'secret2' : flaw === 'short' ? '12345' : 'secret1',
    firstName: 'Amine',
    lastName: name,
    company: flaw === 'blank' ? '  ' : 'Cyber',
    phone: '0550',
    role: 'admin',
    status: 'active',
    balance: 500,
  };
  const user: User = { name, role: 'reseller', status: 'pending', balance: 0, id: '', email, cookie: '' };
  const rule = (): Expected =>
    firstOf(
      flaw === 'email' && refused('INVALID_EMAIL'),
      flaw === 'blank' && refused('REQUIRED_FIELDS'),
      flaw === 'differs' && refused('PASSWORDS_DIFFER'),
      flaw === 'short' && refused('WEAK_PASSWORD'),
      taken && refused('EMAIL_TAKEN'),
    ) ?? {
      done: { role: 'reseller', status: 'pending', balance: 0, email },
      learn: ({ id }) => {
        user.id = id;
        world.users.push(user);
      },
    };
  return { name: 'register', actor: undefined, method: 'POST', url: '/api/register', body, rule };
}

export function activate(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const waiting = world.users.filter(({ status }) => status !== 'active');
  const target = randomItem(world, waiting.length > 0 && world.random.chance(0.8) ? waiting : world.users);
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      !target && refused('USER_NOT_FOUND'),
      target?.role !== 'reseller' && refused('ONLY_RESELLERS_ACTIVATED'),
      target?.status === 'active' && refused('ALREADY_ACTIVE'),
    );
    if (broken || !target) return broken as Expected;
    target.status = 'active';
    return { done: { id: target.id, status: 'active', activatedBy: actor?.id } };
  };
  const url = `/api/users/${target?.id ?? unknownUserId}/activate`;
  return { name: 'activate', actor, method: 'POST', url, rule };
}

export function deactivate(world: World): Operation {
  const actor = randomActor(world, activeAdmins(world));
  const [chief] = world.users;
  // The first administrator is never deactivated: one must remain.
  const target = randomItem(
    world,
    world.users.filter((user) => user !== chief || actor === chief),
  );
  const reason = world.random.pick(['', 'Compte fermé']);
  const rule = (): Expected => {
    const broken = firstOf(
      adminOnly(actor),
      !target && refused('USER_NOT_FOUND'),
      target === actor && refused('CANNOT_DEACTIVATE_SELF'),
      target?.status === 'inactive' && refused('ALREADY_INACTIVE'),
    );
    if (broken || !target) return broken as Expected;
    target.status = 'inactive';
    return {
      done: { id: target.id, status: 'inactive', deactivatedBy: actor?.id, deactivationReason: reason },
    };
  };
  const url = `/api/users/${target?.id ?? unknownUserId}/deactivate`;
  return { name: 'deactivate', actor, method: 'POST', url, body: { reason }, rule };
}
