import type { Actor, Origin } from '../authorization/identity.ts';
import { statement } from '../database/statement.ts';
import { featureSwitches } from '../feature-switches.ts';
import { changeFeature } from '../modules/features/change-feature.ts';
import { rehearse } from '../modules/supplier-orders/rehearse.ts';
import { workOnce } from '../modules/supplier-orders/work-orders.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';

const makeDue = statement<[]>(
  'demo.make-orders-due',
  'UPDATE supplier_orders SET next_check_at = clock_timestamp() WHERE next_check_at IS NOT NULL',
);
/** Enough for an order that is delivered later, and for one that is taken back. */
const rounds = 4;

/** Orders from the simulated supplier with every outcome, one of them unknown. */
export async function rehearseSuppliers(known: Services, admin: Actor, origin: Origin): Promise<void> {
  // What was read of the switches a moment ago does not know of this one yet.
  const services = { ...known, features: featureSwitches(known.db, known.config) };
  const feature = { params: { name: 'suppliers' }, body: { enabled: true } };
  await execute(known, changeFeature, callBy(admin, origin, feature));
  await execute(services, rehearse, callBy(admin, origin, {}));
  for (let round = 0; round < rounds; round += 1) {
    await makeDue.run(services.db);
    while (await workOnce(services));
  }
}
