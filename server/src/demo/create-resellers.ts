import { demoReasons, demoUsers } from '@almas/locale/demo';
import { type Actor, actorOf, type Origin, type UserRecord } from '../authorization/identity.ts';
import { transaction } from '../database/transaction.ts';
import { activateUser } from '../modules/accounts/activate-user.ts';
import { deactivateUser } from '../modules/accounts/deactivate-user.ts';
import { findUser } from '../modules/accounts/find-user.ts';
import { insertRegistration, prepareRegistration } from '../modules/accounts/register.ts';
import { writeNotifications } from '../modules/notifications/notify.ts';
import { callBy, execute } from '../pipeline/command.ts';
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
    const { id } = await registered(services, form, origin.ip);
    if (status === 'pending') continue;
    const call = { params: { id }, query: {} };
    await execute(services, activateUser, callBy(admin, origin, call));
    if (status === 'active') active.push(actorOf((await findUser(services.db, id)) as UserRecord));
    else {
      const body = { reason: demoReasons.deactivation };
      await execute(services, deactivateUser, callBy(admin, origin, { ...call, body }));
    }
  }
  return active;
}

async function registered(
  services: Services,
  form: Parameters<typeof insertRegistration>[1],
  ip: string,
): Promise<UserRecord> {
  const passwordHash = await prepareRegistration(services, form, ip);
  return transaction(services.db, async (tx) => {
    const { user, notifications } = await insertRegistration(tx, form, passwordHash, ip);
    await writeNotifications(services, tx, notifications);
    return user;
  });
}
