import { demoAgent, demoReasons } from '@almas/locale/demo';
import { type Actor, actorOf, type Origin } from '../authorization/identity.ts';
import type { Database } from '../database/pool.ts';
import { createDemoAdministrator } from '../modules/accounts/add-administrator.ts';
import { confirmRemittance, remitCash } from '../modules/credit/remittances.ts';
import { setTerms } from '../modules/credit/set-terms.ts';
import { collectPayment } from '../modules/credit/settle-debt.ts';
import { takeAdvance } from '../modules/credit/take-advance.ts';
import { changeFeature } from '../modules/features/change-feature.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import { demoEmail, demoPassword } from './create-resellers.ts';

const days = 7;

/** By day of the month: advances and payments of the resellers, by their place, in DA. */
const steps: Readonly<Record<number, readonly (readonly ['advance' | 'payment', number, number])[]>> = {
  2: [['advance', 2, 6_000]],
  4: [['advance', 0, 12_000]],
  10: [['payment', 0, 12_000]],
  12: [['advance', 1, 15_000]],
  17: [['advance', 4, 9_000]],
  20: [['payment', 1, 5_000]],
  24: [['advance', 3, 20_000]],
  27: [['payment', 4, 4_000]],
  29: [['advance', 0, 8_000]],
};

/** Credit for the resellers, and an agent who goes round. @returns what happens on each day of the trade */
export async function openCredit(
  services: Services,
  admin: Actor,
  origin: Origin,
  resellers: readonly Actor[],
): Promise<(day: number) => Promise<void>> {
  const feature = { params: { name: 'credit' }, body: { enabled: true } };
  await execute(services, changeFeature, callBy(admin, origin, feature));
  const email = demoEmail(demoAgent.firstName);
  const agent = actorOf(await createDemoAdministrator(services, { ...demoAgent, email }, demoPassword));
  for (const [index, reseller] of resellers.entries()) {
    const terms = {
      params: { id: reseller.id },
      body: { limit: 20_000 + (index % 3) * 10_000, days, suspended: false },
    };
    await execute(services, setTerms, callBy(admin, origin, terms));
  }
  const remit = async (amount: number) =>
    (await execute(services, remitCash, callBy(agent, origin, { body: { amount, note: demoReasons.cash } })))
      .response.id;
  return async (day) => {
    for (const [kind, place, amount] of steps[day] ?? []) {
      const reseller = resellers[place];
      if (!reseller) continue;
      if (kind === 'advance')
        await execute(
          services,
          takeAdvance,
          callBy(reseller, origin, { body: { amount, userId: undefined } }),
        );
      else
        await execute(
          services,
          collectPayment,
          callBy(agent, origin, { params: { id: reseller.id }, body: { amount, method: 'cash', note: '' } }),
        );
    }
    if (day === 21) {
      const params = { id: await remit(15_000) };
      await execute(services, confirmRemittance, callBy(admin, origin, { params }));
    }
    if (day === 28) await remit(4_000);
  };
}

/** After the month was spread out: advances are due some days after their new dates. The books are append-only: their triggers are off. */
export async function finishCredit(owner: Database): Promise<void> {
  await owner.query({
    text: `ALTER TABLE receivable_entries DISABLE TRIGGER USER;
      ALTER TABLE receivables DISABLE TRIGGER USER;
      UPDATE receivable_entries SET due_on = (created_at AT TIME ZONE 'Africa/Algiers')::date + ${days} WHERE kind = 'advance';
      UPDATE receivables r SET due_on = (
        SELECT min(a.due_on) FROM open_advances(r.user_id, r.debt) a) WHERE r.debt > 0;
      ALTER TABLE receivable_entries ENABLE TRIGGER USER;
      ALTER TABLE receivables ENABLE TRIGGER USER`,
  });
}
