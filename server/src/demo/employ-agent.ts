import { demoAgent, demoReasons } from '@almas/locale/demo';
import { type Actor, actorOf, type Origin, type UserRecord } from '../authorization/identity.ts';
import type { Database } from '../database/pool.ts';
import { setDailyCeiling } from '../modules/accounts/brakes.ts';
import { findUser } from '../modules/accounts/find-user.ts';
import { listAdministrators } from '../modules/administrators/list-administrators.ts';
import { setScopes } from '../modules/administrators/set-scopes.ts';
import { changeFeature } from '../modules/features/change-feature.ts';
import { proposeCredit } from '../modules/wallet/propose-credit.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import { demoEmail } from './create-resellers.ts';

/** The agent of the collection round becomes an employee with limits, who asks the owner for a credit above them. */
export async function employAgent(
  services: Services,
  admin: Actor,
  origin: Origin,
  resellers: readonly Actor[],
): Promise<void> {
  const feature = { params: { name: 'admin-scopes' }, body: { enabled: true } };
  await execute(services, changeFeature, callBy(admin, origin, feature));
  const { items } = await listAdministrators(services.db, { limit: 100 });
  const id = items.find(({ email }) => email === demoEmail(demoAgent.firstName))?.id ?? '';
  const scopes = {
    params: { id },
    body: { scopes: ['accounts' as const, 'collect' as const], creditCap: 50_000, creditThreshold: 10_000 },
  };
  await execute(services, setScopes, callBy(admin, origin, scopes));
  const agent = actorOf((await findUser(services.db, id)) as UserRecord);
  const proposal = { body: { userId: resellers[0]?.id ?? '', amount: 15_000, note: demoReasons.cash } };
  await execute(services, proposeCredit, callBy(agent, origin, proposal));
}

/** A ceiling of the day for one reseller, and something to look at for another. */
export async function showBrakes(
  services: Services,
  owner: Database,
  admin: Actor,
  origin: Origin,
  resellers: readonly Actor[],
): Promise<void> {
  const ceiling = { params: { id: resellers[1]?.id ?? '' }, body: { ceiling: 60_000 } };
  await execute(services, setDailyCeiling, callBy(admin, origin, ceiling));
  await owner.query({
    text: `INSERT INTO account_flags (user_id, kind, day, amount, usual)
           VALUES ($1, 'fast_hour', (clock_timestamp() AT TIME ZONE 'Africa/Algiers')::date, 4200000, 610000)`,
    values: [resellers[2]?.id ?? ''],
  });
}
