import { demoReasons, demoUsers } from '@almas/locale/demo';
import { type Actor, actorOf, type Origin } from '../actor.ts';
import { activateUser } from '../modules/accounts/activate-user.ts';
import { deactivateUser } from '../modules/accounts/deactivate-user.ts';
import { register } from '../modules/accounts/register.ts';
import type { Services } from '../services.ts';

export const demoPassword = 'demo1234';

export const demoEmail = (firstName: string): string => `${firstName.toLowerCase()}@demo.dz`;

/** Registers everybody and brings them to their status. @returns the active ones. */
export async function createDemoResellers(
  services: Services,
  admin: Actor,
  origin: Origin,
): Promise<Actor[]> {
  const active: Actor[] = [];
  for (const [index, { status, ...person }] of demoUsers.entries()) {
    const form = {
      ...person,
      email: demoEmail(person.firstName),
      password: demoPassword,
      phone: `0550 12 34 ${String(index + 10)}`,
      address: '',
      postalCode: '',
    };
    const user = await register(services, form, origin.ip);
    if (status === 'pending') continue;
    const activated = await activateUser(services, admin, origin, user.id);
    if (status === 'active') active.push(actorOf(activated));
    else await deactivateUser(services, admin, origin, user.id, demoReasons.deactivation);
  }
  return active;
}
